from libc.stdint cimport uint8_t, uint16_t


cdef int flood_fill(uint8_t* picture, uint16_t* queue, int x, int y, uint8_t mask, uint8_t value) noexcept nogil
