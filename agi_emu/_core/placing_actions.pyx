"""Actions that place objects, and take them in and out of the picture.

Sources: reference: OBJ-6, OBJ-61, OBJ-63, VIEW-31, VIEW-33, VIEW-42.
"""

from libc.stdint cimport int8_t, uint8_t
from libc.stdlib cimport abs

from agi_emu._core.actions cimport CoreAction, failed, named
from agi_emu._core.added_cels cimport add_to_picture
from agi_emu._core.codes cimport *
from agi_emu._core.context cimport Context, flag
from agi_emu._core.layout cimport *
from agi_emu._core.placement cimport find_position
from agi_emu._core.opcodes cimport *
from agi_emu._core.screen cimport Screen
from agi_emu._core.sprites cimport draw_object, erase_object, force_update, set_update, unanimate_all

cdef enum:
    NO_DISTANCE = 255  # one of the objects is not drawn
    LONGEST_DISTANCE = 254


cdef int script_add(Context c, int action, int number) noexcept nogil:
    """Append an entry to the script list; return 0 or ERROR_SCRIPT_FULL (reference: SAVE-10, SAVE-11)."""
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


cdef inline int settled(Context c, int result) noexcept nogil:
    """Return what an action gives that searched a place or drew, or what else came of it.

    A search that found no place is forgiven where searches are bounded; a lack of memory goes before everything.
    """
    if c.s.heap.wanted != 0:
        return NEED_MEMORY
    if c.s.general.hung:
        return NEED_PLACE
    return 0 if result == NEED_PLACE and c.rules.bound_placement_search else result


cdef void place(ScreenObject* o, int x, int y) noexcept nogil:
    """Put an object somewhere as if it had not moved."""
    o.x = x
    o.previous_x = x
    o.y = y
    o.previous_y = y


cdef int position(Context c, int number, int x, int y) noexcept nogil:
    """Place an object; return 0 or a need."""
    cdef ScreenObject* o = &c.s.objects[number]
    place(o, x, y)
    # 2.089 looked for a free place here; later interpreters leave that to draw (reference: OBJ-60).
    if not c.rules.placement_search_in_position:
        return 0
    cdef int result = find_position(c, o, number)
    place(o, o.x, o.y)
    return settled(c, result)


cdef inline int moved(int coordinate, int delta) noexcept nogil:
    """Return a coordinate that has moved; only a step below 0 is caught (reference: OBJ-63)."""
    return 0 if delta < 0 and coordinate < -delta else coordinate + delta


cdef int reposition(Context c, int number, int x, int y) noexcept nogil:
    """Move an object at once, to the nearest free place; return 0 or a need."""
    cdef ScreenObject* o = &c.s.objects[number]
    o.flags |= REPOSITIONED
    o.x = x
    o.y = y
    return settled(c, find_position(c, o, number))


cdef int distance(Context c, int first, int second) noexcept nogil:
    """Return the distance of two objects, in cells."""
    cdef ScreenObject* p = &c.s.objects[first]
    cdef ScreenObject* q = &c.s.objects[second]
    cdef int sum
    if not p.flags & DRAWN or not q.flags & DRAWN:
        return NO_DISTANCE
    sum = abs((p.x + p.width // 2) - (q.x + q.width // 2)) + abs(p.y - q.y)
    if c.rules.distance_wraps:
        return sum & 0xFF
    return min(sum, LONGEST_DISTANCE)


cdef enum:
    HEAP_END = 0x10010        # data address (docs/heap.md)
    SCRATCH_RECORD = 0x0EB4   # data address of the record that add.to.pic borrows
    MOST_OBJECTS = 256


cdef int scratch_number(Context c) noexcept nogil:
    """Return the object number of the record that add.to.pic borrows, as errors name it: counted from the table on.

    0 where the memory is not known. The table ends where logic 0 begins (reference: VIEW-47).
    """
    cdef int table
    if c.rules.heap_bytes == 0:
        return 0
    table = HEAP_END - c.rules.heap_bytes + c.s.heap.places[0] - OBJECT_BYTES * c.s.general.object_count
    return ((SCRATCH_RECORD - table) & 0xFFFF) // OBJECT_BYTES & 0xFF


cdef inline int checked_objects(Context c) noexcept nogil:
    """Return up to which number draw and erase take objects.

    Quirk: the one after the table passes: what lies in memory there is taken for it. Where memory has no end, as for a
    player, there is no such object (reference: CMD-42).
    """
    return c.s.general.object_count + (c.rules.heap_bytes != 0 and c.s.general.object_count < MOST_OBJECTS)


cdef int add_cel(
    Context c, Screen screen, int view, int loop, int cel, int x, int y, int pri, int margin
) noexcept nogil:
    """Draw a cel into the picture and append it to the script list; return 0, an error or a need."""
    cdef int combined = (pri | (margin << 4)) & 0xFF
    cdef int error = script_add(c, RECORD_ADD_TO_PIC, 0)
    if error == 0:
        error = script_add(c, view, loop)
    if error == 0:
        error = script_add(c, cel, x)
    if error == 0:
        error = script_add(c, y, combined)
    if error != 0:
        return settled(c, error)
    error = add_to_picture(c, screen, view, loop, cel, x, y, combined)
    return settled(c, failed(c, error, view if error == ERROR_VIEW_NOT_LOADED else scratch_number(c)))


cdef int do_animate_obj(Context c, Screen screen, const uint8_t* a) noexcept nogil:
    """Take an object into the animation; again changes nothing (reference: OBJ-6)."""
    cdef ScreenObject* o = named(c, a)
    if a[0] >= c.s.general.object_count:
        return failed(c, ERROR_ANIMATE_OUT_OF_RANGE, a[0])
    if not o.flags & ANIMATED:
        o.flags = ANIMATED | UPDATE | CYCLING
        o.motion = MOTION_NORMAL
        o.cycle_type = CYCLE_NORMAL
        o.direction = 0
    return 0


cdef int do_unanimate_all(Context c, Screen screen, const uint8_t* a) noexcept nogil:
    """Take every object out of the animation and the picture."""
    unanimate_all(c)
    return settled(c, 0)


cdef int do_draw(Context c, Screen screen, const uint8_t* a) noexcept nogil:
    """Put an object into the picture (reference: VIEW-31)."""
    if a[0] >= checked_objects(c):
        return failed(c, ERROR_DRAW_OUT_OF_RANGE, a[0])
    if not named(c, a).has_cel:
        return failed(c, ERROR_DRAW_WITHOUT_CEL, a[0])
    if a[0] >= c.s.general.object_count:
        return 0  # mostly it counts as drawn; what drawing it would do is not known
    return settled(c, draw_object(c, screen, a[0]))


cdef int do_erase(Context c, Screen screen, const uint8_t* a) noexcept nogil:
    """Take an object out of the picture."""
    cdef ScreenObject* o = named(c, a)
    if a[0] >= checked_objects(c):
        return failed(c, ERROR_ERASE_OUT_OF_RANGE, a[0])
    if a[0] >= c.s.general.object_count:
        # Quirk: what counts as the mark that it is drawn is a bit of logic 0's code.
        c.s.general.first_logic_changed |= o.flags & DRAWN
        o.flags &= ~DRAWN & 0xFFFF
        return 0
    erase_object(c, screen, a[0])
    return settled(c, 0)


cdef int do_position(Context c, Screen screen, const uint8_t* a) noexcept nogil:
    """Place an object before it is drawn."""
    return position(c, a[0], a[1], a[2])


cdef int do_get_posn(Context c, Screen screen, const uint8_t* a) noexcept nogil:
    """Store x and y of an object."""
    cdef ScreenObject* o = named(c, a)
    c.s.vars[a[1]] = o.x & 0xFF
    c.s.vars[a[2]] = o.y & 0xFF
    return 0


cdef int do_reposition(Context c, Screen screen, const uint8_t* a) noexcept nogil:
    """Move an object by two signed distances in variables."""
    cdef ScreenObject* o = named(c, a)
    cdef uint8_t* v = &c.s.vars[0]
    return reposition(c, a[0], moved(o.x, <int8_t>v[a[1]]), moved(o.y, <int8_t>v[a[2]]))


cdef int do_reposition_to(Context c, Screen screen, const uint8_t* a) noexcept nogil:
    """Move an object at once."""
    return reposition(c, a[0], a[1], a[2])


cdef int do_stop_update(Context c, Screen screen, const uint8_t* a) noexcept nogil:
    """Make an object a still part of the scene (reference: VIEW-34)."""
    set_update(c, a[0], False)
    return settled(c, 0)


cdef int do_start_update(Context c, Screen screen, const uint8_t* a) noexcept nogil:
    """Let a still object live again."""
    set_update(c, a[0], True)
    return settled(c, 0)


cdef int do_force_update(Context c, Screen screen, const uint8_t* a) noexcept nogil:
    """Redraw all objects now: the operand names none in particular."""
    force_update(c, screen)
    return settled(c, 0)


cdef int do_set_horizon(Context c, Screen screen, const uint8_t* a) noexcept nogil:
    """Set the horizon."""
    c.s.general.horizon = a[0]
    return 0


cdef int do_distance(Context c, Screen screen, const uint8_t* a) noexcept nogil:
    """Store the distance of two objects (reference: OBJ-66)."""
    c.s.vars[a[2]] = distance(c, a[0], a[1])
    return 0


cdef int do_block(Context c, Screen screen, const uint8_t* a) noexcept nogil:
    """Set the block: left, top, right, bottom."""
    c.s.general.block_active = 1
    c.s.general.block_x1 = a[0]
    c.s.general.block_y1 = a[1]
    c.s.general.block_x2 = a[2]
    c.s.general.block_y2 = a[3]
    return 0


cdef int do_unblock(Context c, Screen screen, const uint8_t* a) noexcept nogil:
    """Remove the block."""
    c.s.general.block_active = 0
    return 0


cdef int do_add_to_pic(Context c, Screen screen, const uint8_t* a) noexcept nogil:
    """Draw a cel into the picture (reference: VIEW-42)."""
    return add_cel(c, screen, a[0], a[1], a[2], a[3], a[4], a[5], a[6])


include "placing_actions.pxi"


cdef void bind_placing_actions(CoreAction* table) noexcept nogil:
    """Put the actions of this module into the table by opcode."""
    bind_named(table)
