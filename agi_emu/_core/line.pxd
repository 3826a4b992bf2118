from libc.stdint cimport int16_t, uint8_t

from agi_emu._core.layout cimport *


cdef inline void plot(uint8_t* cell, uint8_t mask, uint8_t value) noexcept nogil:
    """Plot one cell: a plane that is off has 0 in `mask` and F in `value` and is left alone (reference: PIC-4)."""
    cell[0] = (cell[0] | mask) & value


cdef enum:
    NEAR = 7             # lines that go so far at most, across and down, are in the table
    LONGEST_EVEN = 128   # no sum of a line up to this length reaches the byte's end
    QUOTIENT_SHIFT = 23  # sums are below 2**15 and lengths below 2**8: no quotient is too large

# The cells of near lines, from their first point on, by how far they go down and across; those of short lines come
# again.
cdef int16_t[2 * NEAR + 1][2 * NEAR + 1][NEAR + 1] CELLS


cdef void draw_far(uint8_t* picture, int x1, int y1, int x2, int y2, uint8_t mask, uint8_t value) noexcept nogil


cdef inline void draw_line(
    uint8_t* picture, int x1, int y1, int x2, int y2, uint8_t mask, uint8_t value
) noexcept nogil:
    """Plot the line to (x2, y2); both points must lie inside the picture.

    Horizontal and vertical lines include their first point, slanted ones leave it to the caller. That shows where a
    slanted line before has missed its end point: the next slanted one does not fill the gap.
    """
    cdef uint8_t* cell = picture + y1 * PICTURE_WIDTH + x1
    cdef unsigned int across = x2 - x1 + NEAR
    cdef unsigned int down = y2 - y1 + NEAR
    cdef const int16_t* cells
    if across > 2 * NEAR or down > 2 * NEAR:
        draw_far(picture, x1, y1, x2, y2, mask, value)
        return
    # Most lines are near, and where they end no processor can foretell: all take as many steps.
    cells = CELLS[down][across]
    plot(cell + cells[0], mask, value)
    plot(cell + cells[1], mask, value)
    plot(cell + cells[2], mask, value)
    plot(cell + cells[3], mask, value)
    plot(cell + cells[4], mask, value)
    plot(cell + cells[5], mask, value)
    plot(cell + cells[6], mask, value)
    plot(cell + cells[7], mask, value)
