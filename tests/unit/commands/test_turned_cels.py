"""Mirrored cels that three loops share: drawing one turns its rows round in memory.

Source: reference: VIEW-8, VIEW-9. A cel whose bits 4-6 name another loop than the object's is mirrored in place, and
the bits become that loop. It shows where three or more loops share a cel: each draw in another loop than the last one
turns the rows round once more.
"""

from __future__ import annotations

import pickle

import pytest

from agi_emu import Machine
from tests.unit.commands.stage import Stage

SHARED = bytes.fromhex("0000 03 0000 0B00 0B00 0B00 01 0300 0401 85 11 53 00")
"""Three loops of one cel of four cells, the first of colour 1, the others transparent; it is held for loop 0."""
HELD_FOR_5 = bytes.fromhex("0000 02 0000 0900 0900 01 0300 0401 D5 11 53 00")
"""Two loops, but the cel is held for a loop 5 that the view lacks: it is turned round when it is drawn first."""
SIX_LOOPS = bytes.fromhex("0000 06 0000 1100 1100 1100 1100 1100 1100 01 0300 0401 C5 11 53 00")
"""The same cel in six loops, held for loop 4."""
NINE_LOOPS = bytes.fromhex("0000 09 0000 1700 1700 1700 1700 1700 1700 1700 1700 1700 01 0300 0401 85 11 53 00")
"""In nine loops, held for loop 0."""
AS_HELD, TURNED = 0, 3
"""The column of the one coloured cell."""


def column(m: Machine, y: int) -> int:
    (x,) = [x for x in range(4) if m.state.picture[160 * y + 10 + x] & 15 == 1]
    return x


def scene(loops: str) -> str:
    """Return a source that draws the cel in loop after loop, 10 rows apart; `-` loads the view anew."""
    again = "discard.view(9); load.view(9); "
    draws = (
        again if loop == "-" else f"add.to.pic(9, {loop}, 0, 10, {20 + 10 * i}, 15, 15); "
        for i, loop in enumerate(loops)
    )
    return "load.view(9); " + "".join(draws)


@pytest.mark.parametrize(
    ("view", "loops", "columns"),
    [
        (SHARED, "012", [AS_HELD, TURNED, AS_HELD]),
        (SHARED, "02", [AS_HELD, TURNED]),
        (SHARED, "120", [TURNED, AS_HELD, TURNED]),
        (SHARED, "11200", [TURNED, TURNED, AS_HELD, TURNED, TURNED]),
        (SHARED, "12-1", [TURNED, AS_HELD, None, TURNED]),  # from the disk it comes as the resource holds it
        (HELD_FOR_5, "010", [TURNED, AS_HELD, TURNED]),
        (HELD_FOR_5, "100", [TURNED, AS_HELD, AS_HELD]),
    ],
)
def test_each_loop_shows_the_cel_as_the_last_one_left_it(
    play: Stage, view: bytes, loops: str, columns: list[int | None]
) -> None:
    # reference: VIEW-9
    m = play.room(scene(loops), views={9: view})
    assert [None if at is None else column(m, 20 + 10 * i) for i, at in enumerate(columns)] == columns


@pytest.mark.parametrize(
    ("view", "interpreter", "loops", "columns"),
    [
        # reference: VIEW-10, its worked example: A A A B B B and B A B A B A.
        (SIX_LOOPS, "2.917", "444555", [AS_HELD] * 3 + [TURNED] * 3),
        (SIX_LOOPS, "2.440", "444555", [TURNED, AS_HELD] * 3),
        # After loop 5 the two bits say 1, so loop 1 shows what is there.
        (SIX_LOOPS, "2.917", "51", [TURNED, AS_HELD]),
        (SIX_LOOPS, "2.440", "51", [TURNED, TURNED]),
        # Three bits do not hold 8 either: all eight bits of the loop are compared.
        (NINE_LOOPS, "2.917", "8880", [TURNED, AS_HELD, TURNED, TURNED]),
        (NINE_LOOPS, "2.917", "777", [TURNED] * 3),
    ],
)
def test_a_loop_that_the_cel_cannot_note_turns_it_at_every_drawing(
    play: Stage, view: bytes, interpreter: str, loops: str, columns: list[int]
) -> None:
    m = play.room(scene(loops), views={9: view}, interpreter=interpreter)
    assert [column(m, 20 + 10 * i) for i in range(len(columns))] == columns


def test_what_was_turned_round_is_part_of_the_state(play: Stage) -> None:
    # reference: VIEW-9
    more = "if (v200 == 1) { v200 = 0; add.to.pic(9, 2, 0, 10, 90, 15, 15); }"
    m = play.room(scene("1"), views={9: SHARED}, each=more)
    m.restore(pickle.loads(pickle.dumps(m.snapshot())))
    m.vars[200] = 1
    m.cycle()
    assert column(m, 90) == AS_HELD


def test_more_cels_than_are_noted_are_drawn_all_the_same(play: Stage) -> None:
    # 70 views of one such cel each; the state has room for 64 cels (state/layout.py). The last ones drawn are known.
    views = dict.fromkeys(range(1, 71), SHARED)
    source = "set(f7); " + "".join(f"load.view({n}); add.to.pic({n}, 1, 0, 10, 60, 15, 15); " for n in views)
    m = play.room(source + "add.to.pic(70, 2, 0, 10, 90, 15, 15);", views=views)
    assert column(m, 90) == AS_HELD


def test_a_view_longer_than_any_resource_is_read_within_its_bounds(play: Stage) -> None:
    # Three loops at FFF0h share a mirrored cel FFF0h bytes behind: beyond what the word of a resource's length can say.
    view = bytearray(0x20000)
    view[2] = 3
    view[5:11] = bytes.fromhex("F0FF") * 3
    view[0xFFF0:0xFFF3] = bytes.fromhex("01F0FF")
    view[0x1FFE0:0x1FFE3] = bytes.fromhex("040185")
    m = play.room("set(f7); ")
    m.core.set_view(9, bytes(view))
    m.cycle()
    assert m.vars[0] == 1
