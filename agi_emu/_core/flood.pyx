"""The flood fill of a picture (reference: pictures.md 6).

The fill works on runs of open cells. Which cells of a row are open is one bit each, computed when the row is first
looked at; a run that has been painted is cleared there, so no cell is tested twice.
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
    """
    # Both ask for a word other than 0.
    int lowest_bit "agi_lowest_bit"(uint64_t word) noexcept nogil
    int highest_bit "agi_highest_bit"(uint64_t word) noexcept nogil

cdef enum:
    ROW_WORDS = 3        # 160 bits and 32 that are never set
    COLOUR_WHITE = 15    # what an empty picture holds
    PRIORITY_EMPTY = 4

cdef struct OpenRows:
    uint64_t bits[PICTURE_HEIGHT][ROW_WORDS]
    uint8_t known[PICTURE_HEIGHT]


cdef inline uint64_t eight_cells(const uint8_t* cells) noexcept nogil:
    """Load eight cells, the first one lowest; compilers make one load of it."""
    return (
        <uint64_t>cells[0] | <uint64_t>cells[1] << 8 | <uint64_t>cells[2] << 16 | <uint64_t>cells[3] << 24
        | <uint64_t>cells[4] << 32 | <uint64_t>cells[5] << 40 | <uint64_t>cells[6] << 48 | <uint64_t>cells[7] << 56
    )


cdef inline uint64_t* open_row(OpenRows* rows, const uint8_t* picture, int y, int shift, uint64_t empty) noexcept nogil:
    """Return the bits of row y: 1 where the nibble at `shift` is that of `empty` (eight copies of it)."""
    cdef uint64_t* bits = rows.bits[y]
    cdef const uint8_t* cells = picture + y * PICTURE_WIDTH
    cdef uint64_t differs
    cdef int i
    if rows.known[y]:
        return bits
    rows.known[y] = 1
    bits[0] = bits[1] = bits[2] = 0
    for i in range(PICTURE_WIDTH // 8):
        differs = ((eight_cells(cells + 8 * i) >> shift) & <uint64_t>0x0F0F0F0F0F0F0F0F) ^ empty
        # Bit 7 of each byte becomes 1 where the nibble differs; the product gathers the eight bits in the top byte.
        differs = (~(differs + <uint64_t>0x7F7F7F7F7F7F7F7F) >> 7) & <uint64_t>0x0101010101010101
        bits[i >> 3] |= ((differs * <uint64_t>0x0102040810204080) >> 56) << (8 * (i & 7))
    return bits


cdef inline int first_open(const uint64_t* bits, int x) noexcept nogil:
    """Return the first open cell at or after x (0-160), 160 if there is none."""
    cdef int word = x >> 6
    cdef uint64_t rest = bits[word] >> (x & 63)
    if rest:
        return x + lowest_bit(rest)
    word += 1
    while word < ROW_WORDS:
        if bits[word]:
            return 64 * word + lowest_bit(bits[word])
        word += 1
    return PICTURE_WIDTH


cdef inline int first_closed(const uint64_t* bits, int x) noexcept nogil:
    """Return the first cell at or after x (0-159) that is not open, 160 if there is none."""
    cdef int word = x >> 6
    cdef uint64_t rest = ~bits[word] >> (x & 63)
    if rest:
        return x + lowest_bit(rest)
    word += 1
    while ~bits[word] == 0:    # the spare bits of the last word are never set
        word += 1
    return 64 * word + lowest_bit(~bits[word])


cdef inline int run_start(const uint64_t* bits, int x) noexcept nogil:
    """Return the first cell of the run of open cells that x belongs to."""
    cdef int word = x >> 6
    cdef uint64_t rest = ~bits[word] << (63 - (x & 63))
    if rest:
        return x - 63 + highest_bit(rest) + 1
    word -= 1
    while word >= 0:
        if ~bits[word]:
            return 64 * word + highest_bit(~bits[word]) + 1
        word -= 1
    return 0


cdef inline void close_run(uint64_t* bits, int left, int right) noexcept nogil:
    """Clear the bits of the cells left to right - 1."""
    cdef int first = left >> 6
    cdef int last = (right - 1) >> 6
    cdef uint64_t head = ~<uint64_t>0 << (left & 63)
    cdef uint64_t tail = ~<uint64_t>0 >> (63 - ((right - 1) & 63))
    cdef int word
    if first == last:
        bits[first] &= ~(head & tail)
        return
    bits[first] &= ~head
    for word in range(first + 1, last):
        bits[word] = 0
    bits[last] &= ~tail


cdef int flood_fill(uint8_t* picture, uint16_t* queue, int x, int y, uint8_t mask, uint8_t value) noexcept nogil:
    """Paint the open cells that hang together with (x, y) by their sides; return how many were painted.

    `mask` and `value` are those of `plot` and say which planes are on. `queue` needs 26,880 places: a place is taken
    for a pair of runs that touch, at most 159 pairs in each of 167 pairs of rows, and never twice for the same pair.
    """
    cdef OpenRows rows
    cdef uint64_t empty
    cdef uint64_t* bits
    cdef int shift, left, right, start, neighbour
    cdef int waiting = 0
    cdef int painted = 0
    if mask & 0x0F:
        if value & 0x0F == COLOUR_WHITE:
            return 0
        shift = 0
        empty = COLOUR_WHITE * <uint64_t>0x0101010101010101
    elif mask & 0xF0:
        if value >> 4 == PRIORITY_EMPTY:
            return 0
        shift = 4
        empty = PRIORITY_EMPTY * <uint64_t>0x0101010101010101
    else:
        return 0
    if ((picture[y * PICTURE_WIDTH + x] >> shift) & 0x0F) != (empty & 0x0F):
        return 0
    memset(rows.known, 0, sizeof(rows.known))
    open_row(&rows, picture, y, shift, empty)
    queue[0] = y << 8 | x
    waiting = 1
    while waiting:
        waiting -= 1
        x = queue[waiting] & 0xFF
        y = queue[waiting] >> 8
        bits = rows.bits[y]
        if not (bits[x >> 6] >> (x & 63)) & 1:
            continue
        left = run_start(bits, x)
        right = first_closed(bits, x)
        close_run(bits, left, right)
        plot_run(picture + y * PICTURE_WIDTH + left, right - left, mask, value)
        painted += right - left
        for neighbour in range(y - 1, y + 2, 2):
            if neighbour < 0 or neighbour >= PICTURE_HEIGHT:
                continue
            bits = open_row(&rows, picture, neighbour, shift, empty)
            start = first_open(bits, left)
            while start < right:
                queue[waiting] = neighbour << 8 | start
                waiting += 1
                start = first_open(bits, first_closed(bits, start))
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
