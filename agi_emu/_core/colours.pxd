from libc.stdint cimport uint64_t

from agi_emu._core.screen cimport MOST_NOTED, Pixels, Screen

cdef enum:
    MOST_DRAWN = MOST_NOTED + 25  # rows of text


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


cdef int take_drawn(Screen screen, Pixels* drawn) noexcept nogil
