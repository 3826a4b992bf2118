"""The backgrounds of the objects in the picture, and what is known of the objects that cover them.

Before an object is drawn, the background under it is saved in the arena, a stack; taking a list out of the picture
restores the backgrounds in reverse order.

The original takes objects out and puts them back in every cycle and whenever it touches memory, and mostly the picture
is the same afterwards. So it is noted how each object of a list was drawn (`DrawnList`). A list whose objects would be
drawn again as they were is only *lifted*: it stays in the picture, and what lies below it is read from the backgrounds.
Work, fuel and flags are those of taking it out and putting it back. What is noted is derived and not part of the state;
`forget_drawn` must be called when somebody else has written into the state.
"""

from libc.stdint cimport int64_t, uint8_t
from libc.string cimport memcpy, memset

from agi_emu._core.below cimport MOST_COST
from agi_emu._core.cel_cache cimport KeptCel, find_kept
from agi_emu._core.codes cimport *
from agi_emu._core.context cimport OBJECTS, OLD_LOOP, Context, DrawnList, DrawnObject, set_flag
from agi_emu._core.counting cimport counted_areas, spend
from agi_emu._core.fuel cimport burn
from agi_emu._core.layout cimport *
from agi_emu._core.prices cimport COUNT_RESTORED
from agi_emu._core.vector cimport copy_rows

cdef enum:
    NOT_DRAWN = -1  # of DrawnList.hidden: ego is not in the list


cdef bint lies_inside(const Sprite* sprite) noexcept nogil:
    """Return whether a sprite lies wholly inside the picture."""
    return (
        sprite.x >= 0 and sprite.width >= 0 and sprite.x + sprite.width <= PICTURE_WIDTH
        and sprite.top >= 0 and sprite.height >= 0 and sprite.top + sprite.height <= PICTURE_HEIGHT
    )


cdef void save_cells(uint8_t* saved, const uint8_t* plane, Sprite* sprite) noexcept nogil:
    """Copy a sprite's cells from a plane; those outside of it are 0."""
    cdef int row, column, cell
    if lies_inside(sprite):
        copy_rows(
            saved, sprite.width, plane + PICTURE_WIDTH * sprite.top + sprite.x, PICTURE_WIDTH, sprite.width,
            sprite.height
        )
        return
    for row in range(sprite.height):
        cell = PICTURE_WIDTH * (sprite.top + row) + sprite.x
        if cell >= PICTURE_CELLS or cell + sprite.width <= 0:
            memset(saved, 0, sprite.width)
        else:
            for column in range(sprite.width):
                saved[column] = plane[cell + column] if 0 <= cell + column < PICTURE_CELLS else 0
        saved += sprite.width


cdef void restore_cells(uint8_t* plane, const uint8_t* saved, const Sprite* sprite) noexcept nogil:
    """Copy a sprite's cells back into a plane; those outside of it are left out."""
    cdef int row, column, cell
    if lies_inside(sprite):
        copy_rows(
            plane + PICTURE_WIDTH * sprite.top + sprite.x, PICTURE_WIDTH, saved, sprite.width, sprite.width,
            sprite.height
        )
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


cdef int listed(const SpriteList* sprites) noexcept nogil:
    """Return the number of a list's sprites; a state that a caller has written to may say anything."""
    return <int> min(sprites.count, <unsigned int> OBJECTS)


cdef inline DrawnList* drawn_list(Context c, const SpriteList* sprites) noexcept nogil:
    """Return what is noted of a list."""
    return &c.drawn_updating if sprites == &c.s.updating_sprites else &c.drawn_static


cdef void count_restored(Context c, const SpriteList* sprites) noexcept nogil:
    """Count that a list is taken out of the picture."""
    cdef int i, rows = 0
    cdef int64_t cells = 0
    if c.tariff != NULL:
        for i in range(listed(sprites)):
            rows += sprites.entries[i].height
            cells += sprites.entries[i].width * sprites.entries[i].height
        spend(c, counted_areas(c, COUNT_RESTORED, listed(sprites), rows, cells))


cdef void take_out(Context c, SpriteList* sprites) noexcept nogil:
    """Take a list that was lifted, or counts as taken out, out of the picture, the last sprite first."""
    cdef int i
    for i in range(listed(sprites) - 1, -1, -1):
        restore_background(c.s, &sprites.entries[i])
    sprites.count = 0
    drawn_list(c, sprites).known = False
    c.shown = False


cdef void remove_list(Context c, SpriteList* sprites) noexcept nogil:
    """Take a list out of the picture (reference: VIEW-26)."""
    count_restored(c, sprites)
    take_out(c, sprites)


cdef void forget_drawn(Context c) noexcept nogil:
    """Forget how the objects were drawn: each list is taken out once, whatever it holds."""
    c.drawn_static.known = False
    c.drawn_updating.known = False
    c.shown = False


cdef void begin_drawn(Context c, const SpriteList* sprites) noexcept nogil:
    """Begin to note how a list is drawn: an empty one, whose objects follow."""
    cdef DrawnList* drawn = drawn_list(c, sprites)
    drawn.known = not (c.draws_always or c.s.heap.image or c.s.deep_shown)
    drawn.hidden = NOT_DRAWN
    c.shown = False


cdef bint draws_plainly(Context c, int view, int loop, int cel, int width, int height) noexcept nogil:
    """Return whether drawing a cel over a background of this size changes nothing else.

    A cel that is turned round changes its view; one whose size is another, or whose rows spill, leaves cells behind.
    """
    cdef const KeptCel* kept = find_kept(c.kept_cels[view], loop, cel)
    return (
        not c.view_notes_turned_cels[view] and kept != NULL and kept.width == width and kept.height == height
    )


cdef bint was_plain(Context c, const SpriteList* sprites, int index) noexcept nogil:
    """Return whether drawing an object changed nothing but the cells of its background; find it out once."""
    cdef DrawnObject* entry = &drawn_list(c, sprites).entries[index]
    cdef const Sprite* sprite = &sprites.entries[index]
    cdef const KeptCel* kept
    cdef int loop = entry.loop if entry.has_cel < OLD_LOOP else entry.has_cel - OLD_LOOP
    if entry.is_plain or not entry.has_cel or entry.view == NULL:
        return True
    entry.is_plain = entry.view == c.view[entry.view_number] and draws_plainly(
        c, entry.view_number, loop, entry.cel, sprite.width, sprite.height
    )
    kept = find_kept(c.kept_cels[entry.view_number], loop, entry.cel)
    entry.reaches_below = entry.cost > (kept.bytes if kept != NULL else 0)
    return entry.is_plain


cdef void begin_entry(Context c, SpriteList* sprites, int index) noexcept nogil:
    """Begin to count what drawing an object costs."""
    cdef DrawnObject* entry = &drawn_list(c, sprites).entries[index]
    entry.fuel = c.s.vm.fuel
    entry.spent = c.spent
    entry.cost = c.cels_cost[0]


cdef void end_entry(Context c, SpriteList* sprites, int index, const ScreenObject* o) noexcept nogil:
    """Note how an object was drawn just now."""
    cdef DrawnList* drawn = drawn_list(c, sprites)
    cdef DrawnObject* entry = &drawn.entries[index]
    if not drawn.known:
        return
    if sprites.entries[index].saved != 1 or not lies_inside(&sprites.entries[index]):
        drawn.known = False
        return
    entry.fuel -= c.s.vm.fuel
    entry.spent = c.spent - entry.spent
    entry.cost = c.cels_cost[0] - entry.cost
    entry.is_plain = False
    entry.reaches_below = False
    entry.touched = True
    entry.view_number = o.view
    entry.view = c.view[o.view]
    entry.loop = o.loop
    entry.cel = o.cel
    entry.has_cel = o.has_cel
    entry.priority = o.priority
    # Both lists together must not come to the cost after which cels are left out.
    if c.cels_cost[0] >= MOST_COST // 2:
        drawn.known = False


cdef void note_hidden(Context c, const SpriteList* sprites, bint hidden) noexcept nogil:
    """Note that ego was drawn, and whether no cell of it is visible."""
    drawn_list(c, sprites).hidden = hidden


cdef bint is_drawn(Context c, const SpriteList* sprites) noexcept nogil:
    """Return whether it is known how the list was drawn, so that it can stay in the picture."""
    cdef int i
    if not drawn_list(c, sprites).known:
        return False
    for i in range(listed(sprites)):
        if not was_plain(c, sprites, i):
            return False
    return True


cdef bint stands(Context c, const SpriteList* sprites, int index, int number) noexcept nogil:
    """Return whether an object would be drawn as the sprite at a place of its list, of which all is known."""
    cdef const Sprite* sprite = &sprites.entries[index]
    cdef const DrawnObject* entry = &drawn_list(c, sprites).entries[index]
    cdef const ScreenObject* o = &c.s.objects[number]
    return (
        entry.cel == o.cel and sprite.object == number and sprite.x == o.x and sprite.top == (o.y - o.height + 1) & 0xFF
        and sprite.width == o.width and sprite.height == o.height
        and entry.loop == o.loop and entry.view == c.view[o.view]
        and entry.has_cel == o.has_cel and entry.priority == o.priority
    )


cdef void spend_again(Context c, const SpriteList* sprites, int index) noexcept nogil:
    """Count what drawing an object again costs."""
    cdef const DrawnObject* entry = &drawn_list(c, sprites).entries[index]
    burn(c, entry.fuel)
    spend(c, entry.spent)
    c.cels_cost[0] += entry.cost


cdef void tell_hidden(Context c, const SpriteList* sprites) noexcept nogil:
    """Set the flag that says whether ego is hidden, if it is in the list."""
    cdef const DrawnList* drawn = drawn_list(c, sprites)
    if drawn.hidden != NOT_DRAWN:
        set_flag(c.s, FLAG_EGO_HIDDEN, drawn.hidden)


cdef void draw_again(Context c, const SpriteList* sprites) noexcept nogil:
    """Do what drawing a list again does besides drawing."""
    cdef int i
    for i in range(listed(sprites)):
        spend_again(c, sprites, i)
    tell_hidden(c, sprites)


cdef void lower_updating(Context c) noexcept nogil:
    """Take the updating list out if it was only lifted."""
    if c.lifted:
        c.lifted = False
        take_out(c, &c.s.updating_sprites)


cdef void copy_ground(const StateLayout* s, uint8_t* plane) noexcept nogil:
    """Copy the picture as it is while objects move: the updating ones are out."""
    cdef const Sprite* sprite
    cdef unsigned int size
    cdef int i
    memcpy(plane, &s.picture[0], PICTURE_CELLS)
    for i in range(listed(&s.updating_sprites) - 1, -1, -1):
        sprite = &s.updating_sprites.entries[i]
        size = sprite.width * sprite.height
        if sprite.saved and sprite.offset <= ARENA_BYTES and size <= ARENA_BYTES - sprite.offset:
            restore_cells(plane, &s.arena[sprite.offset], sprite)


cdef const uint8_t* ground(Context c, int x, int y, int width, uint8_t* cells) noexcept nogil:
    """Return cells of a row of the picture, in `cells` where the updating list is lifted: as if it were out."""
    cdef const Sprite* sprite
    cdef const uint8_t* saved
    cdef int i, first, end
    if not c.lifted:
        return &c.s.picture[PICTURE_WIDTH * y + x]
    memcpy(cells, &c.s.picture[PICTURE_WIDTH * y + x], width)
    # Of several backgrounds the one that was saved first has the picture's own cell.
    for i in range(listed(&c.s.updating_sprites) - 1, -1, -1):
        sprite = &c.s.updating_sprites.entries[i]
        first = max(x, <int> sprite.x)
        end = min(x + width, sprite.x + sprite.width)
        if first < end and sprite.top <= y < sprite.top + sprite.height:
            saved = &c.s.arena[sprite.offset + (y - sprite.top) * sprite.width]
            memcpy(cells + first - x, saved + first - sprite.x, end - first)
    return cells
