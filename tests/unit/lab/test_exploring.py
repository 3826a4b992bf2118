"""Guided play: it repeats, reaches what needs words and walking, finds mistakes and shrinks them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from agi_emu import Game, compare, open_game
from agi_emu.coverage.measure import measure
from agi_emu.data import demo_path
from agi_emu.lab.exploring.exploration import Explorer
from agi_emu.lab.exploring.findings import Exploration, PlayFinding, shrunk
from agi_emu.lab.exploring.shrinking import shrink
from agi_emu.lab.exploring.takes import Take, recording_of
from agi_emu.lab.monkey import play
from agi_emu.machine.assertions import AssertionSyntaxError, parse_assertion
from agi_emu.machine.input.events import Key
from agi_emu.machine.machine import Machine
from agi_emu.machine.settings import Settings
from benchmarks.trials.seeded_faults import FAULTS, find
from tests.own_games.building import GameBuilder

WORDS = {"open": 10, "door": 11, "rub": 12, "lamp": 13, "sing": 14, "wait": 15}
LOGIC_0 = "if (v0 == 0) { new.room(1); } call.v(v0); return();"
EGO = """
if (isset(f5)) {
  load.pic(v0); draw.pic(v0); show.pic(); load.view(0); animate.obj(o0); set.view(o0, 0);
  position(o0, 80, 120); draw(o0); accept.input();
}
"""
ROOM_1 = (
    EGO
    + """
if (said("open", "door")) { v60 = 1; print("It is open."); }
if (v60 == 1 && posn(o0, 20, 130, 40, 150)) { new.room(2); }
if (said("rub", "lamp")) { v40 = 7; }
if (said("sing")) { again: goto(again); }
return();
"""
)
ROOM_2 = EGO + 'if (said("wait")) { set.view(o0, 99); } return();'
VIEW = "loop\ncel 2x2 transparent 15\n11\n11\n"


@pytest.fixture
def game(build_game: GameBuilder) -> Game:
    logics = {0: LOGIC_0, 1: ROOM_1, 2: ROOM_2}
    views = {0: VIEW_BYTES}
    return open_game(build_game(logics, pictures={1: "end", 2: "end"}, views=views, words=WORDS))


VIEW_BYTES = bytes.fromhex("0101010000 0700 01 0300 020200 1212 0012 12 00".replace(" ", ""))
"""One loop with one cel of 2x2 cells."""


def explore(game: Game, cycles: int, assertions: Sequence[str] = (), seed: int = 1) -> tuple[Explorer, Exploration]:
    explorer = Explorer(game, seed, Settings(), [parse_assertion(text) for text in assertions])
    return explorer, explorer.explore(cycles)


def test_a_seed_gives_the_same_play_again(game: Game) -> None:
    (_, one), (_, two), (_, other) = explore(game, 1500), explore(game, 1500), explore(game, 1500, seed=2)
    assert one.coverage == two.coverage
    assert (one.states, one.rooms) == (two.states, two.rooms)
    assert [(each.key, each.take) for each in one.findings] == [(each.key, each.take) for each in two.findings]
    assert [each.take for each in one.findings] != [each.take for each in other.findings]


@pytest.mark.slow
def test_words_and_places_that_the_logics_test_lead_on(game: Game) -> None:
    _, result = explore(game, 4000)
    assert result.rooms == [1, 2]
    words = measure(game, result.coverage).counts["words"]
    assert (words.reached, words.total) == (6, 6)
    # Blind play gets nowhere in that time.
    assert 2 not in play(game, 1, 4000, Settings()).rooms


@pytest.mark.slow
def test_mistakes_are_found_and_shrunk_to_recordings_that_show_them(game: Game, tmp_path: Path) -> None:
    explorer, result = explore(game, 6000, ["v40 != 7", "v41 == 0"])
    found = {
        each.kind: shrunk(game, explorer.settings, each, [parse_assertion("v40 != 7")]) for each in result.findings
    }
    assert {"assertion", "error", "standstill"} <= set(found)
    assert found["assertion"].what == "v40 != 7"
    assert "view 99" in found["error"].what
    assert found["standstill"].what == "logic 1 loops for ever in room 1"
    # Not a letter too much: "rub lamp" and Enter.
    assert found["assertion"].take.event_count == 9
    assert found["standstill"].take.event_count == 5
    assert all(each.take.event_count < 60 for each in found.values())
    recording = recording_of(game, explorer.settings, found["assertion"].take)
    recording.save(tmp_path / "found.agirec")
    assert compare(game, recording) is None
    machine = Machine(game, settings=explorer.settings)
    machine.run(ticks=1)
    assert machine.vars[40] == 0


def test_a_room_without_a_way_out_is_reported(build_game: GameBuilder) -> None:
    game = open_game(build_game({0: LOGIC_0, 1: EGO + "return();"}, pictures={1: "end"}, views={0: VIEW_BYTES}))
    explorer = Explorer(game, 1, Settings())
    assert "dead end" in {each.kind for each in explorer.explore(30_000).findings}


@pytest.mark.slow
@pytest.mark.parametrize("name", ["item that does not exist", "missing view", "score too high"])
def test_faults_in_the_demo_game_are_found(name: str) -> None:
    fault = next(each for each in FAULTS if each.name == name)
    found = find(fault, 60_000)
    assert found is not None
    assert found.take.event_count < 60


def test_the_demo_game_raises_no_error() -> None:
    _, result = explore(open_game(demo_path()), 5000, ["score <= max"])
    assert [each for each in result.findings if each.is_mistake] == []


def test_shrinking_keeps_what_is_needed_only() -> None:
    units = tuple(((10 * at, Key(at)),) for at in range(1, 40))

    def trial(take: Take) -> int | None:
        words = {event.word: beat for unit in take.units for beat, event in unit if isinstance(event, Key)}
        return max(words[7], words[30]) + 1 if {7, 30} <= set(words) else None

    assert [event for unit in shrink(Take(units, 1000), trial).units for _, event in unit] == [Key(7), Key(30)]


def test_what_does_not_show_again_stays_as_it_is() -> None:
    take = Take((((5, Key(1)),),), 50)
    assert shrink(take, lambda _: None) == take


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("score <= max", True),
        ("v30 != 7", False),
        ("v30 == 7 and not f40", True),
        ("f40 or room != 0", False),
        ("v30 // 0 == 1", False),
        ("0 < v30 + 1 <= 8", True),
    ],
)
def test_assertions_are_about_variables_and_flags(game: Game, text: str, holds: bool) -> None:
    machine = Machine(game, seed=1)
    machine.vars[30] = 7
    assert parse_assertion(text).holds(machine) is holds


@pytest.mark.parametrize(
    "text",
    [
        "",
        "v256",
        "x > 1",
        "f()",
        "__import__('os')",
        "v30 = 7",
        "[1][0]",
        "'a' == 'a'",
        "v30.bit_length() > 1",
        "5or v1",
    ],
)
@pytest.mark.filterwarnings("error")
def test_other_expressions_are_refused(text: str) -> None:
    with pytest.raises(AssertionSyntaxError, match="assertion"):
        parse_assertion(text)


def test_findings_of_one_place_are_one() -> None:
    take = Take((), 1)
    assert PlayFinding("note", "x", 1, take).key == PlayFinding("note", "x", 2, take).key


def test_a_room_that_was_left_within_a_play_is_no_dead_end(build_game: GameBuilder) -> None:
    # Room 3 leads back before a move in room 2 is over.
    second = EGO + 'if (said("wait")) { v61 = 0; new.room(3); } return();'
    third = EGO + "v61++; if (v61 > 1) { new.room(2); } return();"
    logics = {0: LOGIC_0, 1: EGO + 'if (said("sing")) { new.room(2); } return();', 2: second, 3: third}
    game = open_game(build_game(logics, pictures=dict.fromkeys((1, 2, 3), "end"), views={0: VIEW_BYTES}, words=WORDS))
    result = Explorer(game, 1, Settings()).explore(20_000)
    assert result.rooms == [1, 2, 3]
    assert [each.what for each in result.findings if each.kind == "dead end"] == []


def test_mistakes_of_the_same_cause_are_one(build_game: GameBuilder) -> None:
    # The view is missing, whoever asks for it; of the two statements each is a mistake of its own.
    room = """
    if (said("sing")) { load.view(77); } if (said("rub", "lamp")) { show.obj(77); }
    if (said("open", "door")) { set.loop(o0, 9); } if (said("wait")) { v60 = 8; set.loop.v(o0, v60); }
    """
    logics = {0: LOGIC_0, 1: EGO + room + "return();"}
    game = open_game(build_game(logics, pictures={1: "end"}, views={0: VIEW_BYTES}, words=WORDS))
    _, result = explore(game, 20_000)
    meanings = sorted(each.what for each in result.findings if each.kind == "error")
    assert meanings == ["the view of object 0 lacks that loop"] * 2 + ["view 77 is missing"]


def test_a_play_that_ends_within_a_cycle_does_not_stand_still(build_game: GameBuilder) -> None:
    # The error is handled by a logic that ends the game, as many do.
    logic_0 = 'if (v17 > 0) { print("Oh."); quit(1); } ' + LOGIC_0
    room = EGO + 'if (said("rub", "lamp")) { set.view(o0, 99); } return();'
    game = open_game(build_game({0: logic_0, 1: room}, pictures={1: "end"}, views={0: VIEW_BYTES}, words=WORDS))
    kinds = [each.kind for each in explore(game, 400)[1].findings]
    assert "error" in kinds
    assert "standstill" not in kinds
