from agi_emu._core.context cimport Context
from agi_emu._core.layout cimport ScreenObject

cdef bint fits(Context c, ScreenObject* o, int number) noexcept nogil
cdef bint collides(Context c, ScreenObject* o, int number) noexcept nogil
cdef bint control_allows(Context c, ScreenObject* o, int number) noexcept nogil
cdef void start_move(Context c, int number) noexcept nogil
cdef void direction_pass(Context c) noexcept nogil
cdef int movement_pass(Context c) noexcept nogil
