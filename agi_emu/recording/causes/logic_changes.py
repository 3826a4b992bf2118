"""Compares two versions of a logic line by line of source, and makes logics with some of the changes."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from difflib import SequenceMatcher
from textwrap import dedent

from agi_emu.logic.compiler import compile_logic
from agi_emu.logic.disassembler import SourceNames, disassemble_logic
from agi_emu.resources.game import Game
from agi_emu.resources.logic_source import usual_resource
from agi_emu.resources.projects.source_places import SourcePlaces

_OFFSET = re.compile(r"  // (\d+): [0-9A-F ]+$")
MOST_LINES = 6
"""Most lines of a change shown for each version."""


@dataclass(frozen=True, slots=True)
class LineChange:
    """Lines of a disassembled logic that differ in another version."""

    logic: int
    before: tuple[str, ...]
    after: tuple[str, ...]
    offset_before: int | None
    """Offset of the first of them in the code; None for messages and for lines that the version lacks."""
    offset_after: int | None

    @property
    def declares_messages(self) -> bool:
        """Whether only declarations of messages changed."""
        return all(line.startswith("#message") for line in (*self.before, *self.after))

    def place(self, places: SourcePlaces | None = None) -> str:
        """Return its place: in the newer version's source if that is available and has it, else in the code."""
        if places is not None and self.offset_after is not None:
            return places.line(self.logic, self.offset_after).place
        offset = self.offset_before if self.offset_after is None else self.offset_after
        return f"logic {self.logic}" + ("" if offset is None else f", offset {offset}")

    def lines(self) -> list[str]:
        """Return the old lines, marked with a minus, and the new ones, marked with a plus."""
        return [*_marked("-", self.before), *_marked("+", self.after)]


def _marked(sign: str, lines: tuple[str, ...]) -> list[str]:
    shown = [f"{sign} {line}" for line in dedent("\n".join(lines[:MOST_LINES])).splitlines()]
    return shown + ([f"{sign} and {len(lines) - MOST_LINES} more lines"] if len(lines) > MOST_LINES else [])


class LogicChanges:
    """The changes between a logic of one game and the logic of the same number of another."""

    def __init__(self, base: Game, other: Game, number: int) -> None:
        """Disassemble both with the words of `base`."""
        self._base = base
        self._old = _source(base, base, number)
        new = _source(base, other, number)
        old_offsets, new_offsets = _offsets(base, base, number), _offsets(base, other, number)
        self._new = new
        self._places: list[tuple[int, int, int, int]] = []
        for tag, i1, i2, j1, j2 in SequenceMatcher(None, self._old, new, autojunk=False).get_opcodes():
            if tag == "replace" and i2 - i1 == j2 - j1:
                self._places += [(i1 + n, i1 + n + 1, j1 + n, j1 + n + 1) for n in range(i2 - i1)]
            elif tag != "equal":
                self._places.append((i1, i2, j1, j2))
        self.changes = [
            LineChange(
                number,
                tuple(self._old[i1:i2]),
                tuple(new[j1:j2]),
                next((offset for offset in old_offsets[i1:i2] if offset is not None), None),
                next((offset for offset in new_offsets[j1:j2] if offset is not None), None),
            )
            for i1, i2, j1, j2 in self._places
        ]

    def applied(self, chosen: Collection[int]) -> bytes:
        """Return the logic of the base with the changes of these indices; LogicError if it does not compile."""
        lines: list[str] = []
        at = 0
        for index, (i1, i2, j1, j2) in enumerate(self._places):
            lines += self._old[at:i1]
            lines += self._new[j1:j2] if index in chosen else self._old[i1:i2]
            at = i2
        lines += self._old[at:]
        game = self._base
        return compile_logic("\n".join(lines) + "\n", words=game.words, profile=game.profile)


def _source(base: Game, game: Game, number: int, *, offsets: bool = False) -> list[str]:
    text = disassemble_logic(
        usual_resource(game, number), SourceNames(base.words), profile=base.profile, offsets=offsets
    )
    return text.splitlines()


def _offsets(base: Game, game: Game, number: int) -> list[int | None]:
    found = (_OFFSET.search(line) for line in _source(base, game, number, offsets=True))
    return [int(match[1]) if match else None for match in found]
