"""View, loop and cel of an object: selection, automatic loops, cycling.

Sources: reference: VIEW-37, VIEW-38, VIEW-40, OBJ-35, OBJ-40.

Functions return 0 or the number of the interpreter's error; v18 is then the object's number (the view's for
ERROR_VIEW_NOT_LOADED).

`has_cel` says what the pointer to the cel shows: 1 the current cel, OLD_LOOP + n the one of loop n that was current
before a set.loop which then found no cel: with that error the loop has changed already, and what is drawn has not.
"""

from libc.stdint cimport uint8_t, uint16_t
from libc.string cimport memmove

from agi_emu._core.cel cimport turn_in_memory
from agi_emu._core.codes cimport *
from agi_emu._core.context cimport OLD_LOOP, Context, drawn_loop, flag, set_flag
from agi_emu._core.counting cimport tally
from agi_emu._core.layout cimport *
from agi_emu._core.memory_image cimport cel_in_image, loop_in_image, view_in_image
from agi_emu._core.prices cimport COUNT_ADVANCED
from agi_emu._core.rules cimport *
from agi_emu._core.view_tables cimport CelHeader, cel_header, mirrored_for, view_cel_count, view_loop_count

cdef enum:
    MIRROR_LOOP_SHIFT = 4  # of a cel's third byte: the loop for which its rows are stored the right way round
    MIRROR_LOOP = 7
    LAST_LOOP = 255

cdef enum:
    IS_TURNED = 0x80    # of TurnedCels.loop, beside the loop that the cel notes

cdef enum:
    PLACES_OF_TWO = 20  # in the tables by direction
    PLACES_OF_FOUR = 10

# Loop for each direction; -1 leaves it. Quirk: directions past 8 read on, so the first table continues with a filling 0
# and the second one; what lies after that is not known and leaves the loop (reference: OBJ-38).
cdef int[PLACES_OF_TWO] TWO_LOOPS = [-1, -1, 0, 0, 0, -1, 1, 1, 1, 0, -1, 3, 0, 0, 0, 2, 1, 1, 1, 0]
cdef int[PLACES_OF_FOUR] FOUR_LOOPS = [-1, 3, 0, 0, 0, 2, 1, 1, 1, 0]


cdef int set_cel(Context c, ScreenObject* o, int number, int cel) noexcept nogil:
    """Select a cel, take over its size and move the object onto the picture (reference: VIEW-40)."""
    cdef CelHeader header
    if not o.has_view or c.view[o.view] == NULL:
        return ERROR_CEL_WITHOUT_VIEW
    if cel >= o.cel_count:
        return ERROR_CEL_TOO_LARGE
    o.cel = cel
    o.has_cel = 1
    # Where the cel lies outside of its view the original takes whatever its memory holds there, and raises no error. It
    # is not known; here the object keeps its size and shows nothing.
    if c.s.heap.image:
        cel_in_image(c.s, o, cel, &header)
    elif not cel_header(c.view[o.view], c.view_length[o.view], o.loop, cel, o.loop, &header):
        return 0
    o.width = header.width
    o.height = header.height
    if o.x + o.width > PICTURE_WIDTH:
        o.flags |= REPOSITIONED
        o.x = PICTURE_WIDTH - o.width
    if o.y - o.height < -1:
        o.flags |= REPOSITIONED
        o.y = o.height - 1
        # The horizon is looked at only here, not whenever the cel changes.
        if o.y <= c.s.general.horizon and not o.flags & IGNORE_HORIZON:
            o.y = c.s.general.horizon + 1
    return 0


cdef int turned_cel(StateLayout* s, int view, int offset, int held_for) noexcept nogil:
    """Return the entry of a cel; where all are taken, the longest known cel gives up its own."""
    cdef TurnedCels* turned = &s.turned
    cdef int i, count = min(<int> turned.count, TURNED_CELS)
    for i in range(count):
        if turned.view[i] == view and turned.offset[i] == offset:
            return i
    if count == TURNED_CELS:
        count -= 1
        memmove(&turned.view[0], &turned.view[1], count * sizeof(turned.view[0]))
        memmove(&turned.offset[0], &turned.offset[1], count * sizeof(turned.offset[0]))
        memmove(&turned.loop[0], &turned.loop[1], count * sizeof(turned.loop[0]))
    turned.count = <uint16_t>(count + 1)
    turned.view[count] = <uint8_t> view
    turned.offset[count] = <uint16_t> offset
    turned.loop[count] = <uint8_t> held_for
    return count


cdef int turned_copy(Context c, ScreenObject* o, int noted, int bits) noexcept nogil:
    """Turn a mirrored cel of a copied view round if it was drawn in another loop; return the loop that it then holds.

    The cel notes the loop first, as the original does (reference: VIEW-14).
    """
    cdef uint8_t* view = c.view_copy[o.view]
    cdef Py_ssize_t length = c.view_length[o.view]
    cdef CelHeader header
    if not cel_header(view, length, drawn_loop(o), o.cel, o.loop, &header):
        return o.loop
    if noted != o.loop:
        view[header.rows - 1] = <uint8_t>(
            view[header.rows - 1] & ~(bits << MIRROR_LOOP_SHIFT) | (o.loop & bits) << MIRROR_LOOP_SHIFT
        )
        turn_in_memory(view, length, &header)
    return (view[header.rows - 1] >> MIRROR_LOOP_SHIFT) & MIRROR_LOOP


cdef bint must_turn(Context c, ScreenObject* o) noexcept nogil:
    """Return whether drawing an object's cel turns it round.

    Of most views it is not kept how their cels lie in memory: there the resource decides.
    """
    cdef Py_ssize_t offset = 0
    cdef int held_for
    if c.view_is_deep[o.view]:
        return False
    held_for = mirrored_for(c.view[o.view], c.view_length[o.view], drawn_loop(o), o.cel, &offset)
    if held_for >= 0 and c.view_notes_turned_cels[o.view] and c.view_copy[o.view] == NULL:
        held_for &= (1 << c.rules.mirror_bits) - 1
        held_for = c.s.turned.loop[turned_cel(c.s, o.view, <int> offset, held_for)] & ~IS_TURNED
    return held_for >= 0 and held_for != o.loop


cdef int shown_in(Context c, ScreenObject* o) noexcept nogil:
    """Return the loop for which `blit_cel` is to draw an object's cel: its own unless drawing has turned the cel round.

    Quirk: the original turns the rows of a mirrored cel round in memory when it draws the cel in another loop than the
    last time. Where two loops share the cel each shows it one way; of three, one shows it as the others left it
    (reference: VIEW-8, VIEW-9). The loop that a failed set.loop leaves would be a third one, too; it counts in
    such views only. The cel notes the loop in two or three bits, but all of the loop's number are compared: in a higher
    loop it is turned round at every drawing (reference: VIEW-10).
    """
    cdef Py_ssize_t offset = 0
    cdef int held_for, bits
    cdef uint8_t* noted
    if not c.view_notes_turned_cels[o.view]:
        return o.loop
    held_for = mirrored_for(c.view[o.view], c.view_length[o.view], drawn_loop(o), o.cel, &offset)
    if held_for < 0:
        return o.loop
    bits = (1 << c.rules.mirror_bits) - 1
    if c.view_copy[o.view] != NULL:
        return turned_copy(c, o, held_for & bits, bits)
    noted = &c.s.turned.loop[turned_cel(c.s, o.view, <int> offset, held_for & bits)]
    if noted[0] & ~IS_TURNED != o.loop:
        noted[0] = <uint8_t>((noted[0] & IS_TURNED ^ IS_TURNED) | (o.loop & bits))
    return held_for + 1 if noted[0] & IS_TURNED else held_for


cdef int set_loop(Context c, ScreenObject* o, int number, int loop) noexcept nogil:
    """Select a loop, and a cel that it has (reference: VIEW-38)."""
    cdef int before, error
    if not o.has_view or c.view[o.view] == NULL:
        return ERROR_LOOP_WITHOUT_VIEW
    # Quirk: loop == loop_count passes and reads what lies after the table; mostly error 8 follows, and loop, number of
    # cels and cel are then changed already (reference: VIEW-39).
    if loop > o.loop_count:
        return ERROR_LOOP_TOO_LARGE
    before = o.loop
    o.loop = loop
    if c.s.heap.image:
        loop_in_image(c.s, o)
    else:
        o.cel_count = view_cel_count(c.view[o.view], c.view_length[o.view], loop)
    if o.cel >= o.cel_count:
        o.cel = 0
    error = set_cel(c, o, number, o.cel)
    if error != 0 and o.has_cel == 1 and before <= LAST_LOOP - OLD_LOOP:
        o.has_cel = OLD_LOOP + before
    return error


cdef int set_view(Context c, ScreenObject* o, int number, int view) noexcept nogil:
    """Select a loaded view, and a loop that it has (reference: VIEW-37)."""
    cdef int error
    if c.s.heap.image:
        error = view_in_image(c, o, view)
        if error != 0:
            return error
    elif not c.s.loaded.views.present[view] or c.view[view] == NULL:
        return ERROR_VIEW_NOT_LOADED
    else:
        o.view = view
        o.has_view = 1
        o.loop_count = view_loop_count(c.view[view], c.view_length[view])
    return set_loop(c, o, number, o.loop if o.loop < o.loop_count else 0)


cdef int last_cel(Context c, ScreenObject* o) noexcept nogil:
    """Return the number of the last cel; 255 where the loop has none, since the count is a byte."""
    return (o.cel_count - 1) & 0xFF


cdef int loop_towards(Context c, const ScreenObject* o, int direction) noexcept nogil:
    """Return the loop that an object shows in a direction; -1: the one it has (reference: OBJ-35, OBJ-36, OBJ-37)."""
    cdef bint as_four
    if o.flags & FIXED_LOOP or direction >= PLACES_OF_TWO:
        return -1
    if o.loop_count == 2 or o.loop_count == 3:
        return TWO_LOOPS[direction]
    if o.loop_count >= 4:
        if o.loop_count == 4:
            as_four = True
        elif c.rules.auto_loop == AUTO_LOOP_EXACTLY_FOUR:
            as_four = False
        elif c.rules.auto_loop == AUTO_LOOP_FOUR_OR_MORE:
            as_four = True
        else:
            as_four = flag(c.s, FLAG_AUTO_LOOP)
        if as_four and direction < PLACES_OF_FOUR:
            return FOUR_LOOPS[direction]
    return -1


cdef int choose_loop(Context c, ScreenObject* o, int number) noexcept nogil:
    """Choose the loop by the object's direction."""
    cdef int loop = loop_towards(c, o, o.direction)
    if loop >= 0 and loop != o.loop and (o.step_clock == 1 or c.rules.direction_pass_in_animation):
        return set_loop(c, o, number, loop)
    return 0


cdef void finish_cycling(Context c, ScreenObject* o) noexcept nogil:
    """End end.of.loop or reverse.loop: the flag is set, the object stands (reference: OBJ-42)."""
    set_flag(c.s, o.p0, True)
    o.flags &= ~CYCLING & 0xFFFF
    o.direction = 0
    o.cycle_type = CYCLE_NORMAL


cdef int advance_cel(Context c, ScreenObject* o, int number) noexcept nogil:
    """Count the cycle clock down and, at 0, show the next cel (reference: OBJ-40)."""
    cdef int cel, last
    if not o.flags & CYCLING or o.cycle_clock == 0:
        return 0
    o.cycle_clock -= 1
    if o.cycle_clock != 0:
        return 0
    o.cycle_clock = o.cycle_time
    tally(c, COUNT_ADVANCED)
    if o.flags & NO_ADVANCE:
        o.flags &= ~NO_ADVANCE & 0xFFFF
        return 0
    cel = o.cel
    last = last_cel(c, o)
    if o.cycle_type == CYCLE_NORMAL:
        cel = cel + 1
        if cel > last:
            cel = 0
    elif o.cycle_type == CYCLE_END_OF_LOOP:
        if cel < last:
            cel += 1
            if cel == last:
                finish_cycling(c, o)
        else:
            finish_cycling(c, o)
    elif o.cycle_type == CYCLE_REVERSE_LOOP:
        if cel > 0:
            cel -= 1
            if cel == 0:
                finish_cycling(c, o)
        else:
            finish_cycling(c, o)
    elif o.cycle_type == CYCLE_REVERSE:
        cel = cel - 1 if cel > 0 else last
    return set_cel(c, o, number, cel)
