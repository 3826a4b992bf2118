"""The debugger: it stops where it is told to, goes back and forward to the same state, and answers by name."""

from __future__ import annotations

from pathlib import Path

import pytest

from agi_emu import Machine, SaveError, open_game
from agi_emu.debugging.breakpoints import BreakpointError
from agi_emu.debugging.debugger import Debugger, debug
from agi_emu.machine.assertions import AssertionSyntaxError
from agi_emu.machine.save_store import MemoryStore
from tests.own_games.building import GameBuilder

LOGIC_0 = """
if (v0 == 0) { accept.input(); v10 = 2; set(f200); new.room(1); }
v40++;
call.v(v0);
return();
"""
ROOM_1 = """
#message 1 "Good day, keeper."
v41 = v40;
if (v40 == 5) { set(f50); }
call(9);
if (said("look")) { print(m1); }
if (said("save")) { set.simple(s5); }
if (v40 == 20) { new.room(2); }
return();
"""
ROOM_2 = "v44 = 7; return();"
LOGIC_9 = "v42 += v41; v43 = v42; return();"


@pytest.fixture
def machine(build_game: GameBuilder) -> Machine:
    logics = {0: LOGIC_0, 1: ROOM_1, 2: ROOM_2, 9: LOGIC_9}
    return Machine(open_game(build_game(logics, words={"look": 10, "save": 11})), seed=1)


@pytest.fixture
def debugger(machine: Machine) -> Debugger:
    return debug(machine)


def state(debugger: Debugger) -> str:
    return debugger.machine.digests().state


def where(debugger: Debugger) -> list[int]:
    return [each.logic for each in debugger.stack]


def test_it_stops_before_an_action_and_knows_who_called(debugger: Debugger) -> None:
    debugger.add("9@0")
    stopped = debugger.run()
    assert (stopped.reason, stopped.text) == ("breakpoint", "9@0")
    assert where(debugger) == [9, 1, 0]
    assert [each.line.text for each in debugger.stack] == ["v42 += v41;", "call(9);", "call.v(currentRoom);"]
    assert debugger.evaluate("v42") == 0


@pytest.mark.parametrize(
    ("what", "seen"),
    [
        ("v44", {"v44": 7, "v0": 2}),
        ("f50", {"f50": True, "v40": 5}),
        ("v40 == 7", {"v40": 7, "v42": 1 + 2 + 3 + 4 + 5 + 6}),
        ("room 2", {"v0": 2, "v44": 0}),
        ("new.room", {"v0": 0, "f200": True}),
    ],
)
def test_it_stops_at_what_a_text_names(debugger: Debugger, what: str, seen: dict[str, int]) -> None:
    debugger.add(what)
    assert debugger.run(seconds=10).reason == "breakpoint"
    assert {name: debugger.evaluate(name) for name in seen} == seen


def test_words_and_texts_stop_it_once_the_player_says_them(debugger: Debugger) -> None:
    word, text = debugger.add("said look"), debugger.add('text "GOOD DAY"')
    assert debugger.run(seconds=0.5).reason == "limit"
    debugger.type("look\n")
    assert debugger.run().breakpoints == (word,)
    assert debugger.stack[0].line.text == 'if (said("look")) {'
    assert debugger.run().breakpoints == (text,)
    assert debugger.machine.message == "Good day, keeper."


def test_conditions_and_hit_counts_are_expressions_over_names(debugger: Debugger) -> None:
    debugger.add("9@0", condition="v40 > 3 and not f50")
    debugger.run()
    assert debugger.evaluate("v40") == 4
    debugger.set_breakpoints([])
    debugger.add("9@0", hits="% 4 == 0")
    debugger.run()
    assert debugger.evaluate("v40") == 8
    debugger.run()
    assert debugger.evaluate("v40") == 12


def test_a_log_point_writes_and_does_not_stop(debugger: Debugger) -> None:
    lines: list[str] = []
    debugger.log = lines.append
    debugger.add("f50", log="v40 is {v40}, {v40 * 2}; {nothing}")
    assert debugger.run(seconds=2).reason == "limit"
    assert len(lines) == 1
    assert lines[0].startswith("v40 is 5, 10; {assertion 'nothing'")


@pytest.mark.parametrize("wrong", ["99@0", "0@70000", "1:500", "said xyzzy", "room 900", "5 == 5", "v300", "", "a b"])
def test_what_it_cannot_stop_at_is_an_error(debugger: Debugger, wrong: str) -> None:
    with pytest.raises(BreakpointError):
        debugger.add(wrong)
    assert debugger.breakpoints == []


def test_a_wrong_condition_is_an_error(debugger: Debugger) -> None:
    with pytest.raises(AssertionSyntaxError):
        debugger.add("9@0", condition="v40 ==")
    with pytest.raises(AssertionSyntaxError):
        debugger.add("9@0", hits="> > 2")


def test_steps_go_over_into_and_out_of_logics(debugger: Debugger) -> None:
    call = next(each.offset for each in instructions(debugger, 1) if each.opcode.name == "call")
    debugger.add(f"1@{call}")
    debugger.run()
    debugger.set_breakpoints([])
    here = debugger.time.moment
    debugger.step(way="into")
    assert where(debugger) == [9, 1, 0]
    debugger.step(way="out")
    assert (where(debugger), debugger.stack[0].line.text) == ([1, 0], 'if (said("look")) {')
    debugger.go_to(here)
    debugger.step(way="over")
    assert debugger.stack[0].line.text == 'if (said("look")) {'
    debugger.step_back(way="over")
    assert debugger.time.moment == here
    debugger.step("cycle")
    assert (where(debugger), debugger.evaluate("v40")) == ([0], 1)


def instructions(debugger: Debugger, logic: int) -> list:  # type: ignore[type-arg]
    from agi_emu.logic.code import Action, decoded

    found = decoded(debugger.machine.game.logic(logic).code)
    return [each for each in found if isinstance(each, Action)]


@pytest.mark.parametrize("by", ["line", "instruction", "cycle", "beat"])
def test_n_back_and_n_forward_is_the_same_state(debugger: Debugger, by: str) -> None:
    debugger.run(seconds=1)
    debugger.type("look\n")
    assert debugger.run().reason == "waiting"
    debugger.press("enter")
    debugger.run(seconds=3)
    assert debugger.evaluate("room") == 2
    debugger.step(by)  # type: ignore[arg-type]
    here, digest = debugger.time.moment, state(debugger)
    for _ in range(40):
        debugger.step_back(by, "into")  # type: ignore[arg-type]
    assert debugger.time.moment < here
    for _ in range(40):
        debugger.step(by, "into")  # type: ignore[arg-type]
    assert (debugger.time.moment, state(debugger)) == (here, digest)


def test_it_runs_backwards_to_the_last_breakpoint_across_rooms(debugger: Debugger) -> None:
    debugger.run(seconds=10)
    assert debugger.evaluate("room") == 2
    debugger.add("f50")
    debugger.add("room 1", hits="99", log="not told")
    stopped = debugger.run_back()
    assert stopped.text == "f50 is set, was not set"
    assert (debugger.evaluate("v40"), debugger.evaluate("room")) == (5, 1)
    assert debugger.run_back().reason == "beginning"
    assert debugger.time.moment == debugger.time.beginning


def test_back_stops_at_a_change_right_before_unless_that_stopped_it(debugger: Debugger) -> None:
    places = debugger.machine.game.logic(1).code
    after = places.index(bytes([12, 50])) + 2
    debugger.add(f"1@{after}", condition="v40 == 5")
    debugger.run()
    here = state(debugger)
    change = debugger.add("f50")
    found = debugger.run_back()
    assert (found.text, found.breakpoints) == ("f50 is set, was not set", (change,))
    assert state(debugger) == here, "it stood there already"
    assert debugger.run_back().reason == "beginning"
    assert "f50 is set, was not set" in debugger.run().text
    assert debugger.run_back().reason == "beginning", "who is stopped by a change goes on from it"


def test_what_was_typed_is_typed_again_when_the_past_is_played(debugger: Debugger) -> None:
    debugger.run(seconds=0.5)
    debugger.type("look\n")
    debugger.run()
    shown, digest = debugger.time.moment, state(debugger)
    debugger.go_to(debugger.time.beginning)
    assert debugger.machine.message is None
    assert debugger.run().reason == "waiting"
    assert (debugger.time.moment, state(debugger)) == (shown, digest)


def test_a_value_that_is_set_in_the_past_ends_the_future_that_was(debugger: Debugger) -> None:
    told: list[bool] = []
    debugger.branched = lambda: told.append(True)
    debugger.run(seconds=5)
    debugger.add("v40 == 3")
    debugger.run_back()
    debugger.set_breakpoints([])
    debugger.set("v40", 100)
    assert (told, debugger.time.is_past) == ([True], False)
    debugger.step("cycle")
    digest, here = state(debugger), debugger.time.moment
    assert debugger.evaluate("v40") == 100
    debugger.go_to(debugger.time.beginning)
    debugger.go_to(here)
    assert state(debugger) == digest
    with pytest.raises(ValueError, match="v40 is 0 to 255, not 256"):
        debugger.set("v40", 256)
    with pytest.raises(ValueError, match="'nobody' is not a variable"):
        debugger.set("nobody", 1)


def test_an_invalid_state_is_refused_and_changes_nothing(root: Path) -> None:
    debugger = debug(Machine(open_game(root / "agi_emu" / "data" / "demo.zip"), seed=1))
    debugger.run(seconds=5)
    digest = state(debugger)
    with pytest.raises(SaveError):
        debugger.set("o0.x", 30000)
    assert state(debugger) == digest


def test_an_error_of_the_game_stops_it(build_game: GameBuilder) -> None:
    game = open_game(build_game({0: "v40++; if (v40 == 3) { set.view(o0, 9); } return();"}))
    debugger = debug(Machine(game, seed=1))
    debugger.add("error")
    stopped = debugger.run(seconds=5)
    assert (stopped.reason, debugger.evaluate("v40")) == ("breakpoint", 3)
    assert "view 9 is not loaded" in stopped.text


def test_savegames_in_files_are_refused(machine: Machine) -> None:
    class Files(MemoryStore):
        pass

    machine.unguarded.save_store = object()  # type: ignore[assignment]
    with pytest.raises(SaveError, match="in memory"):
        debug(machine)


def test_the_past_keeps_to_its_memory(machine: Machine) -> None:
    debugger = Debugger(machine, limit_bytes=debug(machine).time.used_bytes + 20_000)
    debugger.run(seconds=60)
    assert debugger.time.beginning.beats > 600
    debugger.step_back("cycle")
    here, digest = debugger.time.moment, state(debugger)
    debugger.go_to(debugger.time.beginning)
    debugger.go_to(here)
    assert state(debugger) == digest


def test_names_of_the_author_stand_for_what_they_define(tmp_path: Path, root: Path) -> None:
    demo = root / "agi_emu" / "data" / "demo"
    debugger = debug(Machine(open_game(root / "agi_emu" / "data" / "demo.zip"), seed=1), sources=demo)
    assert str(debugger.target("lampLit")) == "f41"
    debugger.run(seconds=5)
    debugger.press("enter")
    debugger.add("2-quay.lgc:113")
    assert debugger.run().reason == "breakpoint"
    assert debugger.stack[0].line.place == "2-quay.lgc:113"
    assert debugger.evaluate("lampLit") is False


MOVING = """
if (v0 == 0) { v10 = 1; new.room(1); }
if (isset(f5)) {
  configure.screen(1, 22, 0);
  load.view(0); load.sound(1); animate.obj(o2); set.view(o2, 0); position(o2, 20, 120); draw(o2);
  animate.obj(o3); set.view(o3, 0); position(o3, 60, 150); draw(o3); wander(o3);
}
v40++;
if (v40 == 5) { move.obj(o2, 30, 120, 1, f60); }
if (v40 == 6) { sound(1, f61); }
return();
"""


def test_what_the_interpreter_did_leads_to_the_action_that_began_it(build_game: GameBuilder) -> None:
    view = bytes.fromhex("01010100000700010300020200121200121200")
    # A note of six ticks on one channel; the others are silent.
    sound = bytes.fromhex("08000f0011001300" + "06003f0f90" + "ffff" + "ffff" * 3)
    game = build_game({0: MOVING, 1: "return();"}, views={0: view}, sounds={1: sound})
    debugger = debug(Machine(open_game(game), seed=1))
    spot = debugger.add("new.room")
    debugger.run(seconds=5)
    debugger.run(seconds=5)
    code = debugger.machine.game.logic(0).code
    moves, counts = code.index(bytes([0x51, 2, 30, 120, 1, 60])), code.index(bytes([1, 40]))
    assert debugger.why("f60")[1:3] == [
        f"because it was begun at logic 0, offset {moves}, move.obj(o2, 30, 120, 1, f60); cycle 4, room 1",
        f"because v40 became 5 (was 4) at logic 0, offset {counts}, v40++; cycle 4, room 1",
    ]
    assert "became set (was not set) by motion" in debugger.why("f60")[0]
    assert "sound(1, f61)" in debugger.why("f61")[1]
    steps = debugger.why("o2.x")
    assert steps[0].startswith("o2.x became 30 (was 29) by motion")
    assert steps[1].startswith(f"because o2.motion became 3 (was 0) at logic 0, offset {moves}, move.obj(o2, 30")
    wandering = debugger.why("o3.x")
    assert any("wander(o3)" in each for each in wandering)
    assert debugger.time.halts.places == tuple(spot.places), "its breakpoints are as they were"
