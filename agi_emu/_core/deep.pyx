"""The 256 colours of the extension AGI256: a second picture beside the first, which keeps the priorities.

While `deep_shown` is set the screen shows the colours of `deep`; everything else is as without it. Objects are drawn
into both (reference: EXT-12, VIEW-6).
"""

from libc.stdint cimport int16_t, uint8_t

from agi_emu._core.below cimport Below, draw_cell
from agi_emu._core.cel cimport blit_cel
from agi_emu._core.layout cimport *
from agi_emu._core.view_tables cimport LONGEST_VIEW, CelHeader, cel_header

cdef enum:
    MARK_BYTES = 2
    LOW_MARK = 0x0F  # the first two bytes of a view of 256 colours
    HIGH_MARK = 0xF0
    COLOURS = 0x0F


cdef bint is_deep_view(const uint8_t* view, Py_ssize_t length) noexcept nogil:
    """Return whether the cels of a view have 256 colours."""
    return length >= MARK_BYTES and view[0] == LOW_MARK and view[1] == HIGH_MARK


cdef void take_colours(StateLayout* s) noexcept nogil:
    """Show 256 colours from now on, beginning with those of the picture; no object may be in it."""
    cdef int cell
    s.deep_shown = 1
    for cell in range(PICTURE_CELLS):
        s.deep[cell] = s.picture[cell] & COLOURS


cdef void take_changed_colours(StateLayout* s, const uint8_t* before) noexcept nogil:
    """Take the colours of the cells that have changed since the picture was as `before`."""
    cdef int cell
    for cell in range(PICTURE_CELLS):
        if (s.picture[cell] ^ before[cell]) & COLOURS:
            s.deep[cell] = s.picture[cell] & COLOURS


cdef int draw_shallow_cel(
    uint8_t* picture, uint8_t* deep, const uint8_t* view, Py_ssize_t length, int loop, int cel, int shown_in, int x,
    int top_byte_row, int priority
) noexcept nogil:
    """Draw a cel of 16 colours into both pictures; arguments and result are those of `blit_cel`.

    A cell was drawn where the colour is the same whatever it was before.
    """
    cdef uint8_t[PICTURE_CELLS] other
    cdef int cell, hidden
    cdef int[2] cost = [0, 0]
    for cell in range(PICTURE_CELLS):
        other[cell] = picture[cell] ^ COLOURS
    blit_cel(other, view, length, loop, cel, shown_in, x, top_byte_row, priority, &cost[0])
    hidden = blit_cel(picture, view, length, loop, cel, shown_in, x, top_byte_row, priority, &cost[0])
    for cell in range(PICTURE_CELLS):
        if (picture[cell] ^ other[cell]) & COLOURS == 0:
            deep[cell] = picture[cell] & COLOURS
    return hidden


cdef int draw_deep_cel(
    uint8_t* picture, uint8_t* deep, const uint8_t* view, Py_ssize_t length, int loop, int cel, int x,
    int top_byte_row, int priority
) noexcept nogil:
    """Draw a cel of 256 colours into both pictures, into the first with the low four bits; return as `blit_cel`.

    The third byte of the cel is its transparent colour. A row has a byte per cell and ends with a 0; the rest of it is
    transparent. No cel is mirrored.
    """
    cdef CelHeader header
    cdef Py_ssize_t offset
    cdef int row, column, address, colour, transparent, hidden = 1
    cdef Below below
    below.is_begun = False
    if not cel_header(view, length, loop, cel, loop, &header):
        return hidden
    offset = header.rows
    transparent = view[offset - 1]
    for row in range(header.height):
        address = <int16_t>(PICTURE_WIDTH * ((top_byte_row & 0xFF) + row) + x)  # addresses have 16 bits
        column = 0
        while offset < length and view[offset] != 0:
            colour = view[offset]
            offset += 1
            if column < header.width and colour != transparent:
                if draw_cell(&below, picture, address + column, colour & COLOURS, priority & 15):
                    hidden = 0
                    if 0 <= address + column < PICTURE_CELLS:
                        deep[address + column] = <uint8_t> colour
            column += 1
        offset += 1
    return hidden


def blit(
    uint8_t[::1] picture not None, uint8_t[::1] deep not None, const uint8_t[::1] view not None, int loop, int cel,
    int x, int top, int priority
) -> bool:
    """Draw a cel of 16 or 256 colours into both pictures; return True if no cell of it is visible. For tests.

    Arguments are those of `cel.blit`, and `deep` has as many cells as `picture`. A cel that is not there is hidden.
    """
    cdef const uint8_t* bytes
    cdef int hidden
    if picture.shape[0] != PICTURE_CELLS or deep.shape[0] != PICTURE_CELLS:
        raise ValueError(f"a picture has {PICTURE_CELLS} cells, not {picture.shape[0]} and {deep.shape[0]}")
    if not 0 < view.shape[0] <= LONGEST_VIEW:
        raise ValueError(f"a view has 1 to {LONGEST_VIEW} bytes, not {view.shape[0]}")
    if not -0x8000 <= x <= 0xFFFF:
        raise ValueError(f"x {x} is not a 16-bit number")
    bytes = &view[0]
    if is_deep_view(bytes, view.shape[0]):
        hidden = draw_deep_cel(&picture[0], &deep[0], bytes, view.shape[0], loop, cel, x, top, priority)
    else:
        hidden = draw_shallow_cel(&picture[0], &deep[0], bytes, view.shape[0], loop, cel, loop, x, top, priority)
    return bool(hidden)
