"""Declares what a guided player could aim for now, and which keys do it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from agi_emu.facts.codes import EGO, CycleType, Motion, ObjectFlag, Var
from agi_emu.input.keys_for_player import can_walk
from agi_emu.lab.exploring.goals import Goal
from agi_emu.lab.exploring.walks import ANYWHERE, aim_of
from agi_emu.machine.ways import find_way
from agi_emu.state.layout import PICTURE_WIDTH, SCREEN_HEIGHT

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    from agi_emu.logic.clauses import Test
    from agi_emu.machine.machine import Machine
    from agi_emu.state.layout import StateLayout

MOST_COMPARED = 6
"""Goals of which the best is chosen: it takes longest to look for the ways to them."""
CYCLES_OF_A_TRY, CYCLES_OF_A_COUNT = 8, 60
"""What trying a goal takes beside the way there, and waiting for a variable that counts, as a guess."""

CLICKS_AT_OBJECTS = 0.5
"""How often a click is at an object."""
ROW_HEIGHT = 8
"""Lines of the screen."""
_ENTER = 0x0D
NEVER = (0x2D00, 0x2C00, 0x11)
"""Alt-X, Alt-Z and Ctrl-Q, with which many games end."""


@dataclass(frozen=True, slots=True)
class AimableGoal:
    """A goal that could be aimed for now."""

    goal: Goal
    weight: float
    is_allowed: bool
    """Whether variables, flags and items of now allow it."""
    is_fresh: bool
    """Whether it is allowed, and was not tried in this room while it was, or seldom if it leads to a new room."""


def are_fresh(choices: Sequence[AimableGoal]) -> bool:
    """Return whether there are choices, and all are fresh."""
    return bool(choices) and all(each.is_fresh for each in choices)


def cycles_of(goal: Goal, machine: Machine, chance: random.Random) -> int | None:
    """Return about how many cycles it takes to try a goal now, the way there included; None if it cannot be tried."""
    state = machine.unguarded.state
    if goal.kind == "wait" and goal.counter is not None:
        return CYCLES_OF_A_COUNT if is_under_way(goal.counter, state) else None
    if goal.kind == "say" and not state.input.enabled:
        return None
    aim = aim_of(goal.means, machine, chance)
    if aim == ANYWHERE:
        return CYCLES_OF_A_TRY
    way = find_way(machine.unguarded, aim) if can_walk(machine) else None
    if way is None or not way.arrives:
        return None
    return CYCLES_OF_A_TRY + len(way.steps) * max(1, state.objects[EGO].step_time)


def is_under_way(counter: Test, state: StateLayout) -> bool:
    """Return whether a test asks for a variable, or for a flag that an object sets at the end of its movement."""
    objects = state.objects[: state.general.object_count]
    ends = [each.p3 for each in objects if each.motion == Motion.MOVE_OBJ]
    ends += [each.p0 for each in objects if each.cycle_type in (CycleType.END_OF_LOOP, CycleType.REVERSE_LOOP)]
    return counter.name != "isset" or counter.operands[0] in ends


def best_of(fresh: Sequence[AimableGoal], machine: Machine, chance: random.Random) -> AimableGoal | None:
    """Return the goal of some that promises most for its cycles; None if none of them can be tried now."""
    best, most = None, 0.0
    for each in dict.fromkeys(chance.choices(fresh, [each.weight for each in fresh], k=MOST_COMPARED)):
        cycles = cycles_of(each.goal, machine, chance)
        if cycles is not None and each.weight / cycles > most:
            best, most = each, each.weight / cycles
    return best


def place_to_click(state: StateLayout, chance: random.Random) -> tuple[int, int]:
    """Return a place on the screen, half of the time one of an object."""
    drawn = [each for each in state.objects[: state.general.object_count] if each.flags & ObjectFlag.DRAWN]
    x, y = chance.randrange(PICTURE_WIDTH), chance.randrange(SCREEN_HEIGHT)
    if drawn and chance.random() < CLICKS_AT_OBJECTS:
        each = chance.choice(drawn)
        x = min(max(0, each.x + each.width // 2), PICTURE_WIDTH - 1)
        y = min(max(0, each.y - each.height // 2 + state.text.picture_row * ROW_HEIGHT), SCREEN_HEIGHT - 1)
    return x, y


def keys_of(goal: Goal, state: StateLayout) -> list[int]:
    """Return key words of which one makes a goal's tests of keys true."""
    keyboard = state.keyboard
    given = list(zip(keyboard.map_key[: keyboard.map_count], keyboard.map_controller, strict=False))
    words = []
    for clause in goal.means:
        for test in clause:
            if test.name == "controller":
                words += [word for word, number in given if number == test.operands[0] and word not in NEVER]
            elif test.name == "equaln" and test.operands[0] == Var.KEY:
                words.append(test.operands[1])
            elif test.name == "have.key":
                words.append(_ENTER)
    return words
