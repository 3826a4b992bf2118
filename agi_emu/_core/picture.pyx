"""The commands of a picture resource, drawn into the buffer (reference: PIC-5, PIC-6)."""

from libc.stdint cimport uint8_t, uint32_t
from libc.stdlib cimport abs

from agi_emu._core.brush cimport PEN_ABSENT, PEN_DOT, PEN_FULL, PEN_SIZE, PEN_SPLATTER, PEN_VARIANTS, draw_pen
from agi_emu._core.flood cimport WAITING_PLACES, begin_ground, change_rows, flood_fill
from agi_emu._core.layout cimport *
from agi_emu._core.line cimport draw_line, plot
from agi_emu._core.prices cimport *

cdef enum:
    SET_COLOUR = 0xF0
    COLOUR_OFF = 0xF1
    SET_PRIORITY = 0xF2
    PRIORITY_OFF = 0xF3
    Y_CORNER = 0xF4
    X_CORNER = 0xF5
    ABSOLUTE_LINE = 0xF6
    RELATIVE_LINE = 0xF7
    FILL = 0xF8
    SET_PEN = 0xF9
    PLOT_PEN = 0xFA
    END = 0xFF
    FIRST_COMMAND = 0xF0    # operands end before the first byte from here on
    LAST_COLUMN = PICTURE_WIDTH - 1
    LAST_ROW = PICTURE_HEIGHT - 1

# The data under the hands of one command.
cdef struct Reader:
    const uint8_t* data
    Py_ssize_t length
    Py_ssize_t offset


cdef inline int next_operand(Reader* reader) noexcept nogil:
    """Take the next operand, or return -1 and take nothing where the list of operands ends."""
    cdef int byte
    if reader.offset >= reader.length:
        return -1
    byte = reader.data[reader.offset]
    if byte >= FIRST_COMMAND:
        return -1
    reader.offset += 1
    return byte


cdef inline int next_x(Reader* reader) noexcept nogil:
    """Take an x, limited to the picture (reference: PIC-11); -1 where the list of operands ends."""
    return min(next_operand(reader), LAST_COLUMN)


cdef inline int next_y(Reader* reader) noexcept nogil:
    """Take a y, limited to the picture (reference: PIC-11); -1 where the list of operands ends."""
    return min(next_operand(reader), LAST_ROW)


cdef inline bint next_point(Reader* reader, int* x, int* y) noexcept nogil:
    """Take a point; half a point at the end of a list is taken and draws nothing."""
    x[0] = next_x(reader)
    if x[0] < 0:
        return False
    y[0] = next_y(reader)
    return y[0] >= 0


cdef inline int blind_operand(Reader* reader) noexcept nogil:
    """Take the operand of F0, F2 or F9, which may look like a command; -1 at the end of the data."""
    cdef int byte
    if reader.offset >= reader.length:
        return -1
    byte = reader.data[reader.offset]
    reader.offset += 1
    return byte


cdef inline void put_point(DrawingState* state, uint8_t* picture, int x, int y) noexcept nogil:
    """Plot a cell."""
    plot(picture + y * PICTURE_WIDTH + x, state.mask, state.value)


cdef inline void count(DrawingState* state, int what, int number=1) noexcept nogil:
    """Count what is drawn, if anybody asked."""
    if state.counts != NULL:
        state.counts[what - COUNT_PICTURE] += number


cdef inline void count_line(DrawingState* state, int dx, int dy) noexcept nogil:
    """Count a line and its points, if anybody asked."""
    if state.counts == NULL:
        return
    cdef int kind = COUNT_ACROSS if dy == 0 else COUNT_DOWN if dx == 0 else COUNT_SLANTED
    count(state, kind)
    count(state, kind + 1, max(abs(dx), abs(dy)) + 1)


cdef inline void draw_corner(DrawingState* state, uint8_t* picture, Reader* reader, bint vertical) noexcept nogil:
    """Draw lines that are vertical and horizontal by turns: F4 and F5 (reference: PIC-6)."""
    cdef int x, y, end, end_x, end_y, top, bottom
    if not next_point(reader, &x, &y):
        return
    put_point(state, picture, x, y)
    end_x = x
    end_y = top = bottom = y
    count(state, COUNT_PLOTTED)
    while True:
        end = next_y(reader) if vertical else next_x(reader)
        if end < 0:
            break
        if vertical:
            end_y = end
        else:
            end_x = end
        count_line(state, end_x - x, end_y - y)
        draw_line(picture, x, y, end_x, end_y, state.mask, state.value)
        x, y = end_x, end_y
        top, bottom = min(top, y), max(bottom, y)
        vertical = not vertical
    change_rows(&state.ground, top, bottom)


cdef inline void draw_absolute(DrawingState* state, uint8_t* picture, Reader* reader) noexcept nogil:
    """Draw lines from point to point: F6 (reference: PIC-6, PIC-8)."""
    cdef int x, y, end_x, end_y, top, bottom
    if not next_point(reader, &x, &y):
        return
    put_point(state, picture, x, y)
    top = bottom = y
    count(state, COUNT_PLOTTED)
    while next_point(reader, &end_x, &end_y):
        count_line(state, end_x - x, end_y - y)
        draw_line(picture, x, y, end_x, end_y, state.mask, state.value)
        x, y = end_x, end_y
        top, bottom = min(top, y), max(bottom, y)
    change_rows(&state.ground, top, bottom)


cdef inline void draw_relative(DrawingState* state, uint8_t* picture, Reader* reader) noexcept nogil:
    """Draw lines by displacements: F7 (reference: PIC-13)."""
    cdef int x, y, move, dx, dy, end_x, end_y, top, bottom
    if not next_point(reader, &x, &y):
        return
    put_point(state, picture, x, y)
    top = bottom = y
    count(state, COUNT_PLOTTED)
    while True:
        move = next_operand(reader)
        if move < 0:
            break
        dx = (move >> 4) & 7
        dy = move & 7
        # Quirk: the sum is an unsigned byte, so a step off the left or top edge ends on the far side (reference:
        # PIC-13).
        end_x = min((x - dx if move & 0x80 else x + dx) & 0xFF, LAST_COLUMN)
        end_y = min((y - dy if move & 0x08 else y + dy) & 0xFF, LAST_ROW)
        count_line(state, dx, dy)
        draw_line(picture, x, y, end_x, end_y, state.mask, state.value)
        x, y = end_x, end_y
        top, bottom = min(top, y), max(bottom, y)
    change_rows(&state.ground, top, bottom)


cdef inline void fill_points(DrawingState* state, uint8_t* picture, uint32_t* waiting, Reader* reader) noexcept nogil:
    """Fill from every point: F8 (reference: PIC-25)."""
    cdef uint32_t* runs = NULL if state.counts == NULL else &state.counts[COUNT_FILL + 2 - COUNT_PICTURE]
    cdef int x, y, painted
    while next_point(reader, &x, &y):
        painted = flood_fill(&state.ground, picture, waiting, x, y, state.mask, state.value, runs)
        count(state, COUNT_FILL)
        count(state, COUNT_FILL + 1, painted)


cdef int draw_cga_pen(DrawingState* state, uint8_t* picture, int x, int y, int texture) noexcept nogil:
    """Plot the pen as `draw_pen` does; what sticks out on the right has, in the next row, the nibble of its own row.

    No pen is so wide that it reaches column 0 in another way there (reference: PIC-45).
    """
    cdef uint8_t[PICTURE_HEIGHT] first
    cdef int row, top
    cdef uint8_t wrapped = (state.value & 0xF0) | (state.wrapped if state.mask & 0x0F else 0x0F)
    if x <= LAST_COLUMN - PEN_SIZE:
        return draw_pen(picture, x, y, state.pen, texture, state.mask, state.value, state.variant)
    draw_pen(picture, x, y, state.pen, texture, state.mask, wrapped, state.variant)
    for row in range(PICTURE_HEIGHT):
        first[row] = picture[row * PICTURE_WIDTH]
    top = draw_pen(picture, x, y, state.pen, texture, state.mask, state.value, state.variant)
    for row in range(PICTURE_HEIGHT):
        picture[row * PICTURE_WIDTH] = first[row]
    return top


cdef inline void plot_points(DrawingState* state, uint8_t* picture, Reader* reader) noexcept nogil:
    """Plot the pen at every point, with a texture where it splatters: FA (reference: PIC-22)."""
    cdef int x, y, top
    cdef int texture = 0
    while True:
        if state.pen & PEN_SPLATTER:
            texture = next_operand(reader)
            if texture < 0:
                return
        if not next_point(reader, &x, &y):
            return
        count(state, COUNT_PEN)
        if not state.pen & (PEN_SPLATTER | PEN_SIZE):
            put_point(state, picture, x, y)
            change_rows(&state.ground, y, y)
            continue
        if state.nibbles == NULL:
            top = draw_pen(picture, x, y, state.pen, texture, state.mask, state.value, state.variant)
        else:
            top = draw_cga_pen(state, picture, x, y, texture)
        # The row below the pen too: its last column may lie there.
        change_rows(&state.ground, top, min(top + 2 * (state.pen & PEN_SIZE) + 1, LAST_ROW))


cdef void begin_drawing(DrawingState* state, int pen_variant) noexcept nogil:
    """Set the state in which every picture starts: both planes off, the smallest pen."""
    state.mask = 0
    state.value = 0xFF
    state.pen = 0
    state.variant = pen_variant
    state.nibbles = NULL
    state.others = NULL
    state.wrapped = 0
    state.counts = NULL
    begin_ground(&state.ground)


cdef Py_ssize_t draw_command(
    DrawingState* state, uint8_t* picture, uint32_t* waiting, const uint8_t* data, Py_ssize_t length, Py_ssize_t offset
) noexcept nogil:
    """Draw the command at `offset` with its operands; return the offset after it, -1 if the picture ends there.

    A byte that is not a command is one step of its own and draws nothing. `waiting` has the places of a fill.
    """
    cdef Reader reader
    cdef int command, operand
    if offset >= length or data[offset] == END:
        return -1
    command = data[offset]
    reader.data = data
    reader.length = length
    reader.offset = offset + 1
    if command == SET_COLOUR:
        operand = blind_operand(&reader)
        if operand >= 0:
            state.mask |= 0x0F
            if state.nibbles != NULL:
                state.wrapped = state.others[operand & 0x0F]
                operand = (operand & 0xF0) | state.nibbles[operand & 0x0F]
            # Quirk: the operand's high nibble gets into the priority (reference: PIC-12).
            state.value = (state.value & 0xF0) | operand
    elif command == COLOUR_OFF:
        state.mask &= 0xF0
        state.value |= 0x0F
    elif command == SET_PRIORITY:
        operand = blind_operand(&reader)
        if operand >= 0:
            state.mask |= 0xF0
            state.value = (state.value & 0x0F) | (operand & 0x0F) << 4
    elif command == PRIORITY_OFF:
        state.mask &= 0x0F
        state.value |= 0xF0
    elif command == Y_CORNER:
        draw_corner(state, picture, &reader, True)
    elif command == X_CORNER:
        draw_corner(state, picture, &reader, False)
    elif command == ABSOLUTE_LINE:
        draw_absolute(state, picture, &reader)
    elif command == RELATIVE_LINE:
        draw_relative(state, picture, &reader)
    elif command == FILL:
        fill_points(state, picture, waiting, &reader)
    elif command == SET_PEN:
        if state.variant != PEN_ABSENT:
            operand = blind_operand(&reader)
            if operand >= 0 and state.variant != PEN_DOT:
                state.pen = operand
    elif command == PLOT_PEN:
        if state.variant != PEN_ABSENT:
            plot_points(state, picture, &reader)
    return reader.offset


cdef int draw_picture(
    uint8_t* picture, const uint8_t* data, Py_ssize_t length, int pen_variant, uint8_t* pen,
    const uint8_t* nibbles=NULL, const uint8_t* others=NULL, uint32_t* counts=NULL
) noexcept nogil:
    """Draw a whole resource over what `picture` holds; return the offset of its end marker, `length` if it has none.

    `pen` holds the pen to begin with and, afterwards, the last one set. With `nibbles` colours are those of a CGA.
    `counts` gets what is drawn, where asked for.
    """
    cdef DrawingState state
    cdef uint32_t waiting[WAITING_PLACES]
    cdef Py_ssize_t offset = 0
    cdef Py_ssize_t behind = 0
    begin_drawing(&state, pen_variant)
    state.pen = pen[0]
    state.nibbles = nibbles
    state.others = others
    state.counts = counts
    count(&state, COUNT_PICTURE)
    count(&state, COUNT_PICTURE + 1, <int> length)
    while behind >= 0:
        offset = behind
        behind = draw_command(&state, picture, waiting, data, length, offset)
    pen[0] = state.pen
    return offset


cdef const uint8_t* first_byte(const uint8_t[::1] data) noexcept:
    """Return the address of the bytes, NULL for none: an empty view has no element to take the address of."""
    return &data[0] if data.shape[0] else NULL


def _check(uint8_t[::1] picture not None, int pen_variant):
    """Refuse a picture of another size, and a pen variant that does not exist."""
    if picture.shape[0] != PICTURE_CELLS:
        raise ValueError(f"a picture has {PICTURE_CELLS} cells, not {picture.shape[0]}")
    if not 0 <= pen_variant < PEN_VARIANTS:
        raise ValueError(f"{pen_variant} is not a pen variant")


def draw(uint8_t[::1] picture not None, const uint8_t[::1] data not None, *, int pen_variant=PEN_FULL) -> int:
    """Draw a picture resource over `picture`; return the offset of its end marker, its length if it has none.

    `picture` has 160*168 cells of priority << 4 | colour and is not cleared: draw.pic fills it with 4F first,
    overlay.pic does not. `pen_variant` is a `brush.PenVariant`.
    """
    cdef const uint8_t* bytes = first_byte(data)
    cdef int end
    cdef uint8_t pen = 0
    _check(picture, pen_variant)
    with nogil:
        end = draw_picture(&picture[0], bytes, data.shape[0], pen_variant, &pen)
    return end


cdef class Drawing:
    """A picture that is drawn command by command; `offset` is that of the next command.

    The bytes and the picture must not be resized meanwhile (an open buffer sees to that).
    """

    cdef uint8_t[::1] picture
    cdef const uint8_t[::1] data
    cdef DrawingState state
    cdef uint32_t waiting[WAITING_PLACES]
    cdef readonly Py_ssize_t offset

    def __cinit__(self, uint8_t[::1] picture not None, const uint8_t[::1] data not None, *, int pen_variant=PEN_FULL):
        """Begin before the first command, with both planes off."""
        _check(picture, pen_variant)
        self.picture = picture
        self.data = data
        self.offset = 0
        begin_drawing(&self.state, pen_variant)

    def step(self) -> bool:
        """Draw the next command; return False, and do nothing, at the end of the picture."""
        cdef const uint8_t* bytes = first_byte(self.data)
        cdef Py_ssize_t behind
        # Whoever steps may draw on the picture between two steps.
        change_rows(&self.state.ground, 0, LAST_ROW)
        behind = draw_command(&self.state, &self.picture[0], self.waiting, bytes, self.data.shape[0], self.offset)
        if behind < 0:
            return False
        self.offset = behind
        return True
