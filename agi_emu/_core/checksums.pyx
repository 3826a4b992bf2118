"""CRC-32 of a picture and of the recordings' screen model, brought from one moment to the next.

A CRC is linear: that of a picture with some cells changed is that of the picture before, exclusive-or what the changed
cells contribute. So only those are looked at. What a cell contributes depends on its place in its row; each row adds
160 zeros after those before it, which a table passes at once.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcmp, memcpy

from agi_emu._core.layout cimport *

cdef enum:
    WORD = 8
    NIBBLES = 16
    CRC_BYTES = 4
    BYTE_BITS = 8
    POLYNOMIAL = 0xEDB88320

cdef uint64_t LOW_NIBBLES = 0x0F0F0F0F0F0F0F0F
cdef uint64_t HIGH_NIBBLES = 0xF0F0F0F0F0F0F0F0

# What a cell contributes to the CRC of its row, by its low and by its high nibble; what a row of zeros makes of each
# byte of a CRC.
cdef uint32_t LOW[PICTURE_WIDTH][NIBBLES]
cdef uint32_t HIGH[PICTURE_WIDTH][NIBBLES]
cdef uint32_t ROW[CRC_BYTES][256]


cdef uint32_t pass_zeros(uint32_t crc, int count) noexcept nogil:
    """Return what a CRC becomes by `count` bytes of 0."""
    cdef int _bit
    for _bit in range(BYTE_BITS * count):
        crc = (crc >> 1) ^ (POLYNOMIAL & (0 - (crc & 1)))
    return crc


def _write_tables():
    """Write the tables above."""
    cdef int nibble, column, byte, bit, value
    cdef uint32_t of_bit
    for nibble in range(NIBBLES):
        LOW[PICTURE_WIDTH - 1][nibble] = pass_zeros(nibble, 1)
        HIGH[PICTURE_WIDTH - 1][nibble] = pass_zeros(nibble << 4, 1)
        for column in range(PICTURE_WIDTH - 1, 0, -1):
            LOW[column - 1][nibble] = pass_zeros(LOW[column][nibble], 1)
            HIGH[column - 1][nibble] = pass_zeros(HIGH[column][nibble], 1)
    for byte in range(CRC_BYTES):
        for bit in range(BYTE_BITS):
            of_bit = pass_zeros(<uint32_t> 1 << (BYTE_BITS * byte + bit), PICTURE_WIDTH)
            for value in range(1 << bit):
                ROW[byte][value | 1 << bit] = ROW[byte][value] ^ of_bit


_write_tables()


cdef inline uint32_t pass_row(uint32_t crc) noexcept nogil:
    """Return what a CRC becomes by a row of zeros."""
    return ROW[0][crc & 0xFF] ^ ROW[1][crc >> 8 & 0xFF] ^ ROW[2][crc >> 16 & 0xFF] ^ ROW[3][crc >> 24]


cdef uint32_t crc_of_zeros(int rows) noexcept nogil:
    """Return the CRC of rows of zeros."""
    cdef uint32_t crc = 0xFFFFFFFF
    cdef int _row
    for _row in range(rows):
        crc = pass_row(crc)
    return ~crc


cdef inline uint32_t of_nibbles(const uint32_t (*table)[NIBBLES], uint64_t word) noexcept nogil:
    """Return what the low nibbles of eight cells contribute; the table begins with those of the first cell."""
    return (
        table[0][word & 15] ^ table[1][word >> 8 & 15] ^ table[2][word >> 16 & 15] ^ table[3][word >> 24 & 15]
        ^ table[4][word >> 32 & 15] ^ table[5][word >> 40 & 15] ^ table[6][word >> 48 & 15] ^ table[7][word >> 56 & 15]
    )


cdef inline void take_rows(
    uint8_t* before, const uint8_t* now, int rows, const uint32_t (*of_high)[NIBBLES], uint32_t* low, uint32_t* high
) noexcept nogil:
    """Copy the rows that changed; add what the changes of the nibbles contribute to a CRC each."""
    cdef int _row, column
    cdef uint32_t lows = 0, highs = 0
    cdef uint64_t old, new
    for _row in range(rows):
        lows = pass_row(lows)
        highs = pass_row(highs)
        if memcmp(before, now, PICTURE_WIDTH) != 0:
            column = 0
            while column < PICTURE_WIDTH:
                memcpy(&old, before + column, WORD)
                memcpy(&new, now + column, WORD)
                old ^= new
                if old & LOW_NIBBLES:
                    lows ^= of_nibbles(&LOW[column], old)
                if old & HIGH_NIBBLES:
                    highs ^= of_nibbles(&of_high[column], old >> 4)
                column += WORD
            memcpy(before, now, PICTURE_WIDTH)
        before += PICTURE_WIDTH
        now += PICTURE_WIDTH
    low[0] ^= lows
    high[0] ^= highs


cdef void take_picture(uint8_t* before, const uint8_t* now, uint32_t* colours, uint32_t* priorities) noexcept nogil:
    """Bring the CRCs of the colours and priorities of a picture, and its copy, to what it is now."""
    take_rows(before, now, PICTURE_HEIGHT, LOW, colours, priorities)


cdef void take_screen(uint8_t* before, const uint8_t* now, uint32_t* crc) noexcept nogil:
    """Bring the CRC of a screen model, and its copy, to what it is now."""
    take_rows(before, now, SCREEN_HEIGHT, HIGH, crc, crc)
