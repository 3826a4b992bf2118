from libc.stdint cimport uint64_t

from agi_emu._core.screen cimport Screen


cdef class BareFrame:
    cdef public bytes pixels
    cdef public bytes colours
    cdef public int width
    cdef public int height


cdef class ScreenView:
    cdef readonly Screen screen
    cdef type _frame_class
    cdef int _asks_always
    cdef int _composite
    cdef bytes _palette
    cdef object _latest
    cdef uint64_t _changes

    cdef object latest(self)
