"""The tank of fuel, and the slices in which logics run from one look at the stop flag to the next.

While logics run, work that does not belong to the slice is put aside (`work_aside`), so that the fetch loop asks only
whether work is left; outside of `begin_slice` and `end_slice` the state has all of it. Where a slice ends is not part
of the state and must change nothing, so work burns its fuel once for each cycle, not for each slice.
"""

from libc.stdint cimport uint64_t

from agi_emu._core.codes cimport *
from agi_emu._core.context cimport Context
from agi_emu._core.layout cimport *

cdef enum:
    NEVER = -0x7FFFFFFF
    FUEL_PER_LOOK = 3_000_000


cdef void begin_slice(Context c) noexcept nogil:
    """Let logics run until a look is due; without fuel they have no work left in this beat."""
    cdef StateLayout* s = c.s
    cdef int fuel = s.vm.fuel
    # A state that was brought back may have more fuel, or less than that at which a look was due.
    cdef int due = <int> min(max(c.look_due, fuel - FUEL_PER_LOOK), fuel)
    cdef int units = fuel - due
    c.look_due = due
    # A clock burns one unit of fuel: a token has a hundred of them and more.
    if not c.rules.counts_clocks:
        units //= FUEL_OF_WORK
    units = max(units, 1)
    c.slice_due = due
    if c.rules.beat_fuel != 0:
        if s.vm.fuel <= 0:
            s.vm.work = min(s.vm.work, 0)
        c.slice_due = max(c.slice_due, 0)
    c.work_aside = max(s.vm.work - units, 0)
    s.vm.work -= c.work_aside
    c.slice_work = s.vm.work


cdef void end_slice(Context c) noexcept nogil:
    """Give back the work that was put aside; what was done is a part of the way to the next look."""
    cdef StateLayout* s = c.s
    cdef int fuel = c.slice_work - s.vm.work
    if not c.rules.counts_clocks:
        fuel *= FUEL_OF_WORK
    c.slice_due = NEVER
    c.look_due += fuel
    c.burnt += <uint64_t> fuel
    s.vm.work += c.work_aside
    c.work_aside = 0
    c.slice_work = s.vm.work
    settle(c)


cdef void pause(Context c) noexcept nogil:
    """End the slice: the fetch loop asks for the next one before its next token."""
    cdef StateLayout* s = c.s
    c.slice_due = NEVER
    if s.vm.work > 0:
        c.work_aside += s.vm.work
        c.slice_work -= s.vm.work
        s.vm.work = 0


cdef int next_slice(Context c) noexcept nogil:
    """Begin the next slice and return 0, or return STOP_BEAT where work or fuel has run out, or NEED_LOOK."""
    cdef StateLayout* s = c.s
    end_slice(c)
    if c.rules.beat_fuel != 0 and s.vm.fuel <= 0:
        s.vm.work = min(s.vm.work, 0)
        c.slice_work = s.vm.work
    if s.vm.work <= 0:
        s.cycle.beat_due = BEAT_WORK
        return STOP_BEAT
    if look_is_due(c):
        return NEED_LOOK
    begin_slice(c)
    return 0


cdef bint look_is_due(Context c) noexcept nogil:
    """Return whether to go back to Python now: a stop was asked for, or signals are to be looked at."""
    if c.s.vm.fuel > c.look_due:
        return False
    c.look_due = c.s.vm.fuel - FUEL_PER_LOOK
    return c.stop_asked or c.looks_at_signals
