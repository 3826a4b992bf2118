"""Where an object may stand (reference: OBJ-51, OBJ-56, OBJ-58), and the search for the nearest such place (OBJ-59).

The first places of the search are tested one by one. Where none of them fits, what hinders the object is put into a map
of bits, where a row of the picture is three words. The spiral is walked on the map; what lies outside of the screen is
passed in one step.
"""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset

from agi_emu._core.backgrounds cimport ground, lower_updating
from agi_emu._core.codes cimport *
from agi_emu._core.context cimport Context, object_count, set_flag
from agi_emu._core.counting cimport counted, spend, tally
from agi_emu._core.fuel cimport COLLISION_FUEL, MOVED_FUEL, SEARCHED_OBJECT_FUEL, SEARCH_FUEL, burn
from agi_emu._core.layout cimport *
from agi_emu._core.prices cimport COUNT_COLLIDED, COUNT_SEARCHED
from agi_emu._core.vector cimport all_from

cdef enum:
    LAST_ROW = PICTURE_HEIGHT - 1
    NEAR_TESTS = 24
    WORDS = 3  # of a row of bits: bit x & 63 of word x >> 6 is column x
    WORD = 64
    # Legs of the spiral after which no cell of the picture can be new. Places are bytes, and reposition adds 127 at
    # most, so a search begins at (382, 382) at the worst and must come down to 0: each fourth leg ends a cell farther.
    SEARCH_LEGS = 4 * 384

cdef struct Walk:
    int x
    int y
    int leg  # from 0: left, down, right, up
    int length  # of the leg
    int left  # steps to its end

cdef struct Bits:
    uint64_t[WORDS] words

cdef struct PlaceMap:
    # The places on the screen: columns 0 to last_column, rows first_row to 167; row -1 is not in the bits.
    int first_row
    int last_column
    Bits[PICTURE_HEIGHT] tested  # no other object is in the way, so that the control lines are looked at
    Bits[PICTURE_HEIGHT] fits  # of the known rows
    bint[PICTURE_HEIGHT] is_known


cdef bint meet(const ScreenObject* o, const ScreenObject* q) noexcept nogil:
    """Return whether an object that came from `previous_y` collides with another one (reference: OBJ-56)."""
    if o.x + o.width < q.x or o.x > q.x + q.width:
        return False
    return (
        o.y == q.y
        or (o.y > q.y and o.previous_y < q.previous_y)
        or (o.y < q.y and o.previous_y > q.previous_y)
    )


cdef bint collides(Context c, ScreenObject* o, int number) noexcept nogil:
    """Return whether the object collides with another one (reference: OBJ-56)."""
    cdef StateLayout* s = c.s
    cdef ScreenObject* q
    cdef int i
    if o.flags & IGNORE_OBJECTS:
        return False
    if c.tariff != NULL:
        spend(c, counted(c, COUNT_COLLIDED, 1) + counted(c, COUNT_COLLIDED + 1, object_count(s)))
    for i in range(object_count(s)):
        q = &s.objects[i]
        if (q.flags & PRESENT) != PRESENT or q.flags & IGNORE_OBJECTS or i == number:
            continue
        if meet(o, q):
            return True
    return False


cdef bint control_allows(Context c, ScreenObject* o, int number) noexcept nogil:
    """Return whether the control lines let the object stand there; ego sets f0 and f3 (reference: OBJ-51, OBJ-52)."""
    cdef StateLayout* s = c.s
    cdef bint allowed = True, water = False, signal = False
    cdef uint8_t[PICTURE_WIDTH] row
    cdef const uint8_t* cells
    cdef int column, cell, control, count = o.width
    if not o.flags & FIXED_PRIORITY and 0 <= o.y < PICTURE_HEIGHT:
        o.priority = s.priorities[o.y]
    if o.priority != HIGHEST_PRIORITY:
        water = True
        if 0 <= o.y < PICTURE_HEIGHT and o.x >= 0 and o.x + o.width <= PICTURE_WIDTH:
            cells = ground(c, o.x, o.y, o.width, row)
            if count > 0 and all_from(cells, count, LOWEST_BAND << 4):
                # Nothing to look at, mostly.
                water = False
                count = 0
        else:
            lower_updating(c)
            cells = &s.picture[0] + o.y * PICTURE_WIDTH + o.x
        for column in range(count):
            cell = o.y * PICTURE_WIDTH + o.x + column
            if cell < 0 or cell >= PICTURE_CELLS:
                continue
            control = cells[column] >> 4
            if control == CONTROL_BARRIER:
                allowed = False
                break
            if control == CONTROL_WATER:
                continue
            water = False
            if control == CONTROL_BLOCK:
                if not o.flags & IGNORE_BLOCKS:
                    allowed = False
                    break
            elif control == CONTROL_SIGNAL:
                signal = True
        if allowed:
            if not water and o.flags & ON_WATER:
                allowed = False
            if water and o.flags & ON_LAND:
                allowed = False
    if number == EGO:
        set_flag(s, FLAG_EGO_ON_SIGNAL, signal)
        set_flag(s, FLAG_EGO_ON_WATER, water)
    return allowed


cdef bint on_screen(Context c, ScreenObject* o) noexcept nogil:
    """Return whether the object lies inside the picture and below its horizon."""
    if o.x < 0 or o.x + o.width > PICTURE_WIDTH or o.y - o.height < -1 or o.y > LAST_ROW:
        return False
    return o.flags & IGNORE_HORIZON != 0 or o.y > c.s.general.horizon


cdef bint fits(Context c, ScreenObject* o, int number) noexcept nogil:
    """Return whether the object may stand where it is (reference: OBJ-58)."""
    return on_screen(c, o) and not collides(c, o, number) and control_allows(c, o, number)


cdef inline bint has(const Bits* row, int x) noexcept nogil:
    """Return the bit of a column."""
    return (row.words[x >> 6] >> (x & (WORD - 1))) & 1


cdef inline void join(Bits* row, const Bits* other) noexcept nogil:
    """Set each bit that another row has."""
    cdef int i
    for i in range(WORDS):
        row.words[i] |= other.words[i]


cdef inline Bits columns(int first, int last) noexcept nogil:
    """Return the bits of the columns from `first` to `last` that the picture has."""
    cdef Bits row
    cdef int i, low, high
    for i in range(WORDS):
        low = max(first - WORD * i, 0)
        high = min(min(last, PICTURE_WIDTH - 1) - WORD * i, WORD - 1)
        row.words[i] = 0
        if low <= high:
            row.words[i] = (~<uint64_t>0 >> (WORD - 1 - high)) & (~<uint64_t>0 << low)
    return row


cdef inline void join_later(Bits* row, int columns) noexcept nogil:
    """Set each bit where the one `columns` to the right is set, below 128."""
    cdef int words = columns >> 6, bits = columns & (WORD - 1), i
    cdef uint64_t own, next_one
    for i in range(WORDS):
        own = row.words[i + words] if i + words < WORDS else 0
        next_one = row.words[i + words + 1] if i + words + 1 < WORDS else 0
        row.words[i] |= own >> bits
        if bits:
            row.words[i] |= next_one << (WORD - bits)


cdef inline void widen(Bits* row, int width) noexcept nogil:
    """Set each bit where one of the `width` bits that begin there is set; none for a width of 0."""
    cdef int reached = 1, more
    if width == 0:
        memset(row, 0, sizeof(Bits))
    while reached < width:
        more = min(reached, width - reached)
        join_later(row, more)
        reached += more


cdef inline uint64_t eight_cells(const uint8_t* cells) noexcept nogil:
    """Return the priorities of eight cells, the first one in the lowest byte."""
    cdef uint64_t word = 0
    cdef int i
    for i in range(8):
        word |= <uint64_t>cells[i] << (8 * i)
    return (word >> 4) & <uint64_t>0x0F0F0F0F0F0F0F0F


cdef inline uint64_t equal_to(uint64_t priorities, int control) noexcept nogil:
    """Return eight bits, set where a cell has this priority."""
    cdef uint64_t different = priorities ^ (<uint64_t>0x0101010101010101 * <uint64_t>control)
    # Adding 7F sets the high bit of every byte that is not 0; the product brings the eight bits together.
    different += <uint64_t>0x7F7F7F7F7F7F7F7F
    return (((~different >> 7) & <uint64_t>0x0101010101010101) * <uint64_t>0x0102040810204080) >> 56


cdef void allow_row(Context c, ScreenObject* o, int y, Bits* allowed) noexcept nogil:
    """Find where control lines let an object stand in a row, as `control_allows` does for one place."""
    cdef const uint8_t* cells = &c.s.picture[PICTURE_WIDTH * y]
    cdef Bits closed, dry
    cdef uint64_t priorities, shut
    cdef int priority = o.priority if o.flags & FIXED_PRIORITY else c.s.priorities[y]
    cdef bint minds_blocks = not o.flags & IGNORE_BLOCKS
    cdef int x, i
    allowed[0] = columns(0, PICTURE_WIDTH - 1)
    if priority == HIGHEST_PRIORITY:
        return
    memset(&closed, 0, sizeof(Bits))
    memset(&dry, 0, sizeof(Bits))
    for x in range(0, PICTURE_WIDTH, 8):
        priorities = eight_cells(cells + x)
        shut = equal_to(priorities, CONTROL_BARRIER)
        if minds_blocks:
            shut |= equal_to(priorities, CONTROL_BLOCK)
        closed.words[x >> 6] |= shut << (x & (WORD - 1))
        dry.words[x >> 6] |= (equal_to(priorities, CONTROL_WATER) ^ 0xFF) << (x & (WORD - 1))
    widen(&closed, o.width)
    widen(&dry, o.width)
    for i in range(WORDS):
        allowed.words[i] &= ~closed.words[i]
        if o.flags & ON_WATER:
            allowed.words[i] &= ~dry.words[i]
        if o.flags & ON_LAND:
            allowed.words[i] &= dry.words[i]


cdef void find_collisions(Context c, ScreenObject* o, int number, Bits* hit) noexcept nogil:
    """Find where an object would run into another one, as `collides` does for one place; `hit` has all rows."""
    cdef StateLayout* s = c.s
    cdef ScreenObject* q
    cdef Bits[PICTURE_HEIGHT] above, below  # hit also in all rows above and below
    cdef Bits across
    cdef int i, y
    memset(hit, 0, PICTURE_HEIGHT * sizeof(Bits))
    if o.flags & IGNORE_OBJECTS:
        return
    memset(&above[0], 0, sizeof(above))
    memset(&below[0], 0, sizeof(below))
    for i in range(object_count(s)):
        q = &s.objects[i]
        if (q.flags & PRESENT) != PRESENT or q.flags & IGNORE_OBJECTS or i == number:
            continue
        across = columns(q.x - o.width, q.x + q.width)
        if 0 <= q.y <= LAST_ROW:
            join(&hit[q.y], &across)
        if o.previous_y < q.previous_y and q.y < LAST_ROW:
            join(&below[max(q.y + 1, 0)], &across)
        if o.previous_y > q.previous_y and q.y > 0:
            join(&above[min(q.y - 1, LAST_ROW)], &across)
    for y in range(1, PICTURE_HEIGHT):
        join(&below[y], &below[y - 1])
        join(&above[LAST_ROW - y], &above[PICTURE_HEIGHT - y])
    for y in range(PICTURE_HEIGHT):
        join(&hit[y], &below[y])
        join(&hit[y], &above[y])


cdef void make_map(Context c, ScreenObject* o, int number, PlaceMap* places) noexcept nogil:
    """Find all places on the screen where no other object is in the way."""
    cdef Bits[PICTURE_HEIGHT] hit
    cdef Bits across
    cdef int y, i
    places.last_column = PICTURE_WIDTH - o.width
    places.first_row = o.height - 1
    if not o.flags & IGNORE_HORIZON:
        places.first_row = max(places.first_row, c.s.general.horizon + 1)
    # An object without width may stand behind the last column, where no bit is.
    across = columns(0, places.last_column)
    find_collisions(c, o, number, &hit[0])
    for y in range(max(places.first_row, 0), PICTURE_HEIGHT):
        for i in range(WORDS):
            places.tested[y].words[i] = across.words[i] & ~hit[y].words[i]
    memset(&places.is_known[0], 0, sizeof(places.is_known))


cdef inline bint may_stand(Context c, ScreenObject* o, int x, int y, PlaceMap* places) noexcept nogil:
    """Return whether control lines allow a place; looks at those of a row when the spiral first comes there."""
    if not places.is_known[y]:
        allow_row(c, o, y, &places.fits[y])
        places.is_known[y] = True
    return has(&places.fits[y], x)


cdef inline int steps_to(int place, int direction, int first, int last, int left) noexcept nogil:
    """Return the steps of a leg after which a place from `first` to `last` may come: 1, more, or all that are left."""
    cdef int distance = first - place if direction > 0 else place - last
    if direction * (last - place if direction > 0 else first - place) <= 0:
        return left
    return min(max(distance, 1), left)


cdef inline bint step(Walk* walk, int steps) noexcept nogil:
    """Go on along the leg; return False at the end of the spiral."""
    cdef int side = walk.leg & 3
    if side == 0:
        walk.x -= steps
    elif side == 1:
        walk.y += steps
    elif side == 2:
        walk.x += steps
    else:
        walk.y -= steps
    walk.left -= steps
    if walk.left == 0:
        walk.leg += 1
        if walk.leg & 1 == 0:
            walk.length += 1
        walk.left = walk.length
    return walk.leg <= SEARCH_LEGS


cdef inline bint skip(Walk* walk, const PlaceMap* places) noexcept nogil:
    """Go to the next place that may be on the screen, or to the end of the leg; return False if the spiral ends."""
    cdef int direction = -1 if walk.leg & 3 == 0 or walk.leg & 3 == 3 else 1
    if walk.leg & 1:
        if walk.x < 0 or walk.x > places.last_column:
            return step(walk, walk.left)
        return step(walk, steps_to(walk.y, direction, places.first_row, LAST_ROW, walk.left))
    if walk.y < places.first_row or walk.y > LAST_ROW:
        return step(walk, walk.left)
    return step(walk, steps_to(walk.x, direction, 0, places.last_column, walk.left))


cdef bint search_map(Context c, ScreenObject* o, int number, Walk* walk) noexcept nogil:
    """Walk on from a place that was not tested; return whether one fits. The last one tested has set ego's flags."""
    cdef PlaceMap places
    cdef int last_x = 0, last_y = -1
    cdef bint is_left = True, is_last_known = False
    make_map(c, o, number, &places)
    while is_left:
        if 0 <= walk.x <= places.last_column and places.first_row <= walk.y <= LAST_ROW:
            if walk.y < 0 or walk.x >= PICTURE_WIDTH:
                # Beside the bits: an object without height in row -1, or one without width behind the last column.
                o.x = walk.x
                o.y = walk.y
                if not collides(c, o, number):
                    if is_last_known and not o.flags & FIXED_PRIORITY:
                        o.priority = c.s.priorities[last_y]
                    is_last_known = False
                    if control_allows(c, o, number):
                        return True
            elif has(&places.tested[walk.y], walk.x):
                last_x = walk.x
                last_y = walk.y
                is_last_known = True
                if may_stand(c, o, walk.x, walk.y, &places):
                    break
        is_left = skip(walk, &places)
    if is_last_known:
        o.x = last_x
        o.y = last_y
        control_allows(c, o, number)
    return is_left


cdef int find_position(Context c, ScreenObject* o, int number) noexcept nogil:
    """Put the object at the nearest allowed place on a spiral: left, down, right, up; legs 1, 1, 2, 2, 3, 3.

    Quirk: with no allowed place the original searches for ever (reference: OBJ-59); NEED_PLACE says so, and the object
    is back where it began.
    """
    cdef Walk walk
    cdef int start_x = o.x, start_y, tests = 0
    if not o.flags & IGNORE_HORIZON and o.y <= c.s.general.horizon:
        o.y = c.s.general.horizon + 1
    start_y = o.y
    tally(c, COUNT_SEARCHED)
    if fits(c, o, number):
        return 0
    walk.x = o.x
    walk.y = o.y
    walk.leg = 0
    walk.length = 1
    walk.left = 1
    burn(c, NEAR_TESTS * (MOVED_FUEL + COLLISION_FUEL * object_count(c.s)))
    while step(&walk, 1) and tests < NEAR_TESTS:
        o.x = walk.x
        o.y = walk.y
        if fits(c, o, number):
            return 0
        tests += 1
    lower_updating(c)
    burn(c, SEARCH_FUEL + SEARCHED_OBJECT_FUEL * object_count(c.s))
    if search_map(c, o, number, &walk):
        return 0
    o.x = start_x
    o.y = start_y
    return NEED_PLACE
