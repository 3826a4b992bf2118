"""Objects that are shown: what reaches the screen, and the actions that draw, erase and show them.

Source: reference: VIEW-29, VIEW-51. Their lists are in sprite_lists.pyx.
"""

from libc.stdint cimport int16_t, uint16_t

from agi_emu._core.backgrounds cimport listed, remove_list, restore_background
from agi_emu._core.cels cimport set_cel, set_loop, set_view
from agi_emu._core.codes cimport *
from agi_emu._core.context cimport Context, DrawnObject, object_count
from agi_emu._core.counting cimport tally_area
from agi_emu._core.fuel cimport SHOWN_FUEL, burn
from agi_emu._core.layout cimport *
from agi_emu._core.memory_image cimport SHOWN_VIEW, show_from_now_on, sizes_in_image
from agi_emu._core.placement cimport find_position
from agi_emu._core.prices cimport COUNT_RESTORED, COUNT_SHOWN
from agi_emu._core.screen cimport Screen
from agi_emu._core.sprite_lists cimport (
    Lifted, insert_all, insert_static, insert_updating, lift_all, put_back_all, put_sprite, remove_all, remove_updating
)


cdef int show_object(
    Context c, Screen screen, ScreenObject* o, DrawnObject* drawn=NULL, bint is_still=False
) noexcept nogil:
    """Copy to the screen what an object covers and covered, if the picture is visible; return how many cells.

    `drawn` notes what was copied; it is not copied again where picture and screen are still as they were then.

    Source: reference: VIEW-29. The mode is not looked at: what the monitor shows in text mode is not reached by a copy,
    which the screen knows.
    """
    cdef StateLayout* s = c.s
    cdef int left, right, top, bottom
    cdef int[4] sizes
    if not s.general.picture_visible:
        return 0
    sizes[0] = o.width
    sizes[1] = o.height
    sizes[2] = o.shown_width
    sizes[3] = o.shown_height
    if s.heap.image and o != &s.scratch:
        sizes_in_image(s, o, sizes)
        show_from_now_on(s, o)
    left = min(o.x, o.previous_x)
    right = max(o.x + sizes[0], o.previous_x + sizes[2]) - 1
    bottom = max(o.y, o.previous_y)
    # Quirk: tops are compared without a sign. Where the shown cel is higher than the previous y allows (its top would
    # be row -1), the copy begins at the top of the other one, and row 0 is not shown again (golden data, `scr`).
    top = <int16_t>min(<uint16_t>(o.y - sizes[1] + 1), <uint16_t>(o.previous_y - sizes[3] + 1))
    o.shown_width = o.width
    o.shown_height = o.height
    if drawn == NULL:
        screen.show(left, top, right - left + 1, bottom - top + 1)
    elif not (
        is_still and not drawn.touched and drawn.left == left and drawn.right == right
        and drawn.top == top and drawn.bottom == bottom
    ):
        screen.show(left, top, right - left + 1, bottom - top + 1)
        drawn.touched = False
        drawn.left = left
        drawn.right = right
        drawn.top = top
        drawn.bottom = bottom
    tally_area(c, COUNT_SHOWN, right - left + 1, bottom - top + 1)
    return min((right - left + 1) * (bottom - top + 1), PICTURE_CELLS)


cdef void note_place(ScreenObject* o) noexcept nogil:
    """Note where an object was shown, and whether it stands still."""
    if o.step_clock != o.step_time:
        return
    if o.x == o.previous_x and o.y == o.previous_y:
        o.flags |= STOPPED
    else:
        o.previous_x = o.x
        o.previous_y = o.y
        o.flags &= ~STOPPED & 0xFFFF


cdef void show_static(Context c, Screen screen) noexcept nogil:
    """Copy the static list to the screen, and note which objects stand still (reference: VIEW-30)."""
    cdef ScreenObject* o
    cdef int i, cells = 0
    for i in range(listed(&c.s.static_sprites)):
        o = &c.s.objects[c.s.static_sprites.entries[i].object]
        cells += show_object(c, screen, o)
        note_place(o)
    burn(c, SHOWN_FUEL * cells)


cdef void show_updating(Context c, Screen screen) noexcept nogil:
    """Copy the updating list to the screen, and note which objects stand still (reference: VIEW-30)."""
    cdef StateLayout* s = c.s
    cdef ScreenObject* o
    cdef bint is_known = c.drawn_updating.known
    cdef bint is_still = (
        is_known and c.shown and c.shown_changes == screen.changes and c.shown_row == s.text.picture_row
    )
    cdef int i, cells = 0
    for i in range(listed(&s.updating_sprites)):
        o = &s.objects[s.updating_sprites.entries[i].object]
        cells += show_object(c, screen, o, &c.drawn_updating.entries[i], is_still)
        note_place(o)
    burn(c, SHOWN_FUEL * cells)
    c.shown = is_known and s.general.picture_visible and not s.general.text_mode and screen.model == NULL
    c.shown_changes = screen.changes
    c.shown_row = s.text.picture_row


cdef int draw_object(Context c, Screen screen, int number) noexcept nogil:
    """Execute draw; return 0 or NEED_PLACE (reference: VIEW-31)."""
    cdef ScreenObject* o = &c.s.objects[number]
    cdef int result = 0
    if o.flags & DRAWN:
        return 0
    o.flags |= UPDATE
    if not c.rules.placement_search_in_position:
        result = find_position(c, o, number)
    o.previous_x = o.x
    o.previous_y = o.y
    o.shown_width = o.width
    o.shown_height = o.height
    if c.s.heap.image:
        show_from_now_on(c.s, o)
    remove_updating(c)
    o.flags |= DRAWN
    insert_updating(c)
    if c.s.heap.wanted != 0:
        return 0
    burn(c, SHOWN_FUEL * show_object(c, screen, o))
    o.flags &= ~NO_ADVANCE & 0xFFFF
    return result


cdef void erase_object(Context c, Screen screen, int number) noexcept nogil:
    """Execute erase (reference: VIEW-33)."""
    cdef ScreenObject* o = &c.s.objects[number]
    cdef bint is_static
    if not o.flags & DRAWN:
        return
    is_static = not o.flags & UPDATE
    remove_updating(c)
    if is_static:
        remove_list(c, &c.s.static_sprites)
    o.flags &= ~DRAWN & 0xFFFF
    if is_static:
        insert_static(c)
    insert_updating(c)
    if c.s.heap.wanted == 0:
        burn(c, SHOWN_FUEL * show_object(c, screen, o))


cdef void set_update(Context c, int number, bint on) noexcept nogil:
    """Execute start.update or stop.update (reference: VIEW-34)."""
    cdef ScreenObject* o = &c.s.objects[number]
    if (o.flags & UPDATE != 0) == on:
        return
    remove_all(c)
    if on:
        o.flags |= UPDATE
    else:
        o.flags &= ~UPDATE & 0xFFFF
    insert_all(c)


cdef void force_update(Context c, Screen screen) noexcept nogil:
    """Execute force.update (reference: VIEW-35)."""
    cdef Lifted lifted
    lift_all(c, &lifted)
    put_back_all(c, &lifted)
    if c.s.heap.wanted == 0:
        show_static(c, screen)
        show_updating(c, screen)


cdef void unanimate_all(Context c) noexcept nogil:
    """Execute unanimate.all (reference: VIEW-36)."""
    cdef int i
    remove_all(c)
    for i in range(object_count(c.s)):
        c.s.objects[i].flags &= ~PRESENT & 0xFFFF


cdef int show_view(Context c, Screen screen, int view) noexcept nogil:
    """Draw a view's first cel over everything for show.obj; `hide_view` takes it away. Returns 0 or an error."""
    cdef StateLayout* s = c.s
    cdef ScreenObject* o = &s.scratch
    cdef int result = set_view(c, o, SHOWN_VIEW, view)
    if result == 0:
        result = set_loop(c, o, SHOWN_VIEW, 0)
    if result == 0:
        result = set_cel(c, o, SHOWN_VIEW, 0)
    if result != 0:
        return result
    o.x = (PICTURE_WIDTH - 1 - o.width) // 2
    o.y = PICTURE_HEIGHT - 1
    o.previous_x = o.x
    o.previous_y = o.y
    o.shown_width = o.width
    o.shown_height = o.height
    o.priority = HIGHEST_PRIORITY
    o.flags = IGNORE_HORIZON | IGNORE_OBJECTS | FIXED_PRIORITY
    c.cels_cost[0] = 0
    # The last entry of the updating list is free: objects are at most 255.
    put_sprite(c, &s.updating_sprites, SHOWN_VIEW, o, SHOWN_VIEW)
    burn(c, SHOWN_FUEL * show_object(c, screen, o))
    return 0


cdef void hide_view(Context c, Screen screen) noexcept nogil:
    """Take away what `show_view` drew, and show what was behind it (reference: VIEW-51)."""
    cdef Sprite* sprite = &c.s.updating_sprites.entries[SHOWN_VIEW]
    tally_area(c, COUNT_RESTORED, sprite.width, sprite.height)
    restore_background(c.s, sprite)
    burn(c, SHOWN_FUEL * show_object(c, screen, &c.s.scratch))
