"""Screens of machines in another size, for programs that look at many of them."""

from cpython.bytes cimport PyBytes_AsString, PyBytes_FromStringAndSize
from libc.stdint cimport uint8_t, uint16_t
from libc.string cimport memcpy

from agi_emu._core.colours cimport MOST_DRAWN, take_drawn
from agi_emu._core.layout cimport *
from agi_emu._core.screen cimport Pixels, Screen

cdef enum:
    COLOUR_BYTES = 3
    MOST_COLOURS = 256
    STATE_COLOURS = 16
    LARGEST_SIDE = 1024
    # Parts of 256 in which red, green and blue make grey (ITU-R BT.601).
    RED = 77
    GREEN = 150
    BLUE = 29


cdef inline uint8_t grey_of(const uint8_t* colour) noexcept nogil:
    """Return how light a colour is."""
    return <uint8_t> ((RED * colour[0] + GREEN * colour[1] + BLUE * colour[2] + 128) >> 8)


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
        for i in range(MOST_COLOURS if grey else 0):
            self.greys[i] = grey_of(&colours[COLOUR_BYTES * i])

    def put(self, Screen screen not None, Py_ssize_t index) -> None:
        """Write what a screen shows as picture `index`; only what was drawn since the last time is taken again."""
        cdef Pixels[MOST_DRAWN] drawn
        cdef int i, count = take_drawn(screen, drawn)
        cdef Py_ssize_t size = self.width * self.height
        cdef uint8_t* target
        cdef uint8_t* sample
        if not 0 <= index < self.out.shape[0]:
            raise IndexError(f"there is no picture {index}")
        screen.pixels = None
        if screen.sample is None or screen.sample_width != self.width or len(screen.sample) != size:
            screen.sample = PyBytes_FromStringAndSize(NULL, size)
            screen.sample_width = self.width
            drawn[0] = Pixels(0, SCREEN_HEIGHT, 0, SCREEN_WIDTH)
            count = 1
        target = &self.out[index, 0, 0]
        sample = <uint8_t*> PyBytes_AsString(screen.sample)
        for i in range(count):
            self._take(screen.state, &drawn[i], sample)
        memcpy(target, sample, size)
        if self.grey:
            for i in range(STATE_COLOURS):
                self.greys[i] = grey_of(&screen.state.palette[COLOUR_BYTES * i])
            for i in range(size):
                target[i] = self.greys[target[i]]

    cdef void _take(self, StateLayout* s, const Pixels* drawn, uint8_t* sample) noexcept nogil:
        """Take the pixels of a rectangle of the screen."""
        cdef int left = first_from(drawn.left, SCREEN_WIDTH, self.width)
        cdef int right = first_from(drawn.right, SCREEN_WIDTH, self.width)
        cdef const uint8_t* row
        cdef uint8_t* taken
        cdef int x, y
        for y in range(
            first_from(drawn.first, SCREEN_HEIGHT, self.height), first_from(drawn.last, SCREEN_HEIGHT, self.height)
        ):
            row = &s.screen[SCREEN_WIDTH * middle(y, SCREEN_HEIGHT, self.height)]
            taken = sample + self.width * y
            for x in range(left, right):
                taken[x] = row[self.columns[x]]


cdef inline int first_from(int place, int whole, int parts) noexcept nogil:
    """Return the first of the parts whose middle lies at `place` or after it."""
    return (2 * parts * place + whole - 1) // (2 * whole)


cdef inline int middle(int part, int whole, int parts) noexcept nogil:
    """Return the middle of a part of `whole` pixels, cut into `parts`."""
    return (2 * part + 1) * whole // (2 * parts)
