"""The list of a game's errors: what is in it, where each came from, and that it changes nothing."""

from __future__ import annotations

import pytest

import agi_emu
from agi_emu.facts.mercies import STRICT
from agi_emu.machine.raised_errors import MEANINGS, MOST_ERRORS, RaisedError
from agi_emu.resources.projects.source_places import SourcePlaces
from tests.own_games.building import GameBuilder

ROOM = "if (isset(f5)) {{ v10 = 1; }} increment(v91); if (v17 == 0 && v91 == 3) {{ {} }} return();"
BAD = {
    # reference: CMD-39
    "sound(7, f100);": (9, 7, "sound 7"),
    "draw.pic(v40);": (18, 40, "picture 40"),
    "discard.view(8);": (1, 8, "view 8"),
    "set.view(o2, 8);": (3, 8, "view 8"),
    "draw(o3);": (20, 3, ""),
    "animate.obj(o200);": (13, 200, ""),
}


def played(build_game: GameBuilder, statement: str, **settings: object) -> agi_emu.Machine:
    path = build_game({0: ROOM.format("v40 = 40; " + statement)})
    machine = agi_emu.Machine(agi_emu.open_game(path), settings=agi_emu.Settings(**settings))  # type: ignore[arg-type]
    machine.run(seconds=2)
    return machine


@pytest.mark.parametrize("statement", BAD)
def test_an_error_is_listed_with_its_number_and_place(build_game: GameBuilder, statement: str) -> None:
    machine = played(build_game, statement)
    (error,) = machine.errors
    assert (error.number, error.value, error.resource) == BAD[statement]
    assert (machine.vars[17], machine.vars[18]) == (error.number, error.value)
    assert (error.room, error.cycle) == (0, 2)  # two cycles were complete
    assert SourcePlaces(machine.game).line(0, error.offset).text == statement


def test_the_same_error_is_one_entry(build_game: GameBuilder) -> None:
    path = build_game({0: "v10 = 1; sound(7, f100); return();"})
    machine = agi_emu.Machine(agi_emu.open_game(path))
    machine.run(seconds=1)
    (error,) = machine.errors
    assert machine.errors.count == error.times > 2
    assert str(error).startswith("logic 0, offset 3: sound 7 is not loaded (error 9, room 0, cycle ")
    assert str(error).endswith(f", {error.times} times)")


def test_each_place_is_told_once(build_game: GameBuilder) -> None:
    path = build_game({0: "v10 = 1; v80 += 1; if (v80 < 5) { sound(7, f100); } sound(8, f100); return();"})
    machine = agi_emu.Machine(agi_emu.open_game(path))
    told: list[RaisedError] = []
    machine.errors.tell = told.append
    machine.run(seconds=1)
    assert [error.resource for error in told] == ["sound 7", "sound 8"]
    assert told[0].times == 4


def test_whoever_listens_changes_nothing(build_game: GameBuilder) -> None:
    path = build_game({0: "v10 = 1; v80 += 1; if (v80 == 5) { sound(7, f100); } return();"})
    game = agi_emu.open_game(path)
    machines = [agi_emu.Machine(game, seed=1) for _ in range(2)]
    machines[0].errors.tell = lambda error: None
    for machine in machines:
        machine.run(seconds=2)
    assert machines[0].errors.count > 0
    assert machines[0].digests() == machines[1].digests()


def test_a_missing_resource_is_an_error_without_a_number(build_game: GameBuilder) -> None:
    for mercies in ({}, {"mercies": STRICT}):
        machine = played(build_game, "load.view(99);", **mercies)
        (error,) = machine.errors
        assert (error.number, error.meaning, error.resource) == (0, "view 99 is missing", "view 99")


def test_what_hangs_the_original_is_an_error(build_game: GameBuilder) -> None:
    machine = played(build_game, "call(1);", mercies=STRICT)
    assert [error.meaning for error in machine.errors] == ["logic 1 is missing"]
    looping = agi_emu.Machine(agi_emu.open_game(build_game({0: "call(1); return();", 1: "call(1); return();"})))
    looping.run(seconds=2)
    assert [error.meaning for error in looping.errors] == ["logics call each other too deeply: stack blown"]


def test_the_list_has_a_limit(build_game: GameBuilder) -> None:
    machine = agi_emu.Machine(agi_emu.open_game(build_game({0: "return();"})))
    for number in range(MOST_ERRORS + 5):
        machine.errors.add(machine.state, f"sentence {number}")
    assert (len(machine.errors), machine.errors.count) == (MOST_ERRORS, MOST_ERRORS + 5)


def test_every_meaning_is_a_sentence() -> None:
    for number, meaning in MEANINGS.items():
        assert "{}" in meaning, number
        assert meaning.format(3) == meaning.replace("{}", "3")
