"""Waits: scenes and movements are waited for, and windows that open meanwhile are closed."""

from __future__ import annotations

from agi_emu.lab.exploring.conditions import Facts
from agi_emu.lab.exploring.exploration import Explorer
from agi_emu.lab.exploring.goals import LEADS_TO_A_ROOM
from agi_emu.lab.exploring.knowledge import Knowledge
from agi_emu.machine.settings import Settings
from tests.own_games.building import GameBuilder
from tests.unit.lab.test_exploring import EGO
from tests.unit.lab.test_goals import game_of, goals, in_room


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


def test_a_variable_that_counts_is_waited_for(build_game: GameBuilder) -> None:
    # Nothing but time leads on: no sentence, no place, and no key.
    room = "if (f5) { v60 = 0; } v60++; if (v60 == 230) { new.room(2); } if (v61 == 9) { v62 = 1; }"
    game = game_of(build_game, room, {2: EGO + "return();"})
    waits = [goal for goal in Knowledge(game).goals(1) if goal.kind == "wait"]
    assert [goal.counter.operands for goal in waits if goal.counter is not None] == [(60, 230)]
    assert waits[0].worth == LEADS_TO_A_ROOM
    assert 2 in Explorer(game, 1, Settings()).explore(1_500).rooms


def test_timers_of_logic_0_are_waited_for_in_all_rooms(build_game: GameBuilder) -> None:
    logic_0 = "if (v0 == 0) { new.room(1); } v59++; if (v59 == 90) { v59 = 0; v60++; } call.v(v0); return();"
    game = game_of(build_game, "if (v60 == 4) { new.room(2); }", {0: logic_0, 2: EGO + "return();"})
    assert [goal.counter.operands for goal in goals(game, kind="wait") if goal.counter] == [(60, 4)]
    assert 2 in Explorer(game, 1, Settings()).explore(1_500).rooms


def test_what_only_a_key_counts_is_no_timer(build_game: GameBuilder) -> None:
    logic_0 = "if (v0 == 0) { new.room(1); } if (controller(c3)) { v60++; } call.v(v0); return();"
    game = game_of(build_game, "if (v60 == 4) { new.room(2); }", {0: logic_0, 2: EGO + "return();"})
    assert not goals(game, kind="wait")


def test_a_variable_is_not_waited_for_while_it_does_not_count(build_game: GameBuilder) -> None:
    game = game_of(build_game, "if (f41) { v60++; } if (v60 == 9) { new.room(2); }")
    machine = in_room(game)
    (goal,) = goals(game, kind="wait")
    assert not goal.is_allowed(Facts(machine.unguarded.state))
    machine.flags[41] = True
    assert goal.is_allowed(Facts(machine.unguarded.state))


def test_each_of_several_things_that_count_a_variable_allows_to_wait(build_game: GameBuilder) -> None:
    game = game_of(build_game, "if (f41) { v60++; } if (f42) { v60++; } if (v60 == 9) { new.room(2); }")
    machine = in_room(game)
    (goal,) = goals(game, kind="wait")
    allowed = []
    for flags in ((), (41,), (42,)):
        machine.flags[41], machine.flags[42] = 41 in flags, 42 in flags
        allowed.append(goal.is_allowed(Facts(machine.unguarded.state)))
    assert allowed == [False, True, True]
    assert goal.asks() == {("isset", 41, 0), ("isset", 42, 0)}
