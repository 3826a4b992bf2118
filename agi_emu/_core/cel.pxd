from libc.stdint cimport uint8_t

from agi_emu._core.view_tables cimport CelHeader

cdef bint has_odd_rows(const uint8_t* view, Py_ssize_t length) noexcept nogil
cdef void turn_in_memory(uint8_t* view, Py_ssize_t length, const CelHeader* header) noexcept nogil
cdef int blit_cel(
    uint8_t* picture, const uint8_t* view, Py_ssize_t length, int loop, int cel, int shown_in, int x, int top_byte_row,
    int priority, int* cost
) noexcept nogil
cdef int blit_found(
    uint8_t* picture, const uint8_t* view, Py_ssize_t length, const CelHeader* header, int x, int top_byte_row,
    int priority, int* cost
) noexcept nogil
cdef int row_places(int width) noexcept nogil
cdef int unpack_cel(
    const uint8_t* view, Py_ssize_t length, const CelHeader* header, uint8_t* cells
) noexcept nogil
cdef int draw_unpacked(
    uint8_t* picture, const uint8_t* cells, int width, int height, int x, int top_byte_row, int priority, int* cost
) noexcept nogil
