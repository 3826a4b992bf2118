from libc.stdint cimport uint8_t

from agi_emu._core.layout cimport *

cdef enum:
    HERCULES_LINES = 174   # pairs of lines that text and picture reach: a byte of the screen is 4 dots of each
    GLYPH_BYTES = 24       # of a glyph of 16x12 dots
    PATTERN_BYTES = 128    # of 16 colours, four rows, two columns

cdef int text_top(int row) noexcept nogil
cdef int picture_top(const StateLayout* state) noexcept nogil
cdef void take_dots(StateLayout* s, const uint8_t* patterns) noexcept nogil
cdef void show_dots(
    StateLayout* state, const uint8_t* patterns, int left, int right, int first, int last, bint priorities
) noexcept nogil
cdef void fill_dots(StateLayout* state, int left, int right, int first, int last, int dots) noexcept nogil
cdef void put_dots(
    StateLayout* state, const uint8_t* glyph, int row, int column, bint inverted, bint halftone
) noexcept nogil
cdef int draw_dotted_cel(
    StateLayout* s, const uint8_t* patterns, const uint8_t* view, Py_ssize_t length, int loop, int cel, int shown_in,
    int x, int top_byte_row, int priority
) noexcept nogil
