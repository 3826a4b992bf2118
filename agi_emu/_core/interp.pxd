from agi_emu._core.context cimport Context
from agi_emu._core.screen cimport Screen

cdef int run(Context c, Screen screen) noexcept nogil
cdef int call_unloaded(Context c, int logic) noexcept nogil
cdef int enter_logic(Context c, int logic, bint temporary, int before) noexcept nogil
