from libc.stdint cimport uint8_t

from agi_emu._core.context cimport Context
from agi_emu._core.screen cimport Screen

cdef int try_fast_action(Context c, Screen screen, int opcode, const uint8_t* a) noexcept nogil
