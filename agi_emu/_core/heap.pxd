from libc.stdint cimport uint32_t

from agi_emu._core.codes cimport *
from agi_emu._core.context cimport Context
from agi_emu._core.layout cimport *
from agi_emu._core.memory_image cimport arena_front

cdef enum:
    MOST_MEMORY = 0xFFFF

cdef bint take_memory(Context c, int size) noexcept nogil
cdef void note_lack(Context c) noexcept nogil


cdef inline int free_bytes(Context c) noexcept nogil:
    """Return what is left; below 0 when the backgrounds that were just saved do not fit."""
    cdef StateLayout* s = c.s
    cdef uint32_t entries = c.rules.background_entry_bytes * (s.static_sprites.count + s.updating_sprites.count)
    return c.rules.heap_bytes - <int> (s.heap.used + s.arena_used - arena_front(s) + entries)


cdef inline void tell_free(Context c) noexcept nogil:
    """Set v8, where memory has an end."""
    cdef int left
    if c.rules.heap_bytes == 0:
        return
    left = free_bytes(c)
    if left < 0:
        note_lack(c)
        return
    c.s.vars[VAR_FREE_MEMORY] = left >> 8
    if c.rules.heap_bytes - left > c.s.heap.most:
        c.s.heap.most = c.rules.heap_bytes - left
