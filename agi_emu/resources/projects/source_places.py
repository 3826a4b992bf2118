"""Finds the source line of an action of a game."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from agi_emu.facts.errors import AgiError
from agi_emu.facts.numbers import whole
from agi_emu.logic.compiler import read_source
from agi_emu.logic.names import PREDEFINED
from agi_emu.resources.game import Game
from agi_emu.resources.kinds import Kind
from agi_emu.resources.logic_source import disassemble
from agi_emu.resources.projects.project import FOLDERS, BuildMemory, read_project

_STATEMENT = re.compile(r"^\s*(.*?)  // (\d+): [0-9A-F ]+$")


@dataclass(frozen=True, slots=True)
class SourceLine:
    """A line of a source, or of a disassembled logic."""

    place: str
    """File and line, or logic and offset."""
    text: str
    is_from_file: bool = False
    file: str = ""
    """The file, relative to the folder of the logics; empty for a disassembled logic."""
    row: int = 0
    """The line in that file, or in the disassembly, from 1 on; 0 if unknown."""


class SourcePlaces:
    """The lines of a game's logics: from the sources if these are given and match the game."""

    def __init__(self, game: Game, sources: Path | None = None) -> None:
        """Take the game, and the project folder from which it was built, if available."""
        self._game = game
        self.stale: tuple[int, ...] = ()
        """Logics that differ between the game and its sources."""
        self.names: Mapping[str, str] = PREDEFINED
        """The author's names besides those of every source, and what each stands for: ``{"door.open": "f30"}``."""
        self._files: dict[str, list[str]] = {}
        self._places: dict[int, list[tuple[int, SourceLine]]] = {}
        if sources is not None:
            self._read(sources)

    def line(self, logic: int, offset: int) -> SourceLine:
        """Return the line of the statement at an offset of a logic's code."""
        lines = self.statements(logic)
        at = bisect_right(lines, offset, key=lambda each: each[0]) - 1
        return lines[at][1] if at >= 0 else SourceLine(f"logic {logic}, offset {offset}", "")

    def statements(self, logic: int) -> Sequence[tuple[int, SourceLine]]:
        """Return the offset of each statement of a logic with its line, in order."""
        if logic not in self._places:
            self._places[logic] = self._disassembled(logic)
        return self._places[logic]

    def disassembly(self, logic: int) -> str:
        """Return the text whose lines `statements` counts where the logic has no source; empty if there is none."""
        try:
            return disassemble(self._game, logic, offsets=True)
        except AgiError:
            return ""

    def words(self, logic: int | None, offset: int) -> str:
        """Return the place of a statement in words: file and line, or logic, offset and statement; "" if unknown."""
        if logic is None:
            return ""
        line = self.line(logic, offset)
        return line.place if line.is_from_file or not line.text else f"{line.place}, {line.text}"

    def _read(self, folder: Path) -> None:
        project = read_project(folder, memory=BuildMemory(keeps_mentions=True))
        self.names = PREDEFINED | project.names
        stale = set()
        for (logic, offset), place in sorted(project.places.items()):
            if logic not in self._game.logics or self._game.logics[logic] != project.resources[Kind.LOGIC][logic]:
                stale.add(logic)
                continue
            text = self._text(folder / FOLDERS[Kind.LOGIC][0], place)
            file, _, row = place.rpartition(":")
            line = SourceLine(place, text, is_from_file=True, file=file, row=whole(row))
            self._places.setdefault(logic, []).append((offset, line))
        self.stale = tuple(sorted(stale))

    def _text(self, folder: Path, place: str) -> str:
        name, _, line = place.rpartition(":")
        if name not in self._files:
            path = folder / name
            self._files[name] = read_source(path).split("\n") if path.is_file() else []
        lines = self._files[name]
        return lines[int(line) - 1].strip() if int(line) <= len(lines) else ""

    def _disassembled(self, logic: int) -> list[tuple[int, SourceLine]]:
        found = [(row, _STATEMENT.match(line)) for row, line in enumerate(self.disassembly(logic).splitlines(), 1)]
        return [
            (whole(match[2]), SourceLine(f"logic {logic}, offset {match[2]}", match[1], row=row))
            for row, match in found
            if match
        ]
