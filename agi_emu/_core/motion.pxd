from agi_emu._core.context cimport Context
from agi_emu._core.layout cimport *

cdef void start_move(Context c, int number) noexcept nogil
cdef void direction_pass(Context c) noexcept nogil
cdef int movement_pass(Context c) noexcept nogil
