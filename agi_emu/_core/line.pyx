"""Lines of a picture, with the byte-wide sums of the original (reference: PIC-15, PIC-16)."""

from libc.stdint cimport uint8_t, uint32_t

from agi_emu._core.layout cimport PICTURE_CELLS, PICTURE_HEIGHT, PICTURE_WIDTH


cdef enum:
    SHORT = 32  # lengths below it are in the table

# Bit i is set where step i of a line also goes across, by length and by how far it goes across in all.
cdef uint32_t ACROSS[SHORT][SHORT]


def _write_across():
    """Write the table of short lines: their sums never reach the byte's end."""
    cdef int length, other, i, total
    for length in range(SHORT):
        for other in range(length + 1):
            total = length >> 1
            for i in range(length):
                total += other
                if total >= length:
                    total -= length
                    ACROSS[length][other] |= <uint32_t>1 << i


_write_across()


cdef void draw_line(uint8_t* picture, int x1, int y1, int x2, int y2, uint8_t mask, uint8_t value) noexcept nogil:
    """Plot the line to (x2, y2); both points must lie inside the picture.

    Horizontal and vertical lines include their first point, slanted ones leave it to the caller. That shows where a
    slanted line before has missed its end point: the next slanted one does not fill the gap.
    """
    cdef int dx = x2 - x1
    cdef int dy = y2 - y1
    cdef int columns = abs(dx)
    cdef int rows = abs(dy)
    # Lines go in every direction, which no processor can foretell: all is chosen by masks.
    cdef int step_x = dx >> 31 | 1
    cdef int step_y = (dy >> 31 | 1) * PICTURE_WIDTH
    cdef int steep = -(rows > columns)
    cdef int length = max(rows, columns)
    cdef int other = min(rows, columns)
    cdef int along = step_x ^ ((step_x ^ step_y) & steep)
    cdef int across = along ^ step_x ^ step_y
    cdef int total, carry, _
    cdef uint32_t steps
    cdef uint8_t first
    cdef uint8_t* cell
    if rows == 0:
        draw_horizontal(picture, x1, x2, y1, mask, value)
        return
    cell = picture + y1 * PICTURE_WIDTH + x1
    # All ones where the line is straight; lines are short and of every kind, so choosing costs more than computing.
    first = <uint8_t>-(other == 0)
    plot(cell, mask & first, value | ~first)
    if length < SHORT:
        steps = ACROSS[length][other]
        for _ in range(length):
            cell += along + (across & -<int> (steps & 1))
            steps >>= 1
            plot(cell, mask, value)
        return
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
