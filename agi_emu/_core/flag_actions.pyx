"""Actions that only set or clear flags of an object (reference: OBJ-2)."""

from libc.stdint cimport uint8_t, uint16_t

from agi_emu._core.actions cimport CoreAction, named
from agi_emu._core.codes cimport *
from agi_emu._core.context cimport Context
from agi_emu._core.layout cimport *
from agi_emu._core.opcodes cimport *
from agi_emu._core.screen cimport Screen

# What each action sets and what it clears.
cdef uint16_t[LAST_ACTION + 1] SET
cdef uint16_t[LAST_ACTION + 1] CLEARED


cdef int do_change_flags(Context c, Screen screen, const uint8_t* a) noexcept nogil:
    """Execute an action of the table."""
    cdef ScreenObject* o = named(c, a)
    o.flags = (o.flags | SET[c.s.vm.last_action]) & ~CLEARED[c.s.vm.last_action] & 0xFFFF
    return 0


cdef void bind_flags(CoreAction* table, int action, int newly_set, int cleared) noexcept nogil:
    """Put an action into the table."""
    table[action] = do_change_flags
    SET[action] = newly_set
    CLEARED[action] = cleared


cdef void bind_flag_actions(CoreAction* table) noexcept nogil:
    """Put the actions of this module into the table by opcode."""
    bind_flags(table, Action.A_ignore_horizon, IGNORE_HORIZON, 0)
    bind_flags(table, Action.A_observe_horizon, 0, IGNORE_HORIZON)
    bind_flags(table, Action.A_object_on_water, ON_WATER, 0)
    bind_flags(table, Action.A_object_on_land, ON_LAND, 0)
    bind_flags(table, Action.A_object_on_anything, 0, ON_WATER | ON_LAND)
    bind_flags(table, Action.A_ignore_objs, IGNORE_OBJECTS, 0)
    bind_flags(table, Action.A_observe_objs, 0, IGNORE_OBJECTS)
    bind_flags(table, Action.A_ignore_blocks, IGNORE_BLOCKS, 0)
    bind_flags(table, Action.A_observe_blocks, 0, IGNORE_BLOCKS)
    bind_flags(table, Action.A_fix_loop, FIXED_LOOP, 0)
    bind_flags(table, Action.A_release_loop, 0, FIXED_LOOP)
    bind_flags(table, Action.A_release_priority, 0, FIXED_PRIORITY)
    bind_flags(table, Action.A_stop_cycling, 0, CYCLING)
    bind_flags(table, Action.A_start_cycling, CYCLING, 0)
