from cpython cimport array

from agi_emu._core.context cimport PortWrite

cdef array.array log_of(const PortWrite* writes, size_t count)
