"""Soft locks: what is suspected of one, and one that a guided play proves."""

from __future__ import annotations

from pathlib import Path

import pytest

from agi_emu import open_game
from agi_emu.facts.codes import CARRIED
from agi_emu.lab.exploring.exploration import Explorer
from agi_emu.lab.exploring.findings import PlayFinding, shrunk
from agi_emu.lab.exploring.soft_locks import Fact, SoftLocks
from agi_emu.lab.exploring.takes import Trail, play_take, power_on
from agi_emu.machine.machine import Machine
from agi_emu.machine.settings import Settings
from benchmarks.quests.quest import Quest, quests
from tests.own_games.building import GameBuilder

EATEN = Fact(256 + 34, 1)
START = Trail(None, (), 0)
LATER = Trail(START, (), 9)


@pytest.fixture
def machine(build_game: GameBuilder) -> Machine:
    return Machine(open_game(build_game({0: "return();"}, items=[("?", 0), ("bread", 1)])))


def chain(locks: SoftLocks, machine: Machine, before: int, after: int, rooms: set[int], trail: Trail = LATER) -> None:
    """Tell of a chain of moves at whose beginning, and end, flag 34 was so."""
    machine.flags[34] = before
    locks.begin(machine.unguarded.state)
    machine.flags[34] = after
    locks.keep(machine.unguarded.state, trail)
    locks.end(machine.unguarded.state, rooms)


def test_what_was_never_undone_and_kept_from_a_room_is_suspected(machine: Machine) -> None:
    locks = SoftLocks(machine)
    chain(locks, machine, 0, 0, {1, 2})
    chain(locks, machine, 0, 1, {1})
    for _ in range(3):
        chain(locks, machine, 1, 1, {1})
    assert [(each.fact, each.trail, set(each.rooms)) for each in locks.suspicions({1, 2, 3})] == [(EATEN, LATER, {2})]
    assert locks.entered_without(EATEN) == {1, 2}


@pytest.mark.parametrize(
    ("before", "after", "rooms"),
    [(1, 0, {1}), (1, 1, {1, 2})],
    ids=["undone", "the room was entered"],
)
def test_what_was_undone_or_kept_from_nothing_is_not(
    machine: Machine, before: int, after: int, rooms: set[int]
) -> None:
    locks = SoftLocks(machine)
    chain(locks, machine, 0, 0, {1, 2})
    for _ in range(3):
        chain(locks, machine, 1, 1, {1})
    chain(locks, machine, before, after, rooms)
    assert list(locks.suspicions({1, 2, 3})) == []


def test_a_room_that_the_play_came_through_is_not_lost(machine: Machine) -> None:
    locks = SoftLocks(machine)
    chain(locks, machine, 0, 0, {1, 2, 3})
    chain(locks, machine, 0, 1, {1, 2}, Trail(START, (), 9, frozenset({1, 2})))
    for _ in range(3):
        chain(locks, machine, 1, 1, {1})
    assert [set(each.rooms) for each in locks.suspicions({1, 2, 3})] == [{3}]


def test_facts_are_told_in_words(machine: Machine) -> None:
    facts = [Fact(60, 3), Fact(256 + 40, 0), Fact(513, 4), Fact(513, CARRIED)]
    words = ["v60 is 3", "f40 is reset", "bread is in room 4", "bread is carried"]
    assert [fact.words(machine) for fact in facts] == words


@pytest.fixture(scope="module")
def dog() -> Quest:
    return next(quest for quest in quests() if quest.name == "dog")


@pytest.mark.slow
def test_bread_that_was_eaten_is_proved_to_be_missing(dog: Quest, tmp_path: Path) -> None:
    explorer = Explorer(open_game(dog.build(tmp_path)), 1, Settings())
    explorer.explore(5_000)
    explorer.look_for_soft_locks()
    found = [each for each in explorer.result.findings if each.kind == "soft lock"]
    assert [(each.fact, each.room, each.is_mistake) for each in found] == [(EATEN, 2, False)]
    assert "room 2 is out of reach once f34 is set: from there none of 8 plays" in found[0].what
    short: PlayFinding = shrunk(explorer.game, explorer.settings, found[0])
    assert short.take.event_count < 30
    machine = power_on(explorer.game, explorer.settings)
    play_take(machine, short.take)
    assert EATEN.holds(machine.unguarded.state)
