"""Actions that move objects (reference: OBJ-30, OBJ-27, OBJ-21, OBJ-18, OBJ-45)."""

from libc.stdint cimport uint8_t

from agi_emu._core.actions cimport CoreAction, named
from agi_emu._core.codes cimport *
from agi_emu._core.context cimport Context, set_flag
from agi_emu._core.layout cimport *
from agi_emu._core.motion cimport start_move
from agi_emu._core.opcodes cimport *
from agi_emu._core.screen cimport Screen


cdef void move_object(Context c, int number, int x, int y, int step, int end_flag) noexcept nogil:
    """Let an object move to x, y; `end_flag` says when it is there."""
    cdef ScreenObject* o = &c.s.objects[number]
    o.motion = MOTION_MOVE_OBJ
    o.p0 = x
    o.p1 = y
    o.p2 = o.step_size
    if step != 0:
        o.step_size = step
    o.p3 = end_flag
    set_flag(c.s, end_flag, False)
    o.flags |= UPDATE
    if number == EGO:
        c.s.general.player_control = 0
    # Up to 2.272 the first step waited for the direction pass (reference: OBJ-22).
    if not c.rules.direction_pass_in_animation:
        start_move(c, number)


cdef int do_stop_motion(Context c, Screen screen, const uint8_t* a) noexcept nogil:
    """Stop moving; for ego the program takes control."""
    cdef ScreenObject* o = named(c, a)
    o.direction = 0
    if not c.rules.motion_commands_keep_type:
        o.motion = MOTION_NORMAL
    if a[0] == EGO:
        c.s.vars[VAR_EGO_DIRECTION] = 0
        c.s.general.player_control = 0
    return 0


cdef int do_start_motion(Context c, Screen screen, const uint8_t* a) noexcept nogil:
    """Move again; for ego the player takes control."""
    cdef ScreenObject* o = named(c, a)
    if not c.rules.motion_commands_keep_type:
        o.motion = MOTION_NORMAL
    if a[0] == EGO:
        c.s.vars[VAR_EGO_DIRECTION] = 0
        c.s.general.player_control = 1
    return 0


cdef int do_step_size(Context c, Screen screen, const uint8_t* a) noexcept nogil:
    """Set the cells of a step."""
    named(c, a).step_size = c.s.vars[a[1]]
    return 0


cdef int do_step_time(Context c, Screen screen, const uint8_t* a) noexcept nogil:
    """Set the cycles between two steps."""
    cdef ScreenObject* o = named(c, a)
    o.step_time = c.s.vars[a[1]]
    o.step_clock = c.s.vars[a[1]]
    return 0


cdef int do_move_obj(Context c, Screen screen, const uint8_t* a) noexcept nogil:
    """Move to x, y with a step (0: keep it), then set the flag."""
    move_object(c, a[0], a[1], a[2], a[3], a[4])
    return 0


cdef int do_follow_ego(Context c, Screen screen, const uint8_t* a) noexcept nogil:
    """Follow ego up to a distance, then set the flag (reference: OBJ-27)."""
    cdef ScreenObject* o = named(c, a)
    o.p0 = max(a[1], o.step_size)
    o.p1 = a[2]
    set_flag(c.s, a[2], False)
    o.p2 = FIRST_PASS
    o.motion = MOTION_FOLLOW_EGO
    o.flags |= UPDATE
    return 0


cdef int do_wander(Context c, Screen screen, const uint8_t* a) noexcept nogil:
    """Wander about at random."""
    cdef ScreenObject* o = named(c, a)
    if a[0] == EGO:
        c.s.general.player_control = 0
    o.motion = MOTION_WANDER
    o.flags |= UPDATE
    return 0


cdef int do_normal_motion(Context c, Screen screen, const uint8_t* a) noexcept nogil:
    """Move straight on, as the direction says."""
    named(c, a).motion = MOTION_NORMAL
    return 0


cdef int do_set_dir(Context c, Screen screen, const uint8_t* a) noexcept nogil:
    """Set the direction; 0 to 8 are the known ones."""
    named(c, a).direction = c.s.vars[a[1]]
    return 0


cdef int do_get_dir(Context c, Screen screen, const uint8_t* a) noexcept nogil:
    """Store the direction."""
    c.s.vars[a[1]] = named(c, a).direction
    return 0


cdef int do_program_control(Context c, Screen screen, const uint8_t* a) noexcept nogil:
    """The program moves ego."""
    c.s.general.player_control = 0
    return 0


cdef int do_player_control(Context c, Screen screen, const uint8_t* a) noexcept nogil:
    """The player moves ego."""
    cdef ScreenObject* ego = &c.s.objects[EGO]
    c.s.general.player_control = 1
    if ego.motion != MOTION_MOUSE or not c.rules.has_mouse_motion:
        ego.motion = MOTION_NORMAL
    return 0


include "motion_actions.pxi"


cdef void bind_motion_actions(CoreAction* table) noexcept nogil:
    """Put the actions of this module into the table by opcode."""
    bind_named(table)
