"""The two lists of objects in the picture: who is in them, in which order, put in and taken out.

Source: reference: VIEW-21, VIEW-26.

Updating objects (flags & 51h == 51h) lie over static ones (41h); early interpreters do not ask whether they are
animated (40h). What they cover, and how it is known that a list need not be drawn again, is in backgrounds.pyx.
"""

from libc.stdint cimport int16_t, uint8_t

from agi_emu._core.backgrounds cimport (
    begin_drawn, begin_entry, count_restored, draw_again, end_entry, is_drawn, listed, lower_updating, note_hidden,
    remove_list, save_background, spend_again, stands, take_out, tell_hidden
)
from agi_emu._core.below cimport MOST_COST
from agi_emu._core.cel cimport blit_cel
from agi_emu._core.cel_cache cimport blit_kept
from agi_emu._core.cels cimport shown_in
from agi_emu._core.codes cimport *
from agi_emu._core.context cimport Context, drawn_loop, object_count, set_flag
from agi_emu._core.counting cimport charge, count_cel, counted, spend, tally_area
from agi_emu._core.deep cimport draw_deep_cel, draw_shallow_cel
from agi_emu._core.fuel cimport CELLS_PER_FUEL, DEEP_FUEL, LISTED_FUEL, OBJECT_FUEL, burn
from agi_emu._core.heap cimport tell_free
from agi_emu._core.hercules cimport draw_dotted_cel
from agi_emu._core.layout cimport *
from agi_emu._core.memory_image cimport draw_from_image, note_backgrounds, note_cells
from agi_emu._core.prices cimport COUNT_LISTED, COUNT_SAVED
from agi_emu._core.redrawing cimport begin_redrawing, end_of, find_redrawn
from agi_emu._core.rules cimport *

cdef enum:
    NO_KEY = 255
    FIRST_STEP = 48  # row where the bands begin
    ROWS_OF_BAND = 12
    PARTS = 4  # one of them must stand for the list to be lifted


cdef void remove_updating(Context c) noexcept nogil:
    """Take the updating list out of the picture."""
    c.cels_cost[0] = 0
    remove_list(c, &c.s.updating_sprites)


cdef void remove_all(Context c) noexcept nogil:
    """Take all objects out of the picture (reference: VIEW-27)."""
    c.cels_cost[0] = 0
    remove_list(c, &c.s.updating_sprites)
    remove_list(c, &c.s.static_sprites)


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


cdef int draw_in_both(Context c, ScreenObject* o, int top) noexcept nogil:
    """Draw a cel where it or the picture has 256 colours, or the second picture dots; return as `draw_cel`."""
    cdef int loop = drawn_loop(o), shown = shown_in(c, o)
    cdef const uint8_t* view = c.view[o.view]
    c.cels_cost[0] += DEEP_FUEL + 2 * o.width * o.height + <int> c.view_length[o.view]
    if c.s.deep_shown == DEEP_DOTS:
        return draw_dotted_cel(
            c.s, c.patterns, view, c.view_length[o.view], loop, o.cel, shown, o.x, top, o.priority & 15
        )
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
            &c.cels_cost[0]
        )
    return blit_kept(
        c.kept_cels[o.view], &c.s.picture[0], view, c.view_length[o.view], loop, o.cel, shown, o.x, top,
        o.priority & 15, &c.cels_cost[0]
    )


cdef int draw_cel(Context c, ScreenObject* o, int top) noexcept nogil:
    """Draw an object's cel into the picture; return 1 if no cell of it is visible, else 0.

    After `MOST_COST` none is drawn until objects are taken out of the picture again, so that one step ends in time.
    """
    cdef int hidden = 1, before = c.cels_cost[0], looked_below = c.cels_cost[1]
    if before < MOST_COST:
        if c.s.heap.image and c.s.deep_shown != DEEP_DOTS:
            hidden = draw_from_image(c, o)
        elif c.view_is_deep[o.view] or c.s.deep_shown:
            hidden = draw_in_both(c, o, top)
        else:
            hidden = draw_in_16_colours(c, o, top)
        if c.tariff != NULL:
            count_cel(c, o, c.cels_cost[0] - before, c.cels_cost[1] - looked_below)
    burn(c, OBJECT_FUEL + o.width * o.height // CELLS_PER_FUEL + c.cels_cost[0] - before)
    return hidden


cdef void put_sprite(Context c, SpriteList* sprites, int index, ScreenObject* o, int number) noexcept nogil:
    """Save the background of an object's cel, then draw the cel (reference: VIEW-19, VIEW-26)."""
    cdef StateLayout* s = c.s
    cdef Sprite* sprite = &sprites.entries[index]
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
    tally_area(c, COUNT_SAVED, o.width, o.height)
    if not o.has_cel or c.view[o.view] == NULL:
        burn(c, OBJECT_FUEL + o.width * o.height // CELLS_PER_FUEL)
        return
    hidden = draw_cel(c, o, sprite.top)
    if number == EGO:
        set_flag(s, FLAG_EGO_HIDDEN, hidden)
        note_hidden(c, sprites, hidden)


cdef int choose_objects(Context c, int wanted, uint8_t* numbers, int* keyed) noexcept nogil:
    """Find the objects whose bits of `wanted`'s kind are these: DRAWN, with or without UPDATE.

    Return how many `numbers` there are, in the order in which they are drawn; the first `keyed` have a row to be
    ordered by.
    """
    cdef StateLayout* s = c.s
    # Quirk: an object that was drawn but never animated is shown, and stands still (reference: VIEW-22).
    cdef int asked = ACTIVE if c.rules.lists_only_animated else ACTIVE & ~ANIMATED
    cdef int[256] keys
    cdef int i, j, key, count = 0, fixed = 0, without_key = 0, _
    burn(c, LISTED_FUEL * object_count(s))
    for i in range(object_count(s)):
        if (s.objects[i].flags & asked) != wanted & asked:
            continue
        fixed += s.objects[i].flags & FIXED_PRIORITY != 0
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
    keyed[0] = count
    if c.tariff != NULL:
        spend(
            c, counted(c, COUNT_LISTED, 1) + counted(c, COUNT_LISTED + 1, object_count(s))
            + counted(c, COUNT_LISTED + 2, count) + counted(c, COUNT_LISTED + 3, fixed)
        )
    # Quirk: in place of an object with such a key the one chosen last is put once more (reference: VIEW-24).
    if count > 0:
        for _ in range(without_key):
            numbers[count] = numbers[count - 1]
            count += 1
    return count


cdef void put_noted(Context c, SpriteList* sprites, int index, int number) noexcept nogil:
    """Put an object of a list in, and note how it was drawn."""
    begin_entry(c, sprites, index)
    put_sprite(c, sprites, index, &c.s.objects[number], number)
    end_entry(c, sprites, index, &c.s.objects[number])


cdef void put_list(Context c, SpriteList* sprites, const uint8_t* numbers, int count, int keyed) noexcept nogil:
    """Draw the objects of these numbers, as `choose_objects` found them."""
    cdef int i
    begin_drawn(c, sprites)
    if c.s.heap.image:
        note_backgrounds(c, sprites, numbers, keyed)
    for i in range(count):
        put_noted(c, sprites, i, numbers[i])
    sprites.count = count
    if count > 0:
        tell_free(c)


cdef bint is_as_drawn(Context c, const SpriteList* sprites, const uint8_t* numbers, int count) noexcept nogil:
    """Return whether a list that is lifted would be drawn as it stands."""
    cdef int i
    if count != listed(sprites):
        return False
    for i in range(count):
        if not stands(c, sprites, i, numbers[i]):
            return False
    return True


cdef void insert_list(Context c, SpriteList* sprites, int wanted) noexcept nogil:
    """Build and draw a list (reference: VIEW-21)."""
    cdef uint8_t[256] numbers
    cdef int keyed, count = choose_objects(c, wanted, numbers, &keyed)
    put_list(c, sprites, numbers, count, keyed)


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


cdef bint may_stay(Context c) noexcept nogil:
    """Return whether a good part of the updating list may well be drawn again as it stands, before its objects move."""
    cdef const SpriteList* sprites = &c.s.updating_sprites
    cdef const ScreenObject* o
    cdef int i, cells, standing = 0, total = 0
    if not c.drawn_updating.known:
        return False
    for i in range(listed(sprites)):
        o = &c.s.objects[sprites.entries[i].object]
        cells = sprites.entries[i].width * sprites.entries[i].height
        total += cells
        # One that did not move the last time may stand at a wall.
        if o.direction != 0 and o.step_clock <= 1 and not o.flags & STOPPED:
            continue
        if stands(c, sprites, i, sprites.entries[i].object):
            standing += cells
    return PARTS * standing >= total and is_drawn(c, sprites)


cdef void lift_updating(Context c) noexcept nogil:
    """Take the updating list out of the picture for the objects to move; lift it where much of it may stay."""
    if may_stay(c):
        c.cels_cost[0] = 0
        c.lifted = True
        count_restored(c, &c.s.updating_sprites)
    else:
        remove_updating(c)


cdef void redraw(Context c, const uint8_t* numbers, int count, const uint8_t* redrawn) noexcept nogil:
    """Draw some objects of the updating list again, as `find_redrawn` chose them; the others stay."""
    cdef SpriteList* sprites = &c.s.updating_sprites
    cdef int i
    begin_redrawing(c, numbers, count, redrawn)
    for i in range(count):
        if redrawn[i]:
            c.s.arena_used = sprites.entries[i].offset
            put_noted(c, sprites, i, numbers[i])
        else:
            spend_again(c, sprites, i)
    c.s.arena_used = end_of(&sprites.entries[count - 1])
    tell_hidden(c, sprites)


cdef void put_back_updating(Context c) noexcept nogil:
    """Put the updating list back after `lift_updating`."""
    cdef SpriteList* sprites = &c.s.updating_sprites
    cdef uint8_t[256] numbers, redrawn
    cdef int keyed, count = choose_objects(c, ACTIVE, numbers, &keyed)
    if c.lifted and is_as_drawn(c, sprites, numbers, count):
        c.lifted = False
        draw_again(c, sprites)
    elif c.lifted and find_redrawn(c, numbers, count, redrawn):
        c.lifted = False
        redraw(c, numbers, count, redrawn)
    else:
        lower_updating(c)
        put_list(c, sprites, numbers, count, keyed)
        return
    if count > 0:
        tell_free(c)


cdef void lift_all(Context c, Lifted* lifted) noexcept nogil:
    """Take all objects out of the picture, as `remove_all` does; lift them where it is known how they were drawn.

    Until `put_back_all` or `lower_all` the state says that they are out, and nobody may use the picture.
    """
    cdef StateLayout* s = c.s
    lifted.still = is_drawn(c, &s.static_sprites) and is_drawn(c, &s.updating_sprites)
    if not lifted.still:
        remove_all(c)
        return
    c.cels_cost[0] = 0
    count_restored(c, &s.updating_sprites)
    count_restored(c, &s.static_sprites)
    lifted.static_count = s.static_sprites.count
    lifted.updating_count = s.updating_sprites.count
    lifted.end = s.arena_used
    lifted.middle = s.updating_sprites.entries[0].offset if lifted.updating_count else lifted.end
    s.arena_used = s.static_sprites.entries[0].offset if lifted.static_count else lifted.middle
    s.static_sprites.count = 0
    s.updating_sprites.count = 0


cdef void lower_all(Context c, Lifted* lifted) noexcept nogil:
    """Take all objects out of the picture that were only lifted."""
    if lifted.still:
        lifted.still = False
        c.s.static_sprites.count = lifted.static_count
        c.s.updating_sprites.count = lifted.updating_count
        c.cels_cost[0] = 0
        take_out(c, &c.s.updating_sprites)
        take_out(c, &c.s.static_sprites)


cdef void put_back_all(Context c, Lifted* lifted) noexcept nogil:
    """Put all objects back after `lift_all` (reference: VIEW-27)."""
    cdef StateLayout* s = c.s
    cdef uint8_t[256] numbers
    cdef int keyed, count = choose_objects(c, PRESENT, numbers, &keyed)
    s.static_sprites.count = lifted.static_count if lifted.still else 0
    if not lifted.still or not is_as_drawn(c, &s.static_sprites, numbers, count):
        lower_all(c, lifted)
        put_list(c, &s.static_sprites, numbers, count, keyed)
        insert_updating(c)
        return
    s.arena_used = lifted.middle
    draw_again(c, &s.static_sprites)
    if count > 0:
        tell_free(c)
    count = choose_objects(c, ACTIVE, numbers, &keyed)
    s.updating_sprites.count = lifted.updating_count
    s.arena_used = lifted.end
    if is_as_drawn(c, &s.updating_sprites, numbers, count):
        draw_again(c, &s.updating_sprites)
        if count > 0:
            tell_free(c)
    else:
        c.cels_cost[0] = 0
        take_out(c, &s.updating_sprites)
        put_list(c, &s.updating_sprites, numbers, count, keyed)
