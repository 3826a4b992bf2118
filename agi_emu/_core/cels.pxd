from agi_emu._core.context cimport Context
from agi_emu._core.layout cimport *

cdef int set_view(Context c, ScreenObject* o, int number, int view) noexcept nogil
cdef int set_loop(Context c, ScreenObject* o, int number, int loop) noexcept nogil
cdef int set_cel(Context c, ScreenObject* o, int number, int cel) noexcept nogil
cdef bint must_turn(Context c, ScreenObject* o) noexcept nogil
cdef int shown_in(Context c, ScreenObject* o) noexcept nogil
cdef int last_cel(Context c, ScreenObject* o) noexcept nogil
cdef int loop_towards(Context c, const ScreenObject* o, int direction) noexcept nogil
cdef int choose_loop(Context c, ScreenObject* o, int number) noexcept nogil
cdef int advance_cel(Context c, ScreenObject* o, int number) noexcept nogil
