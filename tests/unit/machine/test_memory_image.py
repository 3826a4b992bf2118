"""The original's memory byte by byte, while something leads to free memory (machine/memory_image.py)."""

from __future__ import annotations

import pytest

from agi_emu.facts.errors import SaveError
from agi_emu.facts.mercies import AS_RECORDED, FRIENDLY, Mercy
from agi_emu.machine.machine import Machine
from agi_emu.machine.saving.resuming import Grade, resume
from agi_emu.machine.saving.state_saving import save_state
from agi_emu.resources import open_game
from agi_emu.state.digests import resume_hash
from agi_emu.state.layout import MEMORY_BYTES
from agi_emu.state.validation import check_state
from agi_emu.tracing.trace import Trace
from tests.conformance.conformance_index import PROBES
from tests.unit.commands.stage import Stage, on_object, one

PROBE = PROBES / "called-loads-views"
CALL = "if (v0 == 1 && v50 == 0) { v50 = 1; call(7); }"
DRAWS = f"{on_object('')} return();"
NO_END = "the list of each view in memory has no end, and the original follows it for ever"


@pytest.fixture
def play(build_game: object) -> Stage:
    return Stage(build_game)  # type: ignore[arg-type]


def at_cycle(number: int) -> Machine:
    """Return a machine that has played the probe so far; its object 4 has lain in free memory since cycle 3."""
    meta = Trace(PROBE / "2.936").meta
    m = Machine(open_game(PROBE / "game.zip", meta.interpreter), settings=meta.settings())
    run_to(m, number)
    return m


def run_to(m: Machine, cycle: int) -> None:
    for _ in range(cycle - m.state.cycle.number):
        m.cycle(beats=60)


def test_what_a_called_logic_loaded_begins_it_and_the_next_room_ends_it(play: Stage) -> None:
    # reference: MEM-6, MEM-17
    m = play.room("", f"{CALL} if (f200) {{ new.room(2); }}", logics={2: "return();", 7: DRAWS}, cycles=3)
    assert m.state.heap.image == 1
    m.set_flag(200, True)
    m.cycle(beats=60)
    assert m.vars[0] == 2
    assert m.state.heap.image == 0


@pytest.mark.parametrize(
    ("first", "mercies", "interpreter"),
    [
        ("load.logics(7);", AS_RECORDED, "2.936"),
        ("", FRIENDLY, "2.936"),
        ("", AS_RECORDED, "2.425"),
    ],
    ids=["the logic stays", "memory has no end", "the memory is not known"],
)
def test_it_is_not_begun_without_need(play: Stage, first: str, mercies: frozenset[Mercy], interpreter: str) -> None:
    m = play.room(first, CALL, logics={7: DRAWS}, cycles=3, mercies=mercies, interpreter=interpreter)
    assert one(m).width == 4
    assert m.state.heap.image == 0


@pytest.mark.parametrize(
    ("setup", "each"),
    [
        (on_object(""), "if (v50 == 0) { v50 = 1; discard.view(0); }"),
        ("load.view(0); load.sound(3);", "if (v50 == 0) { v50 = 1; discard.view(0); }"),
        (on_object(""), "if (v50 == 0) { v50 = 1; discard.view(77); }"),
    ],
    ids=["a drawn object's view is discarded", "a sound lies after the view", "an error gives all back"],
)
def test_what_else_begins_it(play: Stage, setup: str, each: str) -> None:
    # reference: MEM-5, MEM-9
    m = play.room(setup, each, sounds={3: bytes(90)}, cycles=2)
    assert m.state.heap.image == 1


def test_an_object_reads_its_loop_where_backgrounds_have_overwritten_it() -> None:
    # reference: MEM-17. The offset of its cel is the width of its own background, and there lie saved cells, 4Ah.
    m = at_cycle(6)
    assert (one(m, 4).width, one(m, 4).height) == (0x4A, 0x4A)


def test_a_list_without_an_end_is_followed_for_ever() -> None:
    # The recording ends here: the original hangs in load.view (reference: MEM-6).
    m = at_cycle(10)
    assert not m.state.general.hung
    m.cycle(beats=60)
    assert m.state.general.hung
    assert NO_END in m.notes


def test_a_snapshot_holds_it() -> None:
    m = at_cycle(4)
    before = m.snapshot()
    run_to(m, 9)
    after = resume_hash(m.state)
    m.restore(before)
    run_to(m, 9)
    assert resume_hash(m.state) == after


def test_a_saved_state_holds_it() -> None:
    m = at_cycle(4)
    again = at_cycle(0)
    assert resume(again, save_state(m)).grade is Grade.EXACT
    for each in (m, again):
        run_to(each, 9)
    assert one(again, 4).width == one(m, 4).width == 0x4A
    assert bytes(again.state.picture) == bytes(m.state.picture)


@pytest.mark.parametrize(("image", "arena"), [(2, MEMORY_BYTES * 3), (1, 0), (1, MEMORY_BYTES)])
def test_a_state_that_has_no_room_for_it_is_refused(image: int, arena: int) -> None:
    m = at_cycle(1)
    m.core.sprites_out()
    check_state(m.unguarded.state)
    m.unguarded.state.heap.image = image
    m.unguarded.state.arena_used = arena
    with pytest.raises(SaveError, match=r"heap\.image is 2|bytes of copies and memory"):
        check_state(m.unguarded.state)


def test_the_core_refuses_what_is_no_memory() -> None:
    core = at_cycle(0).core
    with pytest.raises(ValueError, match="65536 bytes, not 3"):
        core.begin_image(b"abc")
    for call in (lambda: core.find_record(4, 1), lambda: core.set_list_head(-1, 0)):
        with pytest.raises(ValueError, match="kind"):
            call()  # type: ignore[no-untyped-call]
    # Without a memory there is nothing to write to and nothing to find.
    core.write_memory(0, b"abc")
    core.set_list_head(1, 9)
    assert core.find_record(1, 0) == (0, 0)
    core.begin_image(bytes(MEMORY_BYTES))
    core.write_memory(MEMORY_BYTES - 2, b"abc")
    core.set_list_head(1, MEMORY_BYTES - 2)
    core.write_memory(0, b"c")
    assert core.find_record(1, ord("c")) == (MEMORY_BYTES - 2, MEMORY_BYTES - 2)
    core.end_image()
    assert core.find_record(1, ord("c")) == (0, 0)
