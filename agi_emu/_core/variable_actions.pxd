from agi_emu._core.actions cimport CoreAction

cdef void bind_variable_actions(CoreAction* table) noexcept nogil
