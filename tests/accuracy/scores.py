"""Holds the counts for a table of values, and for a recorded run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

DETAILS = 20
"""Differences kept for one part of a table."""
ALL = "all"
"""The interpreter of sums over all of them."""
PROBE = "probe"
"""The kind of recordings of small games, each made for one question; the other kinds are of whole games."""
GAMES = "games"
"""The kind of sums over everything but probes."""


@dataclass(slots=True)
class TableScore:
    """How many values of a table, or of its part for one game, equal the original's."""

    table: str
    interpreter: str
    game: str = ""
    checked: int = 0
    equal: int = 0
    unclaimed: int = 0
    """Rows without ground truth: the original or its recorder failed there."""
    different: list[str] = field(default_factory=list)
    """One line for each difference, at most `DETAILS`."""

    def take(self, is_equal: bool, what: str) -> None:
        """Count one value; `what` names it if it differs."""
        self.checked += 1
        if is_equal:
            self.equal += 1
        elif len(self.different) < DETAILS:
            self.different.append(f"{self.game} {what}".lstrip())

    def add(self, other: TableScore) -> None:
        """Add another part of the same table."""
        self.checked += other.checked
        self.equal += other.equal
        self.unclaimed += other.unclaimed
        self.different += other.different


@dataclass(slots=True)
class RunScore:
    """How a recorded run compares, cycle by cycle."""

    kind: str
    name: str
    game: str
    interpreter: str
    machine: str = ""
    """The computer: pc, pcjr, tandy; empty where the recording could not be read."""
    recorded: int = 0
    """Records that the recording has."""
    equal: int = 0
    """Records equal in every compared field, including those after a difference."""
    equal_until: int = 0
    """Records before the first that differs."""
    fields: Counter[str] = field(default_factory=Counter)
    """Field -> records equal in it."""
    end_is_equal: bool = True
    masked: Counter[str] = field(default_factory=Counter)
    savegame_is_equal: bool | None = None
    """Whether the savegame of the run equals the original's; None if none was recorded."""
    first: str = ""
    """The first difference in words; empty if there is none."""
    known: str = ""
    """Why this run is known to differ; empty where that is not known."""

    @property
    def is_equal(self) -> bool:
        """True if every record, the end and the savegame equal the original's."""
        return self.equal == self.recorded and self.end_is_equal and self.savegame_is_equal is not False


@dataclass(frozen=True, slots=True)
class Uncompared:
    """A part that could not be compared: its game or its recording is missing or unreadable."""

    kind: str
    name: str
    """What was not compared: ``tour/ltec``, ``pictures of ltec``."""
    why: str


@dataclass(slots=True)
class RunTotals:
    """Sums over the runs of a kind that were recorded from one interpreter."""

    kind: str
    """Empty for all kinds, `GAMES` for all but probes."""
    interpreter: str
    """`ALL` for all interpreters."""
    runs: int = 0
    equal_runs: int = 0
    recorded: int = 0
    equal: int = 0
    equal_until: int = 0
    savegames: int = 0
    equal_savegames: int = 0
    fields: Counter[str] = field(default_factory=Counter)
    masked: Counter[str] = field(default_factory=Counter)

    def add(self, score: RunScore) -> None:
        """Add a run."""
        self.runs += 1
        self.equal_runs += score.is_equal
        self.recorded += score.recorded
        self.equal += score.equal
        self.equal_until += score.equal_until
        self.savegames += score.savegame_is_equal is not None
        self.equal_savegames += score.savegame_is_equal is True
        self.fields.update(score.fields)
        self.masked.update(score.masked)


@dataclass(slots=True)
class Accuracy:
    """All counts."""

    tables: list[TableScore] = field(default_factory=list)
    """One for each part: the rows of a game in a table."""
    runs: list[RunScore] = field(default_factory=list)
    uncompared: list[Uncompared] = field(default_factory=list)

    def add(self, score: TableScore | RunScore | Uncompared) -> None:
        """Add the score of a part."""
        match score:
            case TableScore():
                self.tables.append(score)
            case RunScore():
                self.runs.append(score)
            case Uncompared():
                self.uncompared.append(score)

    @property
    def is_exact(self) -> bool:
        """True if everything was compared and nothing differs, known or not."""
        return not (self.uncompared or self.has_differences or self.known_differences())

    @property
    def has_differences(self) -> bool:
        """True if something that was compared differs, and is not known to."""
        is_table_equal = all(score.equal == score.checked for score in self.tables)
        return not (is_table_equal and all(run.is_equal or run.known for run in self.runs))

    def differences(self) -> list[str]:
        """Return what differs and is not known to, one line each."""
        lines = [f"{part.interpreter} {part.table}: {words}" for part in self.tables for words in part.different]
        return lines + [f"{run.name}: {run.first}" for run in self.runs if not (run.is_equal or run.known)]

    def known_differences(self) -> dict[str, str]:
        """Return what is known to differ: a line for each run -> the reason."""
        return {f"{run.name}: {run.first}": run.known for run in self.runs if run.known and not run.is_equal}

    def reasons(self) -> dict[str, list[str]]:
        """Return why parts could not be compared: reason -> their names."""
        names: dict[str, list[str]] = {}
        for part in self.uncompared:
            names.setdefault(part.why, []).append(part.name)
        return names

    def table_totals(self) -> list[TableScore]:
        """Return the sums of each interpreter's tables: interpreters from old to new, tables as first met."""
        totals: dict[tuple[str, str], TableScore] = {}
        for part in self.tables:
            key = part.interpreter, part.table
            totals.setdefault(key, TableScore(part.table, part.interpreter)).add(part)
        return sorted(totals.values(), key=lambda total: total.interpreter)

    def run_totals(self) -> list[RunTotals]:
        """Return the sums of each interpreter's kinds of runs: interpreters from old to new, kinds as first met."""
        totals: dict[tuple[str, str], RunTotals] = {}
        for run in self.runs:
            key = run.interpreter, run.kind
            totals.setdefault(key, RunTotals(run.kind, run.interpreter)).add(run)
        return sorted(totals.values(), key=lambda total: total.interpreter)

    def interpreter_totals(self) -> list[RunTotals]:
        """Return the sums of all runs of each interpreter, oldest first."""
        totals: dict[str, RunTotals] = {}
        for run in self.runs:
            totals.setdefault(run.interpreter, RunTotals("", run.interpreter)).add(run)
        return [totals[name] for name in sorted(totals)]

    def grand_total(self) -> RunTotals:
        """Return the sums of all runs."""
        return self._sum("", self.runs)

    def sums(self) -> list[RunTotals]:
        """Return the sums over all interpreters: of games and of probes, where there are both, then of all runs."""
        probes = [run for run in self.runs if run.kind == PROBE]
        games = [run for run in self.runs if run.kind != PROBE]
        parts = [self._sum(GAMES, games), self._sum(PROBE, probes)] if games and probes else []
        return [*parts, self.grand_total()]

    def _sum(self, kind: str, runs: Iterable[RunScore]) -> RunTotals:
        total = RunTotals(kind, ALL)
        for run in runs:
            total.add(run)
        return total
