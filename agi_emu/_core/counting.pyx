"""Counts what the original's costly routines are called for (counting.pxd).

Cels are counted as the original draws them: run by run, with a look down each column that is on a control line, and
with a turn of each mirrored cel that lies in memory for another loop. While anybody counts, logics run token by token.
"""

from libc.stdint cimport uint8_t, uint32_t
from libc.stdlib cimport calloc
from libc.string cimport memset

from agi_emu._core.below cimport LARGEST_CONTROL
from agi_emu._core.context cimport Context, drawn_loop
from agi_emu._core.layout cimport *
from agi_emu._core.opcodes cimport *
from agi_emu._core.view_tables cimport MIRRORED, CelHeader, cel_header

NAMES = {
    "false": COUNT_FALSE, "skipped": COUNT_SKIPPED, "skipped_in_group": COUNT_SKIPPED_IN_GROUP, "if": COUNT_IF,
    "goto": COUNT_GOTO, "not": COUNT_NOT, "or": COUNT_OR, "return": COUNT_RETURN, "list": COUNT_LIST,
    "said": COUNT_SAID, "said_open": COUNT_SAID_OPEN,
    "restored": COUNT_RESTORED, "restored_rows": COUNT_RESTORED + 1, "restored_cells": COUNT_RESTORED + 2,
    "saved": COUNT_SAVED, "saved_rows": COUNT_SAVED + 1, "saved_cells": COUNT_SAVED + 2,
    "shown": COUNT_SHOWN, "shown_rows": COUNT_SHOWN + 1, "shown_cells": COUNT_SHOWN + 2,
    "cels": COUNT_CEL, "cel_rows": COUNT_CEL + 1, "opaque": COUNT_OPAQUE, "runs": COUNT_RUN,
    "clear_runs": COUNT_CLEAR_RUN, "control": COUNT_CONTROL, "below": COUNT_BELOW, "hidden": COUNT_HIDDEN,
    "turned": COUNT_TURNED, "turned_rows": COUNT_TURNED + 1, "turned_runs": COUNT_TURNED + 2,
    "lists": COUNT_LISTED, "looked_at": COUNT_LISTED + 1, "listed": COUNT_LISTED + 2, "fixed": COUNT_LISTED + 3,
    "active": COUNT_ACTIVE, "advanced": COUNT_ADVANCED, "directed": COUNT_DIRECTED, "wander": COUNT_WANDER,
    "move_obj": COUNT_MOVE_OBJ, "moved": COUNT_MOVED, "stepped": COUNT_STEPPED, "base": COUNT_BASE,
    "above_all": COUNT_ABOVE_ALL, "collided": COUNT_COLLIDED, "collided_objects": COUNT_COLLIDED + 1,
    "searched": COUNT_SEARCHED,
    **{f"action {number}": COUNT_ACTIONS + number for number in range(COUNT_TESTS - COUNT_ACTIONS)},
    **{f"test {number}": COUNT_TESTS + number for number in range(COUNT_CALLED - COUNT_TESTS)},
    **{f"called {number}": COUNT_CALLED + number for number in range(COUNTS - COUNT_CALLED)},
}


def begin_counting(Context core not None):
    """Begin to count, from now on until the core is gone."""
    if core.counts == NULL:
        core.counts = calloc(1, sizeof(Counts))
        if core.counts == NULL:
            raise MemoryError("no memory for counts")


def take_counts(Context core not None):
    """Return by name what was counted since the last call, without zeros; `begin_counting` comes before."""
    cdef uint32_t* counts = &(<Counts*> core.counts).counts[0] if core.counts != NULL else NULL
    if counts == NULL:
        return {}
    taken = {name: counts[place] for name, place in NAMES.items() if counts[<int> place]}
    memset(counts, 0, COUNTS * sizeof(uint32_t))
    return taken


cdef void count_token(Context c, int token) noexcept nogil:
    """Count a token outside of conditions."""
    cdef Counts* all = <Counts*> c.counts
    cdef bint is_action = TOKEN_END_OF_LOGIC < token < TOKEN_OR
    if is_action:
        all.counts[COUNT_ACTIONS + token] += 1
        all.counts[COUNT_LIST] += not all.after_action
    elif token == TOKEN_IF:
        all.counts[COUNT_IF] += 1
    elif token == TOKEN_GOTO:
        all.counts[COUNT_GOTO] += 1
    elif token == TOKEN_END_OF_LOGIC:
        all.counts[COUNT_RETURN] += 1
    all.after_action = is_action


cdef void count_skipped(Context c, int what, const uint8_t* code, Py_ssize_t begin, Py_ssize_t end) noexcept nogil:
    """Count the tokens of a condition from one offset to another, whole tests at once."""
    cdef int token
    while begin < end:
        token = code[begin]
        begin += 1
        if token == Test.T_said:
            begin += 1 + 2 * code[begin]
        elif token <= LAST_TEST:
            begin += c.opcodes.test_length[token]
        tally(c, what)


cdef void count_controls(Context c, int place, int priority) noexcept nogil:
    """Count a cell of a cel that covers one of the picture: on a control line the rows below it down to the ground."""
    cdef int control = c.s.picture[place] >> 4
    if control > LARGEST_CONTROL:
        tally(c, COUNT_HIDDEN, control > priority)
        return
    tally(c, COUNT_CONTROL)
    while place < PICTURE_CELLS and c.s.picture[place] >> 4 <= LARGEST_CONTROL:
        tally(c, COUNT_BELOW)
        place += PICTURE_WIDTH


cdef void count_turn(Context c, const ScreenObject* o, const CelHeader* header, int rows_and_runs) noexcept nogil:
    """Count the turn of a mirrored cel, if it lies in memory for another loop: by what was drawn, else the resource."""
    cdef Counts* all = <Counts*> c.counts
    cdef uint32_t cel = (o.view + 1) << 16 | <uint32_t> header.rows
    cdef uint32_t slot = (cel * <uint32_t> 2654435761) >> 22
    if all.cels[slot] != cel:
        all.cels[slot] = cel
        all.loops[slot] = c.view[o.view][header.rows - 1] >> 4 & 7
    if all.loops[slot] != o.loop:
        all.loops[slot] = o.loop
        tally(c, COUNT_TURNED)
        tally(c, COUNT_TURNED + 1, header.height)
        tally(c, COUNT_TURNED + 2, rows_and_runs)


cdef void count_cel(Context c, const ScreenObject* o, int top) noexcept nogil:
    """Count a cel before it is drawn."""
    cdef CelHeader header
    cdef const uint8_t* view = c.view[o.view]
    cdef Py_ssize_t length = c.view_length[o.view], at
    cdef int row, column, place, chunk, runs = 0, _
    if c.counts == NULL or not cel_header(view, length, drawn_loop(o), o.cel, o.loop, &header):
        return
    tally(c, COUNT_CEL)
    tally(c, COUNT_CEL + 1, header.height)
    at = header.rows
    for row in range(header.height):
        column = 0
        while at < length and view[at] != 0:
            chunk = view[at]
            at += 1
            runs += 1
            if chunk >> 4 == header.transparent:
                tally(c, COUNT_CLEAR_RUN)
                column += chunk & 15
                continue
            tally(c, COUNT_RUN)
            tally(c, COUNT_OPAQUE, chunk & 15)
            for _ in range(chunk & 15):
                place = (top + row) * PICTURE_WIDTH + o.x + (header.width - 1 - column if header.flip else column)
                column += 1
                if 0 <= place < PICTURE_CELLS:
                    count_controls(c, place, o.priority)
        at += 1
    if view[header.rows - 1] & MIRRORED:
        count_turn(c, o, &header, runs)
