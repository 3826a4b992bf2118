"""Knows what the logics of a game test that a player can do something about: sentences, places, keys."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from agi_emu._core import observing
from agi_emu.codes import EGO, Var
from agi_emu.coverage.measure import tests_of
from agi_emu.coverage.reached import EXECUTED, FALSE, TRUE
from agi_emu.coverage.sentences import sentence_of, shortest_words
from agi_emu.logic.code import If, Token, decode

if TYPE_CHECKING:
    from agi_emu.machine.machine import Machine
    from agi_emu.resources.game import Game

_PLACES = ("posn", "obj.in.box", "center.posn", "right.posn")
_END_OF_CONDITION = 3
_TYPED = range(1, 128)


@dataclass(frozen=True, slots=True)
class Hint:
    """A test that a player can make true."""

    logic: int
    offset: int
    wanted: int
    """The mark of the test once it came out as the player can make it."""
    end: int
    """Where its condition ends, which has a mark of its own once it was true."""
    body: tuple[int, ...]
    """The instructions that are executed when the condition is true."""
    groups: tuple[int, ...] = ()
    """Word groups of a sentence."""
    box: tuple[int, int, int, int] | None = None
    """Left, top, right and bottom of a place for ego."""
    controller: int | None = None
    key: int | None = None
    """A character with which v19 is compared."""


class Knowledge:
    """What a game's logics test."""

    def __init__(self, game: Game) -> None:
        """Read logics when they are first asked for."""
        self._game = game
        self._hints: dict[int, tuple[Hint, ...]] = {}
        self._done: set[Hint] = set()
        self.groups = sorted(shortest_words(game))

    def hints(self, logic: int) -> tuple[Hint, ...]:
        """Return the tests of a logic, in their order."""
        if logic not in self._hints:
            found = self._game.logic_if_present(logic)
            self._hints[logic] = () if found is None else tuple(self._read(logic, found.code))
        return self._hints[logic]

    def _read(self, logic: int, code: bytes) -> Sequence[Hint]:
        instructions = list(decode(code, self._game.profile))
        hints = []
        for each in instructions:
            if isinstance(each, If):
                body = tuple(other.offset for other in instructions if each.end <= other.offset < each.target)
                for token, is_negated in tests_of(each):
                    wanted = FALSE if is_negated else TRUE
                    hint = _hint_of(token, Hint(logic, token.offset, wanted, each.end - _END_OF_CONDITION, body))
                    hints += [hint] if hint else []
        return hints

    def sentence(self, groups: Sequence[int], any_group: int) -> str | None:
        """Return a line that says these word groups; None where the game has no words for them."""
        return sentence_of(self._game, groups, any_group)

    def weigh(self, machine: Machine, hints: Sequence[Hint]) -> list[float]:
        """Return how much each test is worth trying, by what was reached so far."""
        weights = []
        marks: dict[int, bytes] = {}
        for hint in hints:
            if hint in self._done:
                weights.append(DONE)
                continue
            if hint.logic not in marks:
                marks[hint.logic] = observing.code_marks(machine.core, hint.logic).ljust(hint.end + 1, b"\0")
            weights.append(self._weight(hint, marks[hint.logic]))
        return weights

    def _weight(self, hint: Hint, marks: bytes) -> float:
        if max((hint.offset, hint.end, *hint.body)) >= len(marks) or not marks[hint.offset] & hint.wanted:
            return NEVER_TRUE
        if not marks[hint.end] & TRUE or not all(marks[offset] & EXECUTED for offset in hint.body):
            return UNFINISHED
        # What was reached stays reached.
        self._done.add(hint)
        return DONE

    def places_in(self, hint: Hint, machine: Machine) -> list[Hint]:
        """Return the places that are tested where the condition of a test is true, and where ego was not yet."""
        marks = observing.code_marks(machine.core, hint.logic)
        first, last = hint.end, hint.body[-1] if hint.body else hint.end
        return [
            each
            for each in self.hints(hint.logic)
            if each.box
            and first < each.offset <= last
            and each.offset < len(marks)
            and not marks[each.offset] & each.wanted
        ]


NEVER_TRUE, UNFINISHED, DONE = 8.0, 3.0, 0.25
"""Weights of a test that was never true, of one after which something was never executed, and of all others."""


def _hint_of(token: Token, hint: Hint) -> Hint | None:
    """Return what a player can do about a test; None where that is nothing."""
    name = token.opcode.name if token.opcode else ""
    if name == "said":
        return replace(hint, groups=token.operands)
    if name in _PLACES and token.operands[0] == EGO:
        left, top, right, bottom = token.operands[1:5]
        return replace(hint, box=(left, top, right, bottom))
    if name == "controller":
        return replace(hint, controller=token.operands[0])
    if name == "equaln" and token.operands[0] == Var.KEY and token.operands[1] in _TYPED:
        return replace(hint, key=token.operands[1])
    return None
