from agi_emu._core.context cimport Context

cdef void take_turn(Context c) noexcept
cdef void leave_turns(Context c) noexcept
