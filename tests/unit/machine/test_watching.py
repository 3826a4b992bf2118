"""Functions that wait for something to happen in a machine, and the calls of `Machine` that stand on them."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from agi_emu import Event, Machine, Stop, open_game
from agi_emu.machine.settings import BUDGETS, Settings
from agi_emu.machine.windows.modal import Purpose
from tests.own_games import meadow
from tests.own_games.building import GameBuilder

ROOM_1 = """
#message 1 "You see a lamp."
#message 2 "It glows."
#message 3 "And now it is dark."
if (!isset(f200)) { set(f200); accept.input(); }
v60++;
if (v60 == 3) { v61 = 7; v61 = 8; set(f40); reset(f40); v62 = 1; v62 = 1; }
if (said("look")) { print(m1); print(m2); v63 = 1; return(); }
if (v63 == 1) { v63 = 0; print(m3); }
if (said("quit")) { v64 = 9; get.num(m1, v65); }
return();
"""
LOGIC_0 = "if (v0 == 0) { new.room(1); } call.v(v0); return();"


@pytest.fixture
def machine(build_game: GameBuilder) -> Machine:
    words = {"look": 10, "quit": 11, "rub": 12}
    logics = {0: LOGIC_0, 1: ROOM_1, 2: "return();", 3: 'print("Here."); v70++; return();'}
    return Machine(open_game(build_game(logics, words=words)), seed=1)


def test_every_change_of_a_value_is_told_with_its_place(machine: Machine) -> None:
    seen: list[Event] = []
    for name in ("v61", "flag 40", "f40", "v62"):
        machine.on(name, seen.append)
    machine.run(cycles=8)
    assert [(each.name, each.before, each.value) for each in seen] == [
        ("v61", 0, 7),
        ("v61", 7, 8),
        ("flag 40", False, True),
        ("f40", False, True),
        ("flag 40", True, False),
        ("f40", True, False),
        ("v62", 0, 1),
    ]
    places = [each.place for each in seen]
    assert all(place is not None and place[0] == 1 for place in places)
    offsets = [place[1] for place in places if place]
    assert offsets == sorted(offsets)
    assert len(set(offsets)) == 5
    code = machine.game.logic(1).code
    assert code[offsets[0] : offsets[0] + 3] == bytes([3, 61, 7])  # assignn v61 7


def test_the_room_changes_by_new_room(machine: Machine) -> None:
    seen: list[Event] = []
    machine.on("room", seen.append)
    machine.run(cycles=2)
    assert [(each.before, each.value) for each in seen] == [(0, 1)]
    assert seen[0].place is not None
    assert machine.game.logic(0).code[seen[0].place[1]] == 18


def test_changes_outside_of_logics_have_no_place(machine: Machine) -> None:
    seen: list[Event] = []
    machine.on("v11", seen.append)
    machine.run(seconds=2.5)
    assert [(each.before, each.value, each.place) for each in seen] == [(0, 1, None), (1, 2, None)]


def test_a_machine_that_is_watched_stays_the_same(machine: Machine) -> None:
    plain = Machine(machine.game, seed=1)
    for name in ("v60", "flag 40", "print", "room", "v11"):
        machine.on(name, lambda event: None)
    for each in (plain, machine):
        each.run(ticks=40)
        each.type("look\n")
        each.run(ticks=40)
    assert machine.digests() == plain.digests()


@pytest.mark.parametrize("budget", ["smooth", "unlimited"])
def test_a_listener_that_stops_the_machine_leaves_it_behind_the_action(machine: Machine, budget: str) -> None:
    settings = Settings(budget=BUDGETS[budget], seed=1)
    stopped, plain = Machine(machine.game, settings=settings), Machine(machine.game, settings=settings)
    stopped.on("v61", lambda event: stopped.stop())
    values = []
    while len(values) < 2:
        if Stop.ASKED in stopped.run(seconds=5):
            values.append(stopped.vars[61])
    assert values == [7, 8]
    stopped.run(until=lambda m: m.state.clock.beats == 600)
    plain.run(until=lambda m: m.state.clock.beats == 600)
    assert stopped.digests().state == plain.digests().state


def test_listening_ends(machine: Machine) -> None:
    seen: list[Event] = []
    end = machine.on("v60", seen.append)
    machine.run(cycles=3)
    count = len(seen)
    assert count > 0
    end()
    end()
    machine.run(cycles=3)
    assert len(seen) == count


def test_a_restored_state_is_no_change(machine: Machine) -> None:
    seen: list[Event] = []
    machine.run(cycles=3)
    here = machine.snapshot()
    machine.run(cycles=20)
    machine.on("v60", seen.append)
    machine.restore(here)
    before = machine.vars[60]
    machine.run(cycles=1)
    assert [(each.before, each.value) for each in seen] == [(before, before + 1)]


@pytest.mark.parametrize("name", ["", "v256", "flag", "flag 999", "v-1", "rooms", "f1234"])
def test_unknown_names_are_refused(machine: Machine, name: str) -> None:
    with pytest.raises(ValueError, match=re.escape(repr(name))):
        machine.on(name, print)


def test_errors_of_a_listener_reach_the_caller(machine: Machine) -> None:
    def fail(event: Event) -> None:
        raise KeyError(event.name)

    end = machine.on("v60", fail)
    with pytest.raises(KeyError):
        machine.run(cycles=5)
    end()
    assert machine.run(cycles=1) == Stop.BEAT


def test_ask_returns_all_that_the_game_answers(machine: Machine) -> None:
    machine.run(cycles=2)
    assert machine.ask("look") == "You see a lamp.\n\nIt glows.\n\nAnd now it is dark."
    assert machine.modal is None
    assert machine.ask("look") is not None


def test_ask_returns_none_where_the_game_is_silent(machine: Machine) -> None:
    machine.run(cycles=2)
    before = machine.state.clock.beats
    assert machine.ask("rub", seconds=2) is None
    assert machine.state.clock.beats - before < 200


def test_ask_leaves_a_prompt_open(machine: Machine) -> None:
    machine.run(cycles=2)
    assert machine.ask("quit", seconds=2) is None
    assert machine.modal is Purpose.GET_NUMBER


def test_ask_ends_where_messages_do_not(machine: Machine) -> None:
    machine.run(cycles=2)
    machine.new_room(3)
    machine.run(cycles=1, seconds=1)
    answer = machine.ask("look", seconds=5)
    assert answer is None or "Here." in answer


def test_run_says_whether_its_condition_held(machine: Machine) -> None:
    assert Stop.HELD in machine.run(seconds=5, until=lambda m: m.vars[61] == 8)
    assert Stop.HELD not in machine.run(seconds=1, until=lambda m: m.vars[61] == 9)


def test_new_room_closes_what_is_open(machine: Machine) -> None:
    machine.run(cycles=2)
    machine.type("quit\n")
    assert Stop.HELD in machine.run(seconds=5, until=lambda m: m.modal is not None)
    machine.new_room(2)
    assert machine.modal is None
    machine.run(cycles=2)
    assert (machine.room, machine.previous_room, machine.state.window.open) == (2, 1, 0)


def test_new_room_leaves_the_middle_of_a_logic(machine: Machine) -> None:
    stops: list[Callable[[], None]] = [machine.on("v61", lambda event: machine.stop())]
    assert Stop.ASKED in machine.run(seconds=5)
    stops[0]()
    machine.new_room(2)
    machine.run(cycles=2)
    assert (machine.room, machine.vars[61]) == (2, 7)


def test_new_room_needs_its_logic(machine: Machine) -> None:
    with pytest.raises(ValueError, match="no logic 200"):
        machine.new_room(200)


def test_named_variables_are_read_and_written(machine: Machine) -> None:
    machine.run(cycles=2)
    machine.score = 5
    assert (machine.room, machine.score, machine.vars[3]) == (1, 5, 5)


def test_representations_are_readable(machine: Machine) -> None:
    assert repr(Stop.BEAT | Stop.WAITING) == "Stop.BEAT | Stop.WAITING"
    assert repr(Stop(0)) == "Stop(0)"
    assert repr(Purpose.PRINT) == "Purpose.PRINT"
    machine.ego.x, machine.ego.y = 80, 120
    assert repr(machine.ego) == "<object at 80, 120: no view, priority 0, direction 0>"


MOVING = """
if (v0 == 0) { accept.input(); v10 = 1; new.room(1); }
call.v(v0);
return();
"""
MEADOW = """
if (isset(f5)) {
  load.view(1); animate.obj(o1); set.view(o1, 1); position(o1, 20, 100); draw(o1);
  ignore.horizon(o1); v70 = 1; step.size(o1, v70); move.obj(o1, 40, 100, 4, f60);
  load.sound(1); sound(1, f61);
  put(i1, v0); get(i1);
}
return();
"""


def test_what_no_logic_writes_is_told_with_the_part_that_did_it(build_game: GameBuilder) -> None:
    """A part is known by what it alone does: walking ends, seconds pass, a sound ends, a sentence is read."""
    sounds, views = {1: "voice 0\nc4:20"}, {1: meadow.VIEW}
    path = build_game(
        {0: MOVING, 1: MEADOW}, words={"look": 10}, items=[("?", 0), ("lamp", 3)], sounds=sounds, views=views
    )
    machine = Machine(open_game(path), seed=1)
    seen: dict[str, set[tuple[str, bool]]] = {}
    names = ("f60", "f61", "v11", "f2", "f5", "v19", "o1.x", "i1", "v0")
    for name in names:
        machine.on(name, lambda event: seen.setdefault(event.name, set()).add((event.part, event.place is not None)))
    machine.run(seconds=5)
    machine.type("look\n")
    machine.run(seconds=3)
    by_logic = ("", True)
    assert seen == {
        "f60": {("motion", False)},
        "f61": {("sound", False)},
        "v11": {("clock", False)},
        "f2": {("parser", False), ("cycle", False)},
        "f5": {("cycle", False)},
        "v19": {("input", False), ("cycle", False)},
        "o1.x": {by_logic, ("motion", False)},
        "i1": {by_logic},
        "v0": {by_logic},
    }
