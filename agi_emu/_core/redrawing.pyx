"""Which objects of the updating list have to be drawn again when some of them have changed; the others stay.

Objects are drawn one after the other, each over the background that it saves. So one that has not changed may stay
where no changed object lies, or lay, in its cells: its background and its cells are what they would be. Besides its own
cells drawing reads only cells below control lines: see `reaches_below`. Backgrounds lie one after the other in the
arena, so those that stay are moved where an earlier one has another size.
"""

from libc.stdint cimport uint8_t, uint32_t
from libc.string cimport memmove

from agi_emu._core.backgrounds cimport draws_plainly, listed, restore_background, stands
from agi_emu._core.below cimport LARGEST_CONTROL
from agi_emu._core.codes cimport *
from agi_emu._core.context cimport Context, DrawnObject, drawn_loop
from agi_emu._core.layout cimport *
from agi_emu._core.vector cimport all_from

cdef enum:
    MOST_OBJECTS = 32  # of a list of which only some are drawn again
    NOT_DRAWN = -1  # of DrawnList.hidden
    STAYS = 0  # what `find_redrawn` finds
    FOUND = 1
    SPREAD = 2  # found, and what it meets is found
    LOWEST_FREE = LARGEST_CONTROL + 1  # the lowest priority that is not a control line's

cdef struct Box:
    int left
    int top
    int right  # the first column and row outside
    int bottom

cdef struct Boxes:
    Box[MOST_OBJECTS] before
    Box[MOST_OBJECTS] now


cdef uint32_t end_of(const Sprite* sprite) noexcept nogil:
    """Return where a background ends in the arena."""
    return sprite.offset + <uint32_t> sprite.width * <uint32_t> sprite.height


cdef inline Box box_of(int x, int top, int width, int height) noexcept nogil:
    """Return the box of an object."""
    cdef Box box
    box.left = x
    box.top = top
    box.right = x + width
    box.bottom = top + height
    return box


cdef inline bint share_columns(const Box* one, const Box* other) noexcept nogil:
    """Return whether two boxes have columns in common."""
    return one.left < other.right and other.left < one.right


cdef inline bint meet(const Box* one, const Box* other) noexcept nogil:
    """Return whether two boxes have cells in common."""
    return share_columns(one, other) and one.top < other.bottom and other.top < one.bottom


cdef bint measure(Context c, const uint8_t* numbers, int count, Boxes* boxes, uint8_t* redrawn) noexcept nogil:
    """Find the boxes before and now, and which objects have changed; return False where all must be drawn again."""
    cdef const SpriteList* sprites = &c.s.updating_sprites
    cdef const Sprite* sprite
    cdef const ScreenObject* o
    cdef uint32_t end
    cdef int i
    if count != listed(sprites) or not 0 < count <= MOST_OBJECTS:
        return False
    end = sprites.entries[0].offset
    for i in range(count):
        sprite = &sprites.entries[i]
        o = &c.s.objects[numbers[i]]
        boxes.before[i] = box_of(sprite.x, sprite.top, sprite.width, sprite.height)
        boxes.now[i] = box_of(o.x, (o.y - o.height + 1) & 0xFF, o.width, o.height)
        redrawn[i] = STAYS if stands(c, sprites, i, numbers[i]) else FOUND
        # An object whose priority is a control line's changes how cells above it are drawn.
        if o.priority & 15 <= LARGEST_CONTROL or c.drawn_updating.entries[i].priority & 15 <= LARGEST_CONTROL:
            return False
        if o.x < 0 or boxes.now[i].right > PICTURE_WIDTH or boxes.now[i].bottom > PICTURE_HEIGHT:
            return False
        if o.width <= 0 or o.height <= 0 or not o.has_cel or c.view[o.view] == NULL:
            return False
        if redrawn[i] and not draws_plainly(c, o.view, drawn_loop(o), o.cel, o.width, o.height):
            return False
        end += o.width * o.height
    return end <= ARENA_BYTES


cdef void spread(Context c, const Boxes* boxes, int count, uint8_t* redrawn) noexcept nogil:
    """Find also what meets an object that is drawn again, and what that meets, and so on."""
    cdef const Box* box
    cdef bint reaches, found = True
    cdef int i, j
    while found:
        found = False
        for i in range(count):
            if redrawn[i] != FOUND:
                continue
            redrawn[i] = SPREAD
            for j in range(count):
                if redrawn[j] != STAYS:
                    continue
                box = &boxes.now[j]
                reaches = c.drawn_updating.entries[j].reaches_below and (
                    share_columns(&boxes.before[i], box) or share_columns(&boxes.now[i], box)
                )
                if reaches or meet(&boxes.before[i], box) or meet(&boxes.now[i], box):
                    redrawn[j] = FOUND
                    found = True


cdef bint has_controls(const StateLayout* s, const Box* box) noexcept nogil:
    """Return whether a box has cells of control lines."""
    cdef int row
    for row in range(box.top, box.bottom):
        if not all_from(&s.picture[PICTURE_WIDTH * row + box.left], box.right - box.left, LOWEST_FREE << 4):
            return True
    return False


cdef bint sees_too_much(Context c, const Boxes* boxes, int count, const uint8_t* redrawn) noexcept nogil:
    """Return whether drawing an object may read cells of a later one that stays, and is not there yet otherwise.

    What covers a control line keeps it, so those below objects show.
    """
    cdef int i, j
    for i in range(count):
        if redrawn[i] == STAYS:
            continue
        for j in range(i + 1, count):
            if redrawn[j] == STAYS and share_columns(&boxes.now[i], &boxes.now[j]) and (
                boxes.now[j].bottom > boxes.now[i].top
            ):
                if has_controls(c.s, &boxes.now[i]):
                    return True
                break
    return False


cdef bint find_redrawn(Context c, const uint8_t* numbers, int count, uint8_t* redrawn) noexcept nogil:
    """Find which objects of a lifted list are to be drawn again; return False where all are, or nearly all."""
    cdef Boxes boxes
    cdef int i, staying = 0
    if not measure(c, numbers, count, &boxes, redrawn):
        return False
    spread(c, &boxes, count, redrawn)
    for i in range(count):
        staying += redrawn[i] == STAYS
    return staying > 0 and not sees_too_much(c, &boxes, count, redrawn)


cdef void move_backgrounds(StateLayout* s, int count, const uint32_t* offsets, const uint8_t* redrawn) noexcept nogil:
    """Move the backgrounds that stay to their new places, first those that go down, then the others, the last first."""
    cdef Sprite* sprite
    cdef int i
    for i in range(count):
        sprite = &s.updating_sprites.entries[i]
        if redrawn[i] == STAYS and offsets[i] < sprite.offset:
            memmove(&s.arena[offsets[i]], &s.arena[sprite.offset], end_of(sprite) - sprite.offset)
    for i in range(count - 1, -1, -1):
        sprite = &s.updating_sprites.entries[i]
        if redrawn[i] == STAYS and offsets[i] > sprite.offset:
            memmove(&s.arena[offsets[i]], &s.arena[sprite.offset], end_of(sprite) - sprite.offset)
    for i in range(count):
        s.updating_sprites.entries[i].offset = offsets[i]


cdef void touch_what_meets(Context c, const Box* box, int count) noexcept nogil:
    """Note which objects have to be shown again since cells in a box change."""
    cdef DrawnObject* entry
    cdef int i
    for i in range(count):
        entry = &c.drawn_updating.entries[i]
        if entry.left < box.right and box.left <= entry.right and entry.top < box.bottom and box.top <= entry.bottom:
            entry.touched = True


cdef void begin_redrawing(Context c, const uint8_t* numbers, int count, const uint8_t* redrawn) noexcept nogil:
    """Take out what is drawn again, and make room for its backgrounds; the offset of each is that of its sprite."""
    cdef StateLayout* s = c.s
    cdef SpriteList* sprites = &s.updating_sprites
    cdef const ScreenObject* o
    cdef uint32_t[MOST_OBJECTS] offsets
    cdef uint32_t end = sprites.entries[0].offset
    cdef Box box
    cdef bint has_ego = False
    cdef int i
    for i in range(count - 1, -1, -1):
        if redrawn[i] != STAYS:
            box = box_of(
                sprites.entries[i].x, sprites.entries[i].top, sprites.entries[i].width, sprites.entries[i].height
            )
            touch_what_meets(c, &box, count)
            restore_background(s, &sprites.entries[i])
    for i in range(count):
        o = &s.objects[numbers[i]]
        if redrawn[i] != STAYS:
            box = box_of(o.x, (o.y - o.height + 1) & 0xFF, o.width, o.height)
            touch_what_meets(c, &box, count)
        elif numbers[i] == EGO:
            has_ego = True
        offsets[i] = end
        end += o.width * o.height
    if not has_ego:
        c.drawn_updating.hidden = NOT_DRAWN
    move_backgrounds(s, count, &offsets[0], redrawn)
