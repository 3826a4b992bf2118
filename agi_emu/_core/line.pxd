from libc.stdint cimport uint8_t, uint64_t

from agi_emu._core.layout cimport *
from agi_emu._core.vector cimport plot_run


cdef inline void plot(uint8_t* cell, uint8_t mask, uint8_t value) noexcept nogil:
    """Plot one cell: a plane that is off has 0 in `mask` and F in `value` and is left alone (reference: PIC-4)."""
    cell[0] = (cell[0] | mask) & value


cdef inline void draw_horizontal(uint8_t* picture, int x1, int x2, int y, uint8_t mask, uint8_t value) noexcept nogil:
    """Plot a row of cells, both ends included; they must lie inside the picture."""
    cdef int address = y * PICTURE_WIDTH + min(x1, x2)
    plot_run(picture + address, abs(x2 - x1) + 1, PICTURE_CELLS - address, mask, value)


cdef enum:
    SHORT = 32           # lengths below it are in the table
    STEP_BITS = 2        # of the table for a step: 1 along the line, 2 also across, 0 behind its end
    STEP_MASK = 3
    LONGEST_EVEN = 128   # no sum of a line up to this length reaches the byte's end
    QUOTIENT_SHIFT = 23  # sums are below 2**15 and lengths below 2**8: no quotient is too large

# The steps of a line, the first one in the lowest bits, by length and by how far it goes across in all.
cdef uint64_t[SHORT][SHORT] STEPS


cdef void draw_long(
    uint8_t* cell, int length, int other, int along, int across, uint8_t mask, uint8_t value
) noexcept nogil


cdef inline void draw_line(
    uint8_t* picture, int x1, int y1, int x2, int y2, uint8_t mask, uint8_t value
) noexcept nogil:
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
    cdef uint64_t steps
    cdef int[3] moves
    cdef uint8_t first
    cdef uint8_t* cell
    if rows == 0:
        draw_horizontal(picture, x1, x2, y1, mask, value)
        return
    cell = picture + y1 * PICTURE_WIDTH + x1
    # All ones where the line is straight; lines are short and of every kind, so choosing costs more than computing.
    first = <uint8_t>-(other == 0)
    plot(cell, mask & first, value | ~first)
    if length >= SHORT:
        draw_long(cell, length, other, along, across, mask, value)
        return
    # Four steps at a time: more than half of all lines end within them, and where they end is not to be foretold.
    # Behind the end the last cell is plotted again.
    moves[0], moves[1], moves[2] = 0, along, along + across
    steps = STEPS[length][other]
    while steps:
        cell += moves[steps & STEP_MASK]
        plot(cell, mask, value)
        cell += moves[steps >> STEP_BITS & STEP_MASK]
        plot(cell, mask, value)
        cell += moves[steps >> 2 * STEP_BITS & STEP_MASK]
        plot(cell, mask, value)
        cell += moves[steps >> 3 * STEP_BITS & STEP_MASK]
        plot(cell, mask, value)
        steps >>= 4 * STEP_BITS
