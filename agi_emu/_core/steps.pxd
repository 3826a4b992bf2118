from libc.stdint cimport uint8_t
from libc.string cimport memcpy

from agi_emu._core.actions cimport CoreAction
from agi_emu._core.codes cimport *
from agi_emu._core.context cimport Context
from agi_emu._core.decoding cimport Step
from agi_emu._core.layout cimport *
from agi_emu._core.screen cimport Screen

cdef enum:
    # What actions and steps give, above all errors.
    FRAME_ENTERED = 0x100
    BEGIN_AFTER = 0x101
    LOGIC_RETURNED = 0x102

cdef int run_steps(
    Context c, Screen screen, LogicFrame** frame, const Step* steps, Py_ssize_t* pc, CoreAction* actions
) noexcept nogil


cdef inline void note_action(StateLayout* s, int number, const uint8_t* operands, int size) noexcept nogil:
    """Note the action that begins: Python asks for it, and it is part of the state."""
    s.vm.last_action = number
    s.vm.last_length = size
    if size > 0:
        s.vm.last_operands[0] = operands[0]
    if size > 1:
        s.vm.last_operands[1] = operands[1]
    if size > 2:
        memcpy(&s.vm.last_operands[2], operands + 2, size - 2)


cdef inline int left_frame(StateLayout* s, LogicFrame* frame, Py_ssize_t pc, int result) noexcept nogil:
    """Leave the frame after an action that gave this, not 0; return FRAME_ENTERED or a need."""
    frame.pc = pc & 0xFFFF
    if 0 < result < FRAME_ENTERED:
        s.vm.error = result
        return NEED_ERROR
    return result
