# One cell of a cel. What lies below control lines is found once for each column (reference: VIEW-15).

from libc.stdint cimport uint8_t, uint16_t, uint32_t
from libc.string cimport memset

from agi_emu._core.layout cimport *

cdef enum:
    LARGEST_CONTROL = 2  # priorities 0-2 are control lines
    NOTHING = 0x80  # in an unpacked row: a transparent cell
    CONTROL_COST = 3  # a cell on a control line
    SPILLED_COST = 2  # a cell of a row that spills
    MOST_COST = 8_000_000  # of all cels that are drawn at once, after which none is drawn; no game comes near

cdef struct Below:
    # What was found below control lines while a cel is drawn, by column: cells from `above` down to before `ground` are
    # control lines.
    bint is_begun
    int cost  # in units of fuel, from the first cel that is drawn at once on
    int looked  # from each cell on a control line down to the ground, in cells of the picture; once it is begun
    uint16_t[PICTURE_WIDTH] above
    uint16_t[PICTURE_WIDTH] ground

cdef bint draw_cut_row(
    Below* below, uint8_t* picture, int address, const uint8_t* cells, int width, int priority
) noexcept nogil
cdef bint draw_on_controls(
    Below* below, uint8_t* picture, int address, const uint8_t* cells, uint32_t chosen, int priority
) noexcept nogil

cdef inline int far_below(Below* below, const uint8_t* picture, int address) noexcept nogil:
    """Return the first priority below a cell that is not a control line, where the cell under it is one.

    Where control lines reach down to the last row it is the last one's; below the last row it is 0.
    """
    cdef int column = address % PICTURE_WIDTH, place = address + PICTURE_WIDTH
    if not below.is_begun:
        below.is_begun = True
        below.looked = 0
        memset(&below.above[0], 0xFF, sizeof(below.above))
    # Drawing makes no control line and removes none, so what was found from a row above still holds.
    if below.above[column] <= address and place <= below.ground[column]:
        place = below.ground[column]
    else:
        while place < PICTURE_CELLS and picture[place] >> 4 <= LARGEST_CONTROL:
            place += PICTURE_WIDTH
        below.above[column] = <uint16_t> address
        below.ground[column] = <uint16_t> place
    below.looked += place - address - PICTURE_WIDTH
    if place < PICTURE_CELLS:
        return picture[place] >> 4
    return picture[place - PICTURE_WIDTH] >> 4 if place > address + PICTURE_WIDTH else 0


cdef inline bint draw_on_control(
    Below* below, uint8_t* picture, int address, int colour, int priority
) noexcept nogil:
    """Draw one cell on a control line if what is below the line lets it be seen; return if it does."""
    cdef int behind = 0
    if address + PICTURE_WIDTH < PICTURE_CELLS:
        behind = picture[address + PICTURE_WIDTH] >> 4
        if behind <= LARGEST_CONTROL:
            behind = far_below(below, picture, address)
    if behind > priority:
        return False
    picture[address] = (picture[address] & 0xF0) | colour
    return True


cdef inline bint draw_cell(Below* below, uint8_t* picture, int address, int colour, int priority) noexcept nogil:
    """Draw one cell if it is visible; return if it is. What lies outside of the picture counts as visible."""
    cdef int behind
    if address < 0 or address >= PICTURE_CELLS:
        return True
    behind = picture[address] >> 4
    if behind <= LARGEST_CONTROL:
        return draw_on_control(below, picture, address, colour, priority)
    if behind > priority:
        return False
    picture[address] = priority << 4 | colour
    return True
