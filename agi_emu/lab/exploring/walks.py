"""Walks ego as a guided player does: to edges, places, control lines and other objects, and through known rooms."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Container, Iterable, MutableMapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from agi_emu.facts.codes import EGO, Flag, ObjectFlag, Var
from agi_emu.input.keys_for_player import can_walk
from agi_emu.lab.exploring.conditions import Clause, Test
from agi_emu.lab.exploring.goals import NEAR, PLACES
from agi_emu.lab.exploring.routes import STEPS, Ground, obstacles
from agi_emu.machine.input.events import Arrow, InputEvent
from agi_emu.state.layout import PICTURE_WIDTH

if TYPE_CHECKING:
    from agi_emu.lab.exploring.takes import Hand
    from agi_emu.machine.machine import Machine

LONGEST_WALK = 160
"""Cycles."""
STUCK_CYCLES = 6
ROUTES_KEPT = 256
NEAR_CELLS = 8
"""How far from an object is near it."""
EDGES = (1, 3, 5, 7)
"""The directions of the edges: north, east, south, west."""
ARROWS = tuple(STEPS.values())
_EDGE_OF_NUMBER = {1: 1, 2: 3, 3: 5, 4: 7}
"""The direction of an edge by its number in v2."""
_RULES_OF_WALKING = (
    ObjectFlag.IGNORE_BLOCKS
    | ObjectFlag.IGNORE_HORIZON
    | ObjectFlag.IGNORE_OBJECTS
    | ObjectFlag.ON_WATER
    | ObjectFlag.ON_LAND
)
Box = tuple[int, int, int, int]
"""Left, top, right and bottom of where ego's left foot may be."""


@dataclass(frozen=True, slots=True)
class Aim:
    """Where to walk: everything that is given must be met at once."""

    edge: int = 0
    """A direction; 0 for no edge."""
    on_lines: bool = False
    """Lines that set flag 3."""
    on_water: bool = False
    boxes: tuple[Box, ...] = ()


ANYWHERE = Aim()
LINES, WATER = Aim(on_lines=True), Aim(on_water=True)


def aim_of(means: Iterable[Clause], machine: Machine, chance: random.Random) -> Aim:
    """Return where ego must be for a goal; of alternatives one by chance."""
    edge, on_lines, on_water = 0, False, False
    boxes: list[Box] = []
    for clause in means:
        test = chance.choice(clause)
        given = test.operands
        if test.name in PLACES:
            boxes.append(_of_left_foot(test, max(1, machine.unguarded.state.objects[EGO].width)))
        elif test.name == NEAR:
            boxes.append(_around(machine, given[0]))
        elif test.name == "equaln" and given[0] == Var.EGO_EDGE:
            edge = _EDGE_OF_NUMBER.get(given[1], 0)
        elif test.name == "isset":
            on_lines |= given[0] == Flag.EGO_ON_SIGNAL
            on_water |= given[0] == Flag.EGO_ON_WATER
    return Aim(edge, on_lines, on_water, tuple(boxes))


def _of_left_foot(place: Test, width: int) -> Box:
    """Return where the left foot may be for a place to be met."""
    _, left, top, right, bottom = place.operands
    if place.name == "obj.in.box":
        return left, top, right - width + 1, bottom
    shift = {"posn": 0, "center.posn": width // 2, "right.posn": width - 1}[place.name]
    return left - shift, top, right - shift, bottom


def _around(machine: Machine, number: int) -> Box:
    other = machine.unguarded.state.objects[number]
    left, top = max(0, other.x - NEAR_CELLS), max(0, other.y - NEAR_CELLS)
    return left, top, other.x + other.width + NEAR_CELLS, other.y + NEAR_CELLS


class Walker:
    """Walks ego over pictures whose control lines it reads."""

    def __init__(self, chance: random.Random, step: Callable[[], bool]) -> None:
        """`step` runs a cycle and returns whether the play goes on."""
        self._chance = chance
        self._step = step
        self._routes: dict[object, bytearray] = {}
        self._grounds: dict[object, Ground] = {}
        self._ways: dict[int, dict[int, Aim]] = {}
        """For each room those that were entered from there, and the aim of that walk."""

    def walk(self, hand: Hand, aim: Aim) -> bool:
        """Walk to an aim; return whether there is a way."""
        machine = hand.machine
        room = machine.unguarded.state.vars[Var.ROOM]
        route = self._route(machine, aim)
        if route is not None:
            self._follow(hand, route)
            if aim.edge:
                # It is left by walking on.
                self.go(hand, aim.edge, STUCK_CYCLES)
        entered = machine.unguarded.state.vars[Var.ROOM]
        if entered != room:
            self.learn(room, entered, aim)
        return route is not None

    def learn(self, room: int, entered: int, aim: Aim) -> None:
        """Learn that a walk leads from one room to another."""
        self._ways.setdefault(room, {})[entered] = aim

    def next_on_the_way(self, room: int, wanted: Container[int]) -> Aim | None:
        """Return the first walk on the shortest known way to a wanted room; None if no way is known."""
        firsts: dict[int, Aim | None] = {room: None}
        queue = deque([room])
        while queue:
            at = queue.popleft()
            for entered, aim in self._ways.get(at, {}).items():
                if entered not in firsts:
                    firsts[entered] = firsts[at] or aim
                    if entered in wanted:
                        return firsts[entered]
                    queue.append(entered)
        return None

    def _route(self, machine: Machine, aim: Aim) -> bytearray | None:
        state = machine.unguarded.state
        ego = state.objects[EGO]
        picture = (
            state.vars[Var.ROOM],
            state.general.picture_number,
            ego.width,
            state.general.horizon,
            ego.flags & _RULES_OF_WALKING,
            obstacles(machine),
        )
        if (picture, aim) not in self._routes:
            ground = self._ground(machine, picture)
            goals = _cells(ground, aim)
            _bound(self._routes)
            self._routes[picture, aim] = ground.route(goals) if goals else bytearray()
        return self._routes[picture, aim] or None

    def _ground(self, machine: Machine, picture: object) -> Ground:
        if picture not in self._grounds:
            _bound(self._grounds)
            self._grounds[picture] = Ground(machine)
        return self._grounds[picture]

    def _follow(self, hand: Hand, route: bytearray) -> None:
        """Walk along a route until it ends, something happens, or nothing moves any more."""
        machine = hand.machine
        state = machine.unguarded.state
        ego, room = state.objects[EGO], state.vars[Var.ROOM]
        still, place = 0, (-1, -1)
        for _ in range(LONGEST_WALK):
            if not can_walk(machine) or state.vars[Var.ROOM] != room or still > STUCK_CYCLES * max(1, ego.step_time):
                return
            still, place = (still + 1 if (ego.x, ego.y) == place else 0), (ego.x, ego.y)
            cell = PICTURE_WIDTH * ego.y + ego.x
            wanted = route[cell] if 0 <= cell < len(route) else 0
            if not wanted:
                if ego.direction:
                    # Stop there, and let the logics see it.
                    hand.press(arrow(machine, ego.direction, stops=True))
                self._step()
                return
            if wanted != ego.direction:
                hand.press(arrow(machine, wanted))
            if not self._step():
                return

    def go(self, hand: Hand, direction: int, cycles: int) -> None:
        """Walk in one direction until something happens or nothing moves any more."""
        machine = hand.machine
        state = machine.unguarded.state
        ego, room = state.objects[EGO], state.vars[Var.ROOM]
        if ego.direction != direction:
            hand.press(arrow(machine, direction))
        still, place = 0, (-1, -1)
        for _ in range(cycles):
            if not self._step() or state.vars[Var.ROOM] != room or not can_walk(machine):
                return
            still, place = (still + 1 if (ego.x, ego.y) == place else 0), (ego.x, ego.y)
            if still > STUCK_CYCLES:
                return


def _cells(ground: Ground, aim: Aim) -> list[int]:
    """Return the free cells that an aim means."""
    sets = [ground.box(*box) for box in aim.boxes]
    if aim.edge:
        sets.append(ground.edge(aim.edge))
    if aim.on_lines:
        sets.append(ground.triggers)
    if aim.on_water:
        sets.append(ground.water)
    if not sets:
        return []
    others = [frozenset(each) for each in sets[1:]]
    cells = [cell for cell in sets[0] if all(cell in other for other in others)]
    safe = [cell for cell in cells if cell not in ground.dangers]
    return cells if aim.on_lines or aim.on_water else safe or cells


def _bound(kept: MutableMapping[object, Any]) -> None:
    """Make room for one more."""
    if len(kept) >= ROUTES_KEPT:
        kept.pop(next(iter(kept)))


def arrow(machine: Machine, direction: int, *, stops: bool = False) -> list[InputEvent]:
    """Return the events that make ego walk or, with its direction of now, stop; where it must be held, it is."""
    if machine.unguarded.state.keyboard.hold:
        return [Arrow(direction, down=not stops)]
    return [Arrow(direction, down=True), Arrow(direction, down=False)]
