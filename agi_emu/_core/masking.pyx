"""Parts of a state set to 0 that digests leave out: rectangles of the screen with what they show, and variables."""

from array import array

from cpython.buffer cimport PyBUF_WRITABLE, PyBuffer_Release, PyObject_GetBuffer
from libc.string cimport memset

from agi_emu._core.layout cimport *

cdef enum:
    AREA = 4  # numbers: x, y, width, height
    ROWS_PER_TEXT_ROW = 8
    COLUMNS_PER_CELL = 2


cdef class Mask:
    """Rectangles of (x, y, width, height) in pixels of the screen, and numbers of variables."""

    def __init__(self, areas not None: Iterable[tuple[int, int, int, int]], variables not None: Iterable[int]):
        """Keep them; ValueError for a rectangle that is not inside of the screen, or a number above 255."""
        cdef int x, y, width, height
        numbers = array("i")
        for x, y, width, height in areas:
            if not (0 <= x < SCREEN_WIDTH and 0 <= y < SCREEN_HEIGHT):
                raise ValueError(f"({x}, {y}) is no pixel of the screen")
            if not (1 <= width <= SCREEN_WIDTH - x and 1 <= height <= SCREEN_HEIGHT - y):
                raise ValueError(f"{width}x{height} at ({x}, {y}) is not inside of the screen")
            numbers.extend((x, y, width, height))
        self.areas = numbers
        self.variables = bytes(variables)

    def clear(self, state not None: Buffer) -> None:
        """Set to 0 what is masked of a state."""
        cdef Py_buffer view
        PyObject_GetBuffer(state, &view, PyBUF_WRITABLE)
        try:
            if view.len != sizeof(StateLayout):
                raise ValueError(f"a state has {sizeof(StateLayout)} bytes, this buffer {view.len}")
            self.apply(<StateLayout*> view.buf)
        finally:
            PyBuffer_Release(&view)

    cdef void apply(self, StateLayout* s) noexcept nogil:
        """Set to 0 what is masked of a state."""
        cdef Py_ssize_t i, at
        for i in range(self.variables.shape[0]):
            s.vars[self.variables[i]] = 0
        for i in range(self.areas.shape[0] // AREA):
            at = AREA * i
            clear_area(s, self.areas[at], self.areas[at + 1], self.areas[at + 2], self.areas[at + 3])


cdef void clear_area(StateLayout* s, int x, int y, int width, int height) noexcept nogil:
    """Set a rectangle of the screen to 0, and the cells of the picture under it."""
    cdef int row, first = x // COLUMNS_PER_CELL, last = (x + width - 1) // COLUMNS_PER_CELL
    cdef int top = y - ROWS_PER_TEXT_ROW * s.text.picture_row
    for row in range(y, y + height):
        memset(&s.screen[row * SCREEN_WIDTH + x], 0, width)
    for row in range(max(0, top), min(PICTURE_HEIGHT, top + height)):
        memset(&s.picture[row * PICTURE_WIDTH + first], 0, last - first + 1)
