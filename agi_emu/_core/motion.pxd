from agi_emu._core.context cimport Context
from agi_emu._core.layout cimport *

cdef void start_move(Context c, int number) noexcept nogil
cdef void direction_pass(Context c) noexcept nogil
cdef int movement_pass(Context c) noexcept nogil
cdef int delta_x(int direction) noexcept nogil
cdef int delta_y(int direction) noexcept nogil
cdef bint crosses_block(StateLayout* s, int x, int y, int to_x, int to_y) noexcept nogil
cdef int hold_inside(Context c, const ScreenObject* o, int width, int* x, int* y) noexcept nogil
