"""Unpacked cels, kept to be drawn again: objects are taken out of the picture and put back in every cycle.

What is kept is derived from the bytes of a view alone and is not part of the state. All machines of a game have it
together, also those that run in other threads: a cel that is drawn the first time is unpacked, and kept by whoever is
ready first.
"""

from libc.stdint cimport uint8_t, uint16_t
from libc.stdlib cimport calloc, free, malloc

from agi_emu._core.cel cimport blit_cel, draw_unpacked, row_places, unpack_cel
from agi_emu._core.layout cimport *
from agi_emu._core.view_tables cimport CelHeader, cel_header, view_cel_count, view_loop_count

cdef extern from *:
    """
    /* A place that several threads look at: what is there, and put what is to be there where nothing is. */
    #ifdef _MSC_VER
    #include <intrin.h>
    #define agi_look(place) (*(void* volatile const*)(place))
    #define agi_settle_place(place, value) (!_InterlockedCompareExchangePointer((void* volatile*)(place), value, NULL))
    #else
    #define agi_look(place) __atomic_load_n(place, __ATOMIC_ACQUIRE)
    static int agi_settle_place(void* place, void* value)
    {
        void* nothing = NULL;
        return __atomic_compare_exchange_n((void**)place, &nothing, value, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
    }
    #endif
    """
    KeptCel* look "agi_look"(KeptCel** place) noexcept nogil
    bint settle "agi_settle_place"(KeptCel** place, KeptCel* cel) noexcept nogil


cdef inline KeptCel** place_of(const KeptCels* kept, int loop, int cel) noexcept nogil:
    """Return where a cel is kept, NULL where it cannot be."""
    cdef int number
    if kept == NULL:
        return NULL
    number = kept.first[loop & (LOOPS - 1)] + cel
    return &kept.cels[number] if number < kept.first[(loop & (LOOPS - 1)) + 1] else NULL


cdef void count_runs(const uint8_t* view, Py_ssize_t length, const CelHeader* header, int* runs) noexcept nogil:
    """Count the opaque cells of a cel, its runs of them, and its transparent runs."""
    cdef Py_ssize_t at = header.rows
    cdef bint is_clear
    cdef int _
    runs[0] = runs[1] = runs[2] = 0
    for _ in range(header.height):
        while at < length and view[at] != 0:
            is_clear = view[at] >> 4 == header.transparent
            runs[0] += 0 if is_clear else view[at] & 15
            runs[1] += not is_clear
            runs[2] += is_clear
            at += 1
        at += 1


cdef inline int size_of(const CelHeader* header) noexcept nogil:
    """Return how many bytes the unpacked rows of a cel take."""
    return row_places(header.width) * header.height


cdef KeptCel* keep(const KeptCels* kept, int loop, int cel) noexcept nogil:
    """Return a cel, unpacked; NULL where it is not there, has no rows of its own, its rows spill or memory is out."""
    cdef CelHeader header
    cdef KeptCel** place = place_of(kept, loop, cel)
    cdef KeptCel* found = NULL if place == NULL else look(place)
    if place == NULL or found != NULL:
        return found
    if not cel_header(kept.view, kept.length, loop, cel, loop, &header) or header.height == 0:
        return NULL
    found = <KeptCel*> malloc(sizeof(KeptCel) + size_of(&header))
    if found == NULL:
        return NULL
    found.width = header.width
    found.height = header.height
    found.bytes = unpack_cel(kept.view, kept.length, &header, found.rows)
    count_runs(kept.view, kept.length, &header, found.runs)
    if found.bytes >= 0 and settle(place, found):
        return found
    free(found)
    return look(place)


cdef const KeptCel* find_kept(const KeptCels* kept, int loop, int cel) noexcept nogil:
    """Return a cel that is kept, NULL where it is not."""
    cdef KeptCel** place = place_of(kept, loop, cel)
    return NULL if place == NULL else look(place)


cdef int blit_kept(
    const KeptCels* kept, uint8_t* picture, const uint8_t* view, Py_ssize_t length, int loop, int cel, int shown_in,
    int x, int top_byte_row, int priority, int* cost
) noexcept nogil:
    """Draw a cel as `blit_cel` does, and return the same, from its unpacked rows where they can be kept.

    The cost is that of drawing it from its packed rows, whether it was kept or not.
    """
    cdef const KeptCel* found = NULL if shown_in != loop else keep(kept, loop, cel)
    if found == NULL:
        return blit_cel(picture, view, length, loop, cel, shown_in, x, top_byte_row, priority, cost)
    cost[0] += found.bytes
    return draw_unpacked(picture, found.rows, found.width, found.height, x, top_byte_row, priority, cost)


cdef class KeptView:
    """The cels of a view that were drawn; of one that has very many, or very large ones, the first."""

    def __cinit__(self, bytes view not None):
        """Begin without cels."""
        cdef CelHeader header
        cdef int loop, cel, count = 0, size = 0
        self.view = view
        self.kept.view = <const uint8_t*> <const char*> view
        self.kept.length = len(view)
        for loop in range(LOOPS):
            self.kept.first[loop] = <uint16_t> count
            # The loop behind the last can be had (view_tables.pyx).
            if loop > view_loop_count(self.kept.view, self.kept.length):
                continue
            for cel in range(view_cel_count(self.kept.view, self.kept.length, loop)):
                if cel_header(self.kept.view, self.kept.length, loop, cel, loop, &header):
                    size += size_of(&header)
                if count == MOST_CELS or size > MOST_BYTES:
                    break
                count += 1
        self.kept.first[LOOPS] = <uint16_t> count
        self.kept.cels = <KeptCel**> calloc(max(count, 1), sizeof(KeptCel*))
        if self.kept.cels == NULL:
            raise MemoryError

    def __dealloc__(self):
        """Give the memory back."""
        cdef int i
        if self.kept.cels != NULL:
            for i in range(self.kept.first[LOOPS]):
                free(self.kept.cels[i])
            free(self.kept.cels)

    @property
    def count(self) -> int:
        """The number of cels that are kept."""
        return sum(self.kept.cels[i] != NULL for i in range(self.kept.first[LOOPS]))

    def blit(self, uint8_t[::1] picture not None, int loop, int cel, int x, int top, int priority) -> bool:
        """Draw a cel as `cel.blit` does; return True if no cell of it is visible, also for a cel that is not there."""
        cdef int[2] cost = [0, 0]
        if picture.shape[0] != PICTURE_CELLS:
            raise ValueError(f"a picture has {PICTURE_CELLS} cells, not {picture.shape[0]}")
        if not -0x8000 <= x <= 0xFFFF:
            raise ValueError(f"x {x} is not a 16-bit number")
        if self.kept.length > 0xFFFF:
            raise ValueError(f"a view has at most 65535 bytes, not {self.kept.length}")
        return bool(blit_kept(
            &self.kept, &picture[0], self.kept.view, self.kept.length, loop, cel, loop, x, top, priority, &cost[0]
        ))
