from agi_emu._core.context cimport PortWrite

cdef object log_of(const PortWrite* writes, size_t count)
