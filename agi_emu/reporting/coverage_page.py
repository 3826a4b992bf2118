"""Writes the page about what plays have reached of a game: one self-contained file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from agi_emu.host_files.drafts import write_whole
from agi_emu.reporting.page import environment

if TYPE_CHECKING:
    from agi_emu.coverage.measure import Count, Measured
    from agi_emu.coverage.source_lines import CoveredSource
    from agi_emu.resources.game import Game


@dataclass(frozen=True, slots=True)
class _Missed:
    kind: str
    names: Sequence[str]


def write_coverage_page(path: Path, game: Game, measured: Measured, sources: Sequence[CoveredSource]) -> None:
    """Write the page."""
    write_whole(path, coverage_html(game, measured, sources).encode())


def coverage_html(game: Game, measured: Measured, sources: Sequence[CoveredSource]) -> str:
    """Return the page."""
    missed = [_Missed(kind, _names(game, kind, numbers)) for kind, numbers in measured.missed.items() if numbers]
    page: str = (
        environment()
        .get_template("coverage.html")
        .render(
            title=game.title,
            counts=measured.counts,
            missed=missed,
            messages=_missed_messages(game, measured),
            sources=[(source, _count(source)) for source in sources],
        )
    )
    return page


def _count(source: CoveredSource) -> Count:
    from agi_emu.coverage.measure import Count

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
