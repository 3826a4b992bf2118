"""The flood fill of a picture (reference: PIC-25).

The fill works on runs of open cells. Whether a cell is open is one bit, computed for whole rows and kept from fill to
fill where nothing else was drawn; painting a run clears its bits, so no cell is tested twice. Runs end at the borders
of 64-bit words: what continues after one is a run of its own.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from agi_emu._core.codes cimport *
from agi_emu._core.layout cimport *
from agi_emu._core.vector cimport equal_row, highest_bit, lowest_bit, plot_run

cdef enum:
    # What waits is a stretch of a word: the word's number, the first and the last bit.
    BIT_SHIFT = 6
    BIT = 63
    WORD_SHIFT = 12

cdef uint64_t ALL = ~<uint64_t>0
cdef uint64_t HIGHEST = <uint64_t>1 << BIT


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


cdef inline uint32_t stretch(int word, int first, int last) noexcept nogil:
    """Return a stretch of a word as what waits."""
    return <uint32_t>word << WORD_SHIFT | first << BIT_SHIFT | last


cdef inline uint64_t bits_of(uint32_t waits) noexcept nogil:
    """Return the bits of what waits."""
    return (ALL << (waits >> BIT_SHIFT & BIT)) & (ALL >> (~waits & BIT))


cdef inline int look_beside(const uint64_t* row, int word, uint64_t run, uint32_t* waiting) noexcept nogil:
    """Let the run's open neighbours in the words before and after wait; return how many there are."""
    cdef int count = 0
    if run & 1 and word & (ROW_WORDS - 1) and (row - 1)[0] & HIGHEST:
        waiting[0] = stretch(word - 1, BIT, BIT)
        count = 1
    if run & HIGHEST and row[1] & 1:
        waiting[count] = stretch(word + 1, 0, 0)
        count += 1
    return count


cdef int paint_area(
    Ground* ground, uint8_t* picture, uint32_t* waiting, int x, int y, uint8_t mask, uint8_t value
) noexcept nogil:
    """Paint the open cells that hang together with an open cell; return how many.

    From a run it goes straight on to the runs below it, else to those above: what it needs for that is in registers.
    """
    cdef uint64_t* row
    cdef uint8_t* cells  # of bit 0
    cdef uint64_t window, run, above
    cdef uint64_t touched  # cells of the word that hang together with the run before
    cdef int word, left, right
    cdef int count = 1
    cdef int painted = 0
    waiting[0] = stretch(y * ROW_WORDS + (x >> BIT_SHIFT), x & BIT, x & BIT)
    while count:
        count -= 1
        word = waiting[count] >> WORD_SHIFT
        row = &ground.open[ROW_WORDS + word]
        cells = picture + (word // ROW_WORDS) * PICTURE_WIDTH + (word % ROW_WORDS) * (BIT + 1)
        touched = row[0] & bits_of(waiting[count])
        while touched:
            window = row[0]
            # The bit after the highest closed one below the lowest touched one, which is open like all touched; a sum
            # carries through the run and sets the bit after it.
            left = highest_bit((~window & (touched - 1)) << 1 | 1)
            run = window & ~(window + (<uint64_t>1 << left))
            right = highest_bit(run)
            row[0] = window & ~run
            plot_run(cells + left, right + 1 - left, <int>(picture + PICTURE_CELLS - cells) - left, mask, value)
            painted += right + 1 - left
            if touched & ~run:
                waiting[count] = stretch(word, right + 1, highest_bit(touched))
                count += 1
            if run & (HIGHEST | 1):
                count += look_beside(row, word, run, waiting + count)
            above = (row - ROW_WORDS)[0] & run
            touched = row[ROW_WORDS] & run
            if touched:
                waiting[count] = stretch(word - ROW_WORDS, left, right)
                count += above != 0
                word += ROW_WORDS
                row += ROW_WORDS
                cells += PICTURE_WIDTH
            else:
                touched = above
                word -= ROW_WORDS
                row -= ROW_WORDS
                cells -= PICTURE_WIDTH
    return painted


cdef int runs_painted(const Ground* before, const Ground* ground) noexcept nogil:
    """Return how many runs of cells a fill has painted, each in a row of its own."""
    cdef uint64_t painted, begins, carry = 0
    cdef int place, runs = 0
    for place in range(ROW_WORDS, ROW_WORDS * (PICTURE_HEIGHT + 1)):
        painted = before.open[place] & ~ground.open[place]
        begins = painted & ~(painted << 1 | carry)
        carry = painted >> BIT
        while begins:
            begins &= begins - 1
            runs += 1
    return runs


cdef int flood_fill(
    Ground* ground, uint8_t* picture, uint32_t* waiting, int x, int y, uint8_t mask, uint8_t value,
    uint32_t* runs=NULL
) noexcept nogil:
    """Paint the open cells that hang together with (x, y) by their sides; return how many were painted.

    `mask` and `value` are those of `plot` and say which planes are on. `runs` counts the runs of cells, where asked
    for. `ground` belongs to this picture: whoever draws on it tells by `change_rows`.

    `waiting` needs `WAITING_PLACES`. A place is taken for pairs of runs that touch, each in one place only and never
    again. The columns in which two pairs of the same two rows touch are apart by a closed cell, so there are at most 80
    pairs between two rows; and two at the borders of words in each row.
    """
    cdef Ground before
    cdef uint8_t nibble, empty
    cdef int painted
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
    if runs == NULL:
        return paint_area(ground, picture, waiting, x, y, mask, value)
    before = ground[0]
    painted = paint_area(ground, picture, waiting, x, y, mask, value)
    runs[0] += runs_painted(&before, ground)
    return painted


def fill(uint8_t[::1] picture not None, uint32_t[::1] waiting not None, int x, int y, int mask, int value) -> int:
    """Paint the area around (x, y) as `flood_fill` does and return the number of cells; for tests and tools.

    `picture` has 160*168 cells of priority << 4 | colour, `waiting` at least `WAITING` places for work under way; a
    painted cell becomes (cell | mask) & value.
    """
    cdef Ground ground
    cdef int painted
    if picture.shape[0] != PICTURE_CELLS:
        raise ValueError(f"a picture has {PICTURE_CELLS} cells, not {picture.shape[0]}")
    if waiting.shape[0] < WAITING_PLACES:
        raise ValueError(f"a fill needs {WAITING_PLACES} places, not {waiting.shape[0]}")
    if not (0 <= x < PICTURE_WIDTH and 0 <= y < PICTURE_HEIGHT):
        raise ValueError(f"({x}, {y}) is outside the picture")
    if not (0 <= mask <= 0xFF and 0 <= value <= 0xFF):
        raise ValueError(f"mask {mask} and value {value} must be bytes")
    begin_ground(&ground)
    with nogil:
        painted = flood_fill(&ground, &picture[0], &waiting[0], x, y, mask, value)
    return painted


WAITING = WAITING_PLACES  # type: int
