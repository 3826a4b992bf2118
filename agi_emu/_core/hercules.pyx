"""What the driver of the Hercules does: dots in a second picture, and on the screen (reference: PIC-47, TEXT-85).

A cell of the picture is four dots wide and two lines high: a byte, the upper line in the high nibble, the left dot
first. The second picture has such a byte per cell. So has the screen, whose text cells are four such bytes wide and
seven high, only six in row 0; it begins at dot 40 of 720.
"""

from libc.stdint cimport int16_t, uint8_t
from libc.string cimport memcpy, memset

from agi_emu._core.below cimport Below, draw_cell
from agi_emu._core.layout cimport *
from agi_emu._core.view_tables cimport CelHeader, cel_header

cdef enum:
    STATUS_LINES = 6     # of row 0
    CELL_LINES = 7       # of the other rows; the first is empty
    CELL_BYTES = 4       # of a text cell, across
    CHECKED = 0xAA       # what half tone lights
    PATTERN_ROWS = 4
    PATTERN_COLUMNS = 2
    ROWS_OF_0 = 256      # are drawn of a cel of height 0
    COLOURS = 15
    WIDTH = 720
    HEIGHT = 348
    MARGIN = 40
    HIGHEST_DOT = 0x80


cdef int text_top(int row) noexcept nogil:
    """Return the first line of a row of text."""
    return STATUS_LINES + CELL_LINES * (row - 1) if row > 0 else 0


cdef int picture_top(const StateLayout* state) noexcept nogil:
    """Return the first line of the picture, which is below row 0 whatever row it was put on."""
    return STATUS_LINES if state.text.picture_row else 0


cdef inline int dots_of(const uint8_t* patterns, int colour, int row, int column) noexcept nogil:
    """Return the dots of a colour at a place of the picture."""
    return patterns[(colour * PATTERN_ROWS + row % PATTERN_ROWS) * PATTERN_COLUMNS + column % PATTERN_COLUMNS]


cdef void take_dots(StateLayout* s, const uint8_t* patterns) noexcept nogil:
    """Make the dots of the whole picture from its colours."""
    cdef int row, column
    for row in range(PICTURE_HEIGHT):
        for column in range(PICTURE_WIDTH):
            s.deep[row * PICTURE_WIDTH + column] = <uint8_t> dots_of(
                patterns, s.picture[row * PICTURE_WIDTH + column] & COLOURS, row, column
            )


cdef void show_dots(
    StateLayout* state, const uint8_t* patterns, int left, int right, int first, int last, bint priorities
) noexcept nogil:
    """Show a rectangle of the second picture, or the priorities of the first one as colours."""
    cdef int row, column
    cdef uint8_t* shown
    for row in range(first, last):
        shown = &state.screen[(picture_top(state) + row) * PICTURE_WIDTH]
        if not priorities:
            memcpy(shown + left, &state.deep[row * PICTURE_WIDTH + left], right - left)
            continue
        for column in range(left, right):
            shown[column] = <uint8_t> dots_of(
                patterns, state.picture[row * PICTURE_WIDTH + column] >> 4, row, column
            )


cdef void fill_dots(StateLayout* state, int left, int right, int first, int last, int dots) noexcept nogil:
    """Fill lines of the screen."""
    cdef int line
    for line in range(first, last):
        memset(&state.screen[line * PICTURE_WIDTH + left], dots, right - left)


cdef void put_dots(
    StateLayout* state, const uint8_t* glyph, int row, int column, bint inverted, bint halftone
) noexcept nogil:
    """Put a glyph into a text cell."""
    cdef int line, byte, dots, top = text_top(row), empty = 1 if row > 0 else 0
    for line in range(STATUS_LINES + empty):
        for byte in range(CELL_BYTES):
            dots = glyph[(line - empty) * CELL_BYTES + byte] if line >= empty else 0
            if inverted:
                dots ^= 0xFF
            if halftone:
                dots |= CHECKED
            state.screen[(top + line) * PICTURE_WIDTH + CELL_BYTES * column + byte] = <uint8_t> dots


cdef int draw_dotted_cel(
    StateLayout* s, const uint8_t* patterns, const uint8_t* view, Py_ssize_t length, int loop, int cel, int shown_in,
    int x, int top_byte_row, int priority
) noexcept nogil:
    """Draw a cel into both pictures; arguments and result are those of `blit_cel`.

    Quirk: the row of the pattern is that of the rows left, and each run of the data begins it again.
    """
    cdef CelHeader header
    cdef Below below
    cdef Py_ssize_t offset
    cdef int row, address, column, colour, count, place, i, height, hidden = 1
    below.is_begun = False
    if not cel_header(view, length, loop, cel, shown_in, &header):
        return hidden
    height = header.height if header.height else ROWS_OF_0
    offset = header.rows
    for row in range(height):
        address = <int16_t>(PICTURE_WIDTH * ((top_byte_row & 0xFF) + row) + x)  # addresses have 16 bits
        column = 0
        while offset < length and view[offset] != 0:
            colour = view[offset] >> 4
            count = view[offset] & 15
            offset += 1
            if header.flip:
                count = min(count, header.width - column)
            place = address + (header.width - column - count if header.flip else column)
            column += count
            if colour == header.transparent:
                continue
            for i in range(count):
                if draw_cell(&below, &s.picture[0], place + i, colour, priority & 15):
                    hidden = 0
                    if 0 <= place + i < PICTURE_CELLS:
                        s.deep[place + i] = <uint8_t> dots_of(patterns, colour, height - row, i)
        offset += 1
    return hidden


def glyphs_of_face(const uint8_t[::1] face not None) -> bytes:
    """Return a face of 16x12 dots, two bytes for each of a glyph's lines, as the screen's bytes of 4x2 dots."""
    cdef Py_ssize_t glyph
    cdef int line, byte, upper, lower
    cdef bytearray made
    if face.shape[0] % GLYPH_BYTES:
        raise ValueError(f"a glyph has {GLYPH_BYTES} bytes, the face {face.shape[0]}")
    made = bytearray(face.shape[0])
    for glyph in range(face.shape[0] // GLYPH_BYTES):
        for line in range(STATUS_LINES):
            for byte in range(CELL_BYTES):
                upper = face[GLYPH_BYTES * glyph + 4 * line + byte // 2]
                lower = face[GLYPH_BYTES * glyph + 4 * line + 2 + byte // 2]
                if byte % 2 == 0:
                    upper >>= 4
                    lower >>= 4
                made[GLYPH_BYTES * glyph + CELL_BYTES * line + byte] = (upper & 15) << 4 | (lower & 15)
    return bytes(made)


def dots_of_screen(const uint8_t[::1] screen not None) -> bytes:
    """Return 720x348 dots, a byte each, of the bytes of a screen."""
    cdef bytearray made = bytearray(WIDTH * HEIGHT)
    cdef uint8_t* target = made
    cdef int line, column, dot, byte
    if screen.shape[0] < HERCULES_LINES * PICTURE_WIDTH:
        raise ValueError(f"a screen has {HERCULES_LINES * PICTURE_WIDTH} bytes, not {screen.shape[0]}")
    for line in range(HERCULES_LINES):
        for column in range(PICTURE_WIDTH):
            byte = screen[line * PICTURE_WIDTH + column]
            for dot in range(4):
                target[2 * line * WIDTH + MARGIN + 4 * column + dot] = (byte & (HIGHEST_DOT >> dot)) != 0
                target[(2 * line + 1) * WIDTH + MARGIN + 4 * column + dot] = (byte & (HIGHEST_DOT >> 4 + dot)) != 0
    return bytes(made)
