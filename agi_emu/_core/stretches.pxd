from libc.stdint cimport uint8_t, uint32_t

cdef int feed(const uint8_t* state, Py_ssize_t length, const uint32_t[::1] places, update) except -1
