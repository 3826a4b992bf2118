"""Cells of a cel that are drawn singly: those on control lines, and those of a row that reaches out of the picture."""

from libc.stdint cimport uint8_t, uint32_t

from agi_emu._core.layout cimport *
from agi_emu._core.vector cimport lowest_bit


cdef bint draw_cut_row(
    Below* below, uint8_t* picture, int address, const uint8_t* cells, int width, int priority
) noexcept nogil:
    """Draw an unpacked row that may reach out of the picture; return whether any cell is visible."""
    cdef int column
    cdef bint is_outside = address >= PICTURE_CELLS or address + width <= 0, visible = False
    below.cost += CONTROL_COST * width
    for column in range(width):
        if cells[column] != NOTHING and (
            is_outside or draw_cell(below, picture, address + column, cells[column], priority)
        ):
            visible = True
            if is_outside:
                break
    return visible


cdef bint draw_on_controls(
    Below* below, uint8_t* picture, int address, const uint8_t* cells, uint32_t chosen, int priority
) noexcept nogil:
    """Draw the cells of a group whose bits are set, which are on control lines; return whether any is visible."""
    cdef int i
    cdef bint visible = False
    while chosen:
        i = lowest_bit(chosen)
        chosen &= chosen - 1
        below.cost += CONTROL_COST
        visible |= draw_on_control(below, picture, address + i, cells[i], priority)
    return visible
