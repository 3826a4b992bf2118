from libc.stdint cimport uint8_t, uint32_t

cdef enum:
    ENTRIES = 512             # a power of two
    MOST_CELS = 384           # that many leave gaps enough between them to find one quickly
    POOL_BYTES = 1 << 18


cdef struct KeptCel:
    const uint8_t* view       # its bytes identify a view; NULL where no cel is kept
    int loop
    int cel
    int width
    int height
    int bytes                 # of its packed rows
    uint32_t offset           # of its rows in the pool
    bint is_counted           # whether `runs` is known
    int[3] runs               # opaque cells, runs of them, transparent runs


cdef struct KeptCels:
    uint8_t* pool             # NULL until the first cel is kept
    uint32_t used
    uint32_t count
    KeptCel entries[ENTRIES]


cdef void forget_cels(KeptCels* kept) noexcept nogil
cdef void free_cels(KeptCels* kept) noexcept nogil
cdef KeptCel* find_kept(KeptCels* kept, const uint8_t* view, int loop, int cel) noexcept nogil
cdef bint is_kept(KeptCels* kept, const uint8_t* view, int loop, int cel, int width, int height) noexcept nogil
cdef int kept_bytes(KeptCels* kept, const uint8_t* view, int loop, int cel) noexcept nogil
cdef int blit_kept(
    KeptCels* kept, uint8_t* picture, const uint8_t* view, Py_ssize_t length, int loop, int cel, int shown_in, int x,
    int top_byte_row, int priority, int* cost
) noexcept nogil
