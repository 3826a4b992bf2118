"""Counts what the original's costly routines are called for, and charges it where work is counted in clocks.

What is drawn by Python is counted by the screen and collected (`collect_shown`). Cels are counted as the original draws
them, run by run, with a look down each column that is on a control line. While anybody counts, logics run token by
token; the steps of decoded logics know what their tokens cost (decoding.pyx), and what they charge is the same.
"""

from libc.stdint cimport uint8_t
from libc.stdlib cimport calloc
from libc.string cimport memset

from agi_emu._core.below cimport CONTROL_COST
from agi_emu._core.cel_cache cimport KeptCel, count_runs, find_kept
from agi_emu._core.context cimport Context, drawn_loop
from agi_emu._core.decoding cimport ends_list, tokens_between
from agi_emu._core.layout cimport *
from agi_emu._core.opcodes cimport *
from agi_emu._core.prices cimport *
from agi_emu._core.screen cimport Screen
from agi_emu._core.view_tables cimport CelHeader, cel_header

cdef enum:
    MOST_PRICE = 50_000_000


def _area(name, place):
    """Name the counts of a rectangle."""
    return {name: place, f"{name}_rows": place + 1, f"{name}_cells": place + 2}


def _line(name, place):
    """Name the counts of a kind of lines."""
    return {f"lines_{name}": place, f"points_{name}": place + 1}


NAMES = {  # type: dict[str, int]
    "passed": COUNT_PASSED, "skipped": COUNT_SKIPPED, "skipped_in_group": COUNT_SKIPPED_IN_GROUP, "if": COUNT_IF,
    "goto": COUNT_GOTO, "not": COUNT_NOT, "or": COUNT_OR, "return": COUNT_RETURN, "list": COUNT_LIST,
    "said": COUNT_SAID,
    **_area("restored", COUNT_RESTORED), **_area("saved", COUNT_SAVED), **_area("shown", COUNT_SHOWN),
    **_area("filled", COUNT_FILLED), "characters": COUNT_CHARACTER, "displayed": COUNT_DISPLAYED,
    "cels": COUNT_CEL, "cel_rows": COUNT_CEL_ROW, "opaque": COUNT_OPAQUE, "runs": COUNT_RUN,
    "clear_runs": COUNT_CLEAR_RUN, "below": COUNT_BELOW,
    "lists": COUNT_LISTED, "looked_at": COUNT_LISTED + 1, "listed": COUNT_LISTED + 2, "fixed": COUNT_LISTED + 3,
    "cycles": COUNT_CYCLE, "objects": COUNT_OBJECT, "animated": COUNT_ANIMATED, "animated_objects": COUNT_ANIMATED + 1,
    "active": COUNT_ACTIVE, "advanced": COUNT_ADVANCED, "directed": COUNT_DIRECTED, "wander": COUNT_WANDER,
    "move_obj": COUNT_MOVE_OBJ, "moved": COUNT_MOVED, "stepped": COUNT_STEPPED, "base": COUNT_BASE,
    "above_all": COUNT_ABOVE_ALL, "collided": COUNT_COLLIDED, "collided_objects": COUNT_COLLIDED + 1,
    "searched": COUNT_SEARCHED,
    "pictures": COUNT_PICTURE, "picture_bytes": COUNT_PICTURE + 1, "plotted": COUNT_PLOTTED,
    **_line("across", COUNT_ACROSS), **_line("down", COUNT_DOWN), **_line("slanted", COUNT_SLANTED),
    "fills": COUNT_FILL, "fill_cells": COUNT_FILL + 1, "fill_runs": COUNT_FILL + 2, "pens": COUNT_PEN,
    "loaded": COUNT_LOADED, "decrypted": COUNT_DECRYPTED, "unpacked_lzw": COUNT_EXPANDED,
    "unpacked_nibbles": COUNT_NIBBLES, "disk_bytes": COUNT_DISK_BYTES, "words": COUNT_WORD,
    "word_characters": COUNT_WORD_CHARACTER,
    "beat": COUNT_BEAT, "beat_speaker": COUNT_BEAT + 1, "beat_chip": COUNT_BEAT + 2,
    **{f"action {number}": COUNT_ACTIONS + number for number in range(COUNT_TESTS - COUNT_ACTIONS)},
    **{f"test {number}": COUNT_TESTS + number for number in range(COUNT_CALLED - COUNT_TESTS)},
    **{f"called {number}": COUNT_CALLED + number for number in range(COUNTS - COUNT_CALLED)},
}
TOKENS = frozenset([  # type: frozenset[str]
    "if", "goto", *(name for name in NAMES if name.startswith(("action ", "test "))),
])


cdef int make_tariff(Context c) except -1:
    """Make room for prices and counts."""
    if c.tariff == NULL:
        c.tariff = <Tariff*> calloc(1, sizeof(Tariff))
        if c.tariff == NULL:
            raise MemoryError("no memory for counts")
    return 0


def begin_counting(Context core not None, Screen screen not None) -> None:
    """Begin to count, from now on until the core is gone; nothing is kept to be faster."""
    make_tariff(core)
    core.tariff.is_counting = True
    core.draws_always = True
    core.drawn_static.known = core.drawn_updating.known = False
    take_counts(core)
    screen.forget_counts()


def take_counts(Context core not None) -> dict[str, int]:
    """Return by name what was counted since the last call, without zeros; `begin_counting` comes before."""
    if core.tariff == NULL:
        return {}
    taken = {name: core.tariff.counts[<int> place] for name, place in NAMES.items() if core.tariff.counts[<int> place]}
    memset(core.tariff.counts, 0, sizeof(core.tariff.counts))
    return taken


def set_prices(Context core not None, dict prices not None: dict[str, int]) -> None:
    """Charge these prices from now on, in clocks by name; before any logic is given.

    A token costs a clock at least, so that no loop is free. ValueError for a price that is out of range.
    """
    cdef int price
    make_tariff(core)
    for name, place in NAMES.items():
        price = max(prices.get(name, 0), 1 if name in TOKENS else 0)
        if not 0 <= price <= MOST_PRICE:
            raise ValueError(f"the price of {name!r} is {price}")
        core.tariff.prices[<int> place] = price
    core.forget_steps()


def price_of_call(Context core not None, int logic, int clocks) -> None:
    """Say what it costs to load a logic for a call."""
    if not (0 <= logic <= 255 and 0 <= clocks <= MOST_PRICE):
        raise ValueError(f"logic {logic}, {clocks} clocks")
    if core.tariff != NULL:
        core.tariff.prices[COUNT_CALLED + logic] = clocks


cdef void count_token(Context c, const uint8_t* code, Py_ssize_t length, Py_ssize_t at) noexcept nogil:
    """Count the token at an offset, outside of conditions."""
    cdef int token = code[at] if at < length else TOKEN_END_OF_LOGIC
    if token == TOKEN_IF:
        tally(c, COUNT_IF)
    elif token == TOKEN_GOTO:
        tally(c, COUNT_GOTO)
    elif token == TOKEN_END_OF_LOGIC:
        tally(c, COUNT_RETURN)
    elif token < TOKEN_OR:
        tally(c, COUNT_ACTIONS + token)
        tally(c, COUNT_LIST, ends_list(code, length, at + 1 + c.opcodes.action_length[token]))


cdef void count_skipped(Context c, int what, const uint8_t* code, Py_ssize_t begin, Py_ssize_t end) noexcept nogil:
    """Count the tokens of a condition from one offset to another, whole tests at once."""
    tally(c, what, tokens_between(&c.opcodes, code, begin, end))


cdef void count_cel(Context c, const ScreenObject* o, int cost, int looked_below) noexcept nogil:
    """Count a cel that was drawn, with the cells on control lines and those that were looked at below them.

    Its cost in fuel beyond that of its packed bytes, runs and ends of rows, says how many are on control lines.
    """
    cdef CelHeader header
    cdef const uint8_t* view = c.view[o.view]
    cdef int[3] found
    cdef const int* runs = &found[0]
    cdef int height
    cdef const KeptCel* kept = find_kept(c.kept_cels[o.view], drawn_loop(o), o.cel)
    if kept != NULL:
        runs = &kept.runs[0]
        height = kept.height
    elif cel_header(view, c.view_length[o.view], drawn_loop(o), o.cel, o.loop, &header):
        height = header.height
        count_runs(view, c.view_length[o.view], &header, &found[0])
    else:
        return
    cost -= runs[1] + runs[2] + height
    spend(
        c, counted(c, COUNT_CEL, 1) + counted(c, COUNT_CEL_ROW, height) + counted(c, COUNT_OPAQUE, runs[0])
        + counted(c, COUNT_RUN, runs[1]) + counted(c, COUNT_CLEAR_RUN, runs[2])
        + counted(c, COUNT_BELOW, max(cost, 0) // CONTROL_COST + looked_below // PICTURE_WIDTH)
    )


cdef void count_shown(Context c, Screen screen) noexcept nogil:
    """Do what `collect_shown` does where somebody counts."""
    spend(
        c, counted_areas(c, COUNT_SHOWN, screen.copied[0], screen.copied[1], screen.copied[2])
        + counted_areas(c, COUNT_FILLED, screen.filled[0], screen.filled[1], screen.filled[2])
        + counted(c, COUNT_CHARACTER, screen.put_count)
    )
    screen.forget_counts()
