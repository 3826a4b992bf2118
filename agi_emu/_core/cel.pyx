"""Cels of a view: their headers, their rows, and drawing them into a picture (reference: views-and-blitting.md 1-3).

Everything works on the bytes of the view resource as loaded; what lies outside of them is not there.
"""

from libc.stdint cimport uint8_t
from libc.string cimport memset

from agi_emu._core.layout cimport PICTURE_CELLS, PICTURE_WIDTH

cdef enum:
    LOOP_COUNT = 2            # offsets in a view
    LOOP_TABLE = 5
    CEL_TABLE = 1             # offset in a loop
    CEL_HEADER_SIZE = 3
    TRANSPARENT = 0x0F        # third byte of a cel
    MIRRORED = 0x80
    MIRROR_LOOP_SHIFT = 4     # bits 4-6: the loop for which the rows are stored the right way round
    MIRROR_LOOP = 0x07
    LARGEST_CONTROL = 2       # priorities 0-2 are control lines
    LONGEST_VIEW = 0xFFFF     # bytes: its length is a word

# The rows of a cel under way.
cdef struct RowReader:
    const uint8_t* view
    Py_ssize_t length
    Py_ssize_t offset         # next byte to read; between two rows the first byte of the next one
    Py_ssize_t first          # a mirrored row: its first chunk, and the one that was taken last
    Py_ssize_t taken
    int column                # cell at which the next chunk begins; below 0 where a mirrored row is too long

# Cells left to right - 1 of a row, all of one colour that is not transparent.
cdef struct Span:
    int left
    int right
    int colour


cdef inline int word_at(const uint8_t* view, Py_ssize_t length, Py_ssize_t offset) noexcept nogil:
    """Return the little-endian word at `offset`, -1 if it does not lie within the view."""
    if offset < 0 or offset + 2 > length:
        return -1
    return view[offset] | view[offset + 1] << 8


cdef inline Py_ssize_t loop_offset(const uint8_t* view, Py_ssize_t length, int loop) noexcept nogil:
    """Return the offset of a loop, -1 if there is none.

    Quirk: the loop behind the last is not refused but reads the word behind the table, as set.loop does in the original
    (reference: views-and-blitting.md 5).
    """
    cdef int offset
    if loop < 0 or loop > view_loop_count(view, length):
        return -1
    offset = word_at(view, length, LOOP_TABLE + 2 * loop)
    return offset if offset < length else -1


cdef int view_loop_count(const uint8_t* view, Py_ssize_t length) noexcept nogil:
    """Return the number of loops, 0 for a view too short to say."""
    return view[LOOP_COUNT] if length > LOOP_COUNT else 0


cdef int view_cel_count(const uint8_t* view, Py_ssize_t length, int loop) noexcept nogil:
    """Return the number of cels of a loop, 0 if the loop is out of range."""
    cdef Py_ssize_t start = loop_offset(view, length, loop)
    return view[start] if start >= 0 else 0


cdef int cel_header(const uint8_t* view, Py_ssize_t length, int loop, int cel, CelHeader* out) noexcept nogil:
    """Read the header of a cel; return 0 and leave `out` alone if loop or cel are out of range, else 1."""
    cdef Py_ssize_t start = loop_offset(view, length, loop)
    cdef Py_ssize_t offset
    cdef int flags
    if start < 0 or cel < 0 or cel >= view[start]:
        return 0
    offset = word_at(view, length, start + CEL_TABLE + 2 * cel)
    if offset < 0 or start + offset + CEL_HEADER_SIZE > length:
        return 0
    offset += start
    flags = view[offset + 2]
    out.width = view[offset]
    out.height = view[offset + 1]
    out.transparent = flags & TRANSPARENT
    out.flip = (flags & MIRRORED) != 0 and ((flags >> MIRROR_LOOP_SHIFT) & MIRROR_LOOP) != loop
    out.rows = offset + CEL_HEADER_SIZE
    return 1


cdef inline int next_chunk(RowReader* reader) noexcept nogil:
    """Take the next chunk of a row, colour << 4 | count; 0 at the end of the row or of the view."""
    cdef int chunk
    if reader.offset >= reader.length:
        return 0
    chunk = reader.view[reader.offset]
    reader.offset += 1
    return chunk


cdef inline void begin_row(RowReader* reader, const CelHeader* header) noexcept nogil:
    """Go to the next row. A mirrored one is read from its end, which is found here."""
    cdef int chunk
    reader.column = 0
    reader.first = reader.offset
    reader.taken = reader.offset
    if header.flip:
        reader.column = header.width
        while True:
            chunk = next_chunk(reader)
            if chunk == 0:
                return
            reader.taken += 1
            reader.column -= chunk & 0x0F


cdef inline bint next_span(RowReader* reader, const CelHeader* header, Span* span) noexcept nogil:
    """Find the next cells of the row, as shown from left to right, that are not transparent; return if there are any.

    A row that is too short is transparent at its stored end, one that is too long is cut there.
    """
    cdef int chunk
    while True:
        if header.flip:
            if reader.taken == reader.first:
                return False
            reader.taken -= 1
            chunk = reader.view[reader.taken]
        else:
            chunk = next_chunk(reader)
            if chunk == 0:
                return False
        span.left = max(reader.column, 0)
        reader.column += chunk & 0x0F
        span.right = min(reader.column, header.width)
        span.colour = chunk >> 4
        if span.colour != header.transparent and span.left < span.right:
            return True


cdef inline int priority_below(const uint8_t* picture, int address) noexcept nogil:
    """Return the first priority below a cell that is no control line.

    Where control lines reach down to the last row it is the last one's; below the last row it is 0.
    """
    cdef int priority = 0
    address += PICTURE_WIDTH
    while address < PICTURE_CELLS:
        priority = picture[address] >> 4
        if priority > LARGEST_CONTROL:
            break
        address += PICTURE_WIDTH
    return priority


cdef inline bint draw_cell(uint8_t* picture, int address, int colour, int priority) noexcept nogil:
    """Draw one cell if it is visible; return if it is. What lies outside of the picture counts as visible."""
    cdef int behind
    if address < 0 or address >= PICTURE_CELLS:
        return True
    behind = picture[address] >> 4
    if behind > LARGEST_CONTROL:
        if behind > priority:
            return False
        picture[address] = priority << 4 | colour
        return True
    if priority_below(picture, address) > priority:
        return False
    picture[address] = behind << 4 | colour
    return True


cdef int blit_cel(
    uint8_t* picture, const uint8_t* view, Py_ssize_t length, int loop, int cel, int x, int top_byte_row, int priority
) noexcept nogil:
    """Draw a cel whose top left cell is (x, top_byte_row); return 1 if no cell of it is visible, else 0.

    A cell of the background stays where its priority is higher than `priority`; on a control line the priority below
    the line counts, and the line stays. Quirk: nothing is clipped. Cells are addressed in one line, `top_byte_row` is a
    byte, and what lies outside of the picture is not drawn but counts as visible (reference: views-and-blitting.md 3).
    """
    cdef CelHeader header
    cdef RowReader reader
    cdef Span span
    cdef int hidden = 1
    cdef int start, address, _
    priority &= 0x0F
    if not cel_header(view, length, loop, cel, &header):
        return hidden
    reader.view = view
    reader.length = length
    reader.offset = header.rows
    start = PICTURE_WIDTH * (top_byte_row & 0xFF) + x
    for _ in range(header.height):
        begin_row(&reader, &header)
        while next_span(&reader, &header, &span):
            for address in range(start + span.left, start + span.right):
                if draw_cell(picture, address, span.colour, priority):
                    hidden = 0
        start += PICTURE_WIDTH
    return hidden


cdef const uint8_t* first_byte(const uint8_t[::1] data) noexcept:
    """Return the address of the bytes, NULL for none: an empty view has no element to take the address of."""
    return &data[0] if data.shape[0] else NULL


cdef int read_header(const uint8_t[::1] view, int loop, int cel, CelHeader* out) except -1:
    if view.shape[0] > LONGEST_VIEW:
        raise ValueError(f"a view has at most {LONGEST_VIEW} bytes, not {view.shape[0]}")
    if not cel_header(first_byte(view), view.shape[0], loop, cel, out):
        raise IndexError(f"the view has no loop {loop} with a cel {cel}")
    return 0


def loop_count(const uint8_t[::1] view not None):
    """Return the number of loops of a view resource."""
    return view_loop_count(first_byte(view), view.shape[0])


def cel_count(const uint8_t[::1] view not None, int loop):
    """Return the number of cels of a loop, 0 if there is no such loop."""
    return view_cel_count(first_byte(view), view.shape[0], loop)


def header(const uint8_t[::1] view not None, int loop, int cel):
    """Return (width, height, transparent colour, mirrored, offset of the rows) of a cel; IndexError if it is not there.
    """
    cdef CelHeader found
    read_header(view, loop, cel, &found)
    return found.width, found.height, found.transparent, bool(found.flip), found.rows


def decode(const uint8_t[::1] view not None, int loop, int cel):
    """Return (width, height, transparent colour, cells) of a cel as shown in its loop, a byte a cell, row by row.

    IndexError if there is no such cel.
    """
    cdef CelHeader found
    cdef RowReader reader
    cdef Span span
    cdef int _
    cdef bytearray cells
    cdef uint8_t* row
    read_header(view, loop, cel, &found)
    reader.view = first_byte(view)
    reader.length = view.shape[0]
    reader.offset = found.rows
    cells = bytearray([found.transparent]) * (found.width * found.height)
    row = cells
    for _ in range(found.height):
        begin_row(&reader, &found)
        while next_span(&reader, &found, &span):
            memset(row + span.left, span.colour, span.right - span.left)
        row += found.width
    return found.width, found.height, found.transparent, bytes(cells)


def blit(
    uint8_t[::1] picture not None, const uint8_t[::1] view not None, int loop, int cel, int x, int top, int priority
):
    """Draw a cel as `blit_cel` does; return True if no cell of it is visible. For tests and tools.

    `picture` has 160*168 cells of priority << 4 | colour; `top` counts as a byte, `priority` by its low nibble, and x
    may be any 16-bit number. IndexError if there is no such cel.
    """
    cdef CelHeader found
    cdef const uint8_t* bytes = first_byte(view)
    cdef int hidden
    if picture.shape[0] != PICTURE_CELLS:
        raise ValueError(f"a picture has {PICTURE_CELLS} cells, not {picture.shape[0]}")
    if not -0x8000 <= x <= 0xFFFF:
        raise ValueError(f"x {x} is not a 16-bit number")
    read_header(view, loop, cel, &found)
    with nogil:
        hidden = blit_cel(&picture[0], bytes, view.shape[0], loop, cel, x, top, priority)
    return bool(hidden)
