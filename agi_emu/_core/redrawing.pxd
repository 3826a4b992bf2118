from libc.stdint cimport uint8_t, uint32_t

from agi_emu._core.context cimport Context
from agi_emu._core.layout cimport *

cdef uint32_t end_of(const Sprite* sprite) noexcept nogil
cdef bint find_redrawn(Context c, const uint8_t* numbers, int count, uint8_t* redrawn) noexcept nogil
cdef void begin_redrawing(Context c, const uint8_t* numbers, int count, const uint8_t* redrawn) noexcept nogil
