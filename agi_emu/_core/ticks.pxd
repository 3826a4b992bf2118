from libc.stdint cimport uint32_t, uint64_t, uint8_t

from agi_emu._core.context cimport Context
from agi_emu._core.masking cimport Mask
from agi_emu._core.screen cimport Screen

cdef enum:
    DIGEST = 8  # bytes
    DIGESTS = 3 * DIGEST
    VARIABLES = 256
    FLAG_BYTES = 32
    VALUES = VARIABLES + FLAG_BYTES

cdef struct Row:
    uint8_t digests[DIGESTS]
    uint8_t values[VALUES]
    uint32_t holds_values
    # Up to here ticks are compared.
    uint32_t cycle
    uint64_t work_and_one  # 0 where the tick does not hold its work


cdef class Ticker:
    cdef readonly Context core
    cdef Screen screen
    cdef readonly uint32_t tick_began
    cdef readonly bytearray rows
    cdef Row last
    cdef bytearray heard
    cdef const uint8_t[::1] expected
    cdef bint compares
    cdef bint holds_values
    cdef bint counts_work
    cdef uint64_t burnt
    # What digests leave out, None for nothing, and room for a state without it.
    cdef Mask mask
    cdef uint8_t[::1] masked
    # What the hash of xxhash can do, and the places of the digests.
    cdef object reset
    cdef object update
    cdef object digest
    cdef const uint32_t[::1] state_places
    cdef const uint32_t[::1] frame_places
    # The digest of the frame, and the count of changes of the screen when it was made; b"" for none.
    cdef bytes frame
    cdef uint64_t frame_changes

    cpdef int run(self, uint32_t last_beat, int stop) except? -32768
    cdef bint agrees(self)
    cdef int append(self, const Row* row) except -1
    cdef int add(self) except -1
    cdef const uint8_t* seen(self) noexcept nogil
    cdef bytes digest_of(self, const uint8_t* state, const uint32_t[::1] places)
    cdef bytes take_sound(self)
    cdef int hear_one(self, uint32_t beat, int port, int value) except -1
