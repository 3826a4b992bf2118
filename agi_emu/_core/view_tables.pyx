"""The tables of a view: its loops, its cels, and the headers of cels (reference: VIEW-1, VIEW-3).

Everything works on the bytes of the view resource as loaded; what lies outside of them is not there.
"""

from libc.stdint cimport uint8_t
from libc.string cimport memset

cdef enum:
    LOOP_COUNT = 2            # offsets in a view
    LOOP_TABLE = 5
    CEL_TABLE = 1             # offset in a loop
    TRANSPARENT = 0x0F        # third byte of a cel
    MIRROR_LOOP_SHIFT = 4     # bits 4-6: the loop for which the rows are stored the right way round
    MIRROR_LOOP = 0x07


cdef int word_at(const uint8_t* view, Py_ssize_t length, Py_ssize_t offset) noexcept nogil:
    """Return the little-endian word at `offset`, -1 if it does not lie within the view."""
    if offset < 0 or offset + 2 > length:
        return -1
    return view[offset] | view[offset + 1] << 8


cdef Py_ssize_t loop_offset(const uint8_t* view, Py_ssize_t length, int loop) noexcept nogil:
    """Return the offset of a loop, -1 if there is none.

    Quirk: the loop behind the last is not refused but reads the word behind the table, as set.loop does in the original
    (reference: VIEW-39).
    """
    cdef int offset
    if loop < 0 or loop > view_loop_count(view, length):
        return -1
    offset = word_at(view, length, LOOP_TABLE + 2 * loop)
    return offset if offset < length else -1


cdef int view_loop_count(const uint8_t* view, Py_ssize_t length) noexcept nogil:
    """Return the number of loops, 0 for a view too short to say."""
    return view[LOOP_COUNT] if length > LOOP_COUNT else 0


cdef int view_cel_count(const uint8_t* view, Py_ssize_t length, int loop) noexcept nogil:
    """Return the number of cels of a loop, 0 if the loop is out of range."""
    cdef Py_ssize_t start = loop_offset(view, length, loop)
    return view[start] if start >= 0 else 0


cdef int cel_header(
    const uint8_t* view, Py_ssize_t length, int loop, int cel, int shown_in, CelHeader* out
) noexcept nogil:
    """Read the header of a cel; return 0 and leave `out` alone if loop or cel are out of range, else 1.

    `shown_in` is the loop that decides whether a mirrored cel is turned: the object's, nearly always the same one.
    """
    cdef Py_ssize_t start = loop_offset(view, length, loop)
    cdef Py_ssize_t offset
    cdef int flags
    if start < 0 or cel < 0 or cel >= view[start]:
        return 0
    offset = word_at(view, length, start + CEL_TABLE + 2 * cel)
    if offset < 0 or start + offset + CEL_HEADER_SIZE > length:
        return 0
    offset += start
    flags = view[offset + 2]
    out.width = view[offset]
    out.height = view[offset + 1]
    out.transparent = flags & TRANSPARENT
    out.flip = (flags & MIRRORED) != 0 and ((flags >> MIRROR_LOOP_SHIFT) & MIRROR_LOOP) != shown_in
    out.rows = offset + CEL_HEADER_SIZE
    return 1


cdef int mirrored_for(
    const uint8_t* view, Py_ssize_t length, int loop, int cel, Py_ssize_t* offset
) noexcept nogil:
    """Return what bits 4-6 of a mirrored cel say, -1 for any other cel; `offset` is where it begins."""
    cdef CelHeader header
    if not cel_header(view, length, loop, cel, loop, &header):
        return -1
    offset[0] = header.rows - CEL_HEADER_SIZE
    if not view[header.rows - 1] & MIRRORED:
        return -1
    return (view[header.rows - 1] >> MIRROR_LOOP_SHIFT) & MIRROR_LOOP


cdef bint must_note_turned_cels(const uint8_t* view, Py_ssize_t length, int last_noted) noexcept nogil:
    """Return whether what a mirrored cel shows depends on what was drawn before.

    So it is where it belongs to two loops or more besides the one for which the resource holds it, and where it cannot
    note its loop: `last_noted` is the last one for which it has bits.
    """
    cdef uint8_t[LONGEST_VIEW] first  # for each cel the first of these loops, counted from 1
    cdef Py_ssize_t offset = 0
    cdef int loop, cel, held_for
    memset(first, 0, sizeof(first))
    # What lies behind has no place in `first`; no resource is longer.
    length = min(length, LONGEST_VIEW)
    for loop in range(view_loop_count(view, length)):
        for cel in range(view_cel_count(view, length, loop)):
            held_for = mirrored_for(view, length, loop, cel, &offset)
            if held_for > last_noted or (held_for >= 0 and loop > last_noted):
                return True
            if held_for < 0 or held_for == loop:
                continue
            if first[offset] == 0:
                first[offset] = <uint8_t>(loop + 1)
            elif first[offset] != loop + 1:
                return True
    return False
