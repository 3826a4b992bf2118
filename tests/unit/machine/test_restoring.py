"""What a restore brings back, and the script that it replays (reference: SAVE-9, SAVE-14, SAVE-25, SAVE-26)."""

from __future__ import annotations

import pytest

from agi_emu.facts.mercies import AS_RECORDED
from agi_emu.machine.input.events import Mouse
from agi_emu.machine.machine import Machine
from agi_emu.machine.saving.restoring import restore, savegame_of
from agi_emu.machine.settings import Settings
from agi_emu.resources.game import open_game
from agi_emu.resources.releases import Extension
from agi_emu.state.save_values import script_commands
from tests.own_games.building import GameBuilder
from tests.unit.machine.test_saving import LOGIC, PICTURE, ROOM, VIEW

STOPPED = 0x4000


def test_push_and_pop_script_forget_what_came_between(build_game: GameBuilder) -> None:
    # reference: SAVE-14
    source = (
        "if (v0 == 0) { new.room(1); } if (f5) { push.script(); load.view(0); pop.script(); load.sound(0); } return();"
    )
    path = build_game({0: source, 1: "return();"}, views={0: VIEW}, sounds={0: bytes(8)})
    m = Machine(open_game(path), settings=Settings(mercies=AS_RECORDED))
    m.cycle()
    assert script_commands(savegame_of(m)) == ["load.logics(1)", "load.sound(0)"]


def test_push_script_is_no_stack_and_reads_the_mouse_of_agimouse_games(build_game: GameBuilder) -> None:
    # reference: SAVE-14, EXT-8
    path = build_game({0: "if (f30) { push.script(); } if (f31) { pop.script(); } return();"})
    for extensions, saved, mouse in ((frozenset(), 5, [0, 0, 0]), (frozenset({Extension.AGIMOUSE}), 0, [2, 120, 66])):
        machine = Machine(open_game(path), settings=Settings(extensions=extensions))
        machine.advance([Mouse(120, 66, 2)])
        machine.state.script.count = 5
        machine.set_flag(30, on=True)
        machine.cycle()
        assert (machine.state.script.saved, list(machine.vars[27:30])) == (saved, mouse)
        machine.state.script.count = 9
        machine.set_flag(30, on=False)
        machine.set_flag(31, on=True)
        machine.cycle()
        assert machine.state.script.count == saved


def test_trace_logic_is_loaded_with_the_room(build_game: GameBuilder) -> None:
    # reference: SAVE-9; golden data: scan starts of the saves name logic 95 behind the room's
    source = "if (v0 == 0) { trace.info(9, 1, 3); new.room(1); } return();"
    m = Machine(open_game(build_game({0: source, 1: "return();", 9: "return();"})), settings=Settings())
    m.cycle()
    assert list(m.state.loaded.logics.order[: m.state.loaded.logics.count]) == [0, 1, 9]
    assert script_commands(savegame_of(m)) == ["load.logics(1)"]


def test_no_object_is_drawn_while_the_script_is_replayed(build_game: GameBuilder) -> None:
    # reference: SAVE-25: objects come before the script, so overlay.pic looks at none and none counts as stopped
    walk = "v60 = 3; set.dir(o1, v60);"
    overlaid = ROOM.replace("show.pic();", "overlay.pic(v50); show.pic();").replace("stop.update(o1);", walk)
    m = Machine(open_game(build_game({0: LOGIC, 1: overlaid}, pictures={1: PICTURE}, views={0: VIEW})))
    m.run(ticks=10)
    walker = m.state.objects[1]
    before = walker.flags
    assert not before & STOPPED
    restore(m, savegame_of(m).to_bytes())
    assert walker.flags == before


@pytest.mark.parametrize(
    ("interpreter", "saved_on", "restored_on", "expected"),
    [
        # v20, v22, v26, f11; the monitor of the saving machine is number 0. reference: SAVE-26
        ("2.440", "tandy", "pc", (2, 3, 0, True)),
        ("2.440", "pc", "tandy", (0, 1, 0, False)),
        # reference: SAVE-26: on a PC f11 stays as saved
        ("2.917", "tandy", "pc", (0, 1, 3, True)),
        ("2.917", "pc", "tandy", (2, 3, 3, True)),
    ],
)
def test_early_interpreters_keep_what_the_savegame_says_of_the_machine(
    build_game: GameBuilder, interpreter: str, saved_on: str, restored_on: str, expected: tuple[int, int, int, bool]
) -> None:
    path = build_game({0: "return();"}, interpreter=interpreter)
    machines = (Machine(open_game(path, interpreter), settings=Settings(machine=on)) for on in (saved_on, restored_on))
    old, new = machines
    old.vars[26] = 0
    old.vars[8] = 77
    restore(new, savegame_of(old).to_bytes())
    assert (*(new.vars[number] for number in (20, 22, 26)), new.flag(11)) == expected
    assert new.vars[8] == 160


@pytest.mark.parametrize(("interpreter", "has_view"), [("2.435", 0), ("2.439", 1), ("2.936", 1)])
def test_objects_that_are_not_animated_get_their_view_from_2_439_on(
    build_game: GameBuilder, interpreter: str, has_view: int
) -> None:
    # reference: SAVE-25, VER-14
    source = "if (v0 == 0) { new.room(1); } if (f5) { load.view(0); animate.obj(o1); set.view(o1, 0); } return();"
    path = build_game({0: source, 1: "return();"}, views={0: VIEW}, interpreter=interpreter)
    m = Machine(open_game(path, interpreter))
    m.cycle()
    assert m.state.objects[2].has_view == 0
    restore(m, savegame_of(m).to_bytes())
    assert (m.state.objects[1].has_view, m.state.objects[2].has_view) == (1, has_view)
