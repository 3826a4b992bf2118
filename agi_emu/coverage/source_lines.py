"""Shows what was reached line by line: of the sources of a game, or of its disassembled logics."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from agi_emu.coverage.measure import Branch, LogicCoverage, Measured
from agi_emu.logic.compiler import read_source
from agi_emu.resources.game import Game
from agi_emu.resources.kinds import Kind
from agi_emu.resources.logic_source import disassemble
from agi_emu.resources.projects.project import FOLDERS, read_project

_Value = TypeVar("_Value")


_STATEMENT = re.compile(r"^(.*?)  // (\d+): [0-9A-F ]+$")


@dataclass(slots=True)
class Line:
    """A line of a source and what it compiles to."""

    text: str
    executed: list[bool] = field(default_factory=list)
    """One for each instruction that begins in this line."""
    branches: list[Branch] = field(default_factory=list)

    @property
    def state(self) -> str:
        """Return "hit", "partial", "missed", or "" for a line without instructions."""
        if not self.executed:
            return ""
        if not any(self.executed):
            return "missed"
        whole = all(self.executed) and all(each.was_true and each.was_false for each in self.branches)
        return "hit" if whole else "partial"


@dataclass(frozen=True, slots=True)
class CoveredSource:
    """A source: a file of the project, or a disassembled logic."""

    name: str
    lines: Sequence[Line]
    path: Path | None = None
    """None for a disassembled logic."""


def sources_of(game: Game, measured: Measured, project: Path | None = None) -> list[CoveredSource]:
    """Return the sources of a game with what was reached: files of the project, and logics that it does not explain."""
    logics = {each.number: each for each in measured.logics}
    found = list(_files(game, logics, project)) if project is not None else []
    return found + [_disassembled(game, each) for each in logics.values()]


def _files(game: Game, logics: dict[int, LogicCoverage], folder: Path) -> Iterator[CoveredSource]:
    """Yield the files of a project; the logics that they explain are taken out of `logics`."""
    project = read_project(folder)
    by_logic: defaultdict[int, list[tuple[int, str]]] = defaultdict(list)
    for (logic, offset), place in sorted(project.places.items()):
        if logic in logics and game.logics[logic] == project.resources[Kind.LOGIC][logic]:
            by_logic[logic].append((offset, place))
    lines: defaultdict[str, dict[int, Line]] = defaultdict(dict)
    for number, places in by_logic.items():
        explained = logics.pop(number)
        for at, executed, branches in _statements(explained, [offset for offset, _ in places]):
            name, _, row = places[at][1].rpartition(":")
            line = lines[name].setdefault(int(row), Line(""))
            line.executed += executed
            line.branches += branches
    for name in sorted(lines):
        path = folder / FOLDERS[Kind.LOGIC][0] / name
        texts = read_source(path).removesuffix("\n").split("\n") if path.is_file() else []
        yield CoveredSource(name, [_with_text(lines[name].get(row), text) for row, text in enumerate(texts, 1)], path)


def _with_text(line: Line | None, text: str) -> Line:
    line = line or Line("")
    line.text = text
    return line


def _disassembled(game: Game, logic: LogicCoverage) -> CoveredSource:
    texts = disassemble(game, logic.number, offsets=True).splitlines()
    found = [_STATEMENT.match(text) for text in texts]
    lines = [Line(match[1] if match else text) for text, match in zip(texts, found, strict=True)]
    starts = [(int(match[2]), line) for match, line in zip(found, lines, strict=True) if match]
    for at, executed, branches in _statements(logic, [offset for offset, _ in starts]):
        starts[at][1].executed += executed
        starts[at][1].branches += branches
    return CoveredSource(f"logic {logic.number}", lines)


def _statements(logic: LogicCoverage, starts: Sequence[int]) -> Iterator[tuple[int, list[bool], list[Branch]]]:
    """Yield the index of each start of a statement with its instructions and branches."""
    executed = _by_start(logic.instructions, starts)
    branches = _by_start({each.offset: each for each in logic.branches}, starts)
    for at in sorted(executed):
        yield at, executed[at], branches.get(at, [])


def _by_start(values: Mapping[int, _Value], starts: Sequence[int]) -> dict[int, list[_Value]]:
    found: defaultdict[int, list[_Value]] = defaultdict(list)
    for offset, value in values.items():
        at = bisect_right(starts, offset) - 1
        if at >= 0:
            found[at].append(value)
    return found


def lcov(sources: Iterable[CoveredSource]) -> str:
    """Return the files among the sources in the form of LCOV (geninfo): lines and branches."""
    return "".join(f"{text}\n" for source in sources if source.path for text in _records(source))


def _records(source: CoveredSource) -> Iterator[str]:
    yield "TN:"
    yield f"SF:{source.path}"
    ways = []
    for row, line in enumerate(source.lines, 1):
        for block, branch in enumerate(line.branches):
            for way, taken in enumerate((branch.was_true, branch.was_false)):
                ways.append(taken)
                reached = any(line.executed)
                yield f"BRDA:{row},{block},{way},{int(taken) if reached else '-'}"
    yield f"BRF:{len(ways)}"
    yield f"BRH:{sum(ways)}"
    hits = [(row, int(any(line.executed))) for row, line in enumerate(source.lines, 1) if line.executed]
    yield from (f"DA:{row},{hit}" for row, hit in hits)
    yield f"LF:{len(hits)}"
    yield f"LH:{sum(hit for _, hit in hits)}"
    yield "end_of_record"
