"""Objects in the picture buffer: the two lists, backgrounds, what reaches the screen.

Source: reference: VIEW-21, VIEW-26, VIEW-29, VIEW-51.

Updating objects (flags & 51h == 51h) lie over static ones (41h); early interpreters do not ask whether they are
animated (40h). Before a list is inserted, the background under each object is saved in the arena, a stack; removing
restores the backgrounds in reverse order.
"""

from libc.stdint cimport int16_t, uint8_t, uint16_t
from libc.string cimport memcpy, memset

from agi_emu._core.below cimport MOST_COST
from agi_emu._core.cel cimport blit_cel
from agi_emu._core.cels cimport drawn_loop, set_cel, set_loop, set_view, shown_in
from agi_emu._core.codes cimport (
    ACTIVE,
    ANIMATED,
    DRAWN,
    EGO,
    FIXED_PRIORITY,
    FLAG_EGO_HIDDEN,
    HIGHEST_PRIORITY,
    HUNG_SORTING,
    IGNORE_HORIZON,
    IGNORE_OBJECTS,
    LOWEST_BAND,
    NO_ADVANCE,
    PRESENT,
    STOPPED,
    UPDATE,
)
from agi_emu._core.context cimport Context, OBJECTS, object_count, set_flag
from agi_emu._core.deep cimport draw_deep_cel, draw_shallow_cel
from agi_emu._core.fuel cimport CELLS_PER_FUEL, DEEP_FUEL, LISTED_FUEL, OBJECT_FUEL, SHOWN_FUEL, burn, charge
from agi_emu._core.heap cimport tell_free
from agi_emu._core.cel_cache cimport blit_kept
from agi_emu._core.layout cimport (
    ARENA_BYTES,
    PICTURE_CELLS,
    PICTURE_HEIGHT,
    PICTURE_WIDTH,
    ScreenObject,
    Sprite,
    SpriteList,
    StateLayout,
)
from agi_emu._core.memory_image cimport (
    SHOWN_VIEW,
    draw_from_image,
    note_backgrounds,
    note_cells,
    show_from_now_on,
    sizes_in_image,
)
from agi_emu._core.placement cimport find_position
from agi_emu._core.rules cimport FIXED_PRIORITY_KEY_PAST_TABLE_AFTER_BASE
from agi_emu._core.screen cimport Screen

cdef enum:
    NO_KEY = 255
    FIRST_STEP = 48  # row where the bands begin
    ROWS_OF_BAND = 12


cdef inline bint lies_inside(Sprite* sprite) noexcept nogil:
    """Return whether a sprite lies wholly inside the picture."""
    return (
        sprite.x >= 0 and sprite.width >= 0 and sprite.x + sprite.width <= PICTURE_WIDTH
        and sprite.top >= 0 and sprite.height >= 0 and sprite.top + sprite.height <= PICTURE_HEIGHT
    )


cdef inline void copy_cells(uint8_t* target, const uint8_t* source, int count) noexcept nogil:
    """Copy a row of a sprite; rows are so short that calling memcpy costs more than the copying.

    The last step reaches back over cells of the one before.
    """
    cdef int i = 0
    if count >= 16:
        while i + 16 < count:
            memcpy(target + i, source + i, 16)
            i += 16
        memcpy(target + count - 16, source + count - 16, 16)
    elif count >= 8:
        memcpy(target, source, 8)
        memcpy(target + count - 8, source + count - 8, 8)
    else:
        while i < count:
            target[i] = source[i]
            i += 1


cdef void save_cells(uint8_t* saved, const uint8_t* plane, Sprite* sprite) noexcept nogil:
    """Copy a sprite's cells from a plane; those outside of it are 0."""
    cdef int row, column, cell
    if lies_inside(sprite):
        for row in range(sprite.height):
            copy_cells(saved + row * sprite.width, plane + PICTURE_WIDTH * (sprite.top + row) + sprite.x, sprite.width)
        return
    for row in range(sprite.height):
        cell = PICTURE_WIDTH * (sprite.top + row) + sprite.x
        if cell >= PICTURE_CELLS or cell + sprite.width <= 0:
            memset(saved, 0, sprite.width)
        else:
            for column in range(sprite.width):
                saved[column] = plane[cell + column] if 0 <= cell + column < PICTURE_CELLS else 0
        saved += sprite.width


cdef void restore_cells(uint8_t* plane, const uint8_t* saved, Sprite* sprite) noexcept nogil:
    """Copy a sprite's cells back into a plane; those outside of it are left out."""
    cdef int row, column, cell
    if lies_inside(sprite):
        for row in range(sprite.height):
            copy_cells(plane + PICTURE_WIDTH * (sprite.top + row) + sprite.x, saved + row * sprite.width, sprite.width)
        return
    for row in range(sprite.height):
        cell = PICTURE_WIDTH * (sprite.top + row) + sprite.x
        if cell < PICTURE_CELLS and cell + sprite.width > 0:
            for column in range(sprite.width):
                if 0 <= cell + column < PICTURE_CELLS:
                    plane[cell + column] = saved[column]
        saved += sprite.width


cdef void save_background(StateLayout* s, Sprite* sprite) noexcept nogil:
    """Save the cells that a cel is about to cover; addresses run on linearly as the blit's do (reference: VIEW-18).

    What shows 256 colours has a second picture, whose cells are saved after those of the first.
    """
    cdef int planes = 2 if s.deep_shown else 1
    cdef int size = sprite.width * sprite.height
    sprite.offset = s.arena_used
    sprite.saved = 0
    if size <= 0 or s.arena_used > ARENA_BYTES or <unsigned int>size > (ARENA_BYTES - s.arena_used) // planes:
        return
    save_cells(&s.arena[s.arena_used], &s.picture[0], sprite)
    if planes == 2:
        save_cells(&s.arena[s.arena_used + size], &s.deep[0], sprite)
    s.arena_used += planes * size
    sprite.saved = <uint8_t> planes


cdef void restore_background(StateLayout* s, Sprite* sprite) noexcept nogil:
    """Put back what `save_background` saved; a state from a file may say anything."""
    cdef unsigned int size = sprite.width * sprite.height
    cdef unsigned int planes = min(<unsigned int> sprite.saved, <unsigned int> 2)
    if planes == 0 or sprite.offset > ARENA_BYTES or size > (ARENA_BYTES - sprite.offset) // planes:
        return
    s.arena_used = sprite.offset
    sprite.saved = 0
    if size == 0:
        return
    restore_cells(&s.picture[0], &s.arena[sprite.offset], sprite)
    if planes == 2:
        restore_cells(&s.deep[0], &s.arena[sprite.offset + size], sprite)


cdef inline int listed(const SpriteList* sprites) noexcept nogil:
    # As for `object_count`.
    return <int> min(sprites.count, OBJECTS)


cdef void remove_list(StateLayout* s, SpriteList* sprites) noexcept nogil:
    """Take a list out of the picture, the last sprite first (reference: VIEW-26)."""
    cdef int i
    for i in range(listed(sprites) - 1, -1, -1):
        restore_background(s, &sprites.entries[i])
    sprites.count = 0


cdef void remove_updating(Context c) noexcept nogil:
    """Take the updating list out of the picture."""
    c.cels_cost = 0
    remove_list(c.s, &c.s.updating_sprites)


cdef void remove_all(Context c) noexcept nogil:
    """Take all objects out of the picture (reference: VIEW-27)."""
    c.cels_cost = 0
    remove_list(c.s, &c.s.updating_sprites)
    remove_list(c.s, &c.s.static_sprites)


cdef int sort_key(Context c, ScreenObject* o) noexcept nogil:
    """Return the row by which an object is ordered; NO_KEY and above are never drawn."""
    cdef StateLayout* s = c.s
    cdef int y
    if not o.flags & FIXED_PRIORITY:
        return o.y
    if not s.general.priority_base_set:
        return FIRST_STEP + ROWS_OF_BAND * (o.priority - LOWEST_BAND - 1)
    # Quirk: after set.pri.base 2.936 searches from a row past the table, so every p > 0 comes last (reference:
    # VIEW-25).
    if c.rules.fixed_priority_key == FIXED_PRIORITY_KEY_PAST_TABLE_AFTER_BASE:
        return -1 if o.priority == 0 else PICTURE_HEIGHT
    # Quirk: no band is below 0, and the original searches all of its memory for one for ever (reference:
    # VIEW-25).
    if o.priority == 0 and not c.rules.bound_placement_search:
        s.general.hung = HUNG_SORTING
    for y in range(PICTURE_HEIGHT - 1, -1, -1):
        if s.priorities[y] < o.priority:
            return y
    return -1


cdef int draw_in_256_colours(Context c, ScreenObject* o, int top) noexcept nogil:
    """Draw a cel where it or the picture has 256 colours; return as `draw_cel`."""
    cdef int loop = drawn_loop(o), shown = shown_in(c, o)
    cdef const uint8_t* view = c.view[o.view]
    c.cels_cost += DEEP_FUEL + 2 * o.width * o.height + <int> c.view_length[o.view]
    if c.view_is_deep[o.view]:
        return draw_deep_cel(
            &c.s.picture[0], &c.s.deep[0], view, c.view_length[o.view], loop, o.cel, o.x, top, o.priority & 15
        )
    return draw_shallow_cel(
        &c.s.picture[0], &c.s.deep[0], view, c.view_length[o.view], loop, o.cel, shown, o.x, top, o.priority & 15
    )


cdef int draw_in_16_colours(Context c, ScreenObject* o, int top) noexcept nogil:
    """Draw a cel where all colours are those of the picture; return as `draw_cel`."""
    cdef int loop = drawn_loop(o), shown = shown_in(c, o)
    cdef const uint8_t* view = c.view[o.view]
    if c.view_notes_turned_cels[o.view]:
        return blit_cel(
            &c.s.picture[0], view, c.view_length[o.view], loop, o.cel, shown, o.x, top, o.priority & 15,
            &c.cels_cost
        )
    return blit_kept(
        &c.kept_cels, &c.s.picture[0], view, c.view_length[o.view], loop, o.cel, shown, o.x, top, o.priority & 15,
        &c.cels_cost
    )


cdef int draw_cel(Context c, ScreenObject* o, int top) noexcept nogil:
    """Draw an object's cel into the picture; return 1 if no cell of it is visible, else 0.

    After `MOST_COST` none is drawn until objects are taken out of the picture again, so that one step ends in time.
    """
    cdef int hidden = 1, before = c.cels_cost
    if before < MOST_COST:
        if c.s.heap.image:
            hidden = draw_from_image(c, o)
        elif c.view_is_deep[o.view] or c.s.deep_shown:
            hidden = draw_in_256_colours(c, o, top)
        else:
            hidden = draw_in_16_colours(c, o, top)
    burn(c, OBJECT_FUEL + o.width * o.height // CELLS_PER_FUEL + c.cels_cost - before)
    return hidden


cdef void put_sprite(Context c, Sprite* sprite, ScreenObject* o, int number) noexcept nogil:
    """Save the background of an object's cel, then draw the cel (reference: VIEW-19, VIEW-26)."""
    cdef StateLayout* s = c.s
    cdef bint hidden
    sprite.object = number & 0xFF
    sprite.x = o.x
    sprite.top = <int16_t>((o.y - o.height + 1) & 0xFF)
    sprite.width = o.width
    sprite.height = o.height
    save_background(s, sprite)
    if s.heap.image:
        note_cells(c, sprite, number)
    charge(c, 2 * o.width * o.height)
    if not o.has_cel or c.view[o.view] == NULL:
        burn(c, OBJECT_FUEL + o.width * o.height // CELLS_PER_FUEL)
        return
    hidden = draw_cel(c, o, sprite.top)
    if number == EGO:
        set_flag(s, FLAG_EGO_HIDDEN, hidden)


cdef void insert_list(Context c, SpriteList* sprites, int wanted) noexcept nogil:
    """Draw the objects whose bits of `wanted`'s kind are these: DRAWN, with or without UPDATE."""
    cdef StateLayout* s = c.s
    # Quirk: an object that was drawn but never animated is shown, and stands still (reference: VIEW-22).
    cdef int asked = ACTIVE if c.rules.lists_only_animated else ACTIVE & ~ANIMATED
    cdef int[256] keys
    cdef uint8_t[256] numbers
    cdef int i, j, key, last = 0, count = 0, without_key = 0, _
    burn(c, LISTED_FUEL * object_count(s))
    for i in range(object_count(s)):
        if (s.objects[i].flags & asked) != wanted & asked:
            continue
        key = 0 if wanted == PRESENT and c.rules.static_list_by_number else sort_key(c, &s.objects[i])
        if key >= NO_KEY:
            without_key += 1
            continue
        # Ascending keys; equal keys keep the order of the numbers.
        j = count
        while j > 0 and keys[j - 1] > key:
            keys[j] = keys[j - 1]
            numbers[j] = numbers[j - 1]
            j -= 1
        keys[j] = key
        numbers[j] = i
        count += 1
    if s.heap.image:
        note_backgrounds(c, sprites, numbers, count)
    for i in range(count):
        put_sprite(c, &sprites.entries[i], &s.objects[numbers[i]], numbers[i])
    # Quirk: in place of an object with such a key the one chosen last is put once more (reference: VIEW-24).
    if count > 0:
        last = numbers[count - 1]
        for _ in range(without_key):
            put_sprite(c, &sprites.entries[count], &s.objects[last], last)
            count += 1
    sprites.count = count
    if count > 0:
        tell_free(c)


cdef void insert_updating(Context c) noexcept nogil:
    """Build and draw the updating list (reference: VIEW-21)."""
    insert_list(c, &c.s.updating_sprites, ACTIVE)


cdef void insert_static(Context c) noexcept nogil:
    """Build and draw the static list (reference: VIEW-21)."""
    insert_list(c, &c.s.static_sprites, PRESENT)


cdef void insert_all(Context c) noexcept nogil:
    """Put all objects into the picture (reference: VIEW-27)."""
    insert_static(c)
    insert_updating(c)


cdef int show_object(Context c, Screen screen, ScreenObject* o) noexcept nogil:
    """Copy to the screen what an object covers and covered, if the picture is visible; return how many cells.

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
    screen.copy(left, top, right - left + 1, bottom - top + 1)
    return min((right - left + 1) * (bottom - top + 1), PICTURE_CELLS)


cdef void show_list(Context c, Screen screen, SpriteList* sprites) noexcept nogil:
    """Copy a list to the screen, and note which objects stand still (reference: VIEW-30)."""
    cdef ScreenObject* o
    cdef int i, cells = 0
    for i in range(listed(sprites)):
        o = &c.s.objects[sprites.entries[i].object]
        cells += show_object(c, screen, o)
        if o.step_clock == o.step_time:
            if o.x == o.previous_x and o.y == o.previous_y:
                o.flags |= STOPPED
            else:
                o.previous_x = o.x
                o.previous_y = o.y
                o.flags &= ~STOPPED & 0xFFFF
    burn(c, SHOWN_FUEL * cells)


cdef void show_updating(Context c, Screen screen) noexcept nogil:
    """Copy the updating list to the screen."""
    show_list(c, screen, &c.s.updating_sprites)


cdef void show_static(Context c, Screen screen) noexcept nogil:
    """Copy the static list to the screen."""
    show_list(c, screen, &c.s.static_sprites)


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
        remove_list(c.s, &c.s.static_sprites)
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
    remove_all(c)
    insert_all(c)
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
    cdef Sprite* sprite
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
    # The last entry of the updating list is free: objects are at most 255.
    sprite = &s.updating_sprites.entries[SHOWN_VIEW]
    c.cels_cost = 0
    put_sprite(c, sprite, o, SHOWN_VIEW)
    burn(c, SHOWN_FUEL * show_object(c, screen, o))
    return 0


cdef void hide_view(Context c, Screen screen) noexcept nogil:
    """Take away what `show_view` drew, and show what was behind it (reference: VIEW-51)."""
    restore_background(c.s, &c.s.updating_sprites.entries[SHOWN_VIEW])
    burn(c, SHOWN_FUEL * show_object(c, screen, &c.s.scratch))
