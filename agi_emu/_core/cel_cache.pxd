from libc.stdint cimport uint8_t, uint16_t

from agi_emu._core.view_tables cimport CelHeader

cdef enum:
    LOOPS = 256
    MOST_CELS = 4096          # of a view
    MOST_BYTES = 1 << 19      # of their rows


cdef struct KeptCel:
    int width
    int height
    int bytes                 # of its packed rows
    int[3] runs               # opaque cells, runs of them, transparent runs
    uint8_t[1] rows           # and what follows


cdef struct KeptCels:
    const uint8_t* view
    Py_ssize_t length
    uint16_t[LOOPS + 1] first  # cel of each loop, and what follows the last one
    KeptCel** cels             # NULL for one that was not drawn yet


cdef class KeptView:
    cdef bytes view
    cdef KeptCels kept


cdef const KeptCel* find_kept(const KeptCels* kept, int loop, int cel) noexcept nogil
cdef int blit_kept(
    const KeptCels* kept, uint8_t* picture, const uint8_t* view, Py_ssize_t length, int loop, int cel, int shown_in,
    int x, int top_byte_row, int priority, int* cost
) noexcept nogil
cdef void count_runs(const uint8_t* view, Py_ssize_t length, const CelHeader* header, int* runs) noexcept nogil
