from libc.stdint cimport uint8_t, uint32_t, uint64_t

from agi_emu._core.layout cimport *

cdef enum:
    ROW_WORDS = 4          # 160 bits; what is left of the third word is 0, the fourth only makes rows easy to address
    ROW_GROUP_SHIFT = 2    # rows are looked at again in fours
    # What may wait in a fill, and one place to write to that does not count (flood_fill says why no more can).
    WAITING_PLACES = PICTURE_WIDTH // 2 * (PICTURE_HEIGHT - 1) + 2 * PICTURE_HEIGHT + 1

# Which cells of a picture are open to a fill.
cdef struct Ground:
    # A bit a cell, and a closed row before the first and after the last.
    uint64_t[ROW_WORDS * (PICTURE_HEIGHT + 2)] open
    # Bit n: rows 4n to 4n + 3 may have been drawn on since their bits were computed.
    uint64_t changed
    # The nibble that was looked at: colour or priority; 0 for none yet.
    uint8_t mask


cdef inline void change_rows(Ground* ground, int first, int last) noexcept nogil:
    """Note that something was drawn on some rows of the picture, in any order."""
    cdef int low = min(first, last) >> ROW_GROUP_SHIFT
    cdef int high = max(first, last) >> ROW_GROUP_SHIFT
    ground.changed |= (~<uint64_t>0 << low) & (~<uint64_t>0 >> (63 - high))


cdef void begin_ground(Ground* ground) noexcept nogil
cdef int flood_fill(
    Ground* ground, uint8_t* picture, uint32_t* waiting, int x, int y, uint8_t mask, uint8_t value,
    uint32_t* runs=*
) noexcept nogil
