"""Machines by turns: while one runs, the memory is asked for that the next ones will use.

Of a thousand machines none is in the processor's cache when its turn comes, and a cycle reads and writes hundreds of
places that do not lie together. Each machine knows whose turn came after its own the last time; it does not keep that
one alive. Nothing here has a result. All of it happens under the interpreter lock.
"""

from libc.stdint cimport uint64_t

from agi_emu._core.backgrounds cimport lies_inside, listed
from agi_emu._core.context cimport Context
from agi_emu._core.layout cimport *
from agi_emu._core.vector cimport fetch

cdef enum:
    CELL_PIXELS = 8
    FEW = 16  # so many machines stay in the cache
    MOST_SPRITES = 24

# Whose turn it is, NULL for nobody's, and how many there were.
cdef void* LATEST = NULL
cdef uint64_t TURNS = 0


cdef void leave_turns(Context c) noexcept:
    """Let nobody know a machine that goes."""
    global LATEST
    if LATEST == <void*> c:
        LATEST = NULL
    if c.before != NULL:
        (<Context> c.before).after = NULL
    if c.after != NULL:
        (<Context> c.after).before = NULL
    c.before = c.after = NULL


cdef void take_turn(Context c) noexcept:
    """Note that it is a machine's turn, and ask for what the next two need."""
    global LATEST, TURNS
    cdef uint64_t passed
    if LATEST == <void*> c:
        return
    if LATEST != NULL and c.before != LATEST:
        if c.before != NULL:
            (<Context> c.before).after = NULL
        if (<Context> LATEST).after != NULL:
            (<Context> (<Context> LATEST).after).before = NULL
        c.before = LATEST
        (<Context> LATEST).after = <void*> c
    LATEST = <void*> c
    TURNS += 1
    passed = TURNS - c.turn
    c.turn = TURNS
    if passed > FEW and c.after != NULL:
        fetch_sprites((<Context> c.after).s)
        if (<Context> c.after).after != NULL:
            fetch_heads(<Context> (<Context> c.after).after)


cdef void fetch_heads(Context c) noexcept nogil:
    """Ask for what each cycle uses, and for what says which memory it uses besides."""
    cdef StateLayout* s = c.s
    fetch(&s.vars[0], sizeof(s.vars) + sizeof(s.flags))
    fetch(&s.objects[0], MOST_SPRITES * sizeof(ScreenObject))
    fetch(&s.general, sizeof(s.general) + sizeof(s.vm) - sizeof(s.vm.frames))
    fetch(&s.updating_sprites, MOST_SPRITES * sizeof(Sprite))
    if c.after != NULL:
        fetch(c.after, sizeof(void*))


cdef void fetch_sprites(StateLayout* s) noexcept nogil:
    """Ask for what the objects that move cover: of the picture, of the screen, and their backgrounds."""
    cdef const Sprite* sprite
    cdef int i, y, line
    cdef unsigned int size
    for i in range(min(listed(&s.updating_sprites), <int> MOST_SPRITES)):
        sprite = &s.updating_sprites.entries[i]
        size = sprite.width * sprite.height
        # A state that was made up may say anything.
        if not sprite.saved or size == 0 or not lies_inside(sprite) or sprite.offset > ARENA_BYTES - size:
            continue
        fetch(&s.arena[sprite.offset], size)
        for y in range(sprite.top, sprite.top + sprite.height):
            fetch(&s.picture[PICTURE_WIDTH * y + sprite.x], sprite.width)
            line = min(CELL_PIXELS * s.text.picture_row + y, SCREEN_HEIGHT - 1)
            fetch(&s.screen[SCREEN_WIDTH * line + 2 * sprite.x], 2 * sprite.width)
