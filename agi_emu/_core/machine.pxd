from libc.stdint cimport uint32_t

from agi_emu._core.context cimport Context
from agi_emu._core.screen cimport Screen


cdef class Core(Context):
    # Of the call of `advance` that is under way:
    cdef uint32_t last_beat, cycles_left
    # Where the last cycle began that it passed.
    cdef readonly uint32_t passed_beat
    cdef readonly Screen screen

    cpdef int advance(self, int until, uint32_t beats, uint32_t cycles=*)
    cpdef int go_on(self, int until, int stop=*)
    cdef int draw_over(self, bytes data, int pen_variant, tuple nibbles, uint32_t* counts) except -1
    cdef void count_picture(self, const uint32_t* counts) noexcept
