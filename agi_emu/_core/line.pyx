"""Lines of a picture, with the byte-wide sums of the original (reference: PIC-15, PIC-16)."""

from libc.stdint cimport uint8_t

from agi_emu._core.layout cimport PICTURE_CELLS, PICTURE_HEIGHT, PICTURE_WIDTH
from agi_emu._core.vector cimport plot_run


cdef void draw_line(uint8_t* picture, int x1, int y1, int x2, int y2, uint8_t mask, uint8_t value) noexcept nogil:
    """Plot the line to (x2, y2); both points must lie inside the picture.

    Horizontal and vertical lines include their first point, slanted ones leave it to the caller. That shows where a
    slanted line before has missed its end point: the next slanted one does not fill the gap.
    """
    cdef int dx = x2 - x1
    cdef int dy = y2 - y1
    cdef int columns = abs(dx)
    cdef int rows = abs(dy)
    cdef int step_x = -1 if dx < 0 else 1
    cdef int step_y = -PICTURE_WIDTH if dy < 0 else PICTURE_WIDTH
    cdef bint steep = rows > columns
    cdef int length = rows if steep else columns
    cdef int other = columns if steep else rows
    cdef int along = step_y if steep else step_x
    cdef int across = step_x if steep else step_y
    cdef int address = y1 * PICTURE_WIDTH + x1
    cdef int total, carry, _
    cdef uint8_t first
    cdef uint8_t* cell
    if rows == 0:
        address += min(dx, 0)
        plot_run(picture + address, columns + 1, PICTURE_CELLS - address, mask, value)
        return
    cell = picture + address
    # All ones where the line is straight; lines are short and of every kind, so choosing costs more than computing.
    first = <uint8_t>-(other == 0)
    plot(cell, mask & first, value | ~first)
    total = length >> 1
    for _ in range(length):
        # Quirk: the sum is a byte in the original. Where it passes 255, in long and nearly diagonal lines, the step
        # across is missed, so that the line ends beside its end point (reference: PIC-16).
        total = (total + other) & 0xFF
        carry = -(total >= length)
        total -= length & carry
        cell += along + (across & carry)
        plot(cell, mask, value)


def draw(uint8_t[::1] picture not None, int x1, int y1, int x2, int y2, int mask, int value):
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
