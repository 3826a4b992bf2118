"""Pens of a picture: round and rectangular, solid and splattered (reference: PIC-17, PIC-18, PIC-22)."""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy

from agi_emu._core.layout cimport *
from agi_emu._core.line cimport plot
from agi_emu._core.vector cimport plot_run

cdef enum:
    LARGEST_SIZE = 7
    LARGEST_ROWS = 2 * LARGEST_SIZE + 1
    # The three other forms of size 1 stand after the eight sizes.
    SHAPE_MIDDLE_ROW = 8
    SHAPE_NOTCHED = 9
    SHAPE_SHORT = 10
    SHAPES = 11
    ROW_CELLS = LARGEST_SIZE + 1
    REGISTERS = 256        # of the splatter
    EVERY_BYTE = 0x01010101
    FEEDBACK = 0xB8

# Rows from top to bottom, n + 1 bits each, the leftmost cell the highest (reference: PIC-20, PIC-21).
_ROUND = (
    "1",
    "11 11 11",
    "010 111 111 111 010",
    "0110 0110 1111 1111 1111 0110 0110",
    "00100 01110 11111 11111 11111 11111 11111 01110 00100",
    "001100 011110 011110 011110 111111 111111 111111 011110 011110 011110 001100",
    "0011100 0111110 0111110 0111110 1111111 1111111 1111111 1111111 1111111 0111110 0111110 0111110 0011100",
    "00011000 00111100 01111110 01111110 01111110 11111111 11111111 11111111 11111111 11111111 01111110 01111110"
    " 01111110 00111100 00011000",
    "00 11 00",
    "11 11 01",
    "11 11 00",
)

# The cells of a row lie side by side: the first one, and how many.
cdef uint8_t ROUND_FIRST[SHAPES][LARGEST_ROWS]
cdef uint8_t ROUND_COUNT[SHAPES][LARGEST_ROWS]


def _write_round_shapes():
    """Write the rows of the round pens from their pictures above."""
    for shape, rows in enumerate(_ROUND):
        for row, cells in enumerate(rows.split()):
            assert cells.strip("0") == cells.count("1") * "1"
            ROUND_FIRST[shape][row] = max(cells.find("1"), 0)
            ROUND_COUNT[shape][row] = cells.count("1")


_write_round_shapes()

# Of a row that begins with some register: FF for each cell that is drawn; and the register after so many cells.
cdef uint8_t DRAWN[REGISTERS][ROW_CELLS]
cdef uint8_t NEXT[REGISTERS][ROW_CELLS + 1]
# By how many cells a row has: FF for each.
cdef uint8_t FIRST_CELLS[ROW_CELLS + 1][ROW_CELLS]


def _write_splatter():
    """Write the rows of the splatter: a register of eight bits is stepped at each cell (reference: PIC-22)."""
    cdef int begin, register, column, count
    for begin in range(REGISTERS):
        register = NEXT[begin][0] = begin
        for column in range(ROW_CELLS):
            register = (register >> 1) ^ (FEEDBACK & -(register & 1))
            DRAWN[begin][column] = 0xFF if register & 3 == 2 else 0
            NEXT[begin][column + 1] = register
    for count in range(ROW_CELLS + 1):
        for column in range(count):
            FIRST_CELLS[count][column] = 0xFF


_write_splatter()


cdef inline int round_shape(int size, int variant) noexcept nogil:
    """Return the shape of a round pen; that of size 1 depends on the version (reference: PIC-21)."""
    if size != 1 or variant == PEN_FULL:
        return size
    if variant == PEN_MIDDLE_ROW_INSIDE:
        return SHAPE_MIDDLE_ROW
    if variant == PEN_SHORT_OFF_CENTRE:
        return SHAPE_SHORT
    return SHAPE_NOTCHED


cdef inline void splatter_row(
    uint8_t* cells, int count, int room, int register, uint8_t mask, uint8_t value
) noexcept nogil:
    """Plot those cells of a row that a register chooses; `room` cells reach to the end of the picture.

    Eight are one step, in which the cells that are not drawn are written back as they were.
    """
    cdef uint64_t word, drawn, first
    cdef uint64_t every = <uint64_t>EVERY_BYTE << 32 | EVERY_BYTE
    cdef int column
    if room < ROW_CELLS:
        for column in range(count):
            plot(cells + column, mask & DRAWN[register][column], value | ~DRAWN[register][column])
        return
    memcpy(&drawn, DRAWN[register], ROW_CELLS)
    memcpy(&first, FIRST_CELLS[count], ROW_CELLS)
    memcpy(&word, cells, ROW_CELLS)
    drawn &= first
    word = (word | every * mask & drawn) & (every * value | ~drawn)
    memcpy(cells, &word, ROW_CELLS)


cdef int draw_pen(
    uint8_t* picture, int x, int y, int pen, int texture, uint8_t mask, uint8_t value, int variant
) noexcept nogil:
    """Plot the pen at (x, y), a point inside the picture; return its top row.

    `pen` is the operand of F9, `texture` that of FA.

    A pen of size n covers n + 1 columns and 2n + 1 rows and is shifted as a whole so that it lies inside.
    """
    cdef int size = pen & PEN_SIZE
    cdef int register = texture | 1
    cdef bint splatter = (pen & PEN_SPLATTER) != 0
    cdef int shape = -1
    cdef int left, limit, top, row, count, offset
    if variant == PEN_NOTCHED_OFF_CENTRE or variant == PEN_SHORT_OFF_CENTRE:
        left = 2 * (x - size // 2)
        top = y - size // 2
    else:
        left = 2 * x - size
        top = y - size
    # Quirk: before 3.002 the limit is 320 - 2n where 318 - 2n would do, so the last column may be x = 160, which is
    # x = 0 of the next row, and on row 167 the cell after the picture; that one is dropped (reference: PIC-18,
    # PIC-19).
    limit = 318 if variant == PEN_MIDDLE_ROW_INSIDE else 320
    left = max(0, min(left, limit - 2 * size)) // 2
    top = max(0, min(top, PICTURE_HEIGHT - 1 - 2 * size))
    if not pen & PEN_RECTANGLE:
        shape = round_shape(size, variant)
    for row in range(2 * size + 1):
        offset = (top + row) * PICTURE_WIDTH + left
        count = size + 1
        if shape >= 0:
            offset += ROUND_FIRST[shape][row]
            count = ROUND_COUNT[shape][row]
        count = min(count, PICTURE_CELLS - offset)
        if not splatter:
            plot_run(picture + offset, count, PICTURE_CELLS - offset, mask, value)
            continue
        splatter_row(picture + offset, count, PICTURE_CELLS - offset, register, mask, value)
        register = NEXT[register][count]
    return top


def draw(
    uint8_t[::1] picture not None, int x, int y, int pen, int texture, int mask, int value, *, int variant=PEN_FULL
) -> None:
    """Plot the pen at (x, y) as `draw_pen` does; for tests and tools.

    `picture` has 160*168 cells of priority << 4 | colour; a plotted cell becomes (cell | mask) & value. `pen`: bits
    0-2 size, bit 4 rectangle, bit 5 splatter. `texture` (0-255) starts the splatter. `variant` is a `PenVariant`.
    """
    if picture.shape[0] != PICTURE_CELLS:
        raise ValueError(f"a picture has {PICTURE_CELLS} cells, not {picture.shape[0]}")
    if not (0 <= x < PICTURE_WIDTH and 0 <= y < PICTURE_HEIGHT):
        raise ValueError(f"({x}, {y}) is outside the picture")
    if not (0 <= pen <= 0xFF and 0 <= texture <= 0xFF):
        raise ValueError(f"pen {pen} and texture {texture} must be bytes")
    if not (0 <= mask <= 0xFF and 0 <= value <= 0xFF):
        raise ValueError(f"mask {mask} and value {value} must be bytes")
    if not 0 <= variant <= PEN_SHORT_OFF_CENTRE:
        raise ValueError(f"{variant} is not a variant with pens")
    with nogil:
        draw_pen(&picture[0], x, y, pen, texture, mask, value, variant)
