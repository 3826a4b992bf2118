from libc.stdint cimport uint8_t

from agi_emu._core.context cimport Context
from agi_emu._core.screen cimport Screen

cdef int script_add(Context c, int action, int number) noexcept nogil
cdef int object_action(Context c, Screen screen, int opcode, const uint8_t* a) noexcept nogil
