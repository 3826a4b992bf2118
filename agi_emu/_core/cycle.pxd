from libc.stdint cimport uint32_t

from agi_emu._core.context cimport Context
from agi_emu._core.screen cimport Screen

cdef int advance(Context c, Screen screen, int until, uint32_t last_beat) noexcept nogil
cdef int advance_to(Context c, Screen screen, uint32_t last_beat, int also) noexcept nogil
cdef void beat(Context c) noexcept nogil
cdef int animate(Context c, Screen screen) noexcept nogil
cdef bint needs_python(Context c) noexcept nogil
