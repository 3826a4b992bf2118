from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy, memset


cdef inline void plot(uint8_t* cell, uint8_t mask, uint8_t value) noexcept nogil:
    """Plot one cell: a plane that is off has 0 in `mask` and F in `value` and is left alone (reference: pictures.md 2)."""
    cell[0] = (cell[0] | mask) & value


cdef inline void plot_run(uint8_t* cells, int count, uint8_t mask, uint8_t value) noexcept nogil:
    """Plot `count` cells that lie side by side, eight at a time."""
    cdef uint64_t masks = mask * <uint64_t>0x0101010101010101
    cdef uint64_t values = value * <uint64_t>0x0101010101010101
    cdef uint64_t eight
    cdef int i = 0
    if mask == 0xFF:
        memset(cells, value, count)
        return
    while i + 8 <= count:
        memcpy(&eight, cells + i, 8)
        eight = (eight | masks) & values
        memcpy(cells + i, &eight, 8)
        i += 8
    while i < count:
        plot(cells + i, mask, value)
        i += 1


cdef void draw_line(uint8_t* picture, int x1, int y1, int x2, int y2, uint8_t mask, uint8_t value) noexcept nogil
