"""LZW of version 3 volumes: 9 to 11 bit codes, least significant bit first, 256 starts over, 257 ends.

Source: reference: RES-17; specification 3.3.

A string that a code stands for has always been written before, so the table holds where: an offset and a length. A new
code is the string before and the byte after it, which is where the output stands by then.
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


def expand(const uint8_t[::1] stored not None, uint8_t[::1] output not None):
    """Expand `stored` into `output`; return the number of bytes written, at most the size of `output`.

    A stream that makes no sense (a code that is not in the table yet) ends there; so does one that runs out.
    """
    cdef Py_ssize_t written
    if stored.shape[0] == 0 or output.shape[0] == 0:
        return 0
    with nogil:
        written = _expand(&stored[0], stored.shape[0], &output[0], output.shape[0])
    return written


cdef inline void _copy_string(
    uint8_t* target, const uint8_t* source, Py_ssize_t length, Py_ssize_t room
) noexcept nogil:
    """Copy a string from farther back in the output, its last byte possibly the first that is written here.

    Most are shorter than a word: a word is copied whole where there is room for it, the rest is overwritten later.
    """
    cdef Py_ssize_t i = 0
    cdef uint64_t word
    if target - source >= WORD and room >= length + WORD:
        while True:
            memcpy(&word, source + i, WORD)
            memcpy(target + i, &word, WORD)
            i += WORD
            if i >= length:
                return
    while i < length and i < room:
        target[i] = source[i]
        i += 1


cdef Py_ssize_t _expand(const uint8_t* stored, Py_ssize_t length, uint8_t* output, Py_ssize_t room) noexcept nogil:
    """Unpack codes of 9 to 11 bits; return how many bytes were written (reference: RES-17)."""
    cdef uint32_t start[TABLE]
    cdef uint32_t size[TABLE]
    cdef uint64_t bits = 0, word
    cdef uint32_t bit_count = 0, width = LEAST_BITS, code, free_code = FIRST
    cdef Py_ssize_t position = 0, written = 0, previous = -1, begin, count
    while written < room:
        if bit_count < width:
            if position + WORD <= length:
                # The bits of the word that do not fit are read again: bytes count only as far as they are whole.
                word = (
                    <uint64_t>stored[position] | <uint64_t>stored[position + 1] << 8
                    | <uint64_t>stored[position + 2] << 16 | <uint64_t>stored[position + 3] << 24
                    | <uint64_t>stored[position + 4] << 32 | <uint64_t>stored[position + 5] << 40
                    | <uint64_t>stored[position + 6] << 48 | <uint64_t>stored[position + 7] << 56
                )
                bits |= word << bit_count
                position += (63 - bit_count) >> 3
                bit_count |= 56
            else:
                while bit_count <= 48 and position < length:
                    bits |= <uint64_t>stored[position] << bit_count
                    bit_count += 8
                    position += 1
                if bit_count < width:
                    break
        code = <uint32_t>bits & ((1u << width) - 1)
        bits >>= width
        bit_count -= width
        begin = written
        if code < RESET:
            output[written] = <uint8_t>code
            written += 1
        elif code >= FIRST:
            if previous < 0 or code > free_code:
                break
            if code < free_code:
                count = size[code]
                _copy_string(output + written, output + start[code], count, room - written)
            else:
                # The string is the one before it followed by that one's own first byte.
                count = written - previous + 1
                _copy_string(output + written, output + previous, count, room - written)
            written = min(written + count, room)
        elif code == RESET:
            width = LEAST_BITS
            free_code = FIRST
            previous = -1
            continue
        else:
            break
        if previous >= 0 and free_code < TABLE:
            start[free_code] = <uint32_t>previous
            size[free_code] = <uint32_t>(begin - previous + 1)
            free_code += 1
            if free_code >= (1u << width) and width < MOST_BITS:
                width += 1
        previous = begin
    return written
