"""The screen brought to any size: every target pixel is the mean of the area of the screen that it covers.

At integer factors that is plain repetition of pixels; at others only the target pixels that straddle two screen pixels
are mixed, so the picture stays sharp and its proportions true.
"""

from libc.stdint cimport uint8_t, uint16_t, uint32_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy

cdef enum:
    WHOLE = 256  # weight of a target pixel that lies in one screen pixel
    COLOURS = 256
    LONGEST = 16384  # pixels of a side

cdef struct Span:
    uint16_t first  # screen pixel that holds the beginning of the target pixel
    uint16_t second  # the next one, or the same at the edge
    uint16_t weight  # share of the first, in 256ths


cdef inline uint32_t _mix(uint32_t a, uint32_t b, uint32_t weight) noexcept nogil:
    """Mix two colours of four bytes each; `weight` 0-256 is the share of `a`."""
    cdef uint32_t even = ((a & 0xFF00FF) * weight + (b & 0xFF00FF) * (WHOLE - weight) + 0x800080) >> 8
    cdef uint32_t odd = ((a >> 8) & 0xFF00FF) * weight + ((b >> 8) & 0xFF00FF) * (WHOLE - weight) + 0x800080
    return (even & 0xFF00FF) | (odd & <uint32_t> 0xFF00FF00)


cdef void _measure(Span* spans, uint32_t length, uint32_t source) noexcept nogil:
    """Find for each of `length` target pixels which of `source` screen pixels it covers and how much of each.

    Target pixel i covers [i * source, (i + 1) * source) of a line on which a screen pixel is `length` long.
    """
    cdef uint32_t i, first, inside
    for i in range(length):
        first = i * source // length
        inside = (first + 1) * length - i * source
        spans[i].first = <uint16_t> first
        if inside >= source or first + 1 == source:
            spans[i].second = <uint16_t> first
            spans[i].weight = WHOLE
        else:
            spans[i].second = <uint16_t> (first + 1)
            spans[i].weight = <uint16_t> ((inside * WHOLE + source // 2) // source)


cdef inline uint32_t _shown(const uint8_t* row, const uint8_t* over, const uint32_t* colours, int x) noexcept nogil:
    """Return the colour of a pixel; `over` has the layer's, 0 where it is clear."""
    return colours[COLOURS + over[x]] if over[x] else colours[row[x]]


cdef void _stretch_both(const uint8_t* row, const uint8_t* over, const uint32_t* colours, const Span* columns,
                        uint32_t width, uint32_t* out) noexcept nogil:
    """Bring one row of the screen, with the layer over it, to the target's width."""
    cdef uint32_t i
    cdef uint32_t colour
    for i in range(width):
        colour = _shown(row, over, colours, columns[i].first)
        if columns[i].weight != WHOLE:
            colour = _mix(colour, _shown(row, over, colours, columns[i].second), columns[i].weight)
        out[i] = colour


cdef void _stretch(const uint8_t* row, const uint32_t* colours, const Span* columns, uint32_t width,
                   uint32_t* out) noexcept nogil:
    """Bring one row of the screen to the target's width."""
    cdef uint32_t i
    cdef uint32_t colour
    for i in range(width):
        colour = colours[row[columns[i].first]]
        if columns[i].weight != WHOLE:
            colour = _mix(colour, colours[row[columns[i].second]], columns[i].weight)
        out[i] = colour


cdef class Scaler:
    """Draws the screen at one size; keeps the measures of its rows and columns."""

    cdef readonly int width
    cdef readonly int height
    cdef readonly int source_width
    cdef readonly int source_height
    cdef Span* _columns
    cdef Span* _rows
    cdef uint32_t* _upper
    cdef uint32_t* _lower

    def __cinit__(self, int width, int height, int source_width=320, int source_height=200):
        """Measure a target of width x height for a screen of source_width x source_height, 1-16384 pixels each."""
        if not (1 <= width <= LONGEST and 1 <= height <= LONGEST):
            raise ValueError(f"{width} x {height} is not a size to draw the screen at")
        if not (1 <= source_width <= LONGEST and 1 <= source_height <= LONGEST):
            raise ValueError(f"{source_width} x {source_height} is not a size of a screen")
        self.width = width
        self.height = height
        self.source_width = source_width
        self.source_height = source_height
        self._columns = <Span*> malloc(width * sizeof(Span))
        self._rows = <Span*> malloc(height * sizeof(Span))
        self._upper = <uint32_t*> malloc(width * sizeof(uint32_t))
        self._lower = <uint32_t*> malloc(width * sizeof(uint32_t))
        if not (self._columns and self._rows and self._upper and self._lower):
            raise MemoryError
        _measure(self._columns, width, source_width)
        _measure(self._rows, height, source_height)

    def __dealloc__(self):
        """Give the memory back."""
        free(self._columns)
        free(self._rows)
        free(self._upper)
        free(self._lower)

    def draw(self, const uint8_t[::1] pixels not None, const uint32_t[::1] colours not None,
             uint32_t[::1] target not None, int pitch, int left, int top, int first_row=0, int last_row=-1,
             const uint8_t[::1] layer=None) -> tuple[int, int]:
        """Draw rows `first_row` to `last_row` of the screen and return (first, end) of the target rows written.

        A last row of -1 is that of the screen. `pixels` are the screen's indices, row by row, into the first 256 of 512
        `colours`; `target` is a surface of `pitch` pixels per row, in which the whole picture would begin at (left,
        top). Colours are four bytes in any order.

        A `layer` has as many pixels, 0 where the screen is seen, else indices into 256 more `colours`.
        """
        cdef int begin, end
        cdef const uint8_t* over = NULL
        if pixels.shape[0] != self.source_width * self.source_height or colours.shape[0] != 2 * COLOURS:
            raise ValueError(f"a screen has {self.source_width * self.source_height} pixels and 512 colours")
        if layer is not None:
            if layer.shape[0] != pixels.shape[0]:
                raise ValueError(f"a layer has as many pixels as the screen, {pixels.shape[0]}")
            over = &layer[0]
        if last_row == -1:
            last_row = self.source_height - 1
        if not 0 <= first_row <= last_row < self.source_height:
            raise ValueError(f"rows {first_row} to {last_row} are not on the screen")
        if left < 0 or top < 0 or pitch < self.width or left > pitch - self.width:
            raise ValueError(f"the picture at ({left}, {top}) is not inside a surface of {pitch} pixels a row")
        if (<Py_ssize_t> top + self.height - 1) * pitch + left + self.width > target.shape[0]:
            raise ValueError(f"the surface of {target.shape[0]} pixels is too small")
        begin = first_row * self.height // self.source_height
        end = ((last_row + 1) * self.height + self.source_height - 1) // self.source_height
        with nogil:
            self._draw(&pixels[0], over, &colours[0], &target[<Py_ssize_t> top * pitch + left], pitch, begin, end)
        return begin, end

    cdef void _draw(self, const uint8_t* pixels, const uint8_t* over, const uint32_t* colours, uint32_t* target,
                    Py_ssize_t pitch, int begin, int end) noexcept nogil:
        """Write the target rows `begin` to `end`; a row of the screen is stretched once for all that show it."""
        cdef int upper = -1
        cdef int lower = -1
        cdef int y, x
        cdef Span* span
        cdef uint32_t* swap
        cdef uint32_t* out
        for y in range(begin, end):
            span = &self._rows[y]
            out = target + y * pitch
            if span.first == lower:
                swap = self._upper
                self._upper = self._lower
                self._lower = swap
                upper, lower = lower, upper
            if span.first != upper:
                upper = span.first
                self._row(pixels, over, colours, upper, self._upper)
            if span.weight == WHOLE:
                memcpy(out, self._upper, self.width * sizeof(uint32_t))
                continue
            if span.second != lower:
                lower = span.second
                self._row(pixels, over, colours, lower, self._lower)
            for x in range(self.width):
                out[x] = _mix(self._upper[x], self._lower[x], span.weight)

    cdef void _row(self, const uint8_t* pixels, const uint8_t* over, const uint32_t* colours, int row,
                   uint32_t* out) noexcept nogil:
        """Bring one row of the screen to the target's width, with the layer's if there is one."""
        cdef Py_ssize_t start = <Py_ssize_t> row * self.source_width
        if over == NULL:
            _stretch(pixels + start, colours, self._columns, self.width, out)
        else:
            _stretch_both(pixels + start, over + start, colours, self._columns, self.width, out)
