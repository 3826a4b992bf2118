"""Unpacked cels, kept to be drawn again: objects are taken out of the picture and put back in every cycle.

What is kept is derived from the bytes of views alone and may be forgotten at any time; it is not part of the state. A
cel is known by the address of its view's bytes, which the owner keeps alive, or calls `forget_cels`. When there is no
room for one more cel all are forgotten: what is drawn now is drawn again in the next cycle.
"""

from libc.stdint cimport uint8_t, uint32_t, uintptr_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

from agi_emu._core.cel cimport blit_cel, draw_unpacked, row_places, unpack_cel
from agi_emu._core.layout cimport *
from agi_emu._core.view_tables cimport CelHeader, cel_header

cdef void forget_cels(KeptCels* kept) noexcept nogil:
    """Forget all cels; the memory stays for the next ones."""
    memset(kept.entries, 0, sizeof(kept.entries))
    kept.used = 0
    kept.count = 0


cdef void free_cels(KeptCels* kept) noexcept nogil:
    """Forget all cels and give their memory back."""
    forget_cels(kept)
    free(kept.pool)
    kept.pool = NULL


cdef inline KeptCel* place_of(KeptCels* kept, const uint8_t* view, int loop, int cel) noexcept nogil:
    """Return where a cel is kept, or the free entry where it would be."""
    cdef uint32_t number = (<uint32_t>(<uintptr_t>view >> 4) * 31 + loop) * 31 + cel
    cdef KeptCel* entry
    while True:  # ends at a free entry: there are more of them than cels
        entry = &kept.entries[number & (ENTRIES - 1)]
        if entry.view == NULL or (entry.view == view and entry.loop == loop and entry.cel == cel):
            return entry
        number += 1


cdef KeptCel* keep(KeptCels* kept, const uint8_t* view, Py_ssize_t length, int loop, int cel) noexcept nogil:
    """Unpack a cel and keep it; return its entry, NULL where it is not there, has no rows of its own, its rows spill or
    memory is out.

    There is room for every cel: the largest takes a quarter of the pool.
    """
    cdef CelHeader header
    cdef KeptCel* entry
    cdef uint32_t size
    cdef int packed
    if not cel_header(view, length, loop, cel, loop, &header) or header.height == 0:
        return NULL
    size = row_places(header.width) * header.height
    if kept.pool == NULL:
        kept.pool = <uint8_t*>malloc(POOL_BYTES)
        if kept.pool == NULL:
            return NULL
    if kept.count == MOST_CELS or kept.used + size > POOL_BYTES:
        forget_cels(kept)
    packed = unpack_cel(view, length, &header, kept.pool + kept.used)
    if packed < 0:
        return NULL
    entry = place_of(kept, view, loop, cel)
    entry.view = view
    entry.loop = loop
    entry.cel = cel
    entry.width = header.width
    entry.height = header.height
    entry.bytes = packed
    entry.offset = kept.used
    entry.is_counted = False
    kept.used += size
    kept.count += 1
    return entry


cdef KeptCel* find_kept(KeptCels* kept, const uint8_t* view, int loop, int cel) noexcept nogil:
    """Return the entry of a cel, NULL where it is not kept."""
    cdef KeptCel* entry = place_of(kept, view, loop, cel)
    return entry if entry.view != NULL else NULL


cdef bint is_kept(KeptCels* kept, const uint8_t* view, int loop, int cel, int width, int height) noexcept nogil:
    """Return whether a cel of this size is kept; none is whose rows spill."""
    cdef const KeptCel* entry = place_of(kept, view, loop, cel)
    return entry.view != NULL and entry.width == width and entry.height == height


cdef int kept_bytes(KeptCels* kept, const uint8_t* view, int loop, int cel) noexcept nogil:
    """Return how many packed bytes a kept cel has; 0 where it is not kept."""
    cdef const KeptCel* entry = place_of(kept, view, loop, cel)
    return entry.bytes if entry.view != NULL else 0


cdef int blit_kept(
    KeptCels* kept, uint8_t* picture, const uint8_t* view, Py_ssize_t length, int loop, int cel, int shown_in, int x,
    int top_byte_row, int priority, int* cost
) noexcept nogil:
    """Draw a cel as `blit_cel` does, and return the same, from its unpacked rows where they can be kept.

    The cost is that of drawing it from its packed rows, whether it was kept or not.
    """
    cdef KeptCel* entry
    if shown_in != loop:
        return blit_cel(picture, view, length, loop, cel, shown_in, x, top_byte_row, priority, cost)
    entry = place_of(kept, view, loop, cel)
    if entry.view == NULL:
        entry = keep(kept, view, length, loop, cel)
        if entry == NULL:
            return blit_cel(picture, view, length, loop, cel, loop, x, top_byte_row, priority, cost)
    cost[0] += entry.bytes
    return draw_unpacked(
        picture, kept.pool + entry.offset, entry.width, entry.height, x, top_byte_row, priority, cost
    )


cdef class CelStore:
    """Kept cels of their own, for tests: what a machine's core does when it draws its objects."""

    cdef KeptCels kept
    cdef dict views  # kept alive, by their identity

    def __cinit__(self):
        """Begin without cels."""
        self.kept.pool = NULL
        forget_cels(&self.kept)
        self.views = {}

    def __dealloc__(self):
        """Give the memory back."""
        free_cels(&self.kept)

    @property
    def count(self) -> int:
        """The number of kept cels."""
        return self.kept.count

    @property
    def used(self) -> int:
        """The number of bytes that their rows take."""
        return self.kept.used

    def forget(self) -> None:
        """Forget all cels."""
        forget_cels(&self.kept)
        self.views.clear()

    def blit(
        self, uint8_t[::1] picture not None, bytes view not None, int loop, int cel, int x, int top, int priority
    ) -> bool:
        """Draw a cel as `cel.blit` does; return True if no cell of it is visible, also for a cel that is not there."""
        cdef int[2] cost = [0, 0]
        if picture.shape[0] != PICTURE_CELLS:
            raise ValueError(f"a picture has {PICTURE_CELLS} cells, not {picture.shape[0]}")
        if not -0x8000 <= x <= 0xFFFF:
            raise ValueError(f"x {x} is not a 16-bit number")
        if len(view) > 0xFFFF:
            raise ValueError(f"a view has at most 65535 bytes, not {len(view)}")
        self.views[id(view)] = view
        return bool(blit_kept(
            &self.kept, &picture[0], <const uint8_t*><const char*>view, len(view), loop, cel, loop, x, top, priority,
            &cost[0]
        ))
