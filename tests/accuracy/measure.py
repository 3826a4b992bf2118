"""Checks every part of the ground truth, on several processors."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agi_emu.facts.errors import AgiError, RecordingError
from agi_emu.facts.witnesses import RECORDED_WITH
from tests.accuracy.ground_truth import TABLES, GroundTruth, RecordedRun, in_order
from tests.accuracy.runs import check_run
from tests.accuracy.scores import Accuracy, RunScore, TableScore, Uncompared
from tests.accuracy.tables import check

LISTS_ONLY_DIFFERENCES = ("pictures",)
"""Tables that hold, for interpreters other than that of the whole table, only rows that differ from it."""
COST_OF_ROW = {"pictures": 10, "views": 10, "scenes": 150, "windows": 5, "parse": 200, "sounds": 500}
"""Work of a row, in cycles of a recorded run; used only to start with what takes longest."""


@dataclass(frozen=True, slots=True)
class Part:
    """One task of a worker: the rows of a game in a table, or a recorded run."""

    truth: GroundTruth
    kind: str
    interpreter: str
    game: str
    rows: tuple[Any, ...] = ()
    run: RecordedRun | None = None
    damage: str = ""
    """Why a table cannot be read; empty if it can."""

    @property
    def name(self) -> str:
        """Its name in the list of what could not be compared."""
        if self.run is not None:
            return self.run.name
        table = self.kind if self.interpreter == RECORDED_WITH else f"{self.interpreter} {self.kind}"
        return f"{table} of {self.game}" if self.game else table

    @property
    def place(self) -> Path | None:
        """The path of its game, None if it needs none; GameError or RecordingError if something is missing."""
        if self.run is not None:
            return self.truth.game_of(self.run)
        return self.truth.game(self.game) if self.game else None

    @property
    def cost(self) -> int:
        """Approximate duration."""
        return self.run.cycles if self.run else COST_OF_ROW.get(self.kind, 1) * len(self.rows)


Score = TableScore | RunScore | Uncompared


def parts_of(truths: Sequence[GroundTruth], kinds: Sequence[str]) -> Iterator[Part]:
    """Yield everything to check, in the order of the report."""
    for kind in kinds:
        for truth in truths:
            if kind in TABLES:
                for interpreter in truth.interpreters(kind):
                    yield from _parts_of_table(truths, truth, kind, interpreter)
            else:
                yield from (part_of_run(truth, run) for run in truth.runs() if run.kind == kind)


def part_of_run(truth: GroundTruth, run: RecordedRun) -> Part:
    """Return the part that checks a recorded run."""
    return Part(truth, run.kind, run.interpreter, run.game, run=run)


def _parts_of_table(truths: Sequence[GroundTruth], truth: GroundTruth, table: str, interpreter: str) -> Iterator[Part]:
    try:
        groups = truth.groups(table, interpreter)
        if table in LISTS_ONLY_DIFFERENCES and interpreter != RECORDED_WITH:
            groups = _completed(truths, table, groups)
    except RecordingError as error:
        yield Part(truth, table, interpreter, "", damage=str(error))
        return
    for game, rows in groups.items():
        yield Part(truth, table, interpreter, game, rows=tuple(rows))


def _completed(truths: Sequence[GroundTruth], table: str, groups: dict[str, list[Any]]) -> dict[str, list[Any]]:
    """Return the rows of a table that lists only differences, merged with those of the whole one if given."""
    whole = next((truth for truth in truths if RECORDED_WITH in truth.interpreters(table)), None)
    if whole is None:
        return groups
    completed = dict(groups)
    for game, rows in whole.groups(table).items():
        listed = {row.get("pic"): row for row in groups.get(game, ())}
        completed[game] = [listed.get(row.get("pic"), row) for row in rows]
    return completed


def kinds_of(truths: Sequence[GroundTruth]) -> list[str]:
    """Return the tables and kinds of recordings of all folders, in the order of a report."""
    return in_order({kind for truth in truths for kind in truth.kinds()})


def check_part(part: Part, *, place: Path | None = None) -> Score:
    """Check a part; report what cannot be compared or breaks the program, without ending the other parts.

    `place` is the path of its game, if that is not where the ground truth says.
    """
    if part.damage:
        return Uncompared(part.kind, part.name, part.damage)
    try:
        place = place or part.place
        if part.run is None:
            return check(place, part.kind, part.game, part.rows, interpreter=part.interpreter)
        assert place is not None
        return check_run(place, part.run)
    except AgiError as error:
        return Uncompared(part.kind, part.name, str(error))
    except OSError as error:
        return Uncompared(part.kind, part.name, f"{error.filename} cannot be read: {error.strerror}")
    except Exception as error:
        return broken(part, f"the program failed: {error!r}")


def check_parts(parts: Iterable[Part]) -> Accuracy:
    """Check parts one after the other, here: a page has no workers."""
    accuracy = Accuracy()
    for part in parts:
        accuracy.add(check_part(part))
    return accuracy


def broken(part: Part, words: str) -> TableScore | RunScore:
    """Return the score of a part in which nothing is equal."""
    if part.run is not None:
        run = part.run
        return RunScore(part.kind, run.name, part.game, run.interpreter, recorded=run.cycles + 1, first=words)
    score = TableScore(part.kind, part.interpreter, part.game)
    for _ in part.rows or (part,):
        score.take(False, words)
    return score
