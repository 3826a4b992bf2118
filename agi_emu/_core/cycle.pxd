from agi_emu._core.context cimport Context
from agi_emu._core.screen cimport Screen

cdef int advance(Context c, Screen screen, int until) noexcept nogil
cdef void begin_beat(Context c) noexcept nogil
cdef bint end_beat(Context c) noexcept nogil
cdef bint animate(Context c, Screen screen) noexcept nogil
