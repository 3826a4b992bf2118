"""LZW of version 3 volumes: 9 to 11 bit codes, least significant bit first, 256 starts over, 257 ends.

Source: reference: resources.md 4; specification 3.3.
"""

from libc.stdint cimport uint8_t, uint16_t, uint32_t

cdef enum:
    RESET = 256
    END = 257
    FIRST = 258  # the first code that stands for more than one byte
    TABLE = 2048  # codes never need 12 bits
    LEAST_BITS = 9
    MOST_BITS = 11
    NONE = 0xFFFF


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


cdef Py_ssize_t _expand(const uint8_t *stored, Py_ssize_t length, uint8_t *output, Py_ssize_t room) noexcept nogil:
    cdef uint16_t prefix[TABLE]
    cdef uint8_t suffix[TABLE]
    cdef uint8_t pending[TABLE]  # one string, last byte first: a string is shorter than the table
    cdef uint32_t bits = 0, bit_count = 0, width = LEAST_BITS
    cdef uint32_t code, link, free_code = FIRST, previous = NONE
    cdef int depth
    cdef uint8_t first = 0
    cdef Py_ssize_t position = 0, written = 0
    while written < room:
        while bit_count < width and position < length:
            bits |= <uint32_t>stored[position] << bit_count
            bit_count += 8
            position += 1
        if bit_count < width:
            break
        code = bits & ((1u << width) - 1)
        bits >>= width
        bit_count -= width
        if code == RESET:
            width = LEAST_BITS
            free_code = FIRST
            previous = NONE
            continue
        if code == END:
            break
        if previous == NONE:
            if code > 255:
                break
            first = <uint8_t>code
            output[written] = first
            written += 1
            previous = code
            continue
        if code > free_code or (code == free_code and free_code >= TABLE):
            break
        depth = 0
        link = code
        if code == free_code:
            # The string is the one before it followed by that one's own first byte.
            pending[0] = first
            depth = 1
            link = previous
        while link >= FIRST:
            pending[depth] = suffix[link]
            depth += 1
            link = prefix[link]
        first = <uint8_t>link
        pending[depth] = first
        while depth >= 0 and written < room:
            output[written] = pending[depth]
            written += 1
            depth -= 1
        if free_code < TABLE:
            prefix[free_code] = <uint16_t>previous
            suffix[free_code] = first
            free_code += 1
            if free_code >= (1u << width) and width < MOST_BITS:
                width += 1
        previous = code
    return written
