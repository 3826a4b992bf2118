"""Doors and ways: what is tried again, and how rooms are entered and left."""

from __future__ import annotations

from agi_emu.lab.exploring.aimable_goals import AimableGoal
from agi_emu.lab.exploring.conditions import Facts
from agi_emu.lab.exploring.exploration import Explorer
from agi_emu.lab.exploring.moves import TRIES_OF_A_DOOR
from agi_emu.machine.settings import Settings
from agi_emu.machine.ways import Target
from tests.own_games.building import GameBuilder
from tests.unit.lab.test_exploring import EGO
from tests.unit.lab.test_goals import game_of


def test_a_door_that_stays_shut_is_tried_again_when_something_is_otherwise(build_game: GameBuilder) -> None:
    room = 'if (said("sing") && !f60) { v61 = 1; } if (said("open", "door")) { if (v62 == v63) { new.room(2); } }'
    explorer = Explorer(game_of(build_game, room, {2: EGO + "return();"}), 1, Settings())
    player, machine = explorer._player, explorer.machine
    machine.run(cycles=3)
    facts = Facts(machine.unguarded.state)
    [door] = [each for each in player._knowledge.goals(1) if each.rooms == {2} and each.kind == "say" and not each.said]
    for _ in range(TRIES_OF_A_DOOR):
        assert player.is_untried(door, None, facts)
        player._chosen(machine, [AimableGoal(door, 1.0, is_allowed=True, is_fresh=True)], "say")
    assert not player.is_untried(door, None, facts)
    machine.flags[64] = True
    assert not player.is_untried(door, None, Facts(machine.unguarded.state))
    machine.flags[60] = True
    assert player.is_untried(door, None, Facts(machine.unguarded.state))
    # What the room tests is wanted now.
    assert ("isset", 60, 0) not in player._knowledge._wanted
    player._knowledge.look(machine)
    assert ("isset", 60, 0) in player._knowledge._wanted


def test_a_way_that_a_key_opens_is_gone_again(build_game: GameBuilder) -> None:
    room = EGO + "program.control(); if (v19 == 120) { new.room(3); } return();"
    game = game_of(build_game, 'if (said("open", "door")) { new.room(2); }', {2: room, 3: EGO + "return();"})
    explorer = Explorer(game, 1, Settings())
    assert 3 in explorer.explore(2_000).rooms
    start = explorer._rooms[2][0]
    explorer.machine.restore(start.snapshot)
    explorer._limit += 500
    assert explorer._player.travel(explorer._hand, [3]) == 3


def test_edges_are_crossed_at_different_places(build_game: GameBuilder) -> None:
    explorer = Explorer(game_of(build_game, ""), 1, Settings())
    machine, hand, walker = explorer.machine, explorer._hand, explorer._player._walker
    machine.run(cycles=3)
    start, ego, rows = machine.snapshot(), machine.unguarded.state.objects[0], set()
    for _ in range(20):
        machine.restore(start)
        explorer._limit += 500
        hand.begin()
        assert walker.walk(hand, Target(edge=2))
        assert ego.x > 140
        rows.add(ego.y)
        # The way is the same wherever the edge is crossed.
        assert walker.aim == Target(edge=2)
    assert len(rows) > 2


def test_blind_play_stops_where_it_enters_a_room(build_game: GameBuilder) -> None:
    room = "increment(v61); if (v61 > 2) { new.room(3); } return();"
    game = game_of(build_game, "increment(v60); if (v60 > 3) { new.room(2); }", {2: EGO + room, 3: EGO + "return();"})
    explorer = Explorer(game, 1, Settings())
    explorer._limit = 100
    explorer._player.wander(explorer._hand)
    assert explorer.machine.room == 1
    explorer._player.wander(explorer._hand)
    assert explorer.machine.room == 2
