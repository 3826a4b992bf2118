from agi_emu._core.context cimport Context
from agi_emu._core.screen cimport Screen

cdef int add_to_picture(
    Context c, Screen screen, int view, int loop, int cel, int x, int y, int combined
) noexcept nogil
