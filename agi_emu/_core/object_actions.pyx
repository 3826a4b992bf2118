"""The actions that work on screen objects (reference: objects.md 12, views-and-blitting.md 5, 6; commands.md 4)."""

from libc.stdint cimport int8_t, uint8_t
from libc.stdlib cimport abs

from agi_emu._core.cels cimport last_cel, set_cel, set_loop, set_view
from agi_emu._core.codes cimport (
    ANIMATED,
    CYCLE_END_OF_LOOP,
    CYCLE_NORMAL,
    CYCLE_REVERSE,
    CYCLE_REVERSE_LOOP,
    CYCLING,
    DRAWN,
    EGO,
    ERROR_ANIMATE_OUT_OF_RANGE,
    ERROR_DRAW_OUT_OF_RANGE,
    ERROR_DRAW_WITHOUT_CEL,
    ERROR_ERASE_OUT_OF_RANGE,
    ERROR_SCRIPT_FULL,
    ERROR_VIEW_NOT_LOADED,
    FIXED_LOOP,
    FIXED_PRIORITY,
    FLAG_NO_SCRIPT,
    HIGHEST_PRIORITY,
    IGNORE_BLOCKS,
    IGNORE_HORIZON,
    IGNORE_OBJECTS,
    LOWEST_BAND,
    MOTION_FOLLOW_EGO,
    MOTION_MOUSE,
    MOTION_MOVE_OBJ,
    MOTION_NORMAL,
    MOTION_WANDER,
    NO_ADVANCE,
    ON_LAND,
    ON_WATER,
    REPOSITIONED,
    SCRIPT_ENTRIES,
    UPDATE,
    VAR_EGO_DIRECTION,
)
from agi_emu._core.context cimport Context, flag, set_flag
from agi_emu._core.layout cimport PICTURE_HEIGHT, ScreenObject, StateLayout
from agi_emu._core.motion cimport find_position, start_move
from agi_emu._core.opcodes cimport RECORD_ADD_TO_PIC, Action
from agi_emu._core.screen cimport Screen
from agi_emu._core.sprites cimport (
    add_to_picture,
    draw_object,
    erase_object,
    force_update,
    set_update,
    unanimate_all,
)

cdef enum:
    NO_DISTANCE = 255  # one of the objects is not drawn
    LONGEST_DISTANCE = 254
    BANDS = 10  # of priorities, from LOWEST_BAND + 1 on
    FIRST_PASS = 255  # of ScreenObject.p2 when follow.ego begins


cdef int script_add(Context c, int action, int number) noexcept nogil:
    """Append an entry to the script list; return 0 or ERROR_SCRIPT_FULL (reference: savegames.md 4)."""
    cdef StateLayout* s = c.s
    if flag(s, FLAG_NO_SCRIPT):
        return 0
    if s.script.recording:
        if s.script.count >= s.script.size or s.script.count >= SCRIPT_ENTRIES:
            s.vm.error_value = s.script.largest & 0xFF
            return ERROR_SCRIPT_FULL
        s.script.entries[2 * s.script.count] = action
        s.script.entries[2 * s.script.count + 1] = number
        s.script.count += 1
    if s.script.count > s.script.largest:
        s.script.largest = s.script.count
    return 0


cdef int failed(Context c, int error, int value) noexcept nogil:
    c.s.vm.error_value = value & 0xFF
    return error


cdef int select_view(Context c, int number, int view) noexcept nogil:
    cdef int error = set_view(c, &c.s.objects[number], number, view)
    return failed(c, error, view if error == ERROR_VIEW_NOT_LOADED else number)


cdef int select_cel(Context c, int number, int cel) noexcept nogil:
    cdef ScreenObject* o = &c.s.objects[number]
    cdef int error = set_cel(c, o, number, cel)
    if error == 0:
        o.flags &= ~NO_ADVANCE & 0xFFFF
    return failed(c, error, number)


cdef void place(ScreenObject* o, int x, int y) noexcept nogil:
    o.x = x
    o.previous_x = x
    o.y = y
    o.previous_y = y


cdef int position(Context c, int number, int x, int y) noexcept nogil:
    cdef ScreenObject* o = &c.s.objects[number]
    place(o, x, y)
    # 2.089 looked for a free place here; later interpreters leave that to draw (objects.md 8).
    if not c.rules.placement_search_in_position:
        return 0
    cdef int result = find_position(c, o, number)
    place(o, o.x, o.y)
    return result


cdef inline int moved(int coordinate, int delta) noexcept nogil:
    # Only a step below 0 is caught (reference: objects.md 12).
    return 0 if delta < 0 and coordinate < -delta else coordinate + delta


cdef int reposition(Context c, int number, int x, int y) noexcept nogil:
    cdef ScreenObject* o = &c.s.objects[number]
    o.flags |= REPOSITIONED
    o.x = x
    o.y = y
    return find_position(c, o, number)


cdef int distance(Context c, int first, int second) noexcept nogil:
    cdef ScreenObject* p = &c.s.objects[first]
    cdef ScreenObject* q = &c.s.objects[second]
    cdef int sum
    if not p.flags & DRAWN or not q.flags & DRAWN:
        return NO_DISTANCE
    sum = abs((p.x + p.width // 2) - (q.x + q.width // 2)) + abs(p.y - q.y)
    if c.rules.distance_wraps:
        return sum & 0xFF
    return min(sum, LONGEST_DISTANCE)


cdef void end_at_cel(Context c, ScreenObject* o, int cycle_type, int end_flag) noexcept nogil:
    o.cycle_type = cycle_type
    o.flags |= UPDATE | CYCLING | NO_ADVANCE
    o.p0 = end_flag
    set_flag(c.s, end_flag, False)


cdef void move_object(Context c, int number, int x, int y, int step, int end_flag) noexcept nogil:
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
    # Up to 2.272 the first step waited for the direction pass (objects.md 12).
    if not c.rules.direction_pass_in_animation:
        start_move(c, number)


cdef void set_priority_base(StateLayout* s, int base) noexcept nogil:
    cdef int y, height = (PICTURE_HEIGHT - base) * PICTURE_HEIGHT // BANDS
    for y in range(PICTURE_HEIGHT):
        s.priorities[y] = LOWEST_BAND if y < base else min(HIGHEST_PRIORITY, (y - base) * PICTURE_HEIGHT // height + LOWEST_BAND + 1)
    s.general.priority_base_set = 1


cdef int add_cel(Context c, Screen screen, int view, int loop, int cel, int x, int y, int pri, int margin) noexcept nogil:
    cdef int combined = (pri | (margin << 4)) & 0xFF
    cdef int error = script_add(c, RECORD_ADD_TO_PIC, 0)
    if error == 0:
        error = script_add(c, view, loop)
    if error == 0:
        error = script_add(c, cel, x)
    if error == 0:
        error = script_add(c, y, combined)
    if error != 0:
        return error
    error = add_to_picture(c, screen, view, loop, cel, x, y, combined)
    return failed(c, error, view if error == ERROR_VIEW_NOT_LOADED else 0)


cdef int object_action(Context c, Screen screen, int opcode, const uint8_t* a) noexcept nogil:
    """Execute one action of this module; return 0, the interpreter's error (value in vm.error_value) or a need."""
    cdef StateLayout* s = c.s
    cdef uint8_t* v = &s.vars[0]
    cdef int number = a[0]
    cdef ScreenObject* o = &s.objects[number]
    cdef int count = s.general.object_count
    cdef int error

    if opcode == Action.A_animate_obj:
        if number >= count:
            return failed(c, ERROR_ANIMATE_OUT_OF_RANGE, number)
        if not o.flags & ANIMATED:
            o.flags = ANIMATED | UPDATE | CYCLING
            o.motion = MOTION_NORMAL
            o.cycle_type = CYCLE_NORMAL
            o.direction = 0
    elif opcode == Action.A_unanimate_all:
        unanimate_all(c)
    elif opcode == Action.A_draw:
        if number >= count:
            return failed(c, ERROR_DRAW_OUT_OF_RANGE, number)
        if not o.has_cel:
            return failed(c, ERROR_DRAW_WITHOUT_CEL, number)
        error = draw_object(c, screen, number)
        return failed(c, error, number) if error > 0 else error
    elif opcode == Action.A_erase:
        if number >= count:
            return failed(c, ERROR_ERASE_OUT_OF_RANGE, number)
        erase_object(c, screen, number)
    elif opcode == Action.A_position:
        return position(c, number, a[1], a[2])
    elif opcode == Action.A_position_v:
        return position(c, number, v[a[1]], v[a[2]])
    elif opcode == Action.A_get_posn:
        v[a[1]] = o.x & 0xFF
        v[a[2]] = o.y & 0xFF
    elif opcode == Action.A_reposition:
        return reposition(c, number, moved(o.x, <int8_t>v[a[1]]), moved(o.y, <int8_t>v[a[2]]))
    elif opcode == Action.A_reposition_to:
        return reposition(c, number, a[1], a[2])
    elif opcode == Action.A_reposition_to_v:
        return reposition(c, number, v[a[1]], v[a[2]])
    elif opcode == Action.A_set_view:
        return select_view(c, number, a[1])
    elif opcode == Action.A_set_view_v:
        return select_view(c, number, v[a[1]])
    elif opcode == Action.A_set_loop:
        return failed(c, set_loop(c, o, number, a[1]), number)
    elif opcode == Action.A_set_loop_v:
        return failed(c, set_loop(c, o, number, v[a[1]]), number)
    elif opcode == Action.A_fix_loop:
        o.flags |= FIXED_LOOP
    elif opcode == Action.A_release_loop:
        o.flags &= ~FIXED_LOOP & 0xFFFF
    elif opcode == Action.A_set_cel:
        return select_cel(c, number, a[1])
    elif opcode == Action.A_set_cel_v:
        return select_cel(c, number, v[a[1]])
    elif opcode == Action.A_last_cel:
        v[a[1]] = last_cel(c, o)
    elif opcode == Action.A_current_cel:
        v[a[1]] = o.cel
    elif opcode == Action.A_current_loop:
        v[a[1]] = o.loop
    elif opcode == Action.A_current_view:
        v[a[1]] = o.view
    elif opcode == Action.A_number_of_loops:
        v[a[1]] = o.loop_count
    elif opcode == Action.A_set_priority:
        o.flags |= FIXED_PRIORITY
        o.priority = a[1]
    elif opcode == Action.A_set_priority_v:
        o.flags |= FIXED_PRIORITY
        o.priority = v[a[1]]
    elif opcode == Action.A_release_priority:
        o.flags &= ~FIXED_PRIORITY & 0xFFFF
    elif opcode == Action.A_get_priority:
        v[a[1]] = o.priority
    elif opcode == Action.A_stop_update:
        set_update(c, number, False)
    elif opcode == Action.A_start_update:
        set_update(c, number, True)
    elif opcode == Action.A_force_update:
        force_update(c, screen)
    elif opcode == Action.A_ignore_horizon:
        o.flags |= IGNORE_HORIZON
    elif opcode == Action.A_observe_horizon:
        o.flags &= ~IGNORE_HORIZON & 0xFFFF
    elif opcode == Action.A_set_horizon:
        s.general.horizon = a[0]
    elif opcode == Action.A_object_on_water:
        o.flags |= ON_WATER
    elif opcode == Action.A_object_on_land:
        o.flags |= ON_LAND
    elif opcode == Action.A_object_on_anything:
        o.flags &= ~(ON_WATER | ON_LAND) & 0xFFFF
    elif opcode == Action.A_ignore_objs:
        o.flags |= IGNORE_OBJECTS
    elif opcode == Action.A_observe_objs:
        o.flags &= ~IGNORE_OBJECTS & 0xFFFF
    elif opcode == Action.A_distance:
        v[a[2]] = distance(c, a[0], a[1])
    elif opcode == Action.A_stop_cycling:
        o.flags &= ~CYCLING & 0xFFFF
    elif opcode == Action.A_start_cycling:
        o.flags |= CYCLING
    elif opcode == Action.A_normal_cycle:
        o.cycle_type = CYCLE_NORMAL
        o.flags |= CYCLING
    elif opcode == Action.A_reverse_cycle:
        o.cycle_type = CYCLE_REVERSE
        o.flags |= CYCLING
    elif opcode == Action.A_end_of_loop:
        end_at_cel(c, o, CYCLE_END_OF_LOOP, a[1])
    elif opcode == Action.A_reverse_loop:
        end_at_cel(c, o, CYCLE_REVERSE_LOOP, a[1])
    elif opcode == Action.A_cycle_time:
        o.cycle_time = v[a[1]]
        o.cycle_clock = v[a[1]]
    elif opcode == Action.A_stop_motion:
        o.direction = 0
        if not c.rules.motion_commands_keep_type:
            o.motion = MOTION_NORMAL
        if number == EGO:
            v[VAR_EGO_DIRECTION] = 0
            s.general.player_control = 0
    elif opcode == Action.A_start_motion:
        if not c.rules.motion_commands_keep_type:
            o.motion = MOTION_NORMAL
        if number == EGO:
            v[VAR_EGO_DIRECTION] = 0
            s.general.player_control = 1
    elif opcode == Action.A_step_size:
        o.step_size = v[a[1]]
    elif opcode == Action.A_step_time:
        o.step_time = v[a[1]]
        o.step_clock = v[a[1]]
    elif opcode == Action.A_move_obj:
        move_object(c, number, a[1], a[2], a[3], a[4])
    elif opcode == Action.A_move_obj_v:
        move_object(c, number, v[a[1]], v[a[2]], v[a[3]], a[4])
    elif opcode == Action.A_follow_ego:
        o.p0 = max(a[1], o.step_size)
        o.p1 = a[2]
        set_flag(s, a[2], False)
        o.p2 = FIRST_PASS
        o.motion = MOTION_FOLLOW_EGO
        o.flags |= UPDATE
    elif opcode == Action.A_wander:
        if number == EGO:
            s.general.player_control = 0
        o.motion = MOTION_WANDER
        o.flags |= UPDATE
    elif opcode == Action.A_normal_motion:
        o.motion = MOTION_NORMAL
    elif opcode == Action.A_set_dir:
        o.direction = v[a[1]]
    elif opcode == Action.A_get_dir:
        v[a[1]] = o.direction
    elif opcode == Action.A_ignore_blocks:
        o.flags |= IGNORE_BLOCKS
    elif opcode == Action.A_observe_blocks:
        o.flags &= ~IGNORE_BLOCKS & 0xFFFF
    elif opcode == Action.A_block:
        s.general.block_active = 1
        s.general.block_x1 = a[0]
        s.general.block_y1 = a[1]
        s.general.block_x2 = a[2]
        s.general.block_y2 = a[3]
    elif opcode == Action.A_unblock:
        s.general.block_active = 0
    elif opcode == Action.A_add_to_pic:
        return add_cel(c, screen, a[0], a[1], a[2], a[3], a[4], a[5], a[6])
    elif opcode == Action.A_add_to_pic_v:
        return add_cel(c, screen, v[a[0]], v[a[1]], v[a[2]], v[a[3]], v[a[4]], v[a[5]], v[a[6]])
    elif opcode == Action.A_program_control:
        s.general.player_control = 0
    elif opcode == Action.A_player_control:
        s.general.player_control = 1
        if s.objects[EGO].motion != MOTION_MOUSE or not c.rules.has_mouse_motion:
            s.objects[EGO].motion = MOTION_NORMAL
    elif opcode == Action.A_set_pri_base:
        set_priority_base(s, a[0])
    return 0
