"""Reads from words what a guided play is going for, and hints that people wrote."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from agi_emu.facts.codes import ANY_WORD, CARRIED, REST_OF_LINE, Var
from agi_emu.facts.font import PC_CODE_PAGE
from agi_emu.input.walkthrough import holding, text_in

if TYPE_CHECKING:
    from agi_emu.lab.exploring.goals import Goal
    from agi_emu.resources.game import Game
    from agi_emu.state.layout import StateLayout

Level = tuple[int, int, bytes]
"""How far a play is: points, items that are carried, and which."""


def level_of(state: StateLayout) -> Level:
    """Return how far a play is; points beyond those that the game says there are do not count."""
    points, most = state.vars[Var.SCORE], state.vars[Var.MOST_SCORE]
    items = bytes(room == CARRIED for room in state.item_rooms[: state.general.item_count])
    return min(points, most or points), sum(items), items


class Objective:
    """A condition in the words of a walkthrough, such as "score == max" or 'text "THE END"', and hints."""

    def __init__(self, game: Game, words: str, hints: Iterable[str] = ()) -> None:
        """`hints` are lines of any text that names sentences of the game: "1. Take the lamp, then go west."

        AssertionSyntaxError says which words are not understood.
        """
        self.words = words
        self.holds = holding(words)
        """Whether a machine shows that it is reached."""
        known = dict(game.words.entries)
        lines = (re.findall(r"[^\W_]+", line.lower()) for line in hints)
        self._hints = "\n".join(" ".join(str(known[word]) for word in line if known.get(word)) for line in lines)
        self._hinted: dict[tuple[int, ...], int] = {(): 0}
        wanted = " ".join((text_in(words) or "").split()).encode(PC_CODE_PAGE, "replace")
        logics = (game.logic_if_present(number) for number in game.logics)
        self._messages = {
            (logic.number, at)
            for logic in logics
            if logic is not None and wanted
            for at, text in enumerate(logic.messages, 1)
            if text and wanted in b" ".join(text.split())
        }
        self.fruitful: set[Goal] = set()
        """Goals that brought a play further."""

    def ends_with(self, goal: Goal) -> bool:
        """Return whether the text that is to be read stands behind a goal."""
        return any(name == "message" and (goal.logic, number) in self._messages for name, number, _ in goal.effects)

    def hints_at(self, goal: Goal) -> int:
        """Return how often the hints name a goal's sentence: its words, or synonyms, in a row."""
        said = goal.said.operands if goal.said is not None else ()
        if said not in self._hinted:
            groups = [r"\d+" if group == ANY_WORD else f"{group}" for group in said if group != REST_OF_LINE]
            self._hinted[said] = len(re.findall(rf"\b{' '.join(groups)}\b", self._hints)) if groups else 0
        return self._hinted[said]
