"""Declares what a guided player could aim for now, and which keys do it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from agi_emu.facts.codes import Var
from agi_emu.lab.exploring.goals import Goal

if TYPE_CHECKING:
    from agi_emu.state.layout import StateLayout

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
    is_door: bool
    """Whether it is fresh and leads to a room that no play has entered."""


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
    return words
