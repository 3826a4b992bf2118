"""Cels of a view: their rows, and drawing them into a picture (reference: VIEW-3, VIEW-15).

Everything works on the bytes of the view resource as loaded; what lies outside of them is not there.
"""

from libc.stdint cimport int16_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from agi_emu._core.below cimport (
    CONTROL_COST, LARGEST_CONTROL, MOST_COST, NOTHING, SPILLED_COST, Below, draw_cell, draw_cut_row, draw_on_controls
)
from agi_emu._core.layout cimport *
from agi_emu._core.vector cimport draw_cells, draw_rows
from agi_emu._core.view_tables cimport (
    CEL_HEADER_SIZE, LONGEST_VIEW, MIRRORED, CelHeader, cel_header, loop_offset, view_cel_count, view_loop_count,
    word_at
)

cdef enum:
    DESCRIPTION = 3           # where it begins, 0 for none
    CHUNK = 16                # cells that are written for a chunk, which has 15 at most
    WIDEST_CEL = 256
    GROUP = 16                # cells that are drawn at once
    ADDRESSES = 0x10000       # of a segment
    MOST_LOOKS = 32           # at each byte of a view, on average
    ROWS_OF_0 = 256           # are drawn of a cel of height 0
    TURNED_BYTES = 2048       # that the original has for the rows of a cel it turns round


cdef inline uint64_t eight_times(int byte) noexcept nogil:
    """Return eight cells of one colour."""
    return <uint64_t>byte * <uint64_t>0x0101010101010101


cdef inline void colours_as_shown(uint64_t* shown, const CelHeader* header) noexcept nogil:
    """Write eight cells of each colour, NOTHING for the transparent one."""
    cdef int colour
    for colour in range(16):
        shown[colour] = eight_times(NOTHING if colour == header.transparent else colour)


cdef inline void put_chunk(uint8_t* cells, uint64_t eight) noexcept nogil:
    """Write sixteen cells, the most that a chunk has and one more."""
    memcpy(cells, &eight, 8)
    memcpy(cells + 8, &eight, 8)


cdef Py_ssize_t unpack_row(
    uint8_t* cells, const uint8_t* view, Py_ssize_t length, Py_ssize_t offset, const CelHeader* header,
    const uint64_t* shown, bint* spills
) noexcept nogil:
    """Write a row as shown, a byte a cell, transparent ones as NOTHING; return the offset after it.

    `cells` has CHUNK places before and after its WIDEST_CEL: a chunk is written with sixteen cells, of which the next
    one takes back those that are not its own. `shown` is from `colours_as_shown`. `spills` becomes True where the row
    has more coloured cells than fit into its width.
    """
    cdef int column = 0, width = header.width, chunk, count
    cdef uint8_t* mirrored = cells + width - CHUNK
    cdef bint flip = header.flip
    while offset < length:
        chunk = view[offset]
        offset += 1
        if chunk == 0:
            break
        count = chunk & 0x0F
        # Too many for the width; a count of 0 means 65,536 cells, and without a sign it is the largest here, too.
        if <unsigned int>(count - 1) >= <unsigned int>(width - column):
            spills[0] = spills[0] or flip or chunk >> 4 != header.transparent
            count = min(count, width - column)
        put_chunk(mirrored - column if flip else cells + column, shown[chunk >> 4])
        column += count
    if column < width:
        memset(cells if flip else cells + column, NOTHING, width - column)
    # The last group is drawn whole.
    memset(cells + width, NOTHING, GROUP)
    return offset


cdef inline bint draw_row(
    Below* below, uint8_t* picture, int address, const uint8_t* cells, int width, int priority
) noexcept nogil:
    """Draw an unpacked row; return whether any cell is visible.

    Cells on control lines are drawn singly, and so is a row of which a group of cells would reach out of the picture.
    """
    cdef uint32_t decided, visible = 0
    cdef int column
    if address < 0 or address + row_places(width) > PICTURE_CELLS:
        return draw_cut_row(below, picture, address, cells, width, priority)
    for column in range(0, width, 16):  # GROUP: Cython wants to see the sign of a step
        decided = draw_cells(picture + address + column, cells + column, <uint8_t>(priority << 4))
        visible |= decided & 0xFFFF
        if decided >> 16:
            visible |= draw_on_controls(
                below, picture, address + column, cells + column, decided >> 16, priority
            )
    return visible != 0


cdef int row_places(int width) noexcept nogil:
    """Return how many bytes an unpacked row of `width` cells takes: whole groups."""
    return (width + GROUP - 1) & -GROUP


cdef int unpack_cel(
    const uint8_t* view, Py_ssize_t length, const CelHeader* header, uint8_t* cells
) noexcept nogil:
    """Unpack all rows of a cel, `row_places` bytes each; return its packed bytes, -1 if it is not drawn so."""
    cdef uint8_t[CHUNK + WIDEST_CEL + CHUNK] row
    cdef uint64_t[16] shown
    cdef Py_ssize_t offset = header.rows
    cdef bint spills = False
    cdef int _
    colours_as_shown(shown, header)
    for _ in range(header.height):
        offset = unpack_row(&row[CHUNK], view, length, offset, header, shown, &spills)
        memcpy(cells, &row[CHUNK], row_places(header.width))
        cells += row_places(header.width)
    return -1 if spills else <int> (offset - header.rows)


cdef int draw_unpacked(
    uint8_t* picture, const uint8_t* cells, int width, int height, int x, int top_byte_row, int priority, int* cost
) noexcept nogil:
    """Draw a cel that `unpack_cel` has unpacked, as `blit_cel` draws a packed one; return the same."""
    cdef int start = <int16_t>(PICTURE_WIDTH * (top_byte_row & 0xFF) + x)  # addresses have 16 bits
    cdef int places = row_places(width), room = PICTURE_CELLS - places, visible = 0, row = 0, count
    cdef Below below
    below.is_begun = False
    below.cost = cost[0]
    priority &= 0x0F
    while row < height:
        if 0 <= start <= room:
            count = draw_rows(
                picture + start, cells, width, min(height - row, (room - start) // PICTURE_WIDTH + 1),
                <uint8_t>(priority << 4), &visible
            )
            row += count
            start += PICTURE_WIDTH * count
            cells += places * count
        # The row that ended these has cells on control lines, or reaches out of the picture.
        if row < height:
            visible |= draw_row(&below, picture, start, cells, width, priority)
            row += 1
            start = <int16_t>(start + PICTURE_WIDTH)
            cells += places
    cost[0] = below.cost
    cost[1] += below.looked if below.is_begun else 0
    return not visible


cdef bint draw_spilling_row(
    Below* below, uint8_t* picture, int start, const uint8_t* view, Py_ssize_t offset, Py_ssize_t end, int transparent,
    int priority
) noexcept nogil:
    """Draw the stored row between `offset` and `end` as the original does; return whether any cell is visible.

    Quirk: it looks at no width: what a row has too much is drawn to the right of the cel, past the last column into the
    next row. A count is a 16-bit number, made smaller after each cell, so one of 0 draws on and on; but the test on a
    control line clears its high byte, and zeros after the picture count as such a line. So every run ends there within
    256 cells. A transparent run of no cells skips nothing (reference: VIEW-5).
    """
    cdef int chunk, place, left, run, outside
    cdef bint visible = False
    while offset < end and below.cost < MOST_COST:
        chunk = view[offset]
        offset += 1
        if chunk == 0:
            break
        if chunk >> 4 == transparent:
            start += chunk & 0x0F
            continue
        left = chunk & 0x0F
        while True:
            place = start & (ADDRESSES - 1)
            if place >= PICTURE_CELLS:
                # Passed in one step; a count of 0 is one of 256 there, and of 65,535 after its first cell.
                visible = True
                run = ((left - 1) & 0xFF) + 1
                outside = min(run, ADDRESSES - place)
                start += outside
                left = (left & 0xFF) - 1 & (ADDRESSES - 1) if outside == 1 else run - outside
            else:
                if picture[place] >> 4 <= LARGEST_CONTROL:
                    left &= 0xFF
                    below.cost += CONTROL_COST
                visible |= draw_cell(below, picture, place, chunk >> 4, priority)
                below.cost += SPILLED_COST
                start += 1
                left = (left - 1) & (ADDRESSES - 1)
            if left == 0:
                break
    return visible


cdef Py_ssize_t turn_row(
    uint8_t* row, Py_ssize_t room, const uint8_t* view, Py_ssize_t length, Py_ssize_t* offset, int width,
    int transparent
) noexcept nogil:
    """Write a stored row as the original turns it round; return its length, 0 where there is no room for it.

    Quirk: after the first byte that is not transparent each byte with a count of 0 ends the row, and what is missing to
    the width is put in front, modulo 256 (reference: VIEW-13, VIEW-14).
    """
    cdef Py_ssize_t at = offset[0], first, end, written = 0
    cdef int cells = 0, lead
    while at < length and view[at] != 0 and view[at] >> 4 == transparent:
        cells += view[at] & 0x0F
        at += 1
    if room < 1:
        return 0
    if at >= length or view[at] == 0:
        row[0] = 0
        offset[0] = at + 1
        return 1
    first = at
    cells += view[at] & 0x0F
    at += 1
    while at < length and view[at] & 0x0F != 0:
        cells += view[at] & 0x0F
        at += 1
    end = at
    offset[0] = at + 1
    lead = (width - cells) & 0xFF
    if room < (lead + 14) // 15 + (end - first) + 1:
        return 0
    while lead > 0:
        row[written] = <uint8_t>(transparent << 4 | min(lead, 15))
        written += 1
        lead -= 15
    while end > first:
        end -= 1
        row[written] = view[end]
        written += 1
    row[written] = 0
    return written + 1


cdef bint has_odd_rows(const uint8_t* view, Py_ssize_t length) noexcept nogil:
    """Return whether turning a mirrored cel round changes more than the direction of its rows.

    So it is where a row has a run of no cells or more cells than the cel is wide, and where the rows become so long
    that they reach into what follows. Cels that overlap without end count as odd.
    """
    cdef uint8_t[LONGEST_VIEW + 1] begins  # of each byte, whether a loop, a cel or the description begins there
    cdef uint8_t[2 * WIDEST_CEL] turned
    cdef CelHeader header
    cdef Py_ssize_t start, offset, end, place, written, left
    cdef int loop, cel, cells, _
    length = min(length, LONGEST_VIEW)
    left = MOST_LOOKS * length
    memset(begins, 0, sizeof(begins))
    begins[max(word_at(view, length, DESCRIPTION), 0)] = 1
    for loop in range(view_loop_count(view, length)):
        start = loop_offset(view, length, loop)
        if start < 0:
            continue
        begins[start] = 1
        for cel in range(view_cel_count(view, length, loop)):
            if cel_header(view, length, loop, cel, loop, &header):
                begins[min(header.rows - CEL_HEADER_SIZE, length)] = 1
    for loop in range(view_loop_count(view, length)):
        for cel in range(view_cel_count(view, length, loop)):
            if not cel_header(view, length, loop, cel, loop, &header) or not view[header.rows - 1] & MIRRORED:
                continue
            offset = header.rows
            end = header.rows
            for _ in range(header.height):
                cells = 0
                place = offset
                while place < length and view[place] != 0:
                    if view[place] & 0x0F == 0:
                        return True
                    cells += view[place] & 0x0F
                    if cells > header.width:
                        return True
                    place += 1
                written = turn_row(turned, sizeof(turned), view, length, &offset, header.width, header.transparent)
                end += written
                left -= 1 + place - offset + 2 * written
                if left < 0:
                    return True
            place = header.rows
            while place < length and place < end:
                if begins[place]:
                    return True
                place += 1
            if end > length:
                return True
    return False


cdef void turn_in_memory(uint8_t* view, Py_ssize_t length, const CelHeader* header) noexcept nogil:
    """Turn the rows of a cel round where they lie; what has become longer overwrites what follows in the view.

    What follows the view in the original's memory is left alone, and rows past the end of its stack's buffer are not
    written: there it overwrites its stack (reference: VIEW-14).
    """
    cdef uint8_t[TURNED_BYTES] rows
    cdef Py_ssize_t offset = header.rows, used = 0, written
    cdef int _
    for _ in range(header.height):
        written = turn_row(&rows[used], TURNED_BYTES - used, view, length, &offset, header.width, header.transparent)
        if written == 0:
            break
        used += written
    memcpy(view + header.rows, rows, min(used, length - header.rows))


cdef int drawn_rows(const CelHeader* header) noexcept nogil:
    """Return how many rows of a cel are drawn.

    Quirk: the counter is reduced before it is tested, so a height of 0 draws 256 (reference: VIEW-7).
    """
    return header.height if header.height else ROWS_OF_0


cdef int draw_turned(
    uint8_t* picture, const uint8_t* view, Py_ssize_t length, const CelHeader* header, int start, int priority,
    int* cost
) noexcept nogil:
    """Draw a cel from its rows turned round, where they do not have as many cells as it is wide; return as `blit_cel`.

    Objects are drawn from a copy in which what became of the rows stays (`turn_in_memory`), as far as there is room.
    """
    cdef uint8_t[TURNED_BYTES] row
    cdef Py_ssize_t offset = header.rows, written
    cdef int hidden = 1, _
    cdef Below below
    below.is_begun = False
    below.cost = cost[0]
    for _ in range(drawn_rows(header)):
        written = turn_row(row, TURNED_BYTES, view, length, &offset, header.width, header.transparent)
        if written == 0:
            break
        if draw_spilling_row(&below, picture, start, row, 0, written, header.transparent, priority):
            hidden = 0
        start += PICTURE_WIDTH
    cost[1] += below.looked if below.is_begun else 0
    cost[0] = below.cost + <int> (offset - header.rows) + (0 if header.height else ROWS_OF_0 * header.width)
    return hidden


cdef int blit_cel(
    uint8_t* picture, const uint8_t* view, Py_ssize_t length, int loop, int cel, int shown_in, int x, int top_byte_row,
    int priority, int* cost
) noexcept nogil:
    """Draw a cel whose top left cell is (x, top_byte_row); return 1 if no cell of it is visible, else 0.

    A cell of the background stays where its priority is higher than `priority`; on a control line the priority below
    the line counts, and the line stays. Quirk: nothing is clipped. Cells are addressed in one line, `top_byte_row` is a
    byte, and what lies outside of the picture is not drawn but counts as visible (reference: VIEW-18).
    """
    cdef CelHeader header
    if not cel_header(view, length, loop, cel, shown_in, &header):
        return 1
    return blit_found(picture, view, length, &header, x, top_byte_row, priority, cost)


cdef int blit_found(
    uint8_t* picture, const uint8_t* view, Py_ssize_t length, const CelHeader* header, int x, int top_byte_row,
    int priority, int* cost
) noexcept nogil:
    """Draw a cel whose header was read, as `blit_cel` does; return the same."""
    cdef uint8_t[CHUNK + WIDEST_CEL + CHUNK] row
    cdef uint8_t* cells = &row[CHUNK]
    cdef uint64_t[16] shown
    cdef Py_ssize_t offset = header.rows, begin
    cdef int hidden = 1
    cdef int start = <int16_t>(PICTURE_WIDTH * (top_byte_row & 0xFF) + x)  # addresses have 16 bits
    cdef int _
    cdef bint spills
    cdef Below below
    below.is_begun = False
    below.cost = cost[0]
    priority &= 0x0F
    colours_as_shown(shown, header)
    for _ in range(drawn_rows(header)):
        begin = offset
        spills = False
        offset = unpack_row(cells, view, length, offset, header, shown, &spills)
        if spills and header.flip:
            start = PICTURE_WIDTH * (top_byte_row & 0xFF) + x
            cost[0] = below.cost
            cost[1] += below.looked if below.is_begun else 0
            return draw_turned(picture, view, length, header, start, priority, cost)
        if spills:
            if draw_spilling_row(&below, picture, start, view, begin, offset, header.transparent, priority):
                hidden = 0
        elif draw_row(&below, picture, start, cells, header.width, priority):
            hidden = 0
        start = <int16_t>(start + PICTURE_WIDTH)
    cost[1] += below.looked if below.is_begun else 0
    cost[0] = below.cost + <int> (offset - header.rows) + (0 if header.height else ROWS_OF_0 * header.width)
    return hidden


cdef const uint8_t* first_byte(const uint8_t[::1] data) noexcept:
    """Return the address of the bytes, NULL for none: an empty view has no element to take the address of."""
    return &data[0] if data.shape[0] else NULL


cdef int read_header(const uint8_t[::1] view, int loop, int cel, CelHeader* out) except -1:
    """Read the header of a cel for Python; ValueError or IndexError where there is none."""
    if view.shape[0] > LONGEST_VIEW:
        raise ValueError(f"a view has at most {LONGEST_VIEW} bytes, not {view.shape[0]}")
    if not cel_header(first_byte(view), view.shape[0], loop, cel, loop, out):
        raise IndexError(f"the view has no loop {loop} with a cel {cel}")
    return 0


def loop_count(const uint8_t[::1] view not None) -> int:
    """Return the number of loops of a view resource."""
    return view_loop_count(first_byte(view), view.shape[0])


def cel_count(const uint8_t[::1] view not None, int loop) -> int:
    """Return the number of cels of a loop, 0 if there is no such loop."""
    return view_cel_count(first_byte(view), view.shape[0], loop)


def header(const uint8_t[::1] view not None, int loop, int cel) -> tuple[int, int, int, bool, int]:
    """Return (width, height, transparent colour, mirrored, offset of the rows) of a cel; IndexError if it is not there.
    """
    cdef CelHeader found
    read_header(view, loop, cel, &found)
    return found.width, found.height, found.transparent, bool(found.flip), found.rows


def decode(const uint8_t[::1] view not None, int loop, int cel) -> tuple[int, int, int, bytes]:
    """Return (width, height, transparent colour, cells) of a cel as shown in its loop, a byte a cell, row by row.

    IndexError if there is no such cel.
    """
    cdef CelHeader found
    cdef uint8_t[CHUNK + WIDEST_CEL + CHUNK] row
    cdef Py_ssize_t offset
    cdef int y, column
    cdef uint64_t[16] shown
    cdef bytearray cells
    cdef uint8_t* target
    cdef bint spills = False
    read_header(view, loop, cel, &found)
    offset = found.rows
    cells = bytearray([found.transparent]) * (found.width * found.height)
    target = cells
    colours_as_shown(shown, &found)
    for y in range(found.height):
        offset = unpack_row(&row[CHUNK], first_byte(view), view.shape[0], offset, &found, shown, &spills)
        for column in range(found.width):
            if row[CHUNK + column] != NOTHING:
                target[y * found.width + column] = row[CHUNK + column]
    return found.width, found.height, found.transparent, bytes(cells)


def blit(
    uint8_t[::1] picture not None, const uint8_t[::1] view not None, int loop, int cel, int x, int top, int priority
) -> bool:
    """Draw a cel as `blit_cel` does; return True if no cell of it is visible. For tests and tools.

    `picture` has 160*168 cells of priority << 4 | colour; `top` counts as a byte, `priority` by its low nibble, and x
    may be any 16-bit number. IndexError if there is no such cel.
    """
    cdef CelHeader found
    cdef const uint8_t* bytes = first_byte(view)
    cdef int hidden
    cdef int[2] cost = [0, 0]
    if picture.shape[0] != PICTURE_CELLS:
        raise ValueError(f"a picture has {PICTURE_CELLS} cells, not {picture.shape[0]}")
    if not -0x8000 <= x <= 0xFFFF:
        raise ValueError(f"x {x} is not a 16-bit number")
    read_header(view, loop, cel, &found)
    with nogil:
        hidden = blit_cel(&picture[0], bytes, view.shape[0], loop, cel, loop, x, top, priority, &cost[0])
    return bool(hidden)
