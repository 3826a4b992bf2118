"""Direction pass and movement pass (reference: OBJ-9, OBJ-46)."""

from libc.stdint cimport int16_t, uint8_t
from libc.stdlib cimport abs

from agi_emu._core.codes cimport *
from agi_emu._core.context cimport Context, is_active, object_count, random_byte, set_flag
from agi_emu._core.counting cimport counted, spend
from agi_emu._core.fuel cimport COLLISION_FUEL, MOVED_FUEL, burn
from agi_emu._core.layout cimport *
from agi_emu._core.placement cimport collides, control_allows, find_position
from agi_emu._core.prices cimport (
    COUNT_ABOVE_ALL, COUNT_BASE, COUNT_DIRECTED, COUNT_MOVED, COUNT_MOVE_OBJ, COUNT_STEPPED, COUNT_WANDER
)

cdef enum:
    LAST_ROW = PICTURE_HEIGHT - 1
    DIRECTIONS = 9
    BEFORE = 0  # `side`: rows and columns of TOWARDS
    LEVEL = 1
    AFTER = 2
    LEAST_WANDER = 6  # passes that an object wanders on, and one more than the most
    WANDER_RANGE = 51
    RANDOM_PERIOD = 65536  # draws after which the generator's 16 bits come again at the latest
    MOST_PERIODS = 16
    PERIOD_FUEL = 200_000  # of the draws of a period
    MOST_FUEL_OF_A_PASS = 8_000_000  # of the movement pass: 60 objects that seek a place in vain; no game comes near

cdef enum:
    LAST_KNOWN_DIRECTION = 18

# Quirk: directions past 8 take their steps from what lies after the tables; for x that is the table for y. What lies
# after direction 18 is not known; direction 200 was seen to reach the bottom edge at once, so all of them do here
# (reference: OBJ-8).
cdef int[LAST_KNOWN_DIRECTION + 1] DX = [0, 0, 1, 1, 1, 0, -1, -1, -1, 0, -1, -1, 0, 1, 1, 1, 0, -1, 8]
cdef int[LAST_KNOWN_DIRECTION + 1] DY = [0, -1, -1, 0, 1, 1, 1, 0, -1, 8, 1, 2, 7, 0, 3, 6, 5, 4, 20490]
cdef int[DIRECTIONS] TOWARDS = [8, 1, 2, 7, 0, 3, 6, 5, 4]


cdef int delta_x(int direction) noexcept nogil:
    """Return the columns of a step of size 1 (reference: OBJ-7, OBJ-8)."""
    return DX[direction] if direction <= LAST_KNOWN_DIRECTION else 0


cdef int delta_y(int direction) noexcept nogil:
    """Return the rows of a step of size 1 (reference: OBJ-7, OBJ-8)."""
    return DY[min(direction, LAST_KNOWN_DIRECTION)]


cdef inline int side(int difference, int step) noexcept nogil:
    """Return on which side of a step's tolerance a difference lies: BEFORE, LEVEL or AFTER."""
    if difference <= -step:
        return BEFORE
    return AFTER if difference >= step else LEVEL


cdef inline int direction_towards(int x, int y, int to_x, int to_y, int step) noexcept nogil:
    """Return the direction to a place; 0 if it is closer than a step in both axes (reference: OBJ-23)."""
    return TOWARDS[3 * side(to_y - y, step) + side(to_x - x, step)]


cdef void end_move(Context c, ScreenObject* o, int number) noexcept nogil:
    """End a move: step size, flag, motion, and the control of ego (reference: OBJ-14, OBJ-24)."""
    o.step_size = o.p2
    if o.motion != MOTION_MOUSE:
        set_flag(c.s, o.p3, True)
    o.motion = MOTION_NORMAL
    if number == EGO:
        c.s.general.player_control = 1
        c.s.vars[VAR_EGO_DIRECTION] = 0


cdef void start_move(Context c, int number) noexcept nogil:
    """Make one step of move.obj: the direction towards the target, or the end of the move."""
    cdef ScreenObject* o = &c.s.objects[number]
    o.direction = direction_towards(o.x, o.y, o.p0, o.p1, o.step_size)
    if number == EGO:
        c.s.vars[VAR_EGO_DIRECTION] = o.direction
    if o.direction == 0:
        end_move(c, o, number)


cdef int random_at_least(Context c, int least, int span) noexcept nogil:
    """Draw until a random byte modulo `span` is `least` or more.

    Where the seed is 0 and the word of the BIOS clock leads to 0 again (58235 does), the same few draws come for ever.
    On DOS the clock ticks on meanwhile; here it is taken as one tick later after each whole period of the generator.
    """
    cdef StateLayout* s = c.s
    cdef int draw, value
    for draw in range(MOST_PERIODS * RANDOM_PERIOD):
        if draw % RANDOM_PERIOD == 0 and draw > 0:
            burn(c, PERIOD_FUEL)
        if s.rng == 0 and draw >= RANDOM_PERIOD:
            s.rng = (s.clock.bios + draw // RANDOM_PERIOD) & 0xFFFF
        value = random_byte(s) % span
        if value >= least:
            return value
    return least


cdef void wander(Context c, ScreenObject* o, int number) noexcept nogil:
    """Choose a random direction where the counter was 0 or the object stands (reference: OBJ-19)."""
    cdef uint8_t before = o.p0
    o.p0 = (o.p0 - 1) & 0xFF
    if before == 0 or o.flags & STOPPED:
        o.direction = random_byte(c.s) % DIRECTIONS
        if number == EGO:
            c.s.vars[VAR_EGO_DIRECTION] = o.direction
        # Quirk: a count that ran out is now 255, so no new one is drawn and the direction lasts 256 passes
        # (reference: OBJ-20).
        if o.p0 < LEAST_WANDER:
            o.p0 = random_at_least(c, LEAST_WANDER, WANDER_RANGE)


cdef void follow_ego(Context c, ScreenObject* o) noexcept nogil:
    """Choose the direction of a follower (reference: OBJ-28, OBJ-29)."""
    cdef StateLayout* s = c.s
    cdef ScreenObject* ego = &s.objects[EGO]
    cdef int ego_x = ego.x + ego.width // 2
    cdef int own_x = o.x + o.width // 2
    cdef int direction = direction_towards(own_x, o.y, ego_x, ego.y, o.p0)
    cdef int distance
    cdef uint8_t before
    if direction == 0:
        o.direction = 0
        o.motion = MOTION_NORMAL
        set_flag(s, o.p1, True)
        return
    if o.p2 == FIRST_PASS:
        o.p2 = 0
    elif o.flags & STOPPED:
        o.direction = random_at_least(c, 1, DIRECTIONS)
        distance = (abs(own_x - ego_x) + abs(o.y - ego.y)) // 2 + 1
        if distance <= o.step_size:
            o.p2 = o.step_size
        else:
            o.p2 = random_at_least(c, o.step_size, distance)
        return
    if o.p2 != 0:
        # The count is used up by the step; the test of the original reads both as signed bytes.
        before = o.p2
        o.p2 = (o.p2 - o.step_size) & 0xFF
        if (before ^ 0x80) < (o.step_size ^ 0x80):
            o.p2 = 0
        return
    o.direction = direction


cdef inline bint inside_block(StateLayout* s, int x, int y) noexcept nogil:
    """Return whether a point lies inside the block (reference: OBJ-30)."""
    return (s.general.block_x1 < x < s.general.block_x2) and (s.general.block_y1 < y < s.general.block_y2)


cdef bint crosses_block(StateLayout* s, int x, int y, int to_x, int to_y) noexcept nogil:
    """Return whether a step crosses the border of the block (reference: OBJ-31)."""
    return inside_block(s, x, y) != inside_block(s, to_x, to_y)


cdef void block_test(Context c, ScreenObject* o, int number) noexcept nogil:
    """Stop an object whose next step would cross the border of the block (reference: OBJ-31, OBJ-32)."""
    cdef StateLayout* s = c.s
    cdef int x, y
    if not s.general.block_active:
        o.flags &= ~BLOCKED & 0xFFFF
        return
    if o.flags & IGNORE_BLOCKS or o.direction == 0:
        return
    x = <int16_t>(o.x + delta_x(o.direction) * o.step_size)
    y = <int16_t>(o.y + delta_y(o.direction) * o.step_size)
    if not crosses_block(s, o.x, o.y, x, y):
        o.flags &= ~BLOCKED & 0xFFFF
        return
    o.flags |= BLOCKED
    if not c.rules.direction_pass_in_animation:
        o.direction = 0
        if number == EGO:
            s.vars[VAR_EGO_DIRECTION] = 0


cdef void direction_pass(Context c) noexcept nogil:
    """Give the objects the directions of their motions (reference: OBJ-9, OBJ-10)."""
    cdef StateLayout* s = c.s
    cdef ScreenObject* o
    cdef int i
    for i in range(object_count(s)):
        o = &s.objects[i]
        if not is_active(o) or (o.step_clock != 1 and not c.rules.direction_pass_in_animation):
            continue
        if c.tariff != NULL:
            spend(
                c, counted(c, COUNT_DIRECTED, 1) + counted(c, COUNT_WANDER, o.motion == MOTION_WANDER)
                + counted(c, COUNT_MOVE_OBJ, o.motion == MOTION_MOVE_OBJ)
            )
        if o.motion == MOTION_WANDER:
            wander(c, o, i)
        elif o.motion == MOTION_FOLLOW_EGO:
            follow_ego(c, o)
        elif o.motion == MOTION_MOVE_OBJ or (o.motion == MOTION_MOUSE and c.rules.has_mouse_motion):
            start_move(c, i)
        block_test(c, o, i)


cdef int hold_inside(Context c, const ScreenObject* o, int width, int* x, int* y) noexcept nogil:
    """Hold a place within the edges of the picture; return the edge that is met (reference: OBJ-47, OBJ-49)."""
    cdef int edge = EDGE_NONE
    if x[0] < 0 or (x[0] == 0 and c.rules.left_edge_at_zero):
        x[0] = 0
        edge = EDGE_LEFT
    elif x[0] + width > PICTURE_WIDTH:
        x[0] = PICTURE_WIDTH - width
        edge = EDGE_RIGHT
    if y[0] - o.height < -1:
        y[0] = o.height - 1
        edge = EDGE_TOP
    elif y[0] > LAST_ROW:
        y[0] = LAST_ROW
        edge = EDGE_BOTTOM
    elif not o.flags & IGNORE_HORIZON and y[0] <= c.s.general.horizon:
        y[0] = c.s.general.horizon + 1
        edge = EDGE_TOP
    return edge


cdef int move_one(Context c, ScreenObject* o, int number, int least_fuel) noexcept nogil:
    """Move an object by a step, within edges and control lines; return 0 or NEED_PLACE (reference: OBJ-47, OBJ-49).

    An object that needs another place seeks it in a later cycle where no more fuel than `least_fuel` is left.
    """
    cdef StateLayout* s = c.s
    cdef int x = o.x, y = o.y, old_x = o.x, old_y = o.y, edge, result = 0
    if not o.flags & REPOSITIONED and not (c.rules.direction_pass_in_animation and o.flags & BLOCKED):
        x = <int16_t>(x + delta_x(o.direction) * o.step_size)
        y = <int16_t>(y + delta_y(o.direction) * o.step_size)
    edge = hold_inside(c, o, o.width, &x, &y)
    o.x = x
    o.y = y
    if collides(c, o, number) or not control_allows(c, o, number):
        o.x = old_x
        o.y = old_y
        edge = EDGE_NONE
        if s.vm.fuel > least_fuel:
            result = find_position(c, o, number)
    if edge != EDGE_NONE:
        if number == EGO:
            s.vars[VAR_EGO_EDGE] = edge
        else:
            s.vars[VAR_EDGE_OBJECT] = number
            s.vars[VAR_OBJECT_EDGE] = edge
        if o.motion == MOTION_MOVE_OBJ:
            end_move(c, o, number)
    o.flags &= ~REPOSITIONED & 0xFFFF
    return result


cdef int movement_pass(Context c) noexcept nogil:
    """Move the objects whose step is due; return 0 or NEED_PLACE (reference: OBJ-46)."""
    cdef StateLayout* s = c.s
    cdef ScreenObject* o
    cdef int i, result = 0, least_fuel = s.vm.fuel - MOST_FUEL_OF_A_PASS
    cdef int moved = 0, stepped = 0, above_all = 0, base = 0
    s.vars[VAR_EGO_EDGE] = 0
    s.vars[VAR_EDGE_OBJECT] = 0
    s.vars[VAR_OBJECT_EDGE] = 0
    for i in range(object_count(s)):
        o = &s.objects[i]
        if not is_active(o):
            continue
        if o.step_clock != 0:
            o.step_clock -= 1
            if o.step_clock != 0:
                continue
        o.step_clock = o.step_time
        burn(c, MOVED_FUEL + COLLISION_FUEL * object_count(s))
        if c.tariff != NULL:
            moved += 1
            stepped += o.direction != 0
            if o.priority == HIGHEST_PRIORITY:
                above_all += 1
            else:
                base += o.width
        if move_one(c, o, i, least_fuel) != 0:
            result = NEED_PLACE
    if moved:
        spend(
            c, counted(c, COUNT_MOVED, moved) + counted(c, COUNT_STEPPED, stepped)
            + counted(c, COUNT_ABOVE_ALL, above_all) + counted(c, COUNT_BASE, base)
        )
    return result
