from libc.stdint cimport uint8_t

from agi_emu._core.layout cimport *

cdef void show_pairs(StateLayout* state, int left, int right, int first, int last, int shift) noexcept nogil
cdef void fill_pairs(StateLayout* state, int left, int right, int first, int last, int nibble) noexcept nogil
