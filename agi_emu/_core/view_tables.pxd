from libc.stdint cimport uint8_t


cdef enum:
    CEL_HEADER_SIZE = 3
    MIRRORED = 0x80
    LONGEST_VIEW = 0xFFFF     # bytes: its length is a word


cdef struct CelHeader:
    int width                 # cells, 0-255
    int height                # rows, 0-255
    int transparent           # colour that is not drawn
    int flip                  # 1: the stored rows are shown mirrored in this loop
    Py_ssize_t rows           # offset of the first row in the view


cdef int word_at(const uint8_t* view, Py_ssize_t length, Py_ssize_t offset) noexcept nogil
cdef Py_ssize_t loop_offset(const uint8_t* view, Py_ssize_t length, int loop) noexcept nogil
cdef int view_loop_count(const uint8_t* view, Py_ssize_t length) noexcept nogil
cdef int view_cel_count(const uint8_t* view, Py_ssize_t length, int loop) noexcept nogil
cdef int cel_header(
    const uint8_t* view, Py_ssize_t length, int loop, int cel, int shown_in, CelHeader* out
) noexcept nogil
cdef int mirrored_for(
    const uint8_t* view, Py_ssize_t length, int loop, int cel, Py_ssize_t* offset
) noexcept nogil
cdef bint must_note_turned_cels(const uint8_t* view, Py_ssize_t length, int last_noted) noexcept nogil
