"""Writes what was reached of a game: as a table, a page, LCOV, or a file to merge later."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from agi_emu.coverage.measure import Count, Measured, measure
from agi_emu.coverage.reached import SUFFIX, Coverage
from agi_emu.coverage.source_lines import CoveredSource, lcov, sources_of
from agi_emu.host_files.drafts import write_whole
from agi_emu.reporting.page import environment
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
    slow: Sequence[str] = ()
    """A sentence about each room that misses its pace on a PC."""

    @classmethod
    def of(cls, game: Game, coverage: Coverage, project: Path | None = None, slow: Sequence[str] = ()) -> Shown:
        """Measure what was reached of a game."""
        return cls(game, coverage, measure(game, coverage), project, slow)

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
        text = lcov(sources) if kind == LCOV else _html(self, sources)
        write_whole(path, text.encode())


def _html(shown: Shown, sources: Sequence[CoveredSource]) -> str:
    """Return the page: one self-contained file."""
    game, measured = shown.game, shown.measured
    missed = {kind: _names(game, kind, numbers) for kind, numbers in measured.missed.items() if numbers}
    words = {
        "counts": measured.counts,
        "slow": shown.slow,
        "missed": missed,
        "messages": _missed_messages(game, measured),
    }
    template = environment().get_template("coverage.html")
    counted = [(source, _count(source)) for source in sources]
    return str(template.render(title=game.title, sources=counted, **words))


def _count(source: CoveredSource) -> Count:
    executed = [each for line in source.lines for each in line.executed]
    return Count(sum(executed), len(executed))


def _names(game: Game, kind: str, numbers: Sequence[int]) -> list[str]:
    """Return word groups as their first words, everything else as numbers."""
    if kind != "words":
        return [str(number) for number in numbers]
    words: dict[int, str] = {}
    for word, group in game.words.entries:
        words.setdefault(group, word)
    return [words.get(number, str(number)) for number in numbers]


def _missed_messages(game: Game, measured: Measured) -> list[tuple[int, int, str]]:
    """Return logic, number and text of the messages that were not shown."""
    found = []
    for logic in measured.logics:
        texts = game.logic(logic.number).messages
        for number, reached in logic.messages.items():
            text = texts[number - 1]
            if not reached and text:
                found.append((logic.number, number, text.decode("cp437")))
    return found
