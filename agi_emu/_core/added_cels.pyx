"""Cels that are drawn into the picture for good (reference: VIEW-42 to VIEW-47)."""

from agi_emu._core.cels cimport must_turn, set_cel, set_loop, set_view
from agi_emu._core.codes cimport *
from agi_emu._core.context cimport Context, set_flag
from agi_emu._core.fuel cimport SHOWN_FUEL, burn
from agi_emu._core.layout cimport *
from agi_emu._core.placement cimport find_position
from agi_emu._core.screen cimport Screen
from agi_emu._core.sprite_lists cimport draw_cel, insert_all, remove_all
from agi_emu._core.sprites cimport show_object

cdef enum:
    # Logic 0 and ten nested calls: there the rows of a cel that is turned round fall on the mark at the end of the
    # stack; in deeper calls they fall behind it (reference: CMD-24).
    FRAMES_WITHOUT_TURNING = 11
    LAST_MARGIN = 0x3F  # of an added cel whose margin is a control line


cdef void mark_cells(StateLayout* s, int cell, int count, int priority) noexcept nogil:
    """Give cells side by side a priority; those outside of the picture are left out."""
    cdef int i
    for i in range(count):
        if 0 <= cell + i < PICTURE_CELLS:
            s.picture[cell + i] = (s.picture[cell + i] & 15) | (priority << 4)


cdef void draw_priority_box(Context c, ScreenObject* o, int margin) noexcept nogil:
    """Put the margin as priority around the feet of an added cel (reference: VIEW-44)."""
    cdef StateLayout* s = c.s
    cdef int rows = 1, y = o.y, row, across
    if y < 0 or y >= PICTURE_HEIGHT:
        return
    while y - rows >= 0 and s.priorities[y - rows] == s.priorities[y]:
        rows += 1
    rows = min(rows, o.height)
    mark_cells(s, PICTURE_WIDTH * y + o.x, o.width, margin)
    if rows <= 1:
        return
    for row in range(y - 1, y - rows, -1):
        mark_cells(s, PICTURE_WIDTH * row + o.x, 1, margin)
        mark_cells(s, PICTURE_WIDTH * row + o.x + o.width - 1, 1, margin)
    # Quirk: the top line's count is a byte, and 0 means 65,536: width 1 gives 255, width 2 the whole buffer (reference:
    # VIEW-45).
    across = (o.width - 2) & 0xFF
    if across == 0:
        burn(c, PICTURE_CELLS)
        mark_cells(s, 0, PICTURE_CELLS, margin)
    else:
        mark_cells(s, PICTURE_WIDTH * (y - rows + 1) + o.x + 1, across, margin)


cdef void put_cel(Context c, ScreenObject* o, int number) noexcept nogil:
    """Draw a cel without saving what is behind it; number 0 sets f1, as ego does (reference: VIEW-46)."""
    cdef bint hidden = draw_cel(c, o, (o.y - o.height + 1) & 0xFF)
    if number == EGO:
        set_flag(c.s, FLAG_EGO_HIDDEN, hidden)


cdef int add_to_picture(
    Context c, Screen screen, int view, int loop, int cel, int x, int y, int combined
) noexcept nogil:
    """Draw a cel into the picture for good; `combined` is priority | margin << 4. Returns 0, an error, or a need."""
    cdef StateLayout* s = c.s
    cdef ScreenObject* o = &s.scratch
    cdef int result = set_view(c, o, 0, view)
    if result == 0:
        result = set_loop(c, o, 0, loop)
    if result == 0:
        result = set_cel(c, o, 0, cel)
    if result != 0:
        return result
    o.flags = IGNORE_HORIZON | IGNORE_OBJECTS | FIXED_PRIORITY
    o.priority = HIGHEST_PRIORITY
    o.x = x
    o.y = y
    o.shown_width = o.width
    o.shown_height = o.height
    # Quirk: the scratch object carries number 0, so its control test and its drawing write ego's flags (reference:
    # VIEW-46).
    result = find_position(c, o, 0)
    if result != 0:
        return result
    if s.vm.depth == FRAMES_WITHOUT_TURNING and not c.rules.survive_crashes and must_turn(c, o):
        return NEED_DEPTH
    o.previous_x = o.x
    o.previous_y = o.y
    o.priority = combined
    remove_all(c)
    if o.priority & 15 == 0 and 0 <= o.y < PICTURE_HEIGHT:
        o.priority |= s.priorities[o.y]
    put_cel(c, o, 0)
    if o.priority <= LAST_MARGIN:
        draw_priority_box(c, o, o.priority >> 4)
    insert_all(c)
    if c.s.heap.wanted == 0:
        burn(c, SHOWN_FUEL * show_object(c, screen, o))
    return 0
