"""Knows the goals in the logics of a game, and which of them are left."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from agi_emu._core import observing
from agi_emu.coverage.reached import NAMED
from agi_emu.coverage.sentences import sentence_of, shortest_words
from agi_emu.lab.exploring.avoided import NOTHING, Avoided
from agi_emu.lab.exploring.goals import Goal, goals_of
from agi_emu.logic.code import decode

if TYPE_CHECKING:
    from agi_emu.machine.machine import Machine
    from agi_emu.resources.game import Game


class Knowledge:
    """What a game's logics test."""

    def __init__(self, game: Game, avoided: Avoided = NOTHING) -> None:
        """Read logics when they are first asked for; what belongs to what is avoided is left out."""
        self.avoided = avoided
        self._game = game
        self._goals: dict[int, tuple[Goal, ...]] = {}
        self._left: dict[int, tuple[bytes, list[Goal]]] = {}
        self._rooms = sorted(set(game.logics) & set(game.pictures))
        self._reached: set[Goal] = set()
        self.groups = sorted(shortest_words(game))

    def goals(self, logic: int) -> tuple[Goal, ...]:
        """Return the goals of a logic, in their order."""
        if logic not in self._goals:
            found = self._game.logic_if_present(logic)
            read = goals_of(logic, list(decode(found.code, self._game.profile))) if found is not None else ()
            self._goals[logic] = tuple(goal for goal in read if not self.avoided.cover(logic, goal.mark))
        return self._goals[logic]

    def left(self, machine: Machine, logic: int) -> list[Goal]:
        """Return the goals of a logic that were not reached so far."""
        marks = observing.code_marks(machine.core, logic)
        before, left = self._left.get(logic, (None, list(self.goals(logic))))
        if marks != before:
            # What was reached stays reached.
            self._reached.update(goal for goal in left if goal.is_reached(marks))
            left = [goal for goal in left if goal not in self._reached]
            self._left[logic] = marks, left
        return left

    def is_reached(self, goal: Goal) -> bool:
        """Return whether `left` has seen that a goal was reached."""
        return goal in self._reached

    def rooms_left(self, machine: Machine) -> list[int]:
        """Return the logics with a picture of the same number that no play has entered: rooms, as a rule."""
        entered = observing.named_marks(machine.core, NAMED["rooms"])
        return [number for number in self._rooms if not entered[number]]

    def sentence(self, groups: Sequence[int], any_group: int) -> str | None:
        """Return a line that says these word groups; None where the game has no words for them."""
        return sentence_of(self._game, groups, any_group)
