"""Walks ego as a guided player does: to edges, places, control lines and other objects, and through known rooms."""

from __future__ import annotations

import random
from collections import Counter, deque
from collections.abc import Callable, Container, Iterable
from functools import reduce

from agi_emu.facts.codes import EGO, Flag, Var
from agi_emu.input.keys_for_player import Walk, can_walk
from agi_emu.lab.exploring.conditions import Facts
from agi_emu.lab.exploring.goals import NEAR, PLACES, Goal
from agi_emu.lab.exploring.takes import Hand
from agi_emu.logic.clauses import Clause, Test
from agi_emu.machine.input.events import Arrow, InputEvent
from agi_emu.machine.machine import Machine
from agi_emu.machine.ways import Box, Target, find_way
from agi_emu.state.layout import PICTURE_HEIGHT, PICTURE_WIDTH

LONGEST_WALK = 400
"""Cycles."""
STUCK_CYCLES = 6
TIMES_IN_VAIN = 3
"""How much more often in vain than not a known way is taken until it is forgotten."""
OTHER_PLACES, PART_OF_AN_EDGE = 0.3, 10
"""How often an edge is crossed elsewhere than at the nearest place, and how far from a place chosen by chance."""
EDGES = (1, 2, 3, 4)
"""The edges by their numbers in v2."""
ARROWS = tuple(range(1, 9))
ANYWHERE = Target()
LINES, WATER = Target(on_lines=True), Target(on_water=True)


def direction_of(edge: int) -> int:
    """Return the direction of an edge."""
    return 2 * edge - 1


def aim_of(means: Iterable[Clause], machine: Machine, chance: random.Random) -> Target:
    """Return where ego must be for a goal; of alternatives one by chance."""
    edge, on_lines, on_water = 0, False, False
    boxes = [ANYWHERE.box]
    for clause in means:
        test = chance.choice(clause)
        given = test.operands
        if test.name in PLACES:
            boxes.append(_of_left_foot(test, max(1, machine.unguarded.state.objects[EGO].width)))
        elif test.name == NEAR:
            boxes.append(_around(machine, given[0], given[1], chance))
        elif test.name == "equaln" and given[0] == Var.EGO_EDGE:
            edge = given[1] if given[1] in EDGES else 0
        elif test.name == "isset":
            on_lines |= given[0] == Flag.EGO_ON_SIGNAL
            on_water |= given[0] == Flag.EGO_ON_WATER
    return Target(reduce(_common, boxes), edge=edge, on_lines=on_lines, on_water=on_water)


def _common(one: Box, other: Box) -> Box:
    """Return what two boxes have in common, perhaps nothing."""
    return max(one[0], other[0]), max(one[1], other[1]), min(one[2], other[2]), min(one[3], other[3])


def _of_left_foot(place: Test, width: int) -> Box:
    """Return where the left foot may be for a place to be met."""
    _, left, top, right, bottom = place.operands
    if place.name == "obj.in.box":
        return left, top, right - width + 1, bottom
    shift = {"posn": 0, "center.posn": width // 2, "right.posn": width - 1}[place.name]
    return left - shift, top, right - shift, bottom


def _around(machine: Machine, number: int, limit: int, chance: random.Random) -> Box:
    """Return one of the boxes in which ego is near an object: the wider, the less high."""
    objects = machine.unguarded.state.objects
    other, across = objects[number], chance.randrange(max(1, limit))
    x, down = other.x + other.width // 2 - objects[EGO].width // 2, max(0, limit - 1 - across)
    return x - across, other.y - down, x + across, other.y + down


def _best_of(aims: Counter[Target | Goal]) -> Target | Goal | None:
    """Return what leads most often to where some ways lead; None if even that was in vain of late."""
    best, times = aims.most_common(1)[0]
    return best if times > -TIMES_IN_VAIN else None


class Walker:
    """Walks ego over pictures whose control lines it reads."""

    def __init__(self, chance: random.Random, step: Callable[[], bool]) -> None:
        """`step` runs a cycle and returns whether the play goes on."""
        self._chance = chance
        self._step = step
        self.circumstances: dict[tuple[int, Target | Goal], tuple[Facts, Goal | None]] = {}
        """The facts before a walk or a sentence that has led out of a room, and what was done there just before."""
        self.aim: Target | None = None
        """Where the last walk led."""
        self._ways: dict[int, dict[int, Counter[Target | Goal]]] = {}
        """For each room those that were entered from there, by what, and how often more than in vain."""

    def walk(self, hand: Hand, aim: Target) -> bool:
        """Walk to an aim, or as near as a way leads; return whether there was a way."""
        self.aim = aim
        state = hand.machine.unguarded.state
        ego, room = state.objects[EGO], state.vars[Var.ROOM]
        walk = Walk(hand.machine, self._crossing(hand.machine, aim))
        arrives = walk.way.arrives
        for _ in range(LONGEST_WALK):
            events = walk.steer()
            hand.press(events)
            if walk.is_over and not events:
                break
            x, y = ego.x, ego.y
            # What stops ego is pressed before a last cycle, in which the logics see it.
            if not self._step() or walk.is_over or state.vars[Var.ROOM] != room:
                break
        if state.vars[Var.ROOM] != room and aim == LINES:
            # Other lines of the picture may lead elsewhere.
            size = ego.step_size
            self.aim = Target((x - size, y - size, x + size, y + size), on_lines=True)
        return arrives

    def _crossing(self, machine: Machine, aim: Target) -> Target:
        """Return an aim or, of an edge, now and then a part of it: where ego crosses may decide what lies behind."""
        if not aim.edge or aim.box != ANYWHERE.box or self._chance.random() >= OTHER_PLACES:
            return aim
        x, y = self._chance.randrange(PICTURE_WIDTH), self._chance.randrange(PICTURE_HEIGHT)
        left, top, right, bottom = aim.box
        size = PART_OF_AN_EDGE
        across = (x - size, top, x + size, bottom) if aim.edge in (1, 3) else (left, y - size, right, y + size)
        part = aim._replace(box=across)
        return part if find_way(machine.unguarded, part).arrives else aim

    def note(self, room: int, entered: int, aim: Target) -> None:
        """Note a walk that should lead from one room to another, but was not made so far."""
        self._ways.setdefault(room, {}).setdefault(entered, Counter())[aim] += 0

    def learn(self, room: int, entered: int, aim: Target | Goal | None, facts: Facts, done: Goal | None = None) -> None:
        """Learn that a walk or a sentence leads from one room to another, the facts, and what was done just before.

        Without an aim it is the known way.
        """
        aim = aim or self.next_on_the_way(room, (entered,))
        if aim is None:
            return
        self.circumstances[room, aim] = facts, done
        aims = self._ways.setdefault(room, {}).setdefault(entered, Counter())
        aims[aim] = max(aims[aim], 0) + 1

    def doubt(self, room: int, aim: Target | Goal) -> None:
        """Learn that a walk or a sentence has led nowhere."""
        for aims in self._ways[room].values():
            aims[aim] -= aim in aims

    def rooms_before(self, room: int) -> set[int]:
        """Return the rooms from which known ways lead to a room, and that room."""
        found, before = {room}, 0
        while len(found) > before:
            before = len(found)
            for at, ways in self._ways.items():
                if any(entered in found and _best_of(aims) is not None for entered, aims in ways.items()):
                    found.add(at)
        return found

    def next_on_the_way(self, room: int, wanted: Container[int]) -> Target | Goal | None:
        """Return the first walk or sentence on the shortest known way to a wanted room; None if no way is known."""
        firsts: dict[int, Target | Goal | None] = {room: None}
        queue = deque([room])
        while queue:
            at = queue.popleft()
            for entered, aims in self._ways.get(at, {}).items():
                best = _best_of(aims) if entered not in firsts else None
                if best is not None:
                    firsts[entered] = firsts[at] or best
                    if entered in wanted:
                        return firsts[entered]
                    queue.append(entered)
        return None

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


def arrow(machine: Machine, direction: int, *, stops: bool = False) -> list[InputEvent]:
    """Return the events that make ego walk or, with its direction of now, stop; where it must be held, it is."""
    if machine.unguarded.state.keyboard.hold:
        return [Arrow(direction, down=not stops)]
    return [Arrow(direction, down=True), Arrow(direction, down=False)]
