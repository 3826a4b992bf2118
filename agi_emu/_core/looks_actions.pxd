from agi_emu._core.actions cimport CoreAction

cdef void bind_looks_actions(CoreAction* table) noexcept nogil
