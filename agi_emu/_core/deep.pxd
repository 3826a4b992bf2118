from libc.stdint cimport uint8_t

from agi_emu._core.layout cimport *


cdef bint is_deep_view(const uint8_t* view, Py_ssize_t length) noexcept nogil
cdef void take_colours(StateLayout* s) noexcept nogil
cdef void take_changed_colours(StateLayout* s, const uint8_t* before) noexcept nogil
cdef int draw_shallow_cel(
    uint8_t* picture, uint8_t* deep, const uint8_t* view, Py_ssize_t length, int loop, int cel, int shown_in, int x,
    int top_byte_row, int priority
) noexcept nogil
cdef int draw_deep_cel(
    uint8_t* picture, uint8_t* deep, const uint8_t* view, Py_ssize_t length, int loop, int cel, int x,
    int top_byte_row, int priority
) noexcept nogil
