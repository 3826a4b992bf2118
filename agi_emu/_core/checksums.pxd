from libc.stdint cimport uint8_t, uint32_t

cdef uint32_t crc_of_zeros(int rows) noexcept nogil
cdef void take_picture(uint8_t* before, const uint8_t* now, uint32_t* colours, uint32_t* priorities) noexcept nogil
cdef void take_screen(uint8_t* before, const uint8_t* now, uint32_t* crc) noexcept nogil
