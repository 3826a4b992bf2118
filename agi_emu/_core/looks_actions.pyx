"""Actions that choose what an object shows: view, loop, cel, priority, cycling.

Sources: reference: VIEW-37, VIEW-38, VIEW-40, OBJ-44, OBJ-43.
"""

from libc.stdint cimport uint8_t

from agi_emu._core.actions cimport CoreAction, failed, named
from agi_emu._core.cels cimport last_cel, set_cel, set_loop, set_view
from agi_emu._core.codes cimport *
from agi_emu._core.context cimport Context, set_flag
from agi_emu._core.layout cimport *
from agi_emu._core.opcodes cimport *
from agi_emu._core.screen cimport Screen

cdef enum:
    BANDS = 10  # of priorities, from LOWEST_BAND + 1 on


cdef int select_view(Context c, int number, int view) noexcept nogil:
    """Give an object a view; return 0 or an error, whose value is the view where that is not loaded."""
    cdef int error = set_view(c, &c.s.objects[number], number, view)
    return failed(c, error, view if error == ERROR_VIEW_NOT_LOADED else number)


cdef int select_cel(Context c, int number, int cel) noexcept nogil:
    """Choose the cel of an object; return 0 or an error."""
    cdef ScreenObject* o = &c.s.objects[number]
    cdef int error = set_cel(c, o, number, cel)
    if error == 0:
        o.flags &= ~NO_ADVANCE & 0xFFFF
    return failed(c, error, number)


cdef void end_at_cel(Context c, ScreenObject* o, int cycle_type, int end_flag) noexcept nogil:
    """Let an object cycle to the end that `cycle_type` names; `end_flag` says when it is there."""
    o.cycle_type = cycle_type
    o.flags |= UPDATE | CYCLING | NO_ADVANCE
    o.p0 = end_flag
    set_flag(c.s, end_flag, False)


cdef void set_priority_base(StateLayout* s, int base) noexcept nogil:
    """Spread the bands, up to priority 14, over the rows from `base` on (reference: VIEW-49)."""
    cdef int y, height = (PICTURE_HEIGHT - base) * PICTURE_HEIGHT // BANDS
    for y in range(PICTURE_HEIGHT):
        s.priorities[y] = LOWEST_BAND
        if y >= base:
            s.priorities[y] = (y - base) * PICTURE_HEIGHT // height + LOWEST_BAND + 1
    s.general.priority_base_set = 1


cdef int do_set_view(Context c, Screen screen, const uint8_t* a) noexcept nogil:
    """Give an object a view (reference: VIEW-37)."""
    return select_view(c, a[0], a[1])


cdef int do_set_loop(Context c, Screen screen, const uint8_t* a) noexcept nogil:
    """Choose the loop of an object."""
    return failed(c, set_loop(c, named(c, a), a[0], a[1]), a[0])


cdef int do_set_cel(Context c, Screen screen, const uint8_t* a) noexcept nogil:
    """Choose the cel of an object."""
    return select_cel(c, a[0], a[1])


cdef int do_last_cel(Context c, Screen screen, const uint8_t* a) noexcept nogil:
    """Store the number of the loop's last cel."""
    c.s.vars[a[1]] = last_cel(c, named(c, a))
    return 0


cdef int do_current_cel(Context c, Screen screen, const uint8_t* a) noexcept nogil:
    """Store the number of the cel."""
    c.s.vars[a[1]] = named(c, a).cel
    return 0


cdef int do_current_loop(Context c, Screen screen, const uint8_t* a) noexcept nogil:
    """Store the number of the loop."""
    c.s.vars[a[1]] = named(c, a).loop
    return 0


cdef int do_current_view(Context c, Screen screen, const uint8_t* a) noexcept nogil:
    """Store the number of the view."""
    c.s.vars[a[1]] = named(c, a).view
    return 0


cdef int do_number_of_loops(Context c, Screen screen, const uint8_t* a) noexcept nogil:
    """Store the number of loops of the view."""
    c.s.vars[a[1]] = named(c, a).loop_count
    return 0


cdef int do_set_priority(Context c, Screen screen, const uint8_t* a) noexcept nogil:
    """Give an object a fixed priority."""
    cdef ScreenObject* o = named(c, a)
    o.flags |= FIXED_PRIORITY
    o.priority = a[1]
    return 0


cdef int do_get_priority(Context c, Screen screen, const uint8_t* a) noexcept nogil:
    """Store the priority of an object."""
    c.s.vars[a[1]] = named(c, a).priority
    return 0


cdef int do_normal_cycle(Context c, Screen screen, const uint8_t* a) noexcept nogil:
    """Cycle through the cels forever."""
    cdef ScreenObject* o = named(c, a)
    o.cycle_type = CYCLE_NORMAL
    o.flags |= CYCLING
    return 0


cdef int do_reverse_cycle(Context c, Screen screen, const uint8_t* a) noexcept nogil:
    """Cycle backwards forever."""
    cdef ScreenObject* o = named(c, a)
    o.cycle_type = CYCLE_REVERSE
    o.flags |= CYCLING
    return 0


cdef int do_end_of_loop(Context c, Screen screen, const uint8_t* a) noexcept nogil:
    """Cycle to the last cel, then set the flag."""
    end_at_cel(c, named(c, a), CYCLE_END_OF_LOOP, a[1])
    return 0


cdef int do_reverse_loop(Context c, Screen screen, const uint8_t* a) noexcept nogil:
    """Cycle back to the first cel, then set the flag."""
    end_at_cel(c, named(c, a), CYCLE_REVERSE_LOOP, a[1])
    return 0


cdef int do_cycle_time(Context c, Screen screen, const uint8_t* a) noexcept nogil:
    """Set the cycles between two cels."""
    cdef ScreenObject* o = named(c, a)
    o.cycle_time = c.s.vars[a[1]]
    o.cycle_clock = c.s.vars[a[1]]
    return 0


cdef int do_set_pri_base(Context c, Screen screen, const uint8_t* a) noexcept nogil:
    """Let the priority bands begin at y (reference: VIEW-49)."""
    set_priority_base(c.s, a[0])
    return 0


include "looks_actions.pxi"


cdef void bind_looks_actions(CoreAction* table) noexcept nogil:
    """Put the actions of this module into the table by opcode."""
    bind_named(table)
