"""The flood fill of a picture (reference: PIC-25).

The fill works on runs of open cells. Whether a cell is open is one bit, computed for whole rows and kept from fill to
fill where nothing else was drawn; painting a run clears its bits, so no cell is tested twice. Runs end at the borders
of 64-bit words: what continues after one is a run of its own.
"""

from libc.stdint cimport uint8_t, uint16_t, uint64_t
from libc.string cimport memset

from agi_emu._core.codes cimport LOWEST_BAND, WHITE
from agi_emu._core.layout cimport PICTURE_CELLS, PICTURE_HEIGHT, PICTURE_WIDTH
from agi_emu._core.vector cimport equal_row, highest_bit, lowest_bit, plot_run

cdef enum:
    ONE_ROW = 256        # between a place in the queue and the one below it: y << 8 | x
    COLUMN = 63          # of a place within its word

cdef uint64_t HIGHEST = <uint64_t>1 << 63


cdef void begin_ground(Ground* ground) noexcept nogil:
    """Begin with a picture of which nothing is known."""
    memset(ground, 0, sizeof(Ground))


cdef void look_again(Ground* ground, const uint8_t* picture, uint8_t mask, uint8_t empty) noexcept nogil:
    """Bring the bits of rows up to date that were drawn on, or of all if the other nibble was looked at before."""
    cdef int y, row
    if ground.mask != mask:
        ground.mask = mask
        change_rows(ground, 0, PICTURE_HEIGHT - 1)
    while ground.changed:
        y = lowest_bit(ground.changed) << ROW_GROUP_SHIFT
        ground.changed &= ground.changed - 1
        for row in range(y, y + (1 << ROW_GROUP_SHIFT)):
            equal_row(picture + row * PICTURE_WIDTH, mask, empty, &ground.open[ROW_WORDS * (row + 1)])


cdef inline int queue_runs(uint16_t* queue, int waiting, uint64_t open_cells, int place) noexcept nogil:
    """Queue the first cell of each run of open cells; `place` is that of bit 0. Return how many places wait then.

    Mostly there is one or none: writing it without asking is quicker than a branch that is wrong every second time.
    """
    cdef uint64_t starts = open_cells & ~(open_cells << 1)
    queue[waiting] = <uint16_t>(place + lowest_bit(starts | HIGHEST))
    waiting += starts != 0
    starts &= starts - 1
    while starts:
        queue[waiting] = <uint16_t>(place + lowest_bit(starts))
        waiting += 1
        starts &= starts - 1
    return waiting


cdef int flood_fill(
    Ground* ground, uint8_t* picture, uint16_t* queue, int x, int y, uint8_t mask, uint8_t value
) noexcept nogil:
    """Paint the open cells that hang together with (x, y) by their sides; return how many were painted.

    `mask` and `value` are those of `plot` and say which planes are on. `ground` belongs to this picture: whoever draws
    on it tells by `change_rows`. `queue` needs 26,880 places: a place is taken for a pair of runs that touch, and never
    twice for the same pair. Between two rows there are at most 63 such pairs in a whole word and 31 in the half one,
    157 in all 167 pairs of rows, and two at the borders of words in each of 168 rows.
    """
    cdef uint64_t* row = &ground.open[ROW_WORDS]  # of y = 0; a place >> 6 is the number of its word
    cdef uint64_t window, run
    cdef uint8_t nibble, empty
    cdef int place, word, address, left, count
    cdef int waiting = 1
    cdef int painted = 0
    if mask & 0x0F:
        if value & 0x0F == WHITE:
            return 0
        nibble = 0x0F
        empty = WHITE
    elif mask & 0xF0:
        if value >> 4 == LOWEST_BAND:
            return 0
        nibble = 0xF0
        empty = LOWEST_BAND << 4
    else:
        return 0
    if picture[y * PICTURE_WIDTH + x] & nibble != empty:
        return 0
    look_again(ground, picture, nibble, empty)
    queue[0] = y << 8 | x
    while waiting:
        waiting -= 1
        place = queue[waiting]
        word = place >> 6
        window = row[word]
        if not (window >> (place & COLUMN)) & 1:
            continue
        # The bit after the highest closed one below the place; a sum carries through the run and sets the bit after it.
        left = highest_bit((~window & ((<uint64_t>1 << (place & COLUMN)) - 1)) << 1 | 1)
        run = window & ~(window + (<uint64_t>1 << left))
        count = highest_bit(run) + 1 - left
        row[word] = window & ~run
        place &= ~COLUMN
        address = (place >> 8) * PICTURE_WIDTH + (place & 0xFF) + left
        plot_run(picture + address, count, PICTURE_CELLS - address, mask, value)
        painted += count
        if run & (HIGHEST | 1):
            if run & 1 and place & 0xFF and row[word - 1] & HIGHEST:
                queue[waiting] = place - 1
                waiting += 1
            if run & HIGHEST and row[word + 1] & 1:
                queue[waiting] = place + COLUMN + 1
                waiting += 1
        waiting = queue_runs(queue, waiting, row[word - ROW_WORDS] & run, place - ONE_ROW)
        waiting = queue_runs(queue, waiting, row[word + ROW_WORDS] & run, place + ONE_ROW)
    return painted


def fill(uint8_t[::1] picture not None, uint16_t[::1] queue not None, int x, int y, int mask, int value):
    """Paint the area around (x, y) as `flood_fill` does and return the number of cells; for tests and tools.

    `picture` has 160*168 cells of priority << 4 | colour, `queue` at least as many places for work under way; a
    painted cell becomes (cell | mask) & value.
    """
    cdef Ground ground
    cdef int painted
    if picture.shape[0] != PICTURE_CELLS:
        raise ValueError(f"a picture has {PICTURE_CELLS} cells, not {picture.shape[0]}")
    if queue.shape[0] < PICTURE_CELLS:
        raise ValueError(f"the queue needs {PICTURE_CELLS} places, not {queue.shape[0]}")
    if not (0 <= x < PICTURE_WIDTH and 0 <= y < PICTURE_HEIGHT):
        raise ValueError(f"({x}, {y}) is outside the picture")
    if not (0 <= mask <= 0xFF and 0 <= value <= 0xFF):
        raise ValueError(f"mask {mask} and value {value} must be bytes")
    begin_ground(&ground)
    with nogil:
        painted = flood_fill(&ground, &picture[0], &queue[0], x, y, mask, value)
    return painted
