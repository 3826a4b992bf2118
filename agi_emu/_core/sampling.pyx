"""Screens of machines in another size, for programs that look at many of them."""

from libc.stdint cimport uint8_t, uint16_t, uint32_t
from libc.string cimport memcpy

from agi_emu._core.context cimport Context
from agi_emu._core.layout cimport *
from agi_emu._core.vector cimport fetch_row, take_odd

cdef enum:
    COLOUR_BYTES = 3
    MOST_COLOURS = 256
    STATE_COLOURS = 16
    LARGEST_SIDE = 1024
    ROWS_AHEAD = 8
    # Parts of 256 in which red, green and blue make grey (ITU-R BT.601).
    RED = 77
    GREEN = 150
    BLUE = 29


cdef inline uint8_t grey_of(const uint8_t* colour) noexcept nogil:
    """Return how light a colour is."""
    return <uint8_t> ((RED * colour[0] + GREEN * colour[1] + BLUE * colour[2] + 128) >> 8)


cdef inline void take_columns(uint8_t* target, const uint8_t* row, const uint16_t* columns, int count) noexcept nogil:
    """Take pixels of a row, four at a time."""
    cdef uint32_t four
    cdef int x
    for x in range(0, count - 3, 4):
        four = (
            row[columns[x]] | <uint32_t> row[columns[x + 1]] << 8 | <uint32_t> row[columns[x + 2]] << 16
            | <uint32_t> row[columns[x + 3]] << 24
        )
        memcpy(target + x, &four, 4)
    for x in range(count & ~3, count):
        target[x] = row[columns[x]]


cdef class Sampler:
    """Writes what machines show into `out`, an array (machines, height, width), sides of 1 to 1024.

    Each pixel is the one in the middle of the part of the screen that it stands for: its palette index or, with `grey`,
    its lightness. `colours` are the 256 of a screen that shows so many; a state knows its first 16 itself.
    """

    cdef uint8_t[:, :, ::1] out
    cdef bint grey
    cdef int width
    cdef int height
    cdef uint16_t columns[LARGEST_SIDE]
    cdef uint8_t greys[MOST_COLOURS]

    def __init__(self, uint8_t[:, :, ::1] out not None, const uint8_t[::1] colours not None, *, bint grey=False):
        """Take the array; ValueError for one of another shape."""
        cdef int i
        if not 1 <= out.shape[1] <= LARGEST_SIDE or not 1 <= out.shape[2] <= LARGEST_SIDE:
            raise ValueError(f"a picture has sides of 1 to {LARGEST_SIDE}, not {out.shape[2]}x{out.shape[1]}")
        if colours.shape[0] != COLOUR_BYTES * MOST_COLOURS:
            raise ValueError(f"{MOST_COLOURS} colours have {COLOUR_BYTES * MOST_COLOURS} bytes, not {colours.shape[0]}")
        self.out = out
        self.grey = grey
        self.height = <int> out.shape[1]
        self.width = <int> out.shape[2]
        for i in range(self.width):
            self.columns[i] = <uint16_t> middle(i, SCREEN_WIDTH, self.width)
        for i in range(MOST_COLOURS):
            self.greys[i] = grey_of(&colours[COLOUR_BYTES * i])

    def put(self, Context machine not None, Py_ssize_t index) -> None:
        """Write what a machine shows as picture `index`."""
        cdef StateLayout* s = machine.s
        cdef int i
        if not 0 <= index < self.out.shape[0]:
            raise IndexError(f"there is no picture {index}")
        if not self.grey:
            self._put_indices(s, &self.out[index, 0, 0])
            return
        for i in range(STATE_COLOURS):
            self.greys[i] = grey_of(&s.palette[COLOUR_BYTES * i])
        self._put_greys(s, &self.out[index, 0, 0])

    cdef void _put_indices(self, StateLayout* s, uint8_t* target) noexcept nogil:
        """Write palette indices."""
        cdef const uint8_t* row
        cdef int y, fetched = 0
        for y in range(self.height):
            row = row_of(s, y, self.height, &fetched)
            if self.width == SCREEN_WIDTH:
                memcpy(target, row, SCREEN_WIDTH)
            elif 2 * self.width == SCREEN_WIDTH:
                take_odd(target, row)
            else:
                take_columns(target, row, &self.columns[0], self.width)
            target += self.width

    cdef void _put_greys(self, StateLayout* s, uint8_t* target) noexcept nogil:
        """Write the lightness of the colours."""
        cdef const uint8_t* row
        cdef int y, x, fetched = 0
        for y in range(self.height):
            row = row_of(s, y, self.height, &fetched)
            for x in range(self.width):
                target[x] = self.greys[row[self.columns[x]]]
            target += self.width


cdef inline const uint8_t* row_of(StateLayout* s, int y, int height, int* fetched) noexcept nogil:
    """Return the row of the screen for row `y` of a picture, and ask for all up to one that comes later.

    Memory that is asked for in its order comes three times as fast as rows with others between them.
    """
    cdef int row = middle(y, SCREEN_HEIGHT, height)
    while fetched[0] < min(row + ROWS_AHEAD, SCREEN_HEIGHT):
        fetch_row(&s.screen[SCREEN_WIDTH * fetched[0]])
        fetched[0] += 1
    return &s.screen[SCREEN_WIDTH * row]


cdef inline int middle(int part, int whole, int parts) noexcept nogil:
    """Return the middle of a part of `whole` pixels, cut into `parts`."""
    return (2 * part + 1) * whole // (2 * parts)
