"""Writes what was reached of a game: as a table, a page, LCOV, or a file to merge later."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from agi_emu.coverage.measure import measure
from agi_emu.coverage.reached import SUFFIX, Coverage
from agi_emu.coverage.source_lines import lcov, sources_of
from agi_emu.host_files.drafts import write_whole
from agi_emu.reporting.coverage_page import write_coverage_page

if TYPE_CHECKING:
    from agi_emu.coverage.measure import Measured
    from agi_emu.resources.game import Game

PAGE, LCOV = ".html", ".info"
SUFFIXES = (SUFFIX, PAGE, LCOV)
"""Endings of the files that can be written."""


def why_not(path: Path, sources: Path | None, option: str) -> str:
    """Return why a file cannot be written; empty if it can. `option` is the one that names the sources."""
    kind = path.suffix.lower()
    if kind not in SUFFIXES:
        return f"{path} must end in one of {', '.join(SUFFIXES)}"
    if kind == LCOV and sources is None:
        return f"{path}: LCOV is about source files; give the project folder of the game with {option}"
    return ""


@dataclass(frozen=True, slots=True)
class Shown:
    """What was reached of a game, ready to be shown."""

    game: Game
    coverage: Coverage
    measured: Measured
    project: Path | None = None
    """The folder of the game's sources."""

    @classmethod
    def of(cls, game: Game, coverage: Coverage, project: Path | None = None) -> Shown:
        """Measure what was reached of a game."""
        return cls(game, coverage, measure(game, coverage), project)

    @property
    def percent(self) -> float:
        """The share of the instructions that was reached."""
        return self.measured.counts["instructions"].percent

    @property
    def table(self) -> list[str]:
        """The table, line by line."""
        rows = [f"{'':12} {'reached':>8} {'of':>8} {'%':>6}"]
        counts = self.measured.counts.items()
        return rows + [f"{kind:12} {each.reached:8} {each.total:8} {each.percent:6.1f}" for kind, each in counts]

    def write(self, path: Path, kind: str) -> None:
        """Write a file of the kind that one of `SUFFIXES` names."""
        if kind == SUFFIX:
            self.coverage.save(path)
            return
        sources = sources_of(self.game, self.measured, self.project)
        if kind == LCOV:
            write_whole(path, lcov(sources).encode())
        else:
            write_coverage_page(path, self.game, self.measured, sources)
