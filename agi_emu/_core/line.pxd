from libc.stdint cimport uint8_t

from agi_emu._core.layout cimport PICTURE_CELLS, PICTURE_WIDTH
from agi_emu._core.vector cimport plot_run


cdef inline void plot(uint8_t* cell, uint8_t mask, uint8_t value) noexcept nogil:
    """Plot one cell: a plane that is off has 0 in `mask` and F in `value` and is left alone (reference: PIC-4)."""
    cell[0] = (cell[0] | mask) & value


cdef inline void draw_horizontal(uint8_t* picture, int x1, int x2, int y, uint8_t mask, uint8_t value) noexcept nogil:
    """Plot a row of cells, both ends included; they must lie inside the picture."""
    cdef int address = y * PICTURE_WIDTH + min(x1, x2)
    plot_run(picture + address, abs(x2 - x1) + 1, PICTURE_CELLS - address, mask, value)


cdef inline void draw_vertical(uint8_t* picture, int x, int y1, int y2, uint8_t mask, uint8_t value) noexcept nogil:
    """Plot a column of cells, both ends included; they must lie inside the picture."""
    cdef uint8_t* cell = picture + min(y1, y2) * PICTURE_WIDTH + x
    cdef int _
    for _ in range(abs(y2 - y1) + 1):
        plot(cell, mask, value)
        cell += PICTURE_WIDTH


cdef void draw_line(uint8_t* picture, int x1, int y1, int x2, int y2, uint8_t mask, uint8_t value) noexcept nogil
