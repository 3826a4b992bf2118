"""What the CGA's drivers do: pairs of two bits on the screen, views translated in memory (reference: PIC-41, PIC-46).

A pixel of the screen is two bits: one of four colours on an RGB monitor, two dots of 640 on a television.
"""

from libc.stdint cimport uint8_t
from libc.string cimport memset

from agi_emu._core.layout cimport *
from agi_emu._core.view_tables cimport (
    LONGEST_VIEW, CelHeader, cel_header, loop_offset, view_cel_count, view_loop_count
)

cdef enum:
    TEXT_LINES = 8       # of a row of text
    COLOURS = 16
    TRANSPARENT = 0x0F   # in a cel's third byte
    MOST_LOOKS = 32      # at each byte of a view, on average
    DOTS = 2 * SCREEN_WIDTH
    CARRIER = 4          # dots of a wave of the colour carrier


cdef void show_pairs(StateLayout* state, int left, int right, int first, int last, int shift) noexcept nogil:
    """Show the low (shift 0) or high (shift 4) nibbles of a rectangle of the picture: the high pair is the left one."""
    cdef int row, column, nibble
    cdef uint8_t* pixels
    for row in range(first, last):
        pixels = &state.screen[(TEXT_LINES * state.text.picture_row + row) * SCREEN_WIDTH]
        for column in range(left, right):
            nibble = state.picture[row * PICTURE_WIDTH + column] >> shift
            pixels[2 * column] = (nibble >> 2) & 3
            pixels[2 * column + 1] = nibble & 3


cdef void fill_pairs(StateLayout* state, int left, int right, int first, int last, int nibble) noexcept nogil:
    """Fill lines of the screen with a nibble; columns are picture cells."""
    cdef int line, column
    cdef uint8_t* pixels
    for line in range(first, last):
        pixels = &state.screen[line * SCREEN_WIDTH]
        for column in range(left, right):
            pixels[2 * column] = <uint8_t> (nibble >> 2)
            pixels[2 * column + 1] = nibble & 3


def translated_view(bytes view not None, const uint8_t[::1] nibbles not None, int hole) -> bytes:
    """Return a view as the driver makes it when it is loaded; `nibbles` are those of the 16 colours.

    `hole` is the nibble of what is transparent, -1 where that has the nibble of its colour. Quirk: there is one table
    for all cels, so what an earlier cel has as transparent is a hole in later ones; and of loops that share their data
    only neighbours are known, others are translated once more (reference: PIC-46).
    """
    cdef uint8_t[COLOURS] table
    cdef bytearray made = bytearray(view)
    cdef Py_ssize_t length = min(len(view), LONGEST_VIEW), start, before = -1, offset, left = MOST_LOOKS * length
    cdef uint8_t* data = made
    cdef CelHeader header
    cdef int loop, cel, colour, _
    if nibbles.shape[0] != COLOURS:
        raise ValueError(f"a table has {COLOURS} colours, not {nibbles.shape[0]}")
    for colour in range(COLOURS):
        table[colour] = nibbles[colour] & 15
    for loop in range(view_loop_count(data, length)):
        start = loop_offset(data, length, loop)
        if start == before:
            continue
        before = start
        for cel in range(view_cel_count(data, length, loop)):
            if not cel_header(data, length, loop, cel, loop, &header):
                continue
            if hole >= 0:
                table[header.transparent] = <uint8_t> (hole & 15)
            offset = header.rows - 1
            data[offset] = (data[offset] & ~TRANSPARENT & 0xFF) | table[header.transparent]
            offset += 1
            for _ in range(header.height):
                while offset < length and data[offset] != 0:
                    data[offset] = <uint8_t> (table[data[offset] >> 4] << 4 | (data[offset] & 15))
                    offset += 1
                    left -= 1
                offset += 1
                left -= 1
                # Cels that overlap without end are no game's: what is left stays as it is.
                if left < 0 or offset >= length:
                    break
            if left < 0:
                return bytes(made)
    return bytes(made)


def artefacts(const uint8_t[::1] pixels not None) -> bytes:
    """Return 640x200 nibbles that say which colour a television makes of each dot of 320x200 pairs.

    A dot's colour comes from the four dots, a wave of the colour carrier, around it: the bit of each stands at its
    place in the wave, so a pattern of four dots that repeats has one colour wherever it is looked at. That is a model.
    """
    cdef Py_ssize_t line
    cdef int dot, near, nibble
    cdef uint8_t[DOTS + CARRIER] bits
    cdef bytearray made = bytearray(2 * pixels.shape[0])
    cdef uint8_t* target = made
    if pixels.shape[0] % SCREEN_WIDTH:
        raise ValueError(f"a screen has lines of {SCREEN_WIDTH} pixels")
    memset(bits, 0, sizeof(bits))
    for line in range(pixels.shape[0] // SCREEN_WIDTH):
        for dot in range(DOTS):
            bits[dot + 1] = (pixels[line * SCREEN_WIDTH + dot // 2] >> (1 - dot % 2)) & 1
        for dot in range(DOTS):
            nibble = 0
            for near in range(dot - 1, dot + CARRIER - 1):
                nibble |= bits[near + 1] << (CARRIER - 1 - (near & (CARRIER - 1)))
            target[line * DOTS + dot] = <uint8_t> nibble
    return bytes(made)
