"""Pens of a picture: round and rectangular, solid and splattered (reference: PIC-17, PIC-18, PIC-22)."""

from libc.stdint cimport uint8_t

from agi_emu._core.layout cimport PICTURE_CELLS, PICTURE_HEIGHT, PICTURE_WIDTH
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


cdef inline int round_shape(int size, int variant) noexcept nogil:
    """Return the shape of a round pen; that of size 1 depends on the version (reference: PIC-21)."""
    if size != 1 or variant == PEN_FULL:
        return size
    if variant == PEN_MIDDLE_ROW_INSIDE:
        return SHAPE_MIDDLE_ROW
    if variant == PEN_SHORT_OFF_CENTRE:
        return SHAPE_SHORT
    return SHAPE_NOTCHED


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
    cdef int left, limit, top, row, column, count, offset
    cdef uint8_t drawn
    cdef uint8_t* cells
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
        cells = picture + offset
        for column in range(count):
            register = (register >> 1) ^ (0xB8 & -(register & 1))
            # All ones where the cell is drawn: which ones are is meant to look like chance, so it is not branched on.
            drawn = <uint8_t>-((register & 3) == 2)
            plot(cells + column, mask & drawn, value | ~drawn)
    return top


def draw(
    uint8_t[::1] picture not None, int x, int y, int pen, int texture, int mask, int value, *, int variant=PEN_FULL
):
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
