"""The memory for resources as docs/heap.md tells it; its figures were measured on the original (golden)."""

from __future__ import annotations

import pytest

from agi_emu.facts.mercies import AS_RECORDED, FRIENDLY
from agi_emu.machine.machine import Machine
from agi_emu.machine.saving.resuming import resume
from agi_emu.machine.saving.state_saving import save_state
from agi_emu.machine.settings import UNLIMITED, Settings
from agi_emu.resources import open_game
from agi_emu.resources.kinds import Kind
from agi_emu.state.files import state_file
from agi_emu.state.files.state_chunks import pack, unpack
from agi_emu.state.files.state_file import Chunk, join_parts, split_parts
from tests.own_games.building import GameBuilder
from tests.unit.commands.stage import VIEWS, Stage, press, view

SIZE = 57728
"""Of the memory of 2.936 (reference: MEM-1)."""
VIEW, LOGIC, SOUND, BACKGROUND, MENU, ITEM, SCRIPT = 5, 10, 14, 16, 18, 14, 100
"""What entries take: of a view or picture, a logic, a sound, a background, a menu, an item; the script list."""
LARGE = b"\0" * 52231
"""As long as the view of gourdb of which the original says that it does not fit (golden: fuzz/gourdb)."""


@pytest.fixture
def play(build_game: GameBuilder) -> Stage:
    return Stage(build_game)


def length(m: Machine, kind: Kind, number: int) -> int:
    return len(m.game.stored(kind, number).data)


def at_start(m: Machine) -> int:
    """Return what the start of the program takes: stack, files, records of 43 bytes of the objects, logic 0."""
    names = ("words.tok", "object", "logdir", "viewdir", "picdir", "snddir")
    files = sum(len(m.game.files.get(name) or b"") for name in names)
    return 2560 + files + 43 * m.state.general.object_count + LOGIC + length(m, Kind.LOGIC, 0)


def test_the_start_takes_what_it_brings(play: Stage) -> None:
    # reference: MEM-1, MEM-2
    m = play("return();", cycles=0)
    assert m.state.heap.used == m.state.heap.base == at_start(m)
    assert m.vars[8] == (SIZE - at_start(m)) // 256


def test_a_resource_lies_behind_its_entry_and_goes_with_those_after_it(play: Stage) -> None:
    # reference: MEM-2, MEM-3, MEM-5
    m = play("load.view(1); v50 = v8; load.sound(3); load.view(2); discard.view(1);", sounds={3: bytes(9000)})
    view_bytes = VIEW + length(m, Kind.VIEW, 1)
    assert m.vars[50] == (SIZE - at_start(m) - view_bytes) // 256
    assert m.state.heap.most == at_start(m) + view_bytes + SOUND + 9000 + VIEW + length(m, Kind.VIEW, 2)
    # Discarding goes back to where the view lay, and tells v8 so: the sound behind it has no memory any more.
    assert m.state.heap.used == at_start(m)
    assert m.vars[8] == (SIZE - at_start(m)) // 256
    assert m.state.loaded.sounds.present[3]


def test_a_called_logic_takes_memory_while_it_runs_and_its_end_is_not_told(play: Stage) -> None:
    # reference: MEM-6, MEM-11
    called = b"\x04\x32\x08\x00" + bytes(5000)  # assignv(v50, v8); return
    logic = len(called).to_bytes(2, "little") + called + b"\0"
    m = play("call(7);", logics={7: logic})
    expected = (SIZE - at_start(m) - LOGIC - length(m, Kind.LOGIC, 7)) // 256
    assert m.vars[50] == m.vars[8] == expected
    assert m.state.heap.used == at_start(m)


def test_a_room_keeps_script_and_menus(play: Stage) -> None:
    # reference: MEM-8, MEM-9
    rooms = "if (v0 == 0) { call(7); new.room(1); } if (f5) { load.view(1); } else { if (v0 == 1) { new.room(2); } }"
    source = 'set.menu("File"); set.menu.item("Save", c1); set.menu.item("Quit", c2); submit.menu(); return();'
    m = play(rooms, logics={1: "return();", 2: "return();", 7: source}, cycles=5)
    assert m.vars[0] == 2
    # What submit.menu finds in memory stays there, the logic that was only called included.
    kept = at_start(m) + LOGIC + length(m, Kind.LOGIC, 7) + MENU + 2 * ITEM + SCRIPT
    assert m.state.heap.base == kept
    room = LOGIC + length(m, Kind.LOGIC, 2) + VIEW + length(m, Kind.VIEW, 1)
    assert m.state.heap.used == kept + room


def test_a_called_logic_that_leaves_the_room_gives_its_memory_back_all_the_same(play: Stage) -> None:
    # reference: MEM-6 (probe new-room-nested: v8 is 195 after it, and 196 after the next room)
    rooms = "if (v0 == 0) { new.room(1); } else { if (v0 == 1) { call(7); } }"
    m = play(rooms, logics={1: "return();", 2: "return();", 7: "load.view(1); call(8);", 8: "new.room(2);"}, cycles=3)
    assert m.vars[0] == 2
    # The memory in use ends where that of room 1 did, not after the logic of room 2.
    assert m.state.heap.used == m.state.heap.base + LOGIC + length(m, Kind.LOGIC, 1)


def test_a_larger_script_gets_no_more_memory(play: Stage) -> None:
    # reference: MEM-10
    m = play("if (v0 == 0) { new.room(1); } if (f100) { reset(f100); script.size(200); }", logics={1: "return();"})
    before = m.state.heap.used
    m.set_flag(100, True)
    m.cycle()
    assert m.state.script.size == 200
    assert m.state.heap.used == before


def test_backgrounds_lie_on_top(play: Stage) -> None:
    # reference: MEM-7
    m = play.room("load.view(0); animate.obj(o1); set.view(o1, 0); position(o1, 80, 100); draw(o1); v50 = v8;")
    used = m.state.heap.used
    assert m.vars[50] == m.vars[8] == (SIZE - used - BACKGROUND - 4 * 3) // 256
    assert m.state.heap.most == used + BACKGROUND + 4 * 3


def play_to_its_end(m: Machine) -> None:
    m.press("enter")
    m.run(seconds=1)
    assert m.state.general.exited
    assert m.state.general.exit_code == 0


def test_a_resource_that_does_not_fit_ends_the_game(play: Stage) -> None:
    # reference: MEM-12, TEXT-66, TEXT-72
    m = play("load.sound(3); load.view(9);", sounds={3: bytes(9000)}, views={9: LARGE})
    left = SIZE - at_start(m) - SOUND - 9000 - VIEW
    # Sizes are shown with a sign: 52,231 as -13,305 (golden: fuzz/gourdb); entry and bytes are taken one by one.
    assert m.message == f"No memory.\nWant -13305, have {left - 0x10000 if left >= 0x8000 else left}"
    play_to_its_end(m)


def test_a_called_logic_that_does_not_fit_ends_the_game(play: Stage) -> None:
    m = play(
        "load.sound(3); call(7); v50 = 1;", sounds={3: bytes(40000)}, logics={7: bytes([0x40, 0x9C]) + bytes(40001)}
    )
    left = SIZE - at_start(m) - SOUND - 40000 - LOGIC
    assert m.message == f"No memory.\nWant {40003 - 0x10000}, have {left}"
    assert m.vars[50] == 0
    play_to_its_end(m)


def test_a_restore_that_does_not_fit_ends_the_game(play: Stage) -> None:
    # reference: MEM-6, MEM-12: logics that are only called give back what they load; a restore loads it for good
    m = play.room(
        "call(7); call(8);",
        "if (!f100) { set(f100); save.game(); restore.game(); }",
        logics={7: "load.sound(3); return();", 8: "load.sound(4); return();"},
        sounds={3: bytes(40000), 4: bytes(30000)},
    )
    m.run(until=lambda m: m.modal is not None)
    press(m, "enter", "enter", "a", "enter", "enter", "enter", "enter", "enter")
    assert (m.message or "").startswith("No memory.\nWant 30000, have ")
    play_to_its_end(m)


SETUP = "load.sound(3); load.view(0); load.view(6); animate.obj(o1); set.view(o1, 0); position(o1, 10, 60);"
VIEW_6 = (50, 60)


def filled(build_game: GameBuilder, setup: str, left: int) -> Machine:
    """Return a machine that has run `setup` in a room, where a sound of the right size leaves `left` bytes."""
    views = {**VIEWS, 6: view(*VIEW_6)}
    probe = Stage(build_game).room(SETUP + setup, sounds={3: bytes(1)}, views=views)
    if probe.message:
        probe.press("enter")
        probe.run(seconds=1)
    size = 1 + SIZE - probe.state.heap.used - left
    m = Stage(build_game).room(SETUP + setup, sounds={3: bytes(size)}, views=views)
    assert m.state.heap.used == SIZE - left
    return m


def test_the_last_byte_can_be_used(build_game: GameBuilder) -> None:
    m = filled(build_game, "draw(o1); v50 = 1;", BACKGROUND + 4 * 3)
    assert (m.message, m.vars[50], m.vars[8]) == (None, 1, 0)


@pytest.mark.parametrize(
    ("left", "want", "have"), [(BACKGROUND + 4 * 3 - 1, 4 * 3, 4 * 3 - 1), (BACKGROUND - 1, BACKGROUND, BACKGROUND - 1)]
)
def test_a_background_that_does_not_fit_ends_the_game(build_game: GameBuilder, left: int, want: int, have: int) -> None:
    m = filled(build_game, "draw(o1); v50 = 1;", left)
    assert m.message == f"No memory.\nWant {want}, have {have}"
    assert m.vars[50] == 0
    play_to_its_end(m)


def test_a_larger_cel_that_does_not_fit_ends_the_game_in_the_animation(build_game: GameBuilder) -> None:
    left = 2 * BACKGROUND + 4 * 3 + 100
    m = filled(build_game, "draw(o1); set.view(o1, 6); v50 = 1;", left)
    assert m.message == f"No memory.\nWant {50 * 60}, have {left - BACKGROUND}"
    assert m.vars[50] == 1
    play_to_its_end(m)


def test_show_obj_of_a_view_that_does_not_fit_says_so(build_game: GameBuilder) -> None:
    # reference: MEM-13, TEXT-66, VIEW-53
    m = filled(build_game, "show.obj(4); v50 = 1;", 20)
    assert m.message == "Not now."
    m.press("enter")
    m.run(seconds=1)
    assert m.vars[50] == 1


def test_a_start_that_does_not_fit_ends_the_game(build_game: GameBuilder) -> None:
    logic = bytes([0x00, 0xF0]) + bytes(0xF001)
    m = Machine(open_game(build_game({0: logic}), "2.936"), settings=Settings(budget=UNLIMITED, mercies=AS_RECORDED))
    m.run(seconds=1)
    left = SIZE - (at_start(m) - len(logic))
    assert m.message == f"No memory.\nWant {len(logic) - 0x10000}, have {left - 0x10000}"
    assert left >= 0x8000
    play_to_its_end(m)


@pytest.mark.parametrize(
    ("mercies", "interpreter"), [(FRIENDLY, "2.936"), (AS_RECORDED, "2.439"), (AS_RECORDED, "3.002.149")]
)
def test_memory_without_an_end(play: Stage, mercies: frozenset[object], interpreter: str) -> None:
    # The mercy no-heap-limit; and what other interpreters have was not measured.
    source = "load.view(9); load.view(8); v50 = 1;"
    m = play(source, views={8: LARGE, 9: LARGE}, mercies=mercies, interpreter=interpreter)  # type: ignore[arg-type]
    assert (m.message, m.vars[50], m.vars[8]) == (None, 1, 160)


def test_show_mem_tells_what_is_in_use(play: Stage) -> None:
    m = play.room("load.view(4); discard.view(4); show.mem();")
    heap = m.state.heap
    kept = at_start(m) + SCRIPT
    now = kept + LOGIC + length(m, Kind.LOGIC, 1) + VIEW + length(m, Kind.PICTURE, 0)
    most = now + VIEW + length(m, Kind.VIEW, 4)
    assert (heap.base, heap.used, heap.most) == (kept, now, most)
    lines = (m.message or "").split("\n")
    assert lines[:3] == [f"heapsize: {SIZE}", f"now: {now}  max: {most}", f"rm.0, etc.: {kept}"]


def test_show_mem_of_early_interpreters_counts_from_behind_room_0(build_game: GameBuilder) -> None:
    # reference: TEXT-68, its example: room 0 takes 9695 bytes, so 2.440 shows 48529, 0, 0, and 2.917
    # shows 57744, 9695, 9695.
    folder = build_game({0: "show.mem();"})
    taken = Machine(open_game(folder, "2.440")).state.heap.base
    words = folder / "WORDS.TOK"
    words.write_bytes(words.read_bytes() + bytes(9695 - taken))
    shown = []
    for interpreter in ("2.440", "2.917"):
        settings = Settings(budget=UNLIMITED, mercies=AS_RECORDED)
        m = Machine(open_game(folder, interpreter), settings=settings)
        m.cycle(beats=60)
        shown.append((m.message or "").split("\n")[:-1])
    assert shown == [
        ["heapsize: 48529", "now: 0  max: 0"],
        ["heapsize: 57744", "now: 9695  max: 9695", "rm.0, etc.: 9695"],
    ]


def test_a_state_of_before_the_memory_was_known_is_laid_out(play: Stage) -> None:
    m = play.room("load.view(1); load.sound(3); load.view(2);", sounds={3: bytes(77)})
    data = save_state(m)
    chunks = list(state_file.read(data).chunks)
    for index, chunk in enumerate(chunks):
        if chunk.tag == "Load":
            parts = split_parts("Load", unpack("Load", chunk.data))
            kept = [part for name, part in parts.items() if not name.startswith("heap.")]
            assert len(kept) < len(parts)
            chunks[index] = Chunk("Load", pack(join_parts(kept)))
    again = Machine(m.game, settings=Settings(budget=UNLIMITED, mercies=AS_RECORDED))
    resume(again, state_file.write(chunks))
    assert again.state.heap.used == m.state.heap.used
    assert again.state.heap.base == m.state.heap.base
    assert again.vars[8] == m.vars[8]
    # Kind by kind: the views lie one behind the other, before the sound.
    places = again.state.heap.places
    assert places[256 + 2] == places[256 + 1] + VIEW + length(m, Kind.VIEW, 1)
    assert places[768 + 3] == places[256 + 2] + VIEW + length(m, Kind.VIEW, 2)
