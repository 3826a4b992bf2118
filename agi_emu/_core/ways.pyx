"""Finds the way of an object over the picture, by the very steps that the movement pass would let it make.

It looks and changes nothing. Each place is entered once, by the fewest steps; straight on comes first.
"""

from libc.stdint cimport uint8_t, uint16_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from agi_emu._core.backgrounds cimport copy_ground
from agi_emu._core.cels cimport loop_towards
from agi_emu._core.codes cimport *
from agi_emu._core.context cimport Context, is_active, object_count
from agi_emu._core.layout cimport *
from agi_emu._core.motion cimport crosses_block, delta_x, delta_y, hold_inside
from agi_emu._core.placement cimport meet
from agi_emu._core.view_tables cimport CelHeader, cel_header, view_cel_count

cdef enum:
    DIRECTIONS = 8
    BEGINNING = DIRECTIONS + 1  # of `came_by`: where the object stands
    NOWHERE = -1
    FAR = 255  # columns: wider than the picture
    OTHERS = 256
    SIGNAL_BIT = 1
    WATER_BIT = 2

# Directions as they are tried, after that of the step before: so ways are as straight as can be.
cdef int[DIRECTIONS + 1] ORDER = [0, 1, 3, 5, 7, 2, 4, 6, 8]

cdef struct Goal:
    int left
    int top
    int right
    int bottom
    int slack  # a place nearer than this to the box counts as in it, where no way leads into it
    int edge  # as in v2, 0 for none
    int lines  # SIGNAL_BIT and WATER_BIT: what the base line must be on

cdef struct Search:
    Goal goal
    ScreenObject object
    const ScreenObject* others[OTHERS]
    int other_count
    int lines  # under the object where it stands
    int widths[DIRECTIONS + 1]  # of the object, by direction
    # For each place the columns from there to the first cell that stops the object, is not water, is a signal line.
    uint8_t to_barrier[PICTURE_CELLS]
    uint8_t to_dry[PICTURE_CELLS]
    uint8_t to_signal[PICTURE_CELLS]
    uint8_t came_by[PICTURE_CELLS]
    uint16_t came_from[PICTURE_CELLS]
    uint16_t queue[PICTURE_CELLS]
    int queued
    uint16_t avoided[PICTURE_CELLS]
    int avoided_count
    # Where the way ends, or the place before its last step: where that reaches the goal it may lead to a known place.
    int end
    int last_step
    int goal_place
    int distance


cdef void read_ground(Context c, Search* search) noexcept nogil:
    """Note where control lines are, as `control_allows` reads them (reference: OBJ-51)."""
    cdef const ScreenObject* o = &search.object
    cdef int x, y, cell, control, barrier, dry, signal
    # Each cell of the copy is read once, before its note takes its place.
    copy_ground(c.s, search.to_barrier)
    for y in range(PICTURE_HEIGHT):
        barrier = dry = signal = FAR
        for x in range(PICTURE_WIDTH - 1, -1, -1):
            cell = PICTURE_WIDTH * y + x
            control = search.to_barrier[cell] >> 4
            barrier = min(barrier + 1, FAR)
            dry = min(dry + 1, FAR)
            signal = min(signal + 1, FAR)
            if (o.priority if o.flags & FIXED_PRIORITY else c.s.priorities[y]) == HIGHEST_PRIORITY:
                dry = 0
            elif control == CONTROL_WATER:
                pass
            else:
                dry = 0
                if control == CONTROL_SIGNAL:
                    signal = 0
                if (
                    control == CONTROL_BARRIER or o.flags & ON_WATER
                    or (control == CONTROL_BLOCK and not o.flags & IGNORE_BLOCKS)
                ):
                    barrier = 0
            search.to_barrier[cell] = <uint8_t> barrier
            search.to_dry[cell] = <uint8_t> dry
            search.to_signal[cell] = <uint8_t> signal


cdef int width_towards(Context c, const ScreenObject* o, int direction) noexcept nogil:
    """Return the width of the widest cel that an object shows while it goes in a direction."""
    cdef CelHeader header
    cdef int loop = loop_towards(c, o, direction), cel, width = 0
    if loop < 0:
        loop = o.loop
    if c.view[o.view] == NULL or (loop == o.loop and not o.flags & CYCLING):
        return o.width
    for cel in range(view_cel_count(c.view[o.view], c.view_length[o.view], loop)):
        if cel_header(c.view[o.view], c.view_length[o.view], loop, cel, loop, &header):
            width = max(width, header.width)
    return min(width, PICTURE_WIDTH) if width else o.width


cdef void find_others(Context c, Search* search, int number) noexcept nogil:
    """Note the objects that are in the way; one that walks is elsewhere when the object comes there."""
    cdef ScreenObject* q
    cdef int i
    search.other_count = 0
    for i in range(0 if search.object.flags & IGNORE_OBJECTS else object_count(c.s)):
        q = &c.s.objects[i]
        if i == number or (q.flags & PRESENT) != PRESENT or q.flags & IGNORE_OBJECTS:
            continue
        if not is_active(q) or q.direction == 0:
            search.others[search.other_count] = q
            search.other_count += 1


cdef int lines_under(const Search* search, int cell, int width) noexcept nogil:
    """Return what a base line is on: SIGNAL_BIT and WATER_BIT."""
    return (SIGNAL_BIT if search.to_signal[cell] < width else 0) | (WATER_BIT if search.to_dry[cell] >= width else 0)


cdef int place_after(Context c, Search* search, int cell, int direction, int* edge) noexcept nogil:
    """Return the place after a step, and the edge that it meets; NOWHERE for a step that leads to nothing new."""
    cdef ScreenObject* o = &search.object
    cdef int from_x = cell % PICTURE_WIDTH, from_y = cell // PICTURE_WIDTH, width = search.widths[direction]
    cdef int x = from_x + delta_x(direction) * o.step_size, y = from_y + delta_y(direction) * o.step_size, i
    if c.s.general.block_active and not o.flags & IGNORE_BLOCKS and crosses_block(c.s, from_x, from_y, x, y):
        return NOWHERE
    edge[0] = hold_inside(c, o, width, &x, &y)
    if x < 0 or x + width > PICTURE_WIDTH or not 0 <= y < PICTURE_HEIGHT:
        return NOWHERE
    cell = PICTURE_WIDTH * y + x
    if search.came_by[cell] and edge[0] == EDGE_NONE:
        return NOWHERE
    if search.to_barrier[cell] < width or (o.flags & ON_LAND and search.to_dry[cell] >= width):
        return NOWHERE
    o.x = x
    o.y = y
    o.width = width
    o.previous_y = from_y
    for i in range(search.other_count):
        if meet(o, search.others[i]):
            return NOWHERE
    return cell


cdef int distance_to(const Goal* goal, int cell) noexcept nogil:
    """Return how far a place is from the goal's box: the longer of both ways, and of equal ones the shorter."""
    cdef int x = cell % PICTURE_WIDTH, y = cell // PICTURE_WIDTH
    cdef int across = max(goal.left - x, x - goal.right, 0), down = max(goal.top - y, y - goal.bottom, 0)
    return max(across, down) << 8 | min(across, down)


cdef bint spread(Context c, Search* search, bint avoids) noexcept nogil:
    """Go on from the queued places to all that can be reached; return whether the goal is.

    With `avoids` signal lines and water are entered only to end there, as a rule something happens then, unless the
    object stands there already.
    """
    cdef const Goal* goal = &search.goal
    cdef int at = 0, i, cell, other, direction, edge, lines, distance
    while at < search.queued:
        cell = search.queue[at]
        at += 1
        for i in range(DIRECTIONS + 1):
            direction = ORDER[i] if i else search.came_by[cell]
            if direction == BEGINNING:
                continue
            other = place_after(c, search, cell, direction, &edge)
            if other == NOWHERE:
                continue
            lines = lines_under(search, other, search.widths[direction])
            distance = distance_to(goal, other)
            if distance == 0 and lines & goal.lines == goal.lines and (goal.edge == 0 or edge == goal.edge):
                search.end = cell
                search.last_step = direction
                search.goal_place = other
                return True
            if search.came_by[other]:
                continue
            search.came_by[other] = <uint8_t> direction
            search.came_from[other] = <uint16_t> cell
            if avoids and lines & ~search.lines:
                search.avoided[search.avoided_count] = <uint16_t> other
                search.avoided_count += 1
                continue
            search.queue[search.queued] = <uint16_t> other
            search.queued += 1
            if distance < search.distance and (avoids or distance >> 8 < goal.slack):
                search.distance = distance
                search.end = other
    return False


cdef bint seek(Context c, Search* search, int start) noexcept nogil:
    """Find the end of the way from a place; return whether it is the goal."""
    cdef const Goal* goal = &search.goal
    memset(search.came_by, 0, sizeof(search.came_by))
    search.came_by[start] = BEGINNING
    search.queue[0] = <uint16_t> start
    search.queued = 1
    search.avoided_count = 0
    search.last_step = 0
    search.end = start
    search.distance = distance_to(goal, start)
    search.lines = lines_under(search, start, search.widths[0])
    if search.distance == 0 and goal.edge == 0 and search.lines & goal.lines == goal.lines:
        return True
    if spread(c, search, True) or search.distance >> 8 < goal.slack:
        return True
    memcpy(search.queue, search.avoided, sizeof(search.queue))
    search.queued = search.avoided_count
    return spread(c, search, False) or search.distance >> 8 < goal.slack


def find_way(
    Context core not None, int number, box: tuple[int, int, int, int], int slack, int edge, bint on_signal,
    bint on_water,
) -> tuple[bytes, int, int, bool]:
    """Return the steps of an object to a goal, a direction for each, where they end, and whether that is the goal.

    The goal is all of: a place in `box` (left, top, right and bottom of the left end of the base line); the edge that
    the last step meets, as in v2, 0 for none; a base line that touches a signal line; one that is on water. Where the
    box is all and no way leads into it, a place nearer than `slack` is the goal. Where that cannot be reached, the
    steps lead as near to the box as possible without entering such lines.
    """
    cdef Search* search
    cdef const ScreenObject* o
    cdef int direction, start, cell, end
    cdef bint arrives, is_same = True
    if not 0 <= number < object_count(core.s):
        raise ValueError(f"object {number}")
    o = &core.s.objects[number]
    if not (0 <= o.x < PICTURE_WIDTH and 0 < o.width <= PICTURE_WIDTH - o.x and 0 <= o.y < PICTURE_HEIGHT):
        return b"", o.x, o.y, False
    search = <Search*> calloc(1, sizeof(Search))
    if search == NULL:
        raise MemoryError("no memory to find a way")
    try:
        search.goal.left, search.goal.top, search.goal.right, search.goal.bottom = box
        search.goal.slack = 0 if edge or on_signal or on_water else slack
        search.goal.edge = edge
        search.goal.lines = (SIGNAL_BIT if on_signal else 0) | (WATER_BIT if on_water else 0)
        start = PICTURE_WIDTH * o.y + o.x
        with nogil:
            search.object = o[0]
            read_ground(core, search)
            find_others(core, search, number)
            search.widths[0] = o.width
            for direction in range(1, DIRECTIONS + 1):
                search.widths[direction] = width_towards(core, o, direction)
                is_same = is_same and search.widths[direction] <= o.width
            arrives = seek(core, search, start)
            if not arrives and not is_same:
                # Cels change on the way: where the widest do not pass, the one of now may.
                for direction in range(1, DIRECTIONS + 1):
                    search.widths[direction] = o.width
                arrives = seek(core, search, start)
        steps = [search.last_step] if search.last_step else []
        end = search.goal_place if search.last_step else search.end
        cell = search.end
        while search.came_by[cell] != BEGINNING:
            steps.append(search.came_by[cell])
            cell = search.came_from[cell]
        steps.reverse()
        return bytes(steps), end % PICTURE_WIDTH, end // PICTURE_WIDTH, arrives
    finally:
        free(search)
