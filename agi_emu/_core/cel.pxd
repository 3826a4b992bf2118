from libc.stdint cimport uint8_t


cdef struct CelHeader:
    int width                 # cells, 0-255
    int height                # rows, 0-255
    int transparent           # colour that is not drawn
    int flip                  # 1: the stored rows are shown mirrored in this loop
    Py_ssize_t rows           # offset of the first row in the view


cdef int view_loop_count(const uint8_t* view, Py_ssize_t length) noexcept nogil
cdef int view_cel_count(const uint8_t* view, Py_ssize_t length, int loop) noexcept nogil
cdef int cel_header(
    const uint8_t* view, Py_ssize_t length, int loop, int cel, int shown_in, CelHeader* out
) noexcept nogil
cdef int mirrored_for(
    const uint8_t* view, Py_ssize_t length, int loop, int cel, Py_ssize_t* offset
) noexcept nogil
cdef bint has_odd_rows(const uint8_t* view, Py_ssize_t length) noexcept nogil
cdef void turn_in_memory(uint8_t* view, Py_ssize_t length, const CelHeader* header) noexcept nogil
cdef bint must_note_turned_cels(const uint8_t* view, Py_ssize_t length, int last_noted) noexcept nogil
cdef int blit_cel(
    uint8_t* picture, const uint8_t* view, Py_ssize_t length, int loop, int cel, int shown_in, int x, int top_byte_row,
    int priority
) noexcept nogil
cdef int row_places(int width) noexcept nogil
cdef bint unpack_cel(
    const uint8_t* view, Py_ssize_t length, const CelHeader* header, uint8_t* cells
) noexcept nogil
cdef int draw_unpacked(
    uint8_t* picture, const uint8_t* cells, int width, int height, int x, int top_byte_row, int priority
) noexcept nogil
