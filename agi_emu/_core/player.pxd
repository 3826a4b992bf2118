from agi_emu._core.context cimport Context
from agi_emu._core.layout cimport *

cdef bint stand_alike(const SoundState* sound, const SoundState* other) noexcept nogil
cdef bint knows_sound(Context c) noexcept nogil
cdef void start_sound(Context c, int number, int end_flag) noexcept nogil
cdef void stop_sound(Context c) noexcept nogil
cdef void step_sound(Context c) noexcept nogil
