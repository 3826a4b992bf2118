from libc.stdint cimport int16_t, uint8_t, uint32_t, uint64_t

from agi_emu._core.hercules cimport PATTERN_BYTES
from agi_emu._core.layout cimport *


cdef enum:
    MOST_NOTED = 32

cdef struct Pixels:
    int16_t first  # line; those behind the last line and column
    int16_t last
    int16_t left
    int16_t right


cdef class Screen:
    cdef uint8_t[::1] _buffer
    cdef const uint8_t[::1] _face
    cdef uint8_t[::1] _model_buffer
    cdef StateLayout* state
    cdef const uint8_t* face
    cdef uint8_t* model
    cdef readonly bint text_backgrounds_by_xor
    # The adapter's driver and what it needs to know: nibbles of rectangles and pairs of text on a CGA; patterns and
    # glyphs on a Hercules.
    cdef readonly int driver
    cdef bint even_columns
    cdef uint8_t fills[16]
    cdef uint8_t texts[16]
    cdef uint8_t patterns[PATTERN_BYTES]
    cdef bytes _glyphs
    cdef const uint8_t* glyphs
    cdef readonly uint64_t changes
    # What may have changed since the pixels were taken: rectangles, and whole rows of text, a bit for each.
    cdef Pixels[MOST_NOTED] drawn
    cdef int noted
    cdef uint32_t rows
    cdef bytes pixels  # as they were taken last, all of them (colours.pyx)
    cdef bytes sample  # or, in its place, the picture of another size (sampling.pyx), and its width
    cdef int sample_width
    # Characters put, and rectangles that were filled and copied, their rows and cells, to be counted (counting.pyx).
    cdef uint32_t put_count
    cdef uint32_t[3] filled
    cdef uint32_t[3] copied

    cpdef void touch(self) noexcept nogil
    cdef void note_pixels(self, int first, int last, int left, int right) noexcept nogil
    cdef void forget_counts(self) noexcept nogil
    cdef void show(self, int x, int y, int width, int height) noexcept nogil
    cpdef void copy(self, int x, int y, int width, int height) noexcept nogil
    cpdef void copy_priorities(self) noexcept nogil
    cpdef void fill(self, int x, int y, int width, int height, int colour) noexcept nogil
    cpdef void fill_cells(self, int top, int left, int bottom, int right, int attribute) noexcept nogil
    cpdef void put(self, int row, int column, int character, int attribute, bint halftone=*) noexcept nogil
    cpdef void scroll(self, int top, int left, int bottom, int right, int attribute) noexcept nogil

    cdef void _print(self, int character) noexcept nogil
    cdef void _break_line(self) noexcept nogil
    cdef void _copy_nibbles(self, int x, int y, int width, int height, int shift) noexcept nogil
    cdef void _copy_on_adapter(
        self, int left, int right, int offset, int first, int last, int end, int shift
    ) noexcept nogil
    cdef void _flip(self, int row, int column, const uint8_t* glyph, int colour) noexcept nogil
    cdef void _blank_covered(self, int x, int y, int width, int height) noexcept nogil
    cpdef void set_mode(self, bint text_mode) noexcept nogil
