"""Stretches of a state, one after another: what a digest is computed from."""

from cpython.buffer cimport PyBUF_SIMPLE, PyBuffer_Release, PyObject_GetBuffer
from libc.stdint cimport uint8_t, uint32_t
from libc.string cimport memcpy


def gather(state not None, const uint32_t[::1] places not None, uint8_t[::1] target not None):
    """Copy stretches of a buffer, pairs of offset and size in bytes, to the beginning of `target`; return their size.

    ValueError for a stretch that is not inside the buffer, and for more than `target` holds.
    """
    cdef Py_buffer view
    cdef Py_ssize_t copied = 0
    PyObject_GetBuffer(state, &view, PyBUF_SIMPLE)
    try:
        if places.shape[0] > 1:
            copied = _gather(
                <const uint8_t*> view.buf, view.len, &places[0], places.shape[0] // 2,
                &target[0] if target.shape[0] else NULL, target.shape[0]
            )
    finally:
        PyBuffer_Release(&view)
    if copied < 0:
        raise ValueError("a stretch lies outside of the state, or all are more than there is room for")
    return copied


cdef Py_ssize_t _gather(
    const uint8_t* state, Py_ssize_t length, const uint32_t* places, Py_ssize_t count, uint8_t* target, Py_ssize_t room
) noexcept nogil:
    """Copy the stretches; return their size, -1 if one does not fit."""
    cdef Py_ssize_t i, offset, size, copied = 0
    for i in range(count):
        offset = places[2 * i]
        size = places[2 * i + 1]
        if size > length or offset > length - size or size > room - copied:
            return -1
        if size:
            memcpy(target + copied, state + offset, size)
        copied += size
    return copied
