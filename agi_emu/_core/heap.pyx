"""The original's memory for resources: a stack with the backgrounds under objects on top (docs/heap.md).

Variable 8 is set whenever some of it is taken, in pages of 256 bytes that are left. A lack of it is noted in the state,
and whoever runs the core ends the game as the original does. With `heap_bytes` 0 memory has no end, and v8 stays.
"""

from agi_emu._core.context cimport Context, OBJECTS
from agi_emu._core.layout cimport *


cdef bint lacks(Context c, int left, int size) noexcept nogil:
    """Note a piece that does not fit; the first one only."""
    if size <= left:
        return False
    if c.s.heap.wanted == 0:
        c.s.heap.wanted = size & 0xFFFF
        c.s.heap.had = left & 0xFFFF
    return True


cdef bint take_memory(Context c, int size) noexcept nogil:
    """Take a piece; return False, and note it, when it does not fit."""
    cdef StateLayout* s = c.s
    if c.rules.heap_bytes != 0 and lacks(c, free_bytes(c), size):
        return False
    s.heap.used = min(s.heap.used + size, MOST_MEMORY)
    tell_free(c)
    return True


cdef int pieces_of_list(Context c, SpriteList* sprites, int left) noexcept nogil:
    """Return what is left after the backgrounds of a list, each an entry and the cells; below 0 when one lacks."""
    cdef int i, cells
    for i in range(<int> min(sprites.count, <unsigned int> OBJECTS)):
        if lacks(c, left, c.rules.background_entry_bytes):
            return -1
        left -= c.rules.background_entry_bytes
        cells = sprites.entries[i].width * sprites.entries[i].height
        if lacks(c, left, cells):
            return -1
        left -= cells
    return left


cdef void note_lack(Context c) noexcept nogil:
    """Note which of the backgrounds that were just saved does not fit."""
    cdef int left = c.rules.heap_bytes - <int> c.s.heap.used
    left = pieces_of_list(c, &c.s.static_sprites, left)
    if left >= 0:
        pieces_of_list(c, &c.s.updating_sprites, left)
