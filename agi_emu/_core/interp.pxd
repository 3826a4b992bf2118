from agi_emu._core.context cimport Context
from agi_emu._core.screen cimport Screen

cdef int run(Context c, Screen screen) noexcept nogil
