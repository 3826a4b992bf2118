"""Digests of stretches of a state: places in it, and records of which a field of the state says how many there are.

Places are numbers, one item after another. A stretch is 0, its offset and its size in bytes. Records are the number of
stretches in each, the offset of the first record, the distance from one to the next, how many there are at most,
offset and size of the field that says how many there are, then offset and size of each stretch in a record.
"""

from cpython.buffer cimport PyBUF_READ, PyBUF_SIMPLE, PyBuffer_Release, PyObject_GetBuffer
from cpython.memoryview cimport PyMemoryView_FromMemory
from libc.stdint cimport uint8_t, uint32_t
from libc.string cimport memcpy

from xxhash import xxh3_64

cdef enum:
    STRETCH = 3  # numbers of a stretch,
    RECORDS = 6  # of records,
    PIECE = 2  # and of a stretch in a record
    LARGEST_COUNT = 4  # bytes
    LARGEST_STATE = 0x7FFFFFFF  # so that no product of two numbers of an item is too large
    LARGE = 4096  # bytes that are cheaper to hash where they are than to copy
    ROOM = 16384
    SMALL = 64

cdef struct Gathered:
    const uint8_t* state
    Py_ssize_t length
    Py_ssize_t waiting
    uint8_t bytes[ROOM + SMALL]


def digest(state not None: Buffer, const uint32_t[::1] places not None) -> str:
    """Return XXH3 (64 bits, hex) of places in a buffer; ValueError for one that is not inside of it."""
    cdef Py_buffer view
    hasher = xxh3_64()
    PyObject_GetBuffer(state, &view, PyBUF_SIMPLE)
    try:
        feed(<const uint8_t*> view.buf, view.len, places, hasher.update)
    finally:
        PyBuffer_Release(&view)
    return hasher.hexdigest()


cdef int feed(const uint8_t* state, Py_ssize_t length, const uint32_t[::1] places, update) except -1:
    """Give places in a state to `update` of a hash; ValueError for one that is not inside of it."""
    cdef Gathered gathered
    gathered.state = state
    gathered.length = min(length, LARGEST_STATE)
    gathered.waiting = 0
    if places.shape[0]:
        take_all(&gathered, &places[0], places.shape[0], update)
    return flush(&gathered, update)


cdef int take_all(Gathered* g, const uint32_t* places, Py_ssize_t count, update) except -1:
    """Take all items."""
    cdef Py_ssize_t at = 0, pieces
    while at < count:
        at = take_small(g, places, at, count)
        if at == count:
            return 0
        pieces = places[at]
        if pieces > count or at + (RECORDS + PIECE * pieces if pieces else <Py_ssize_t> STRETCH) > count:
            raise ValueError("the last of the places is cut off")
        if pieces:
            take_records(g, places + at, update)
            at += RECORDS + PIECE * pieces
        else:
            take(g, places[at + 1], places[at + 2], update)
            at += STRETCH
    return 0


cdef inline Py_ssize_t take_small(Gathered* g, const uint32_t* places, Py_ssize_t at, Py_ssize_t count) noexcept nogil:
    """Take small stretches, of which there are hundreds, up to the first item that is none; return its place."""
    cdef const uint8_t* state = g.state
    cdef uint8_t* bytes = &g.bytes[0]
    cdef Py_ssize_t waiting = g.waiting, last = g.length - SMALL
    while at <= count - STRETCH and places[at] == 0 and places[at + 2] <= SMALL:
        if <Py_ssize_t> places[at + 1] > last or waiting > ROOM:
            break
        # The bytes behind it are overwritten by the next one; a copy of a fixed size is not a call.
        memcpy(bytes + waiting, state + places[at + 1], SMALL)
        waiting += places[at + 2]
        at += STRETCH
    g.waiting = waiting
    return at


cdef int take_records(Gathered* g, const uint32_t* item, update) except -1:
    """Take the stretches of the records that there are."""
    cdef Py_ssize_t record, piece, offset, size
    cdef Py_ssize_t first = item[1], stride = item[2]
    cdef uint32_t i, count = 0
    if item[5] > LARGEST_COUNT or item[4] > g.length or item[5] > g.length - item[4]:
        raise ValueError("the number of records lies outside of the state")
    if first > g.length or stride > g.length or item[3] > g.length:
        raise ValueError("the records lie outside of the state")
    for i in range(item[5]):
        count |= <uint32_t> g.state[item[4] + i] << 8 * i
    count = min(count, item[3])
    if item[0] == 1 and item[RECORDS + 1] == stride:
        # Whole records lie side by side.
        return take(g, first + <Py_ssize_t> item[RECORDS], count * stride, update) if count else 0
    for record in range(count):
        for piece in range(item[0]):
            offset = item[RECORDS + PIECE * piece]
            size = item[RECORDS + PIECE * piece + 1]
            take(g, first + record * stride + offset, size, update)
    return 0


cdef inline int take(Gathered* g, Py_ssize_t offset, Py_ssize_t size, update) except -1:
    """Take one stretch: a large one is hashed at once, others wait for each other."""
    if offset > g.length or size > g.length - offset:
        raise ValueError("a stretch lies outside of the state")
    if size >= LARGE:
        flush(g, update)
        update(PyMemoryView_FromMemory(<char*> g.state + offset, size, PyBUF_READ))
        return 0
    if size > ROOM - g.waiting:
        flush(g, update)
    if size:
        memcpy(&g.bytes[g.waiting], g.state + offset, size)
    g.waiting += size
    return 0


cdef int flush(Gathered* g, update) except -1:
    """Hash what waits."""
    if g.waiting:
        update(PyMemoryView_FromMemory(<char*> &g.bytes[0], g.waiting, PyBUF_READ))
    g.waiting = 0
    return 0
