# Counts, on demand, what the original's costly routines are called for: what a cycle took on a computer of its time
# follows from that (tests/accuracy/clocks.py). Nothing here is state.

from libc.stdint cimport uint8_t, uint32_t

from agi_emu._core.context cimport Context
from agi_emu._core.layout cimport *

cdef enum:
    # What is counted; where rows and cells follow, they have the next two places. `NAMES` has the names.
    COUNT_FALSE  # conditions
    COUNT_SKIPPED  # tokens to their end, and to that of a group
    COUNT_SKIPPED_IN_GROUP
    COUNT_IF
    COUNT_GOTO
    COUNT_NOT
    COUNT_OR
    COUNT_RETURN
    COUNT_LIST  # actions that follow another token
    COUNT_SAID  # tests of said while words of a sentence are there, beside those in the table by number
    COUNT_SAID_OPEN  # while they may still be taken
    COUNT_RESTORED
    COUNT_SAVED = COUNT_RESTORED + 3
    COUNT_SHOWN = COUNT_SAVED + 3
    COUNT_CEL = COUNT_SHOWN + 3
    COUNT_OPAQUE = COUNT_CEL + 2  # cells
    COUNT_RUN
    COUNT_CLEAR_RUN
    COUNT_CONTROL  # cells on control lines
    COUNT_BELOW  # cells looked at below them
    COUNT_HIDDEN  # cells behind something
    COUNT_TURNED  # mirrored cels that are turned round, rows, runs
    COUNT_LISTED = COUNT_TURNED + 3  # lists that are built, objects looked at, chosen, those of a fixed priority
    COUNT_ACTIVE = COUNT_LISTED + 4
    COUNT_ADVANCED
    COUNT_DIRECTED
    COUNT_WANDER
    COUNT_MOVE_OBJ
    COUNT_MOVED
    COUNT_STEPPED  # with a direction
    COUNT_BASE  # cells of base lines
    COUNT_ABOVE_ALL  # objects of priority 15
    COUNT_COLLIDED  # searches for a collision, objects looked at
    COUNT_SEARCHED = COUNT_COLLIDED + 2
    # By number:
    COUNT_ACTIONS
    COUNT_TESTS = COUNT_ACTIONS + 256
    COUNT_CALLED = COUNT_TESTS + 32  # logics that are loaded for a call
    COUNTS = COUNT_CALLED + 256

cdef enum:
    TURNED_SLOTS = 1024

cdef struct Counts:
    uint32_t counts[COUNTS]
    bint after_action
    # The loop for which mirrored cels lie in memory, by view and offset.
    uint32_t cels[TURNED_SLOTS]
    uint8_t loops[TURNED_SLOTS]


cdef inline void tally(Context c, int what, int number=1) noexcept nogil:
    """Count something, if anybody asked."""
    if c.counts != NULL:
        (<Counts*> c.counts).counts[what] += number


cdef inline void tally_area(Context c, int what, int width, int height) noexcept nogil:
    """Count a rectangle, its rows and its cells."""
    if c.counts != NULL:
        (<Counts*> c.counts).counts[what] += 1
        (<Counts*> c.counts).counts[what + 1] += height
        (<Counts*> c.counts).counts[what + 2] += width * height


cdef void count_token(Context c, int token) noexcept nogil
cdef void count_skipped(Context c, int what, const uint8_t* code, Py_ssize_t begin, Py_ssize_t end) noexcept nogil
cdef void count_cel(Context c, const ScreenObject* o, int top) noexcept nogil
