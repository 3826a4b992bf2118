from libc.stdint cimport uint8_t

from agi_emu._core.actions cimport CoreAction
from agi_emu._core.context cimport flag, set_flag
from agi_emu._core.layout cimport *
from agi_emu._core.opcodes cimport *

cdef enum:
    MOST_VALUE = 255  # of a variable

cdef void bind_variable_actions(CoreAction* table) noexcept nogil


cdef inline void change(StateLayout* s, int action, const uint8_t* a) noexcept nogil:
    """Execute an action on variables or flags that cannot fail; sums are modulo 256 (reference: CMD-9)."""
    cdef uint8_t* v = &s.vars[0]
    if action == Action.A_increment:
        v[a[0]] += v[a[0]] != MOST_VALUE  # Quirk: 255 stays 255.
    elif action == Action.A_decrement:
        v[a[0]] -= v[a[0]] != 0  # Quirk: 0 stays 0.
    elif action == Action.A_assignn:
        v[a[0]] = a[1]
    elif action == Action.A_assignv:
        v[a[0]] = v[a[1]]
    elif action == Action.A_addn:
        v[a[0]] += a[1]
    elif action == Action.A_addv:
        v[a[0]] += v[a[1]]
    elif action == Action.A_subn:
        v[a[0]] -= a[1]
    elif action == Action.A_subv:
        v[a[0]] -= v[a[1]]
    elif action == Action.A_lindirectv:
        v[v[a[0]]] = v[a[1]]
    elif action == Action.A_rindirect:
        v[a[0]] = v[v[a[1]]]
    elif action == Action.A_lindirectn:
        v[v[a[0]]] = a[1]
    elif action == Action.A_set:
        set_flag(s, a[0], True)
    elif action == Action.A_reset:
        set_flag(s, a[0], False)
    elif action == Action.A_toggle:
        set_flag(s, a[0], not flag(s, a[0]))
    elif action == Action.A_set_v:
        set_flag(s, v[a[0]], True)
    elif action == Action.A_reset_v:
        set_flag(s, v[a[0]], False)
    elif action == Action.A_toggle_v:
        set_flag(s, v[a[0]], not flag(s, v[a[0]]))
