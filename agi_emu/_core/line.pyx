"""Lines of a picture, with the byte-wide sums of the original (reference: PIC-15, PIC-16)."""

from libc.stdint cimport uint8_t, uint32_t

from agi_emu._core.layout cimport *
from agi_emu._core.vector cimport plot_run


cdef int gone(int distance, int steps, int length):
    """Return how many cells a line goes across, or down, in so many of its steps."""
    cdef int cells = ((length >> 1) + steps * abs(distance)) // length
    return cells if distance > 0 else -cells


def _write_cells():
    """Write the table of near lines: their sums never reach the byte's end."""
    cdef int down, across, length, i, steps
    for down in range(-NEAR, NEAR + 1):
        for across in range(-NEAR, NEAR + 1):
            length = max(abs(down), abs(across), 1)
            for i in range(NEAR + 1):
                steps = 1 + i % length if down and across else i % (length + 1)
                CELLS[down + NEAR][across + NEAR][i] = (
                    gone(down, steps, length) * PICTURE_WIDTH + gone(across, steps, length)
                )


_write_cells()


cdef void draw_far(uint8_t* picture, int x1, int y1, int x2, int y2, uint8_t mask, uint8_t value) noexcept nogil:
    """Plot a line that is not in the table."""
    cdef int columns = abs(x2 - x1)
    cdef int rows = abs(y2 - y1)
    cdef int length = max(rows, columns)
    cdef int other = min(rows, columns)
    cdef int along = PICTURE_WIDTH if y2 > y1 else -PICTURE_WIDTH
    cdef int across = 1 if x2 > x1 else -1
    cdef int total = length >> 1
    cdef int carry, i, _
    cdef uint32_t one = ((<uint32_t>1 << QUOTIENT_SHIFT) + length - 1) // length
    cdef uint8_t* cell = picture + y1 * PICTURE_WIDTH + x1
    if columns > rows:
        along, across = across, along
    if rows == 0:
        cell -= columns if x2 < x1 else 0
        plot_run(cell, columns + 1, <int> (picture + PICTURE_CELLS - cell), mask, value)
    elif columns == 0 or length <= LONGEST_EVEN:
        # How often it went across is a quotient, so no step waits for the one before.
        for i in range(other > 0, length + 1):
            plot(cell + i * along + <int> ((total + i * other) * one >> QUOTIENT_SHIFT) * across, mask, value)
    else:
        for _ in range(length):
            # Quirk: the sum is a byte in the original. Where it passes 255, in long and nearly diagonal lines, the step
            # across is missed, so that the line ends beside its end point (reference: PIC-16).
            total = (total + other) & 0xFF
            carry = -(total >= length)
            total -= length & carry
            cell += along + (across & carry)
            plot(cell, mask, value)


def draw(uint8_t[::1] picture not None, int x1, int y1, int x2, int y2, int mask, int value) -> None:
    """Plot the line from (x1, y1) to (x2, y2) as `draw_line` does; for tests and tools.

    `picture` has 160*168 cells of priority << 4 | colour; a plotted cell becomes (cell | mask) & value.
    """
    if picture.shape[0] != PICTURE_CELLS:
        raise ValueError(f"a picture has {PICTURE_CELLS} cells, not {picture.shape[0]}")
    for x, y in ((x1, y1), (x2, y2)):
        if not (0 <= x < PICTURE_WIDTH and 0 <= y < PICTURE_HEIGHT):
            raise ValueError(f"({x}, {y}) is outside the picture")
    if not (0 <= mask <= 0xFF and 0 <= value <= 0xFF):
        raise ValueError(f"mask {mask} and value {value} must be bytes")
    with nogil:
        draw_line(&picture[0], x1, y1, x2, y2, mask, value)
