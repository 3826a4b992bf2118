from libc.stdint cimport uint8_t

from agi_emu._core.context cimport Context

cdef void count_empty_poll(Context c) noexcept nogil
cdef int test(Context c, int number, const uint8_t* a, int length) noexcept nogil
cdef Py_ssize_t skip_past(Context c, const uint8_t* code, Py_ssize_t length, Py_ssize_t pc, int token) noexcept nogil
