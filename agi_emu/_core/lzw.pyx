"""LZW of version 3 volumes: 9 to 11 bit codes, least significant bit first, 256 starts over, 257 ends.

Source: reference: RES-17; specification 3.3.

A string that a code stands for has always been written before, so the table holds where, and how long it is. Three of
four strings have no more than two bytes, so it holds the first eight as well: these are written without reading what
was written just before, which a processor would wait for.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy

cdef enum:
    RESET = 256
    END = 257
    FIRST = 258  # the first code that stands for more than one byte
    TABLE = 2048  # codes never need 12 bits
    LEAST_BITS = 9
    MOST_BITS = 11
    WORD = 8  # bytes that are read and copied at once
    WORD_BITS = 64

# What a code stands for.
cdef struct String:
    uint64_t bytes  # the first eight, the lowest byte first
    uint32_t start  # in the output
    uint32_t size   # 0: there is none


def expand(const uint8_t[::1] stored not None, uint8_t[::1] output not None) -> int:
    """Expand `stored` into `output`; return the number of bytes written, at most the size of `output`.

    A stream that makes no sense (a code that is not in the table yet) ends there; so does one that runs out.
    """
    cdef Py_ssize_t written
    if stored.shape[0] == 0 or output.shape[0] == 0:
        return 0
    with nogil:
        written = _expand(&stored[0], stored.shape[0], &output[0], output.shape[0])
    return written


cdef inline uint64_t _word(const uint8_t* place) noexcept nogil:
    """Return eight bytes, the lowest first: compilers make one instruction of it."""
    return (
        <uint64_t>place[0] | <uint64_t>place[1] << 8 | <uint64_t>place[2] << 16 | <uint64_t>place[3] << 24
        | <uint64_t>place[4] << 32 | <uint64_t>place[5] << 40 | <uint64_t>place[6] << 48 | <uint64_t>place[7] << 56
    )


cdef inline void _put_word(uint8_t* place, uint64_t word) noexcept nogil:
    """Write eight bytes, the lowest first, likewise."""
    place[0] = <uint8_t>word
    place[1] = <uint8_t>(word >> 8)
    place[2] = <uint8_t>(word >> 16)
    place[3] = <uint8_t>(word >> 24)
    place[4] = <uint8_t>(word >> 32)
    place[5] = <uint8_t>(word >> 40)
    place[6] = <uint8_t>(word >> 48)
    place[7] = <uint8_t>(word >> 56)


cdef uint64_t _last_bits(const uint8_t* stored, Py_ssize_t length, Py_ssize_t position) noexcept nogil:
    """Return the bits from a bit near the end on."""
    cdef uint64_t bits = 0
    cdef Py_ssize_t i = position >> 3
    cdef int shift = 0
    while i < length and shift < WORD_BITS:
        bits |= <uint64_t>stored[i] << shift
        shift += 8
        i += 1
    return bits >> (position & 7)


cdef inline String _longer(String string, uint64_t byte) noexcept nogil:
    """Return a string with a byte after it."""
    if string.size < WORD:
        string.bytes |= byte << 8 * string.size
    string.size += 1
    return string


cdef inline void _copy_rest(uint8_t* target, const uint8_t* source, uint32_t size) noexcept nogil:
    """Copy the bytes after the first eight from farther back in the output, in words; seven bytes more may be written.

    If the string is the one right before with its own first byte after it, that byte is written here.
    """
    cdef uint32_t i = WORD
    cdef uint64_t word
    while i < size:
        memcpy(&word, source + i, WORD)
        memcpy(target + i, &word, WORD)
        i += WORD
    if target - source < size:
        target[size - 1] = source[0]


cdef inline Py_ssize_t _write(uint8_t* output, Py_ssize_t written, Py_ssize_t room, String string) noexcept nogil:
    """Write a string, or what of it there is room for; return how many bytes are written then."""
    cdef uint32_t i
    if room - written >= <Py_ssize_t>string.size + WORD:
        _put_word(output + written, string.bytes)
        if string.size > WORD:
            _copy_rest(output + written, output + string.start, string.size)
        return written + string.size
    for i in range(string.size):
        if written == room:
            break
        output[written] = <uint8_t>(string.bytes >> 8 * i) if i < WORD else output[string.start + i]
        written += 1
    return written


cdef Py_ssize_t _expand(const uint8_t* stored, Py_ssize_t length, uint8_t* output, Py_ssize_t room) noexcept nogil:
    """Unpack codes of 9 to 11 bits; return how many bytes were written (reference: RES-17)."""
    cdef String[TABLE] table
    cdef String string, previous
    cdef uint64_t bits
    cdef uint32_t code, width = LEAST_BITS, free_code = FIRST
    cdef Py_ssize_t position = 0, begin, written = 0
    cdef int byte
    previous.bytes = previous.start = previous.size = 0
    for byte in range(RESET):
        table[byte].bytes = byte
        table[byte].size = 1
    while written < room and position + width <= 8 * length:
        if position + WORD_BITS <= 8 * length:
            bits = _word(stored + (position >> 3)) >> (position & 7)
        else:
            bits = _last_bits(stored, length, position)
        code = <uint32_t>bits & ((1u << width) - 1)
        position += width
        if code == RESET:
            width = LEAST_BITS
            free_code = FIRST
            previous.size = 0
            continue
        if code == END or code > free_code or (code == free_code and not previous.size):
            break
        if code < free_code:
            string = table[code]
        else:
            # The string is the one before it followed by that one's own first byte.
            string = _longer(previous, previous.bytes & 0xFF)
        begin = written
        written = _write(output, written, room, string)
        if previous.size and free_code < TABLE:
            table[free_code] = _longer(previous, string.bytes & 0xFF)
            free_code += 1
            if free_code >= (1u << width) and width < MOST_BITS:
                width += 1
        previous = string
        previous.start = <uint32_t>begin
    return written
