from agi_emu._core.actions cimport CoreAction

cdef void bind_flag_actions(CoreAction* table) noexcept nogil
