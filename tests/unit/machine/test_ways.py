"""Ways of ego in games: round what stops it, and the walk that presses the arrows for them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from agi_emu import Game, open_game
from agi_emu.input.keys_for_player import STEPS, Walk
from agi_emu.machine.machine import Machine
from agi_emu.machine.ways import Target, Way, find_way, target_at
from tests.own_games.building import GameBuilder
from tests.unit.lab.test_exploring import LOGIC_0, VIEW_BYTES

ROOM = """
if (isset(f5)) {
  load.pic(v0); draw.pic(v0); show.pic(); load.view(0); animate.obj(o0); set.view(o0, 0);
  position(o0, 100, 120); draw(o0); accept.input(); %s
}
%s
return();
"""
WALL = "priority 0\nline 80,60 80,160\nend"


@pytest.fixture
def in_room(build_game: GameBuilder) -> Iterator[object]:
    def machine(picture: str = "end", start: str = "", always: str = "") -> Machine:
        logics = {0: LOGIC_0, 1: ROOM % (start, always), 2: ROOM % ("", "")}
        game: Game = open_game(build_game(logics, pictures={1: picture, 2: "end"}, views={0: VIEW_BYTES}))
        made = Machine(game, seed=1)
        made.run(cycles=3)
        return made

    return machine


def places(machine: Machine, way: Way) -> list[tuple[int, int]]:
    """Return the places of a way, from the first step on."""
    x, y = machine.ego.x, machine.ego.y
    found = []
    for step in way.steps:
        x, y = x + STEPS[step][0] * machine.ego.step_size, y + STEPS[step][1] * machine.ego.step_size
        found.append((x, y))
    return found


def walk(machine: Machine, target: Target, cycles: int = 300) -> Walk:
    """Walk to a target; return the walk."""
    made = Walk(machine, target)
    for _ in range(cycles):
        machine.cycle(made.steer())
        if made.is_over:
            machine.cycle()
            break
    return made


def test_a_way_goes_round_a_barrier(in_room) -> None:
    machine = in_room(WALL)
    way = find_way(machine, Target((40, 120, 60, 120)))
    assert way.arrives
    assert (way.x, way.y) == places(machine, way)[-1]
    # Ego is two cells wide: its left foot may be neither on the line nor left beside it.
    assert all(x not in (79, 80) or not 60 <= y <= 160 for x, y in places(machine, way))
    # Down to row 161 below its end, a step along it, and up again.
    assert len(way.steps) == 41 + 1 + 41


def test_a_way_leads_as_near_as_possible(in_room) -> None:
    machine = in_room("priority 0\nline 80,0 80,167\nend")
    way = find_way(machine, target_at(machine, 40, 120))
    assert way == Way(bytes([7] * 19), 81, 120, arrives=False)
    assert find_way(machine, Target(edge=4)).arrives is False
    assert find_way(machine, Target(edge=2)).arrives


@pytest.mark.parametrize("priority", [2, 3])
def test_water_and_lines_that_set_flag_3_are_crossed_only_where_nothing_else_leads_on(in_room, priority: int) -> None:
    machine = in_room(f"priority {priority}\nline 70,0 70,139\nline 71,0 71,139\nend")
    way = find_way(machine, Target((20, 130, 40, 130)))
    assert way.arrives
    assert all(y > 139 for x, y in places(machine, way) if x == 70)
    machine = in_room(f"priority {priority}\nline 70,0 70,167\nline 71,0 71,167\nend")
    assert find_way(machine, Target((20, 130, 40, 130))).arrives
    # What is on them is a target like any other.
    assert find_way(machine, Target(on_lines=priority == 2, on_water=priority == 3)).arrives


def test_a_way_goes_round_what_stands_and_through_what_walks(in_room) -> None:
    # Objects meet where their base lines touch in one row, or have passed each other (reference: OBJ-56).
    other = "animate.obj(o1); set.view(o1, 0); position(o1, 90, 120); draw(o1); ignore.horizon(o1);"
    machine = in_room(start=other)
    way = find_way(machine, Target((60, 120, 60, 120)))
    assert way.arrives
    assert all(not 88 <= x <= 92 for x, y in places(machine, way) if y == 120)
    machine = in_room(start=other + "set.dir(o1, v99);", always="v99 = 3; set.dir(o1, v99);")
    assert find_way(machine, Target((60, 120, 60, 120))).steps == bytes([7] * 40)
    assert find_way(in_room(start="ignore.objs(o0);" + other), Target((60, 120, 60, 120))).steps == bytes([7] * 40)


def test_a_way_stays_on_its_side_of_a_block(in_room) -> None:
    # reference: OBJ-30, OBJ-31
    machine = in_room(start="block(70, 100, 90, 140);")
    way = find_way(machine, Target((60, 120, 60, 120)))
    assert way.arrives
    assert all(not (70 < x < 90 and 100 < y < 140) for x, y in places(machine, way))
    assert find_way(machine, Target((80, 120, 80, 120))).arrives is False
    assert find_way(in_room(start="block(70, 100, 90, 140); ignore.blocks(o0);"), Target((80, 120, 80, 120))).arrives


def test_steps_that_do_not_meet_a_place_end_beside_it(in_room) -> None:
    machine = in_room(start="v60 = 7; step.size(o0, v60);")
    way = find_way(machine, target_at(machine, 60, 130))
    assert way.arrives
    assert max(abs(way.x - 60), abs(way.y - 130)) < 7
    assert find_way(machine, Target((60, 130, 60, 130))).arrives is False


@pytest.mark.parametrize("delay", [1, 2, 5])
@pytest.mark.parametrize("start", ["", "v60 = 3; step.size(o0, v60);", "v60 = 4; step.time(o0, v60);"])
def test_a_walk_ends_at_its_target(in_room, delay: int, start: str) -> None:
    machine = in_room(WALL, start, f"v10 = {delay};")
    target = target_at(machine, 40, 120)
    way = find_way(machine, target)
    made = walk(machine, target, cycles=800)
    assert made.is_over
    assert (machine.ego.x, machine.ego.y) == (way.x, way.y)
    assert made.has_arrived
    assert machine.ego.direction == 0


def test_a_walk_in_a_game_that_does_not_wait_ends_nearby(in_room) -> None:
    # The keyboard is looked at in every third beat, and ego makes steps in between.
    machine = in_room(WALL, always="v10 = 0;")
    made = walk(machine, target_at(machine, 40, 120), cycles=800)
    assert made.is_over
    assert made.has_arrived
    assert max(abs(machine.ego.x - 40), abs(machine.ego.y - 120)) <= 3


def test_a_walk_over_an_edge_ends_in_the_next_room(in_room) -> None:
    machine = in_room(always="if (v2 == 4) { new.room(2); }")
    assert walk(machine, Target(edge=4)).is_over
    assert machine.room == 2


def test_a_walk_seeks_another_way_when_ego_is_moved(in_room) -> None:
    machine = in_room()
    made = Walk(machine, target_at(machine, 40, 120))
    for _ in range(10):
        machine.cycle(made.steer())
    machine.ego.y = 90
    for _ in range(100):
        machine.cycle(made.steer())
    assert made.is_over
    assert (machine.ego.x, machine.ego.y) == (40, 120)


def test_a_walk_gives_up_where_something_unseen_stops_ego(in_room) -> None:
    # The logic puts ego back in every cycle.
    machine = in_room(always="position(o0, 100, 120);")
    assert walk(machine, target_at(machine, 40, 120)).is_over
