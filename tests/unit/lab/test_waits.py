"""Waits: scenes and movements are waited for, and windows that open meanwhile are closed."""

from __future__ import annotations

from agi_emu.lab.exploring.exploration import Explorer
from agi_emu.lab.exploring.knowledge import Knowledge
from agi_emu.machine.settings import Settings
from tests.own_games.building import GameBuilder
from tests.unit.lab.test_exploring import EGO
from tests.unit.lab.test_goals import game_of, goals


def test_the_end_of_a_movement_is_waited_for_while_it_lasts(build_game: GameBuilder) -> None:
    room = """
    if (f5) { animate.obj(o1); set.view(o1, 0); position(o1, 20, 100); draw(o1); }
    if (said("sing")) { move.obj(o1, 120, 100, 1, f60); }
    if (f60) { new.room(2); }
    """
    explorer = Explorer(game_of(build_game, room, {2: EGO + "return();"}), 1, Settings())
    machine, player = explorer.machine, explorer._player
    machine.run(cycles=3)
    explorer._limit = 1_000
    [sing], [end] = (goals(explorer.game, kind=kind) for kind in ("say", "wait"))
    assert end.counter is not None
    assert player.cycles_of(machine, end) is None
    player._say_for(sing, explorer._hand)
    assert player.cycles_of(machine, end) is not None
    player.waits.wait_for(explorer._hand, end.counter)
    machine.run(cycles=2)
    assert machine.room == 2


def test_windows_are_closed_while_a_scene_is_waited_for(build_game: GameBuilder) -> None:
    room = (
        'if (f5) { v60 = 0; } v60++; if (v60 == 50 || v60 == 100) { print("Soon."); } if (v60 == 150) { new.room(2); }'
    )
    explorer = Explorer(game_of(build_game, room, {2: EGO + "return();"}), 1, Settings())
    explorer.machine.run(cycles=3)
    explorer._limit = 1_000
    [*_, goal] = [each for each in Knowledge(explorer.game).goals(1) if each.kind == "wait"]
    assert goal.counter is not None
    explorer._player.waits.wait_for(explorer._hand, goal.counter)
    assert explorer.machine.room == 2


def test_a_scene_is_waited_for_as_long_as_it_brings_something_new(build_game: GameBuilder) -> None:
    steps = "".join(f"if (v60 == 30 && v61 == {step}) {{ v60 = 0; v61 = {step + 1}; }}" for step in range(9))
    room = f"if (f5) {{ v60 = 0; v61 = 0; }} v60++; {steps} if (v61 == 9 && v60 == 20) {{ new.room(2); }}"
    explorer = Explorer(game_of(build_game, room, {2: EGO + "return();"}), 1, Settings())
    explorer.machine.run(cycles=3)
    explorer._limit = 1_000
    first = next(goal for goal in goals(explorer.game, kind="wait") if goal.counter is not None)
    assert first.counter is not None
    explorer._player.waits.wait_for(explorer._hand, first.counter)
    assert explorer.machine.room == 2


def test_windows_that_open_on_a_walk_or_while_a_sentence_is_typed_do_not_end_it(build_game: GameBuilder) -> None:
    room = """
    v60++; if (v60 == 20) { v60 = 0; print("Ding dong."); }
    if (said("sing") && posn(o0, 20, 100, 40, 150)) { set(f60); }
    """
    explorer = Explorer(game_of(build_game, room), 1, Settings())
    machine = explorer.machine
    machine.run(cycles=3)
    explorer._limit = 9_000
    [goal] = goals(explorer.game, kind="say")
    start, heard = machine.snapshot(), 0
    for before in range(20):
        machine.restore(start)
        machine.vars[60] = before
        explorer._player._say_for(goal, explorer._hand)
        explorer._player.waits.close_windows(explorer._hand)
        heard += machine.flags[60]
    # Without walking on it is none.
    assert heard > 15
