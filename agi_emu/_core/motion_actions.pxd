from agi_emu._core.actions cimport CoreAction

cdef void bind_motion_actions(CoreAction* table) noexcept nogil
