from agi_emu._core.context cimport Context
from agi_emu._core.layout cimport *

cdef bint fits(Context c, ScreenObject* o, int number) noexcept nogil
cdef bint collides(Context c, ScreenObject* o, int number) noexcept nogil
cdef bint control_allows(Context c, ScreenObject* o, int number) noexcept nogil
cdef int find_position(Context c, ScreenObject* o, int number) noexcept nogil
cdef bint meet(const ScreenObject* o, const ScreenObject* q) noexcept nogil
