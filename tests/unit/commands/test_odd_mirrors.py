"""Mirrored cels with rows that turning round changes for good: the view's bytes in memory are part of the state.

Source: reference: VIEW-13, VIEW-14. Behind the first byte that is not transparent each byte with a count of 0 ends a
row, and what follows is the next row; rows that have become longer overwrite the cel behind; loading the view again
brings its bytes from the disk. A strict machine then keeps the whole memory, any other one a copy of the view.
"""

from __future__ import annotations

import pickle
import random

import pytest

from agi_emu import Machine
from agi_emu.facts.errors import SaveError
from agi_emu.facts.mercies import AS_RECORDED, NO_HEAP_LIMIT, Mercy
from agi_emu.machine.saving.resuming import Grade, resume
from agi_emu.machine.saving.state_saving import save_state
from tests.unit.commands.stage import Stage

ZERO_RUN = bytes.fromhex("0000 02 0000 0900 0900 01 0300 0401 80 12 20 13 00")
"""A cel of four cells in two loops, transparent 0. Turned for loop 1 its row is 02 12 00, turned back 12 00."""
GROWS = bytes.fromhex("0000 02 0000 0900 0900 02 0500 0A00 2801 80 11 00 0401 00 14 00")
"""The first cel is 40 cells wide: turned round its row 11 00 becomes 0F 0F 09 11 00, 3 bytes longer.

They fall on the header of the second cel: 09 is its width, 11h its height, 00 its colour, and 14 is still its row.
"""
LONGER = bytes.fromhex("0000 02 0000 0900 0900 01 0300 0603 80 1223 00 0111 00 3200")
"""The last cel: turned for loop 1 its rows are 01 23 12 00, 04 11 00, 04 32 00, two bytes longer than the view."""
WITH_COPIES = AS_RECORDED | {NO_HEAP_LIMIT}
"""A machine whose memory has no end."""
VIEWS = {9: ZERO_RUN}
AGAIN = "if (v200 == 1) { v200 = 0; add.to.pic(9, 0, 0, 10, 90, 15, 15); }"


def colours(m: Machine, y: int, count: int = 8, x: int = 10) -> list[int]:
    return [m.state.picture[160 * y + x + i] & 15 for i in range(count)]


def shown(loops: str) -> str:
    return "load.view(9);" + "".join(
        "discard.view(9); load.view(9);" if loop == "-" else f"add.to.pic(9, {loop}, 0, 10, {20 + 10 * i}, 15, 15);"
        for i, loop in enumerate(loops)
    )


@pytest.mark.parametrize("mercies", [AS_RECORDED, WITH_COPIES])
def test_a_run_of_no_cells_ends_the_row_for_good(play: Stage, mercies: frozenset[Mercy]) -> None:
    m = play.room(shown("10"), views={9: ZERO_RUN}, mercies=mercies)
    assert colours(m, 20) == [15, 15, 1, 1, 15, 15, 15, 15]
    assert colours(m, 30) == [1, 1, 15, 15, 15, 15, 15, 15]
    assert colours(m, 167) == [15] * 8


@pytest.mark.parametrize("mercies", [AS_RECORDED, WITH_COPIES])
def test_from_the_disk_the_run_is_there_again(play: Stage, mercies: frozenset[Mercy]) -> None:
    # reference: VIEW-5: the run of no cells then draws to the end of the picture.
    m = play.room(shown("1-0"), views={9: ZERO_RUN}, mercies=mercies)
    assert colours(m, 167) == [2] * 8


@pytest.mark.parametrize("mercies", [AS_RECORDED, WITH_COPIES])
def test_rows_that_become_longer_overwrite_the_cel_behind(play: Stage, mercies: frozenset[Mercy]) -> None:
    m = play.room(
        shown("1") + "animate.obj(o1); set.view(o1, 9); set.cel(o1, 1); position(o1, 10, 100); stop.cycling(o1);"
        "draw(o1);",
        views={9: GROWS},
        mercies=mercies,
    )
    one = m.state.objects[1]
    assert (one.width, one.height) == (9, 0x11)
    m = play.room("load.view(9); animate.obj(o1); set.view(o1, 9); set.cel(o1, 1);", views={9: GROWS}, mercies=mercies)
    assert (m.state.objects[1].width, m.state.objects[1].height) == (4, 1)


@pytest.mark.parametrize("mercies", [AS_RECORDED, WITH_COPIES])
def test_snapshots_and_state_files_hold_the_bytes(play: Stage, mercies: frozenset[Mercy]) -> None:
    turn = "if (v201) { v201 = 0; add.to.pic(9, 1, 0, 10, 20, 15, 15); }"
    m = play.room("load.view(9);", AGAIN + turn, views=VIEWS, mercies=mercies)
    before, saved_before = pickle.loads(pickle.dumps(m.snapshot())), save_state(m)
    m.vars[201] = 1
    m.cycle()
    after, saved_after = pickle.loads(pickle.dumps(m.snapshot())), save_state(m)
    for snapshot, state_file, last_row in ((before, saved_before, 2), (after, saved_after, 15), (before, b"", 2)):
        m.restore(snapshot)
        m.vars[200] = 1
        m.cycle()
        assert colours(m, 167) == [last_row] * 8
        if state_file:
            assert resume(m, state_file).grade is Grade.EXACT
            m.vars[200] = 1
            m.cycle()
            assert colours(m, 167) == [last_row] * 8


def test_a_state_file_whose_copies_lie_elsewhere_is_refused(play: Stage) -> None:
    m = play.room("load.view(9);", views=VIEWS, mercies=WITH_COPIES)
    m.unguarded.state.turned.copied += 1
    with pytest.raises(SaveError, match="20 bytes of copies and memory, the arena has 19"):
        resume(m, save_state(m))


def test_rows_that_become_longer_than_the_view_lie_in_the_memory_after_it(play: Stage) -> None:
    # probe mirror-zero-run; the backgrounds of objects overwrite them there
    m = play.room(shown("1"), views={9: LONGER})
    assert [colours(m, 18 + row, 6) for row in range(3)] == [
        [15, 2, 2, 2, 1, 1],
        [15, 15, 15, 15, 1, 15],
        [15, 15, 15, 15, 3, 3],
    ]


def test_the_copy_takes_nothing_of_the_memory_that_games_see(play: Stage) -> None:
    odd, plain = (
        play.room("load.view(9);", views={9: view}).vars[8] for view in (ZERO_RUN, ZERO_RUN.replace(b"\x20", b"\x21"))
    )
    assert odd == plain


def test_a_room_without_the_view_keeps_no_copy_of_it(play: Stage) -> None:
    load, leave = "if (v0 == 1) { load.view(9); }", "if (v200) { new.room(3); }"
    m = play.room(load, leave, views=VIEWS, logics={3: "return();"}, mercies=WITH_COPIES)
    assert m.state.turned.copied == len(ZERO_RUN)
    m.vars[200] = 1
    m.cycle()
    assert m.state.turned.copied == 0


@pytest.mark.parametrize("seed", range(20))
def test_whatever_the_bytes_drawing_writes_into_the_copy_alone(play: Stage, seed: int) -> None:
    chance = random.Random(seed)
    view = bytearray(ZERO_RUN + chance.randbytes(40))
    for _ in range(8):
        view[chance.randrange(9, len(view))] = chance.randrange(256)
    view[9:17] = bytes.fromhex("01 0300") + bytes([view[12], max(view[13], 1)]) + bytes.fromhex("80 12 20")
    draws = "".join(f"if (v17 == 0) {{ add.to.pic(9, {loop}, 0, 10, 160, 15, 15); }}" for loop in (1, 0, 1, 1, 0))
    m = play.room("load.view(9); load.view(8);" + draws, views={8: ZERO_RUN, 9: bytes(view)}, mercies=WITH_COPIES)
    turned = m.state.turned
    assert (turned.copy_count, turned.copied) == (2, len(view) + len(ZERO_RUN))
    assert bytes(m.state.arena[turned.copy_offset[1] : turned.copied]) == ZERO_RUN
