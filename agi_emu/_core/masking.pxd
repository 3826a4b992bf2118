from libc.stdint cimport uint8_t

from agi_emu._core.layout cimport *


cdef class Mask:
    cdef const int[::1] areas
    cdef const uint8_t[::1] variables

    cdef void apply(self, StateLayout* s) noexcept nogil
