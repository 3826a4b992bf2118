"""Reads what a debugger can stop at, as people write it: a line, an action, a change, a word, a text, a room."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import PurePath

from agi_emu.facts.codes import Var
from agi_emu.facts.errors import AgiError
from agi_emu.facts.numbers import number_in
from agi_emu.logic.code import Action, If, decoded
from agi_emu.logic.opcodes import ACTIONS, TESTS
from agi_emu.machine.assertions import Assertion, parse_assertion
from agi_emu.machine.halts import Place
from agi_emu.machine.machine import Machine
from agi_emu.machine.watchables import Watchable, watchable_of
from agi_emu.resources.game import Game
from agi_emu.resources.projects.source_places import SourceLine, SourcePlaces

_ACTION_NAMES = frozenset(opcode.name for opcode in ACTIONS)
_LINE = re.compile(r"(.+):(\d+)")
_OFFSET = re.compile(r"(\d+)@(\d+)")
_WORD = re.compile(r'(said|text) +"?([^"]+)"?')
_ROOM = re.compile(r"room (\w+)")
_COUNT = re.compile(r"\d+")
_LAST = 255
ERROR, MERCY = "error", "mercy"


class BreakpointError(AgiError):
    """What was given is nothing that a debugger can stop at."""


@dataclass(slots=True, eq=False)
class Breakpoint:
    """Something to stop at."""

    what: str
    """As it was given."""
    places: frozenset[Place] = frozenset()
    """Before these instructions."""
    target: Watchable | None = None
    """When this changes."""
    text: str = ""
    """When a message shows this."""
    tells: str = ""
    """ERROR or MERCY."""
    words: frozenset[int] = frozenset()
    """At its places, only while the player's sentence has one of these word groups."""
    condition: Assertion | None = None
    hits: str = ""
    """How often it must be met, such as 3 or `>= 3` or `% 2 == 0`; empty for every time."""
    log: str = ""
    """A text to write instead of stopping; names and expressions stand in braces."""
    count: int = field(default=0, init=False)
    """How often it was met."""

    def counts(self) -> bool:
        """Count that it was met; return whether that is the time to stop."""
        self.count += 1
        return not self.hits or bool(parse_assertion(_hit_text(self.hits), {"hits": str(self.count)}).value_in(None))  # type: ignore[arg-type]

    def holds(self, machine: Machine) -> bool:
        """Return whether its condition holds now, and the sentence is one that it is for."""
        if self.words:
            spoken = machine.unguarded.state.input
            if not self.words & set(spoken.word_number[: spoken.word_count]):
                return False
        return self.condition is None or self.condition.holds(machine)


def _hit_text(text: str) -> str:
    return f"hits >= {text}" if _COUNT.fullmatch(text.strip()) else f"hits {text}" if "hits" not in text else text


def breakpoint_of(
    what: str, game: Game, places: SourcePlaces, *, condition: str = "", hits: str = "", log: str = ""
) -> Breakpoint:
    """Return what a text names; BreakpointError, or AssertionSyntaxError, says what is not understood.

    A line of a source is `quay.lgc:14`, of a logic `17:14`, an offset in its code `17@88`. An action is its name. A
    variable, flag, field, item or string stops where it changes, by the author's name or ours; `v30 == 5` where it
    comes to be so. Others are `said "open"`, `text "hello"`, `room 5`, `error` and `mercy`.
    """
    found = Breakpoint(what, hits=hits, log=log)
    found.condition = parse_assertion(condition, places.names) if condition else None
    if hits:
        parse_assertion(_hit_text(hits), {"hits": "1"})
    text = what.strip()
    word, room = _WORD.fullmatch(text), _ROOM.fullmatch(text)
    if match := _OFFSET.fullmatch(text):
        found.places = frozenset({(_logic(game, match[1]), _number(match[2], 0xFFFF, "offset"))})
    elif match := _LINE.fullmatch(text):
        found.places = frozenset(places_of_line(game, places, match[1], _number(match[2], 1 << 20, "line")))
        if not found.places:
            raise BreakpointError(f"there is no statement in line {match[2]} of {match[1]}")
    elif text in (ERROR, MERCY):
        found.tells = text
    elif word and word[1] == "text":
        found.text = word[2].lower()
    elif word:
        group = game.words.get(word[2].strip().lower())
        if group is None:
            raise BreakpointError(f"the game does not know the word {word[2].strip()!r}")
        found.words = frozenset({group})
        found.places = frozenset(_asking(game, group))
    elif room and watchable_of(text) is None:
        number = number_in(room[1], _LAST)
        if number is None:
            raise BreakpointError(f"{room[1]!r} is not a room; rooms are 0 to {_LAST}")
        found.target = Watchable("v", Var.ROOM)
        found.condition = parse_assertion(
            f"room == {number}" + (f" and ({condition})" if condition else ""), places.names
        )
    elif (target := watchable_of(places.names.get(text, text))) is not None:
        found.target = target
    elif text in _ACTION_NAMES:
        found.places = frozenset(_uses(game, text))
    else:
        _take_value(found, text, condition, places.names)
    return found


def _take_value(found: Breakpoint, text: str, condition: str, names: Mapping[str, str]) -> None:
    try:
        wanted = parse_assertion(text, names)
    except AgiError as error:
        raise BreakpointError(
            f"{text!r} is nothing to stop at: give a line such as 17:14, an action, a variable or flag, "
            f'said "open", text "hello", room 5, error or mercy ({error})'
        ) from None
    if not wanted.names:
        raise BreakpointError(f"{text!r} never changes")
    found.target = wanted.names[0][1]
    found.condition = parse_assertion(f"({text})" + (f" and ({condition})" if condition else ""), names)


def _number(text: str, most: int, what: str) -> int:
    number = number_in(text, most)
    if number is None:
        raise BreakpointError(f"{text} is not a valid {what}")
    return number


def _logic(game: Game, text: str) -> int:
    number = number_in(text, _LAST)
    if number is None or number not in game.logics:
        raise BreakpointError(f"the game has no logic {text}")
    return number


def places_of_line(game: Game, places: SourcePlaces, file: str, row: int) -> Iterator[Place]:
    """Yield the first statement of a line in each logic that it belongs to; of the next line that has one, if none."""
    for logic in sorted(game.logics):
        lines = places.statements(logic)
        own = [
            (line.row, offset)
            for offset, line in lines
            if line.row >= row and (_is_file(line, file) if line.is_from_file else file == str(logic))
        ]
        if own:
            found = min(own)
            # A line between two statements stands for the next one, but not for one of another part of the file.
            if found[0] == row or all(line.row <= row or line.row >= found[0] for _, line in lines):
                yield logic, found[1]


def _is_file(line: SourceLine, file: str) -> bool:
    return PurePath(line.file).name.lower() == PurePath(file).name.lower()


def _uses(game: Game, name: str) -> Iterator[Place]:
    for logic in game.logics:
        for each in decoded(game.logic(logic).code, game.profile):
            if isinstance(each, Action) and each.opcode.name == name:
                yield logic, each.offset


def _asking(game: Game, group: int) -> Iterator[Place]:
    """Yield the conditions that ask whether the player said a word."""
    said = next(test for test in TESTS if test.name == "said")
    for logic in game.logics:
        for each in decoded(game.logic(logic).code, game.profile):
            if isinstance(each, If) and any(token.opcode is said and group in token.operands for token in each.tokens):
                yield logic, each.offset
