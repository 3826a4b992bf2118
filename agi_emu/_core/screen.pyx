"""The visible screen: the only primitives through which the machine changes what the monitor shows.

Copy a rectangle of the picture, fill a rectangle, put a character; and what belongs to text rows: fill and scroll
cells. Rectangles are in picture cells (160 across, two pixels each) relative to the picture's top; text positions
are rows 0-24 and columns 0-39 of 8x8 pixels. Everything is clipped, so no argument writes out of bounds.

Besides the pixels the state keeps the text grid: character and attribute of each cell. A cell is blank (0, 0) after
a rectangle that covers it wholly; one that covers it in part leaves it (the rule of the recordings' ``txt`` key).

A *model* can be attached: the recordings' picture of the screen (their ``scr`` key), 160x200, one byte a pixel pair,
where glyphs are not drawn and a text cell holds its background colour. It knows no text mode: text of that mode leaves
it as it is, rectangles paint it although the monitor does not show them. It is not part of the state.

`changes` counts what may have changed the pixels or their colours, so that a picture of them need not be made twice,
and `drawn` has a bit for every eight lines that may look otherwise since `take_pixels` was last called (colours.pyx).
"""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy, memmove, memset

cimport cython

from agi_emu._core.cga cimport fill_pairs, show_pairs
from agi_emu._core.codes cimport *
from agi_emu._core.hercules cimport (
    GLYPH_BYTES, HERCULES_LINES, PATTERN_BYTES, fill_dots, picture_top, put_dots, show_dots, text_top
)
from agi_emu._core.layout cimport *
from agi_emu._core.vector cimport show_rows

cdef enum:
    CELL_PIXELS = 8
    WORD = 8  # cells copied at once
    LOWEST_ROW_THAT_STAYS = 21  # below it a backspace in column 0 goes to the row above
    CELL_WIDTH = 4  # of a text cell, in picture cells
    MODEL_BYTES = PICTURE_WIDTH * SCREEN_HEIGHT
    FACE_BYTES = 256 * CELL_PIXELS
    LIT_DOTS = 0xFF


cdef uint64_t LOW_NIBBLES = 0x0F0F0F0F0F0F0F0F

# A glyph's row as eight pixels: FF where a bit is set, highest bit first.
cdef uint64_t LIT[256]


def _write_lit():
    """Write the table of glyph rows."""
    cdef int bits, bit
    cdef uint8_t* pixels
    for bits in range(256):
        pixels = <uint8_t*> &LIT[bits]
        for bit in range(CELL_PIXELS):
            pixels[bit] = 0xFF if bits & (0x80 >> bit) else 0


_write_lit()


cdef inline int _within(long long value, int low, int high) noexcept nogil:
    # 64 bits hold every sum of a place and a size.
    if value < low:
        return low
    return high if value > high else <int>value


cdef inline void show_nibbles(StateLayout* state, int left, int right, int first, int last, int shift) noexcept nogil:
    """Show the low (shift 0) or high (shift 4) nibbles of a rectangle of the picture, two pixels a cell."""
    if first < last:
        show_rows(
            &state.screen[(CELL_PIXELS * state.text.picture_row + first) * SCREEN_WIDTH + 2 * left],
            &state.picture[first * PICTURE_WIDTH + left], right - left, last - first, shift
        )


cdef inline void take_nibbles(uint8_t* target, const uint8_t* cells, int count, int shift) noexcept nogil:
    """Copy the low (shift 0) or high (shift 4) nibbles of cells, a byte each."""
    cdef uint64_t eight
    cdef int i = 0
    while i + WORD <= count:
        memcpy(&eight, cells + i, WORD)
        eight = (eight >> shift) & LOW_NIBBLES
        memcpy(target + i, &eight, WORD)
        i += WORD
    while i < count:
        target[i] = (cells[i] >> shift) & 15
        i += 1


cdef void show_deep_cells(StateLayout* state, int left, int right, int first, int last) noexcept nogil:
    """Show a rectangle of the bitmap of 256 colours, two pixels a cell."""
    cdef int row, column
    cdef uint8_t* pixels
    for row in range(first, last):
        pixels = &state.screen[(CELL_PIXELS * state.text.picture_row + row) * SCREEN_WIDTH]
        for column in range(left, right):
            pixels[2 * column] = pixels[2 * column + 1] = state.deep[row * PICTURE_WIDTH + column]


@cython.final
cdef class Screen:
    """The screen of the state in `buffer`, with glyphs of the 8x8 `face` (256 glyphs, a byte a row).

    With `text_backgrounds_by_xor` an inverted glyph is exclusive-or-ed on what the cell shows, as the interpreters
    before 2.411 have it (reference: TEXT-13).
    """

    def __cinit__(self, buffer not None: Buffer, face not None: Buffer, *, bint text_backgrounds_by_xor=False):
        """Take state and face; ValueError for one that is too small."""
        self._buffer = buffer
        self._face = face
        if <size_t>self._buffer.shape[0] < sizeof(StateLayout):
            raise ValueError(f"the state needs {sizeof(StateLayout)} bytes, not {self._buffer.shape[0]}")
        if self._face.shape[0] != FACE_BYTES:
            raise ValueError(f"a face has {FACE_BYTES} bytes, not {self._face.shape[0]}")
        self.state = <StateLayout*>&self._buffer[0]
        self.face = &self._face[0]
        self.model = NULL
        self.driver = DRIVER_COLOURS
        self.even_columns = False
        self.glyphs = NULL
        self.text_backgrounds_by_xor = text_backgrounds_by_xor

    def set_driver(
        self, int driver, bytes fills=None, bytes texts=None, bytes patterns=None, bytes glyphs=None, *,
        bint even_columns=False
    ) -> None:
        """Show what comes as a driver does: what is shown stays. With `even_columns` it copies whole pairs of columns.

        A CGA needs the nibble of each colour of rectangles and the pair of each colour of text, a Hercules patterns and
        256 glyphs as `hercules.glyphs_of_face` makes them.
        """
        if driver == DRIVER_CGA and (fills is None or texts is None or len(fills) != 16 or len(texts) != 16):
            raise ValueError("a CGA needs tables of 16 colours")
        if driver == DRIVER_HERCULES and (
            patterns is None or glyphs is None or len(patterns) != PATTERN_BYTES or len(glyphs) != 256 * GLYPH_BYTES
        ):
            raise ValueError("a Hercules needs patterns and glyphs")
        self.driver = driver
        self.even_columns = even_columns
        self.touch()
        if driver == DRIVER_CGA:
            memcpy(self.fills, <const uint8_t*> <const char*> fills, 16)
            memcpy(self.texts, <const uint8_t*> <const char*> texts, 16)
        if driver == DRIVER_HERCULES:
            memcpy(self.patterns, <const uint8_t*> <const char*> patterns, PATTERN_BYTES)
            self._glyphs = glyphs
            self.glyphs = <const uint8_t*> <const char*> glyphs

    def attach_model(self, model not None: Buffer) -> None:
        """Paint from now on the recordings' screen model too: a writable buffer of 160x200 bytes."""
        cdef uint8_t[::1] view = model
        if view.shape[0] != MODEL_BYTES:
            raise ValueError(f"the screen model has {MODEL_BYTES} bytes, not {view.shape[0]}")
        self._model_buffer = view
        self.model = &view[0]
        self.touch()

    cpdef void touch(self) noexcept nogil:
        """Count a change: somebody has written pixels or colours into the state itself."""
        self.changes += 1
        self.rows = ~<uint32_t>0

    cdef inline void note_pixels(self, int first, int last, int left, int right) noexcept nogil:
        """Count a change of pixels `left` to `right` - 1 in lines `first` to `last` - 1, at least one."""
        self.changes += 1
        if self.noted == MOST_NOTED:
            self.rows = ~<uint32_t>0
            return
        self.drawn[self.noted] = Pixels(<int16_t>first, <int16_t>last, <int16_t>left, <int16_t>right)
        self.noted += 1

    cpdef void set_mode(self, bint text_mode) noexcept nogil:
        """Go to text or graphics mode: the screen becomes black and every cell blank."""
        cdef StateLayout* state = self.state
        state.general.text_mode = text_mode
        self.touch()
        memset(&state.screen[0], 0, sizeof(state.screen))
        memset(&state.text_chars[0], 0, sizeof(state.text_chars))
        memset(&state.text_attributes[0], 0, sizeof(state.text_attributes))
        if self.model != NULL:
            memset(self.model, 0, MODEL_BYTES)

    cdef void forget_counts(self) noexcept nogil:
        """Forget what was put, filled and copied."""
        self.put_count = 0
        memset(self.filled, 0, sizeof(self.filled))
        memset(self.copied, 0, sizeof(self.copied))

    cdef void show(self, int x, int y, int width, int height) noexcept nogil:
        """Show the colours of a rectangle of the picture; `x`, `y` is its top left picture cell.

        Rows below the picture become black, for zeros lie after the buffer: a text there is gone. The recordings' model
        keeps what it has there (reference: TEXT-34).
        """
        self._copy_nibbles(x, y, width, height, 0)

    cpdef void copy(self, int x, int y, int width, int height) noexcept nogil:
        """Show a rectangle as `show` does, and count it."""
        self.copied[0] += 1
        self.copied[1] += min(max(height, 0), SCREEN_HEIGHT)
        self.copied[2] += min(max(height, 0), SCREEN_HEIGHT) * min(max(width, 0), PICTURE_WIDTH)
        self.show(x, y, width, height)

    cpdef void copy_priorities(self) noexcept nogil:
        """Show the priorities of the whole picture as colours."""
        self._copy_nibbles(0, 0, PICTURE_WIDTH, PICTURE_HEIGHT, 4)

    cpdef void fill(self, int x, int y, int width, int height, int colour) noexcept nogil:
        """Fill a rectangle; `x`, `y` is its top left picture cell.

        Rows above and below the picture are painted too, as far as the screen goes. Quirk: where x is left of the
        screen, the original's byte x is past the right edge, and it paints 96 pixels farther right and a line lower.
        The recordings paint nothing then; the player gets the part that is on the screen
        (reference: TEXT-40).
        """
        cdef StateLayout* state = self.state
        cdef bint has_dots = self.driver == DRIVER_HERCULES
        cdef int lines = HERCULES_LINES if has_dots else SCREEN_HEIGHT
        cdef int offset = picture_top(state) if has_dots else CELL_PIXELS * state.text.picture_row
        cdef int left = _within(x, 0, PICTURE_WIDTH)
        cdef int right = _within(<long long>x + max(width, 0), 0, PICTURE_WIDTH)
        cdef int first = _within(<long long>y + offset, 0, lines)
        cdef int last = _within(<long long>y + offset + max(height, 0), 0, lines)
        cdef int row
        if left >= right or first >= last:
            return
        self.filled[0] += 1
        self.filled[1] += last - first
        self.filled[2] += (last - first) * (right - left)
        # In text mode the monitor shows the text memory, which a rectangle does not reach.
        if has_dots or not state.general.text_mode:
            self.note_pixels(first, last, 2 * left, 2 * right)
            if self.driver == DRIVER_CGA:
                fill_pairs(state, left, right, first, last, self.fills[colour & 15])
            elif self.driver == DRIVER_HERCULES:
                fill_dots(state, left, right, first, last, LIT_DOTS if colour & 15 == WHITE else 0)
            else:
                for row in range(first, last):
                    memset(&state.screen[row * SCREEN_WIDTH + 2 * left], colour & 15, 2 * (right - left))
        if x < 0:
            return
        if self.model != NULL and self.driver != DRIVER_HERCULES:
            for row in range(first, last):
                memset(self.model + row * PICTURE_WIDTH + left, colour & 15, right - left)
        self._blank_covered(left, first, right - left, last - first)

    cpdef void fill_cells(self, int top, int left, int bottom, int right, int attribute) noexcept nogil:
        """Clear text cells, edges included, to a colour (graphics mode) or to an attribute (text mode).

        Edges in the wrong order clear nothing: the interpreter hands them on as they are, and a BIOS that goes from
        the upper one to the lower one finds nothing to do (reference: TEXT-15).
        """
        cdef StateLayout* state = self.state
        cdef bint text_mode = state.general.text_mode
        cdef int colour = (attribute >> 4) & 15 if text_mode else attribute & 15
        cdef int cell_attribute = attribute & 255 if text_mode else 0
        cdef int row, columns, cell
        cdef bint is_lit
        if top < 0 or top >= TEXT_ROWS or left < 0 or left >= TEXT_COLUMNS or bottom < top or right < left:
            return
        bottom = _within(bottom, top, TEXT_ROWS - 1)
        right = _within(right, left, TEXT_COLUMNS - 1)
        columns = right - left + 1
        self.note_pixels(CELL_PIXELS * top, CELL_PIXELS * (bottom + 1), CELL_PIXELS * left, CELL_PIXELS * (right + 1))
        for row in range(top, bottom + 1):
            cell = row * TEXT_COLUMNS + left
            memset(&state.text_chars[cell], 0, columns)
            memset(&state.text_attributes[cell], cell_attribute, columns)
        if self.driver == DRIVER_HERCULES:
            is_lit = attribute & INVERTED != 0 if text_mode else colour == WHITE
            fill_dots(
                state, CELL_WIDTH * left, CELL_WIDTH * (right + 1), text_top(top), text_top(bottom + 1),
                LIT_DOTS if is_lit else 0
            )
            return
        if self.driver == DRIVER_CGA and not text_mode:
            colour = self.texts[colour]
        for row in range(CELL_PIXELS * top, CELL_PIXELS * (bottom + 1)):
            memset(&state.screen[row * SCREEN_WIDTH + CELL_PIXELS * left], colour, CELL_PIXELS * columns)
            if self.model != NULL and not text_mode:
                memset(self.model + row * PICTURE_WIDTH + CELL_WIDTH * left, colour, CELL_WIDTH * columns)

    cpdef void put(self, int row, int column, int character, int attribute, bint halftone=False) noexcept nogil:
        """Put a character into a text cell.

        Text mode: background << 4 | foreground. Graphics mode: the glyph in the low nibble's colour on black, with
        bit 7 set black on that colour; `halftone` (disabled menu entries) lights every second pixel besides
        (reference: TEXT-8, TEXT-11).
        """
        cdef StateLayout* state = self.state
        cdef int foreground, background, line, bits
        cdef uint64_t unlit, changed, eight
        cdef const uint8_t* glyph = self.face + CELL_PIXELS * (character & 255)
        cdef uint8_t[CELL_PIXELS] toned
        cdef uint8_t* pixels
        if row < 0 or row >= TEXT_ROWS or column < 0 or column >= TEXT_COLUMNS:
            return
        self.changes += 1
        self.rows |= <uint32_t>1 << row
        self.put_count += 1
        state.text_chars[row * TEXT_COLUMNS + column] = character & 255
        state.text_attributes[row * TEXT_COLUMNS + column] = attribute & 255
        if self.driver != DRIVER_COLOURS:
            if self.driver == DRIVER_HERCULES:
                put_dots(
                    state, self.glyphs + GLYPH_BYTES * (character & 255), row, column, attribute & INVERTED != 0,
                    halftone
                )
                return
            if not state.general.text_mode:
                attribute = attribute & INVERTED | self.texts[attribute & 15]
        if state.general.text_mode:
            foreground = attribute & 15
            background = (attribute >> 4) & 15
        elif attribute & INVERTED and self.text_backgrounds_by_xor:
            self._flip(row, column, glyph, attribute & 15)
            return
        elif attribute & INVERTED:
            foreground = 0
            background = attribute & 15
        else:
            foreground = attribute & 15
            background = 0
        unlit = background * <uint64_t>0x0101010101010101
        changed = unlit ^ foreground * <uint64_t>0x0101010101010101
        pixels = &state.screen[CELL_PIXELS * (row * SCREEN_WIDTH + column)]
        if halftone and not state.general.text_mode:
            # The pattern is or-ed to what is lit: an inverted glyph's background, a plain glyph itself.
            for line in range(CELL_PIXELS):
                bits = 0x55 if line % 2 == 0 else 0xAA
                toned[line] = <uint8_t> (glyph[line] & ~bits if attribute & INVERTED else glyph[line] | bits)
            glyph = toned
        for line in range(CELL_PIXELS):
            eight = unlit ^ (changed & LIT[glyph[line]])
            memcpy(pixels + line * SCREEN_WIDTH, &eight, CELL_PIXELS)
        if self.model != NULL and not state.general.text_mode:
            for line in range(CELL_PIXELS * row, CELL_PIXELS * (row + 1)):
                memset(self.model + line * PICTURE_WIDTH + CELL_WIDTH * column, background, CELL_WIDTH)

    cdef void _flip(self, int row, int column, const uint8_t* glyph, int colour) noexcept nogil:
        """Exclusive-or a glyph's pixels with a colour; the ground, and so the model, stays."""
        cdef int line, bit
        cdef uint8_t* pixels
        for line in range(CELL_PIXELS):
            pixels = &self.state.screen[(CELL_PIXELS * row + line) * SCREEN_WIDTH + CELL_PIXELS * column]
            for bit in range(CELL_PIXELS):
                if glyph[line] & (0x80 >> bit):
                    pixels[bit] ^= colour

    def print(self, const uint8_t[::1] text not None) -> None:
        """Print characters from the cursor of the state on; 8, 10 and 13 move it, every other code has a glyph.

        Nothing scrolls: on the last row a line break goes to the reset column (reference: TEXT-4).
        """
        cdef Py_ssize_t i
        for i in range(text.shape[0]):
            self._print(text[i])

    cdef void _print(self, int character) noexcept nogil:
        """Print a character or move the cursor."""
        cdef StateLayout* state = self.state
        if character == KEY_BACKSPACE:
            if state.text.column > 0:
                state.text.column -= 1
            elif state.text.row > LOWEST_ROW_THAT_STAYS:
                state.text.row -= 1
                state.text.column = TEXT_COLUMNS - 1
            self.fill_cells(
                state.text.row, state.text.column, state.text.row, state.text.column,
                state.text.background if state.general.text_mode or not state.text.background else WHITE
            )
        elif character == KEY_LINE_FEED or character == KEY_ENTER:
            self._break_line()
        else:
            self.put(state.text.row, state.text.column, character, state.text.attribute)
            if state.text.column >= TEXT_COLUMNS - 1:
                self._break_line()
            else:
                state.text.column += 1

    cdef void _break_line(self) noexcept nogil:
        """Move the cursor to the reset column of the next row, of the last row itself (reference: TEXT-4)."""
        cdef StateLayout* state = self.state
        if state.text.row != TEXT_ROWS - 1:
            state.text.row += 1
        state.text.column = state.text.reset_column

    cpdef void scroll(self, int top, int left, int bottom, int right, int attribute) noexcept nogil:
        """Move text cells up by a row and clear the lowest one as `fill_cells` does; edges are included."""
        cdef StateLayout* state = self.state
        cdef int row, columns, cell
        if top < 0 or left < 0 or left >= TEXT_COLUMNS or top >= TEXT_ROWS:
            return
        bottom = _within(bottom, top, TEXT_ROWS - 1)
        right = _within(right, left, TEXT_COLUMNS - 1)
        columns = right - left + 1
        self.note_pixels(CELL_PIXELS * top, CELL_PIXELS * (bottom + 1), CELL_PIXELS * left, CELL_PIXELS * (right + 1))
        for row in range(top, bottom):
            cell = row * TEXT_COLUMNS + left
            memmove(&state.text_chars[cell], &state.text_chars[cell + TEXT_COLUMNS], columns)
            memmove(&state.text_attributes[cell], &state.text_attributes[cell + TEXT_COLUMNS], columns)
        if self.driver == DRIVER_HERCULES:
            # Row 0 is lower than the others: what it has no room for is gone.
            for row in range(text_top(top), text_top(bottom)):
                cell = row * PICTURE_WIDTH + CELL_WIDTH * left
                memmove(
                    &state.screen[cell], &state.screen[cell + (text_top(top + 1) - text_top(top)) * PICTURE_WIDTH],
                    CELL_WIDTH * columns
                )
            self.fill_cells(bottom, left, bottom, right, attribute)
            return
        for row in range(CELL_PIXELS * top, CELL_PIXELS * bottom):
            cell = row * SCREEN_WIDTH + CELL_PIXELS * left
            memmove(&state.screen[cell], &state.screen[cell + CELL_PIXELS * SCREEN_WIDTH], CELL_PIXELS * columns)
            if self.model != NULL and not state.general.text_mode:
                cell = row * PICTURE_WIDTH + CELL_WIDTH * left
                memmove(self.model + cell, self.model + cell + CELL_PIXELS * PICTURE_WIDTH, CELL_WIDTH * columns)
        self.fill_cells(bottom, left, bottom, right, attribute)

    cdef void _copy_nibbles(self, int x, int y, int width, int height, int shift) noexcept nogil:
        """Show the low (shift 0) or high (shift 4) nibbles of a rectangle of the picture."""
        cdef StateLayout* state = self.state
        cdef bint has_dots = self.driver == DRIVER_HERCULES
        cdef int lines = HERCULES_LINES if has_dots else SCREEN_HEIGHT
        cdef int offset = picture_top(state) if has_dots else CELL_PIXELS * state.text.picture_row
        cdef int left = _within(x, 0, PICTURE_WIDTH)
        cdef int right = _within(<long long>x + max(width, 0), 0, PICTURE_WIDTH)
        cdef int first = _within(y, 0, lines)
        cdef int end = _within(<long long>y + max(height, 0), 0, lines - offset)
        cdef int last = min(end, PICTURE_HEIGHT)
        cdef int row
        if left >= right or first >= end:
            return
        if self.even_columns:
            left &= ~1
            right = (right + 1) & ~1
        if self.driver != DRIVER_COLOURS:
            self._copy_on_adapter(left, right, offset, first, last, end, shift)
        elif not state.general.text_mode:
            self.note_pixels(offset + first, offset + end, 2 * left, 2 * right)
            for row in range(max(first, last), end):
                memset(&state.screen[(offset + row) * SCREEN_WIDTH + 2 * left], 0, 2 * (right - left))
            # Shifts that the compiler knows save an instruction in twenty.
            if shift != 0:
                show_nibbles(state, left, right, first, last, 4)
            elif state.deep_shown:
                show_deep_cells(state, left, right, first, last)
            else:
                show_nibbles(state, left, right, first, last, 0)
        if x < 0:
            return
        if self.model != NULL and self.driver != DRIVER_HERCULES:
            for row in range(first, last):
                take_nibbles(
                    self.model + (offset + row) * PICTURE_WIDTH + left,
                    &state.picture[row * PICTURE_WIDTH + left],
                    right - left,
                    shift,
                )
        self._blank_covered(left, offset + first, right - left, end - first)

    cdef void _copy_on_adapter(
        self, int left, int right, int offset, int first, int last, int end, int shift
    ) noexcept nogil:
        """Show a rectangle, of which the picture has the rows up to `last`, on a CGA or a Hercules."""
        cdef StateLayout* state = self.state
        cdef int row
        if self.driver == DRIVER_HERCULES:
            self.note_pixels(offset + first, offset + end, 2 * left, 2 * right)
            fill_dots(state, left, right, offset + max(first, last), offset + end, 0)
            show_dots(state, self.patterns, left, right, first, last, shift != 0)
        elif not state.general.text_mode:
            self.note_pixels(offset + first, offset + end, 2 * left, 2 * right)
            for row in range(max(first, last), end):
                memset(&state.screen[(offset + row) * SCREEN_WIDTH + 2 * left], 0, 2 * (right - left))
            show_pairs(state, left, right, first, last, shift)

    cdef void _blank_covered(self, int x, int y, int width, int height) noexcept nogil:
        """Blank the text cells that lie wholly inside a rectangle of the screen (x, width in picture cells)."""
        cdef StateLayout* state = self.state
        # Dividing what has no sign is a shift.
        cdef int left = <unsigned int>(x + CELL_WIDTH - 1) // CELL_WIDTH
        cdef int right = <unsigned int>(x + width) // CELL_WIDTH
        cdef int top = <unsigned int>(y + CELL_PIXELS - 1) // CELL_PIXELS
        cdef int bottom = <unsigned int>(y + height) // CELL_PIXELS
        cdef int row
        if self.driver == DRIVER_HERCULES:
            top = 0
            while text_top(top) < y:
                top += 1
            bottom = top
            while bottom < TEXT_ROWS and text_top(bottom + 1) <= y + height:
                bottom += 1
        if left >= right:
            return
        for row in range(top, bottom):
            memset(&state.text_chars[row * TEXT_COLUMNS + left], 0, right - left)
            memset(&state.text_attributes[row * TEXT_COLUMNS + left], 0, right - left)
