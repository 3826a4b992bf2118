from agi_emu._core.codes cimport *
from agi_emu._core.context cimport Context
from agi_emu._core.layout cimport *

cdef void poll_bios(StateLayout* s) noexcept nogil
cdef bint next_event(StateLayout* s, int* kind, int* value) noexcept nogil
cdef bint take_events(StateLayout* s) noexcept nogil


cdef inline void count_empty_poll(Context c) noexcept nogil:
    """Where the processor is taken as infinitely fast, the 61st empty poll lets time pass (docs: accuracy)."""
    cdef StateLayout* s = c.s
    if c.rules.beat_units != 0:
        return
    s.cycle.poll_count += 1
    if s.cycle.poll_count >= POLLS_PER_BEAT:
        s.cycle.poll_count = 0
        s.cycle.beat_due = BEAT_POLL
