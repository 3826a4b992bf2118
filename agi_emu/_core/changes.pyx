"""What has changed in a state since another moment of it, packed; and back again.

A state is taken as lines of 64 bytes. For each line that differs there is a record of the exclusive or of both, so the
same record leads from either to the other:

    head   two bytes: number of the line | DOUBLED | NIBBLES
    masks  a byte for each eight of the bytes that are left: bit i is set where byte i is not 0
    bytes  those that are not 0

Of a line in which each byte stands twice, as pixels of the screen do, every second one is left; of one whose bytes are
below 16, as colours are, two go into one, the lower nibble first. Both are found by looking at the line, so nothing
here knows where the screen lies.
"""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy, memset

from agi_emu._core.vector cimport line_differs, lowest_bit

cdef enum:
    LINE = 64  # bytes
    WORD = 8
    WORDS = LINE // WORD
    MOST_LINES = 0x2000
    HEAD = 2
    NUMBER = MOST_LINES - 1
    NIBBLES = 0x4000
    DOUBLED = 0x8000
    MOST_RECORD = HEAD + WORDS + LINE

cdef uint64_t HIGH_BITS = 0x8080808080808080
cdef uint64_t LOW_NIBBLES = 0x0F0F0F0F0F0F0F0F
cdef uint64_t HIGH_NIBBLES = 0xF0F0F0F0F0F0F0F0
cdef uint64_t EVERY_SECOND = 0x00FF00FF00FF00FF
cdef uint64_t TWO_OF_FOUR = 0x0000FFFF0000FFFF
cdef uint64_t FOUR_OF_EIGHT = 0x00000000FFFFFFFF
cdef uint64_t GATHER = 0x0102040810204080  # a product by it has the lowest bits of eight bytes in its top byte


def packed_size(Py_ssize_t size) -> int:
    """Return the most bytes that the changes of a state of `size` bytes take; ValueError for one that is too large."""
    if size < 0 or size > MOST_LINES * LINE:
        raise ValueError(f"a state has at most {MOST_LINES * LINE} bytes, not {size}")
    return (size + LINE - 1) // LINE * MOST_RECORD


def pack(
    uint8_t[::1] before not None, const uint8_t[::1] now not None, Py_ssize_t used, uint8_t[::1] packed not None
) -> int:
    """Pack what differs in the first `used` bytes of two states, and in the rest of the last line; copy it to `before`.

    Return the number of bytes that `packed` begins with then. It must have `packed_size` of them, else ValueError.
    """
    cdef Py_ssize_t size = before.shape[0], count
    if size != now.shape[0] or used < 0 or used > size:
        raise ValueError(f"{used} bytes of states of {size} and {now.shape[0]} bytes cannot be compared")
    if packed.shape[0] < packed_size(size):
        raise ValueError(f"{packed.shape[0]} bytes are too few for the changes of {size} bytes")
    if used == 0:
        return 0
    with nogil:
        count = _pack(&before[0], &now[0], size, used, &packed[0])
    return count


def undo(uint8_t[::1] state not None, const uint8_t[::1] packed not None) -> None:
    """Make a state what it was before changes that `pack` has packed, or the other way round.

    ValueError for bytes that `pack` does not make of a state of this size; what comes before them is undone.
    """
    cdef Py_ssize_t position = 0, taken = 0
    while position < packed.shape[0]:
        if state.shape[0] > 0:
            taken = _undo(&state[0], state.shape[0], &packed[position], packed.shape[0] - position)
        if taken == 0:
            raise ValueError(f"the changes are wrong at byte {position}")
        position += taken


cdef Py_ssize_t _pack(
    uint8_t* before, const uint8_t* now, Py_ssize_t size, Py_ssize_t used, uint8_t* packed
) noexcept nogil:
    """Pack the lines that differ, and copy them; return the number of packed bytes."""
    cdef Py_ssize_t start = 0, count = 0
    cdef int number = 0
    while start < used and start + LINE <= size:
        if line_differs(before + start, now + start):
            count += _pack_line(before + start, now + start, LINE, number, packed + count)
        start += LINE
        number += 1
    if start < used:
        # The end of a state whose size is no multiple of a line.
        count += _pack_line(before + start, now + start, <int> (size - start), number, packed + count)
    return count


cdef int _pack_line(uint8_t* before, const uint8_t* now, int length, int number, uint8_t* packed) noexcept nogil:
    """Pack a line, and copy it; return the number of packed bytes, 0 where nothing differs."""
    cdef uint64_t words[WORDS]
    cdef uint64_t others[WORDS]
    cdef uint64_t seen = 0, unlike = 0
    cdef int i, count = WORDS
    if length < LINE:
        memset(words, 0, LINE)
        memset(others, 0, LINE)
    memcpy(words, before, length)
    memcpy(others, now, length)
    memcpy(before, now, length)
    for i in range(WORDS):
        words[i] ^= others[i]
        seen |= words[i]
        unlike |= words[i] ^ (words[i] >> 8)
    if seen == 0:
        return 0
    if unlike & EVERY_SECOND == 0:
        number |= DOUBLED
        count = _halve(words, count, 0)
    if seen & HIGH_NIBBLES == 0:
        number |= NIBBLES
        count = _halve(words, count, 4)
    packed[0] = number & 0xFF
    packed[1] = number >> 8
    return HEAD + _pack_words(words, count, packed + HEAD)


cdef inline int _halve(uint64_t* words, int count, int shift) noexcept nogil:
    """Keep every second byte, or-ed with `shift` bits of the one after it; return the number of words left."""
    cdef uint64_t half
    cdef int i
    for i in range(count):
        half = (words[i] | words[i] >> shift) & EVERY_SECOND
        half = (half | half >> 8) & TWO_OF_FOUR
        half = (half | half >> 16) & FOUR_OF_EIGHT
        if i & 1:
            words[i >> 1] |= half << 32
        else:
            words[i >> 1] = half
    return count >> 1


cdef inline int _pack_words(const uint64_t* words, int count, uint8_t* packed) noexcept nogil:
    """Write the masks of words and their bytes that are not 0; return how many bytes that are."""
    cdef int i, size = count
    cdef uint64_t filled
    for i in range(count):
        filled = ((words[i] & ~HIGH_BITS) + ~HIGH_BITS | words[i]) & HIGH_BITS
        packed[i] = <uint8_t> ((filled >> 7) * GATHER >> 56)
        while filled:
            packed[size] = <uint8_t> (words[i] >> (lowest_bit(filled) & 56))
            size += 1
            filled &= filled - 1
    return size


cdef int _undo(uint8_t* state, Py_ssize_t size, const uint8_t* packed, Py_ssize_t left) noexcept nogil:
    """Undo the record that `packed` begins with; return its bytes, 0 if it is not one of a state of this size."""
    cdef uint64_t words[WORDS]
    cdef uint64_t others[WORDS]
    cdef int i, form, count = WORDS, taken
    cdef Py_ssize_t start, length
    if left < HEAD:
        return 0
    form = packed[0] | packed[1] << 8
    start = <Py_ssize_t> (form & NUMBER) * LINE
    if form & ~(NUMBER | DOUBLED | NIBBLES) or start >= size:
        return 0
    count >>= (form & DOUBLED != 0) + (form & NIBBLES != 0)
    taken = _unpack_words(words, count, packed + HEAD, left - HEAD)
    if taken == 0:
        return 0
    if form & NIBBLES:
        count = _double(words, count, 4, LOW_NIBBLES)
    if form & DOUBLED:
        count = _double(words, count, 8, ~<uint64_t> 0)
    length = min(LINE, size - start)
    memcpy(others, state + start, length)
    for i in range(WORDS):
        others[i] ^= words[i]
    memcpy(state + start, others, length)
    return HEAD + taken


cdef int _unpack_words(uint64_t* words, int count, const uint8_t* packed, Py_ssize_t left) noexcept nogil:
    """Read words as `_pack_words` writes them; return how many bytes these are, 0 if there are fewer."""
    cdef int i, bits, size = count
    if left < count:
        return 0
    for i in range(count):
        words[i] = 0
        bits = packed[i]
        while bits:
            if size >= left:
                return 0
            words[i] |= <uint64_t> packed[size] << 8 * lowest_bit(bits)
            size += 1
            bits &= bits - 1
    return size


cdef inline int _double(uint64_t* words, int count, int shift, uint64_t kept) noexcept nogil:
    """Spread bytes, keep the `kept` bits of each and of itself shifted to the next; return the number of words."""
    cdef uint64_t spread
    cdef int i
    for i in range(2 * count - 1, -1, -1):
        spread = words[i >> 1] >> 32 if i & 1 else words[i >> 1] & FOUR_OF_EIGHT
        spread = (spread | spread << 16) & TWO_OF_FOUR
        spread = (spread | spread << 8) & EVERY_SECOND
        words[i] = (spread | spread << shift) & kept
    return 2 * count
