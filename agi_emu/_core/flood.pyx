"""The flood fill of a picture (reference: pictures.md 6).

The fill works on runs of open cells. Whether a cell is open is one bit, computed for 64 cells when one of them is first
looked at (half of all fills paint fewer than a dozen cells); painting a run clears its bits, so no cell is tested twice.
"""

from libc.stdint cimport uint8_t, uint16_t, uint64_t
from libc.string cimport memset

from agi_emu._core.layout cimport PICTURE_CELLS, PICTURE_HEIGHT, PICTURE_WIDTH
from agi_emu._core.line cimport plot_run

cdef extern from *:
    """
    #if defined(_MSC_VER)
    #include <intrin.h>
    static __inline int agi_lowest_bit(unsigned __int64 word)
        { unsigned long i; _BitScanForward64(&i, word); return (int)i; }
    static __inline int agi_highest_bit(unsigned __int64 word)
        { unsigned long i; _BitScanReverse64(&i, word); return (int)i; }
    #else
    #define agi_lowest_bit(word) __builtin_ctzll(word)
    #define agi_highest_bit(word) (63 - __builtin_clzll(word))
    #endif

    /* For 32 or 64 cells: bit i is set where the nibble of cells[i] under the mask is the one asked for; 16 cells at a time where the
       processor's family has that in every member. A portable form for all others, eight cells at a time. */
    #if defined(__SSE2__) || defined(_M_X64)
    #include <emmintrin.h>
    static inline uint64_t agi_equal_16(const uint8_t* cells, __m128i masks, __m128i wanted)
    {
        __m128i sixteen = _mm_and_si128(_mm_loadu_si128((const __m128i*)cells), masks);
        return (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(sixteen, wanted));
    }
    static inline uint64_t agi_equal_cells(const uint8_t* cells, int count, uint8_t mask, uint8_t wanted)
    {
        const __m128i masks = _mm_set1_epi8((char)mask), all_wanted = _mm_set1_epi8((char)wanted);
        uint64_t bits = agi_equal_16(cells, masks, all_wanted) | agi_equal_16(cells + 16, masks, all_wanted) << 16;
        if (count == 64)
            bits |= agi_equal_16(cells + 32, masks, all_wanted) << 32 | agi_equal_16(cells + 48, masks, all_wanted) << 48;
        return bits;
    }
    #else
    static inline uint64_t agi_equal_cells(const uint8_t* cells, int count, uint8_t mask, uint8_t wanted)
    {
        const uint64_t ones = 0x0101010101010101u;
        uint64_t bits = 0;
        for (int i = 0; i < count; i += 8) {
            uint64_t eight = 0;
            for (int k = 0; k < 8; k++)
                eight |= (uint64_t)cells[i + k] << (8 * k);
            eight = (eight & mask * ones) ^ wanted * ones;
            if (mask & 0xF0)
                eight >>= 4;
            /* Bit 7 of each byte becomes 1 where the nibble differs; the product gathers the eight in the top byte. */
            eight = (~(eight + 0x7F * ones) >> 7) & ones;
            bits |= (eight * 0x0102040810204080u >> 56) << i;
        }
        return bits;
    }
    #endif
    """
    uint64_t equal_cells "agi_equal_cells"(const uint8_t* cells, int count, uint8_t mask, uint8_t wanted) noexcept nogil
    # Both ask for a word other than 0.
    int lowest_bit "agi_lowest_bit"(uint64_t word) noexcept nogil
    int highest_bit "agi_highest_bit"(uint64_t word) noexcept nogil

cdef enum:
    ROW_WORDS = 3        # 160 bits, and 32 that are never set
    LAST_WORD = ROW_WORDS - 1
    COLOUR_WHITE = 15    # what an empty picture holds
    PRIORITY_EMPTY = 4

cdef struct Ground:
    const uint8_t* picture
    uint8_t mask                                  # the nibble that is looked at: colour or priority
    uint8_t empty                                 # what it holds in an open cell
    uint64_t open[PICTURE_HEIGHT][ROW_WORDS + 1]  # a bit a cell; the fourth word only makes rows easy to address
    uint8_t known[PICTURE_HEIGHT]                 # bit w: word w of the row has been computed


cdef inline uint64_t open_cells(Ground* ground, int y, int word) noexcept nogil:
    """Return the bits of the cells 64 * word to 64 * word + 63 of row y, 1 for an open one."""
    if not (ground.known[y] >> word) & 1:
        ground.known[y] |= 1 << word
        ground.open[y][word] = equal_cells(
            ground.picture + y * PICTURE_WIDTH + 64 * word, 32 if word == LAST_WORD else 64, ground.mask, ground.empty
        )
    return ground.open[y][word]


cdef inline int run_start(Ground* ground, int x, int y) noexcept nogil:
    """Return the first cell of the run of open cells that x belongs to."""
    cdef int word = x >> 6
    cdef uint64_t closed = ~open_cells(ground, y, word) << (63 - (x & 63))
    if closed:
        return x - 62 + highest_bit(closed)
    while word > 0:
        word -= 1
        closed = ~open_cells(ground, y, word)
        if closed:
            return 64 * word + highest_bit(closed) + 1
    return 0


cdef inline int run_end(Ground* ground, int x, int y) noexcept nogil:
    """Return the cell behind the run of open cells that x belongs to."""
    cdef int word = x >> 6
    cdef uint64_t closed = ~open_cells(ground, y, word) >> (x & 63)
    if closed:
        return x + lowest_bit(closed)
    while True:    # ends at the last word, whose upper half is never set
        word += 1
        closed = ~open_cells(ground, y, word)
        if closed:
            return 64 * word + lowest_bit(closed)


cdef inline uint64_t span(int left, int right, int word) noexcept nogil:
    """Return the bits of the cells left to right - 1 that lie in a word; at least one must."""
    cdef uint64_t bits = ~<uint64_t>0
    if left > 64 * word:
        bits <<= left & 63
    if right < 64 * word + 64:
        bits &= ~<uint64_t>0 >> (64 - (right & 63))
    return bits


cdef int flood_fill(uint8_t* picture, uint16_t* queue, int x, int y, uint8_t mask, uint8_t value) noexcept nogil:
    """Paint the open cells that hang together with (x, y) by their sides; return how many were painted.

    `mask` and `value` are those of `plot` and say which planes are on. `queue` needs 26,880 places: a place is taken
    for a pair of runs that touch, at most 159 pairs in each of 167 pairs of rows, and never twice for the same pair.
    """
    cdef Ground ground
    cdef uint64_t run[ROW_WORDS]
    cdef uint64_t window, starts, before, below, above, bits
    cdef int left, right, first, last, word, neighbour
    cdef int waiting = 0
    cdef int painted = 0
    if mask & 0x0F:
        if value & 0x0F == COLOUR_WHITE:
            return 0
        ground.mask = 0x0F
        ground.empty = COLOUR_WHITE
    elif mask & 0xF0:
        if value >> 4 == PRIORITY_EMPTY:
            return 0
        ground.mask = 0xF0
        ground.empty = PRIORITY_EMPTY << 4
    else:
        return 0
    if picture[y * PICTURE_WIDTH + x] & ground.mask != ground.empty:
        return 0
    ground.picture = picture
    memset(ground.known, 0, sizeof(ground.known))
    queue[0] = y << 8 | x
    waiting = 1
    while waiting:
        waiting -= 1
        x = queue[waiting] & 0xFF
        y = queue[waiting] >> 8
        first = x >> 6
        window = open_cells(&ground, y, first)
        if not (window >> (x & 63)) & 1:
            continue
        below = ~window << (63 - (x & 63))
        above = ~window >> (x & 63)
        if above and (below or first == 0):
            # Most runs lie in one word.
            left = x - 62 + highest_bit(below) if below else 0
            right = x + lowest_bit(above)
            bits = span(left, right, first)
            ground.open[y][first] = window & ~bits
            plot_run(picture + y * PICTURE_WIDTH + left, right - left, mask, value)
            painted += right - left
            for neighbour in range(y - 1, y + 2, 2):
                if neighbour < 0 or neighbour >= PICTURE_HEIGHT:
                    continue
                window = open_cells(&ground, neighbour, first) & bits
                starts = window & ~(window << 1)
                while starts:
                    queue[waiting] = neighbour << 8 | (64 * first + lowest_bit(starts))
                    waiting += 1
                    starts &= starts - 1
            continue
        left = run_start(&ground, x, y)
        right = run_end(&ground, x, y)
        first = left >> 6
        last = (right - 1) >> 6
        for word in range(first, last + 1):
            run[word] = span(left, right, word)
            ground.open[y][word] &= ~run[word]
        plot_run(picture + y * PICTURE_WIDTH + left, right - left, mask, value)
        painted += right - left
        for neighbour in range(y - 1, y + 2, 2):
            if neighbour < 0 or neighbour >= PICTURE_HEIGHT:
                continue
            before = 0
            for word in range(first, last + 1):
                window = open_cells(&ground, neighbour, word) & run[word]
                starts = window & ~(window << 1 | before)
                before = window >> 63
                while starts:
                    queue[waiting] = neighbour << 8 | (64 * word + lowest_bit(starts))
                    waiting += 1
                    starts &= starts - 1
    return painted


def fill(uint8_t[::1] picture not None, uint16_t[::1] queue not None, int x, int y, int mask, int value):
    """Paint the area around (x, y) as `flood_fill` does and return the number of cells; for tests and tools.

    `picture` has 160*168 cells of priority << 4 | colour, `queue` at least as many places for work under way; a
    painted cell becomes (cell | mask) & value.
    """
    cdef int painted
    if picture.shape[0] != PICTURE_CELLS:
        raise ValueError(f"a picture has {PICTURE_CELLS} cells, not {picture.shape[0]}")
    if queue.shape[0] < PICTURE_CELLS:
        raise ValueError(f"the queue needs {PICTURE_CELLS} places, not {queue.shape[0]}")
    if not (0 <= x < PICTURE_WIDTH and 0 <= y < PICTURE_HEIGHT):
        raise ValueError(f"({x}, {y}) is outside the picture")
    if not (0 <= mask <= 0xFF and 0 <= value <= 0xFF):
        raise ValueError(f"mask {mask} and value {value} must be bytes")
    with nogil:
        painted = flood_fill(&picture[0], &queue[0], x, y, mask, value)
    return painted
