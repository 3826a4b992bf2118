from agi_emu._core.actions cimport CoreAction
from agi_emu._core.context cimport Context

cdef int script_add(Context c, int action, int number) noexcept nogil
cdef void bind_placing_actions(CoreAction* table) noexcept nogil
