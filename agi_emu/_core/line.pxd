from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy


cdef inline void plot(uint8_t* cell, uint8_t mask, uint8_t value) noexcept nogil:
    """Plot one cell: a plane that is off has 0 in `mask` and F in `value` and is left alone (reference: pictures.md 2)."""
    cell[0] = (cell[0] | mask) & value


cdef inline void plot_eight(uint8_t* cells, uint64_t masks, uint64_t values) noexcept nogil:
    cdef uint64_t eight
    memcpy(&eight, cells, 8)
    eight = (eight | masks) & values
    memcpy(cells, &eight, 8)


cdef inline void plot_four(uint8_t* cells, uint64_t masks, uint64_t values) noexcept nogil:
    cdef uint32_t four
    memcpy(&four, cells, 4)
    four = (four | <uint32_t>masks) & <uint32_t>values
    memcpy(cells, &four, 4)


cdef inline void plot_run(uint8_t* cells, int count, uint8_t mask, uint8_t value) noexcept nogil:
    """Plot `count` cells that lie side by side, eight or four at a time.

    The last step reaches back over cells of the one before: plotting a cell twice is plotting it once.
    """
    cdef uint64_t masks = mask * <uint64_t>0x0101010101010101
    cdef uint64_t values = value * <uint64_t>0x0101010101010101
    cdef int i = 0
    if count >= 8:
        while i + 8 < count:
            plot_eight(cells + i, masks, values)
            i += 8
        plot_eight(cells + count - 8, masks, values)
    elif count >= 4:
        plot_four(cells, masks, values)
        plot_four(cells + count - 4, masks, values)
    else:
        while i < count:
            plot(cells + i, mask, value)
            i += 1


cdef void draw_line(uint8_t* picture, int x1, int y1, int x2, int y2, uint8_t mask, uint8_t value) noexcept nogil
