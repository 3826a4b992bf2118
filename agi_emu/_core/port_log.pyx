"""Whole runs of port writes in 64 bits each, beat << 24 | port << 8 | value: from the player to samples in one go."""

from array import array

from libc.stdint cimport uint64_t

from agi_emu._core.context cimport PortWrite

cdef enum:
    LAST_BEAT = 0xFFFFFFFF  # of the machine's clock
    ENTRY_BYTES = 8


cdef object log_of(const PortWrite* writes, size_t count):
    """Return the log of writes that the core has kept."""
    log = array("Q", bytes(ENTRY_BYTES * count))
    cdef uint64_t[::1] entries = log
    cdef size_t i
    for i in range(count):
        entries[i] = entry(writes[i].beat, writes[i].port, writes[i].value)
    return log


cdef inline uint64_t entry(uint64_t beat, uint64_t port, uint64_t value) noexcept nogil:
    """Pack a write: beat from bit 24 on, port from bit 8 on, value."""
    return beat << 24 | port << 8 | value


def packed(list writes not None: list[tuple[int, int, int]]) -> array[int]:
    """Return writes of (beat, port, value) as an array of type "Q"."""
    cdef Py_ssize_t count = len(writes)
    log = array("Q", bytes(ENTRY_BYTES * count))
    cdef uint64_t[::1] entries = log
    cdef Py_ssize_t i
    cdef long long beat, port, value
    for i in range(count):
        beat, port, value = <tuple?> writes[i]
        if not (0 <= beat <= LAST_BEAT and 0 <= port <= 0xFFFF and 0 <= value <= 0xFF):
            raise ValueError(f"not a port write: {writes[i]}")
        entries[i] = entry(beat, port, value)
    return log


def unpacked(const uint64_t[::1] log not None) -> list[tuple[int, int, int]]:
    """Return a log's writes as (beat, port, value)."""
    cdef Py_ssize_t i
    return [(log[i] >> 24, log[i] >> 8 & 0xFFFF, log[i] & 0xFF) for i in range(log.shape[0])]
