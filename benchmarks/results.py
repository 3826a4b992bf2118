"""Stores the results of benchmark runs in files, and computes ratios between two of them.

On noisy processors, times of different minutes are hard to compare. So a fixed piece of work, the pace, is timed beside
each round, and cases are compared in units of it.
"""

from __future__ import annotations

import json
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from agi_emu.facts.errors import AgiError
from agi_emu.host_files.drafts import write_whole

FORMAT = 2
REFERENCE_PACE = 0.00056
"""Seconds of the fixed piece of work on the computer of docs/performance.md, for limits in seconds."""


BYTES = (("GiB", 2.0**30), ("MiB", 2.0**20), ("KiB", 2.0**10))
SECONDS = (("s", 1.0), ("ms", 1e-3), ("us", 1e-6))


class ResultsError(AgiError):
    """A file of results cannot be read."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A case over all rounds; in seconds, or bytes."""

    least: float
    """The least disturbed round."""
    median: float
    pace: float
    """The median in units of the pace."""
    least_pace: float
    """The least in units of the shortest pace."""
    spread: float
    """The middle half of the rounds: how far it reaches, as a fraction of the median."""
    is_bytes: bool = False
    limit: float | None = None
    """What the documents promise, on a computer of `REFERENCE_PACE`."""

    @classmethod
    def of(
        cls, values: Sequence[float], paces: Sequence[float], is_bytes: bool = False, limit: float | None = None
    ) -> Figure:
        """Sum up the rounds of a case."""
        middle = statistics.median(values)
        low, _, high = statistics.quantiles(values, n=4) if len(values) > 1 else (middle,) * 3
        return cls(
            min(values),
            middle,
            statistics.median(value / pace for value, pace in zip(values, paces, strict=True)),
            min(values) / min(paces),
            (high - low) / middle,
            is_bytes,
            limit,
        )

    @property
    def is_over_limit(self) -> bool:
        """Whether even the least is more than promised; a slower computer has more time in proportion."""
        return self.limit is not None and self.least_pace * (1 if self.is_bytes else REFERENCE_PACE) > self.limit

    def __str__(self) -> str:
        return with_unit(self.median, is_bytes=self.is_bytes)


@dataclass(frozen=True, slots=True)
class Results:
    """A run of the suite."""

    name: str
    when: str
    """Date and time, ISO."""
    figures: Mapping[str, Figure]
    """By case."""

    def save(self, folder: Path) -> Path:
        """Write a file of this run's name."""
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{self.name}.json"
        figures = {case: asdict(figure) for case, figure in self.figures.items()}
        data = {"format": FORMAT, "name": self.name, "when": self.when, "figures": figures}
        write_whole(path, json.dumps(data, indent=1).encode())
        return path


def load(path: Path) -> Results:
    """Read a saved run."""
    if not path.is_file():
        raise ResultsError(f"{path}: no such run; make one with python -m benchmarks --save NAME")
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        if data["format"] != FORMAT:
            raise ResultsError(f"{path}: has format {data['format']}, but this program reads format {FORMAT}")
        figures = {case: Figure(**figure) for case, figure in data["figures"].items()}
        return Results(data["name"], data["when"], figures)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise ResultsError(f"{path} is not a run of the benchmarks ({error})") from error


def history(folder: Path) -> list[Results]:
    """Return all saved runs, the oldest first."""
    return sorted((load(path) for path in folder.glob("*.json")), key=lambda run: run.when)


def changes(before: Results, now: Results) -> dict[str, float]:
    """Return by which part of itself the figure of each case has grown, in units of the pace.

    Of median and least the smaller change counts: a disturbed run spoils one of them more often than both.
    """
    return {
        case: min(figure.pace / old.pace, figure.least_pace / old.least_pace) - 1
        for case, figure in now.figures.items()
        if (old := before.figures.get(case)) is not None
    }


def with_unit(value: float, *, is_bytes: bool = False) -> str:
    """Return seconds or bytes with a fitting unit."""
    for unit, size in BYTES if is_bytes else SECONDS:
        if value >= size:
            return f"{value / size:.3g} {unit}"
    return f"{value:.3g} B" if is_bytes else f"{value / 1e-9:.3g} ns"
