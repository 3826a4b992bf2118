# Charges what the original's costly routines are called for, in clocks, and counts it (prices.pxd has what).

from libc.stdint cimport int64_t, uint8_t

from agi_emu._core.context cimport Context
from agi_emu._core.layout cimport *
from agi_emu._core.prices cimport *
from agi_emu._core.screen cimport Screen

cdef enum:
    MOST_DEBT = 1_000_000_000  # of work: what a game owes beyond that is forgiven


cdef inline void spend(Context c, int64_t work) noexcept nogil:
    """Use work of the processor, if it has an end; how it is spread over slices does not matter."""
    c.spent += work
    if c.rules.beat_units != 0:
        c.s.vm.work -= <int> min(work, <int64_t> c.s.vm.work + c.work_aside + MOST_DEBT)


cdef inline void charge(Context c, int cells) noexcept nogil:
    """Count picture cells that are drawn as work, where the processor's work is counted in units."""
    if c.rules.beat_units != 0 and not c.rules.counts_clocks:
        spend(c, cells // c.rules.cells_per_unit)


cdef inline int64_t counted(Context c, int what, int64_t number) noexcept nogil:
    """Count something and return its price, where anybody asked; what belongs together is spent at once."""
    c.tariff.counts[what] += number
    return c.tariff.prices[what] * number


cdef inline int64_t counted_areas(Context c, int what, int number, int rows, int64_t cells) noexcept nogil:
    """Count rectangles, their rows and cells, as `counted` does."""
    return counted(c, what, number) + counted(c, what + 1, rows) + counted(c, what + 2, cells)


cdef inline void tally(Context c, int what, int number=1) noexcept nogil:
    """Count something and charge its price, if anybody asked."""
    if c.tariff != NULL:
        spend(c, counted(c, what, number))


cdef inline void tally_area(Context c, int what, int width, int height) noexcept nogil:
    """Count a rectangle, its rows and its cells."""
    if c.tariff != NULL:
        spend(c, counted_areas(c, what, 1, height, width * height))


cdef void count_token(Context c, const uint8_t* code, Py_ssize_t length, Py_ssize_t at) noexcept nogil
cdef void count_skipped(Context c, int what, const uint8_t* code, Py_ssize_t begin, Py_ssize_t end) noexcept nogil
cdef void count_cel(Context c, const ScreenObject* o, int cost, int looked_below) noexcept nogil
cdef void count_shown(Context c, Screen screen) noexcept nogil


cdef inline void collect_shown(Context c, Screen screen) noexcept nogil:
    """Count what was put on the screen since the last call, by Python or an action of the core."""
    if c.tariff != NULL and screen.copied[0] | screen.filled[0] | screen.put_count:
        count_shown(c, screen)
