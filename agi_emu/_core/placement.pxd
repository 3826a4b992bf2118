from agi_emu._core.context cimport Context
from agi_emu._core.layout cimport ScreenObject

cdef int find_position(Context c, ScreenObject* o, int number) noexcept nogil
