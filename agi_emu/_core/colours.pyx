"""Frames: the palette indices of a screen, and the red, green and blue that they stand for."""

from cpython.bytes cimport PyBytes_AsString, PyBytes_FromStringAndSize
from cpython.object cimport PyObject
from libc.stdint cimport int16_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcmp, memcpy, memset

from agi_emu._core.codes cimport DRIVER_COLOURS
from agi_emu._core.layout cimport SCREEN_HEIGHT, SCREEN_WIDTH, StateLayout, TEXT_ROWS
from agi_emu._core.screen cimport Pixels, Screen
from agi_emu._core.vector cimport copy_rows, lowest_bit

cdef enum:
    CELL_PIXELS = 8
    ALL_ROWS = (1 << TEXT_ROWS) - 1
    COLOUR_BYTES = 3
    MOST_COLOURS = 256
    ENTRY = 4  # bytes: red, green, blue, and not 0 where the palette has no such colour

cdef extern from *:
    """
    #ifdef Py_LIMITED_API
    #define agi_take_back(bytes) 0
    #else
    /* Bytes that nobody else holds may be written again; return whether these may. Nobody knows their hash then. */
    static int agi_take_back(PyObject* bytes)
    {
        if (Py_REFCNT(bytes) != 1)
            return 0;
        _Py_COMP_DIAG_PUSH
        _Py_COMP_DIAG_IGNORE_DEPR_DECLS
        ((PyBytesObject*)bytes)->ob_shash = -1;
        _Py_COMP_DIAG_POP
        return 1;
    }
    #endif
    """
    bint take_back "agi_take_back" (PyObject* bytes)


cdef int take_drawn(Screen screen, Pixels* drawn) noexcept nogil:
    """Forget what may have changed since this was asked the last time; return how many rectangles it is, `drawn`."""
    cdef int i, row, count = screen.noted
    cdef uint32_t rows = screen.rows & ALL_ROWS
    cdef size_t size = 0
    screen.noted = 0
    screen.rows = 0
    for i in range(count):
        drawn[i] = screen.drawn[i]
        size += (drawn[i].right - drawn[i].left) * (drawn[i].last - drawn[i].first)
    # Columns of other adapters lie elsewhere in the bytes of a line.
    if rows == ALL_ROWS or size >= sizeof(screen.state.screen) or screen.driver != DRIVER_COLOURS:
        rows = ALL_ROWS
        count = 0
    while rows:
        row = CELL_PIXELS * lowest_bit(rows)
        drawn[count] = Pixels(<int16_t> row, <int16_t> (row + CELL_PIXELS), 0, SCREEN_WIDTH)
        count += 1
        rows &= rows - 1
    return count


cpdef bytes take_pixels(Screen screen):
    """Return the pixels of a screen as the state has them, 320x200 bytes.

    Where nobody holds what was returned the last time, only what was drawn since is copied.
    """
    cdef char* source = <char*> &screen.state.screen[0]
    cdef char* target
    cdef Pixels[MOST_DRAWN] drawn
    cdef int i, start, width, height, count = take_drawn(screen, drawn)
    screen.sample = None
    if screen.pixels is None or not take_back(<PyObject*> screen.pixels):
        screen.pixels = PyBytes_FromStringAndSize(source, sizeof(screen.state.screen))
        return screen.pixels
    target = PyBytes_AsString(screen.pixels)
    for i in range(count):
        start = SCREEN_WIDTH * drawn[i].first + drawn[i].left
        width = drawn[i].right - drawn[i].left
        height = drawn[i].last - drawn[i].first
        if width == SCREEN_WIDTH:
            memcpy(target + start, source + start, SCREEN_WIDTH * height)
        else:
            copy_rows(<uint8_t*> target + start, SCREEN_WIDTH, <uint8_t*> source + start, SCREEN_WIDTH, width, height)
    return screen.pixels


def moved(const uint8_t[::1] pixels not None, Py_ssize_t width, Py_ssize_t across, Py_ssize_t down) -> bytes:
    """Return a picture, rows of `width` pixels, moved to the right and down; where nothing comes from it is black.

    ValueError for pixels that make no rows.
    """
    cdef Py_ssize_t height = pixels.shape[0] // width if width > 0 else 0
    cdef Py_ssize_t left, right, row, from_row
    cdef bytes result
    cdef char* target
    if height * width != pixels.shape[0]:
        raise ValueError(f"{pixels.shape[0]} pixels make no rows of {width}")
    across = max(-width, min(across, width))
    down = max(-height, min(down, height))
    left, right = max(across, 0), min(width + across, width)
    result = PyBytes_FromStringAndSize(NULL, height * width)
    target = PyBytes_AsString(result)
    for row in range(height):
        from_row = row - down
        if 0 <= from_row < height and left < right:
            memset(target, 0, left)
            memcpy(target + left, &pixels[from_row * width + left - across], right - left)
            memset(target + right, 0, width - right)
        else:
            memset(target, 0, width)
        target += width
    return result


cdef class BareFrame:
    """What a frame consists of: palette indices, row by row, the red, green and blue of the colours, and the size."""


cdef class ScreenView:
    """Makes frames of what a monitor shows, each once: where something was drawn since the last one."""

    def __init__(self, Screen screen not None, type frame_class not None, int composite, *, bint asks_always) -> None:
        """View a screen that was not looked at yet.

        Where the monitor shows the screen as it is, a frame is made here, of `frame_class`, which needs no other
        initialization. `look` of the subclass makes it where pictures shake or move, on the adapter `composite`, or
        always.
        """
        if not issubclass(frame_class, BareFrame):
            raise TypeError(f"{frame_class} is not a class of frames")
        self.screen = screen
        self._frame_class = frame_class
        self._composite = composite
        self._asks_always = asks_always
        self._changes = screen.changes - 1

    cdef object latest(self):
        """Return what the monitor shows, the same object as before if nothing was drawn since."""
        cdef uint64_t changes = self.screen.changes
        cdef BareFrame frame
        cdef StateLayout* s = self.screen.state
        if changes == self._changes:
            return self._latest
        # Where nobody else has it, its memory serves again.
        self._latest = None
        if self._asks_always or s.deep_shown or s.general.shake_offset or s.general.sync_place:
            self._latest = self.look()
        elif s.general.adapter == self._composite:
            self._latest = self.look()
        else:
            if self._palette is None or memcmp(<const char*> self._palette, &s.palette[0], sizeof(s.palette)) != 0:
                self._palette = (<const char*> &s.palette[0])[:sizeof(s.palette)]
            frame = <BareFrame> self._frame_class.__new__(self._frame_class)
            frame.pixels = take_pixels(self.screen)
            frame.colours = self._palette
            frame.width = SCREEN_WIDTH
            frame.height = SCREEN_HEIGHT
            self._latest = frame
        self._changes = changes
        return self._latest


def paint(
    const uint8_t[::1] pixels not None, const uint8_t[::1] colours not None, uint8_t[::1] target not None
) -> None:
    """Write three bytes for each pixel; `colours` has as many bytes for each of 1 to 256 colours.

    IndexError for a pixel that has no colour, ValueError where sizes do not fit. Both write nothing outside of
    `target`.
    """
    cdef Py_ssize_t count = pixels.shape[0]
    cdef int colour_count = <int> min(colours.shape[0] // COLOUR_BYTES, MOST_COLOURS + 1)
    cdef bint has_all
    if colour_count < 1 or colour_count > MOST_COLOURS:
        raise ValueError(f"a palette has 1 to {MOST_COLOURS} colours of 3 bytes, not {colours.shape[0]} bytes")
    if target.shape[0] != COLOUR_BYTES * count:
        raise ValueError(f"{count} pixels take {COLOUR_BYTES * count} bytes, not {target.shape[0]}")
    if count == 0:
        return
    with nogil:
        has_all = _paint(&pixels[0], count, &colours[0], colour_count, &target[0])
    if not has_all:
        raise IndexError(f"a pixel has a colour above {colour_count - 1}, the last of the palette")


cdef bint _paint(
    const uint8_t* pixels, Py_ssize_t count, const uint8_t* colours, int colour_count, uint8_t* target
) noexcept nogil:
    """Write the colours of at least one pixel; return whether the palette has all of them."""
    cdef uint8_t table[MOST_COLOURS][ENTRY]
    cdef uint32_t entry, seen = 0
    cdef uint8_t* last_bytes = <uint8_t*> &seen
    cdef Py_ssize_t i
    cdef int colour
    memset(table, 0xFF, sizeof(table))
    for colour in range(colour_count):
        memcpy(&table[colour][0], colours + COLOUR_BYTES * colour, COLOUR_BYTES)
        table[colour][COLOUR_BYTES] = 0
    # Four bytes are one step; the fourth is overwritten by the next pixel.
    for i in range(count - 1):
        memcpy(&entry, &table[pixels[i]][0], ENTRY)
        memcpy(target + COLOUR_BYTES * i, &entry, ENTRY)
        seen |= entry
    memcpy(&entry, &table[pixels[count - 1]][0], ENTRY)
    memcpy(target + COLOUR_BYTES * (count - 1), &entry, COLOUR_BYTES)
    seen |= entry
    return last_bytes[COLOUR_BYTES] == 0
