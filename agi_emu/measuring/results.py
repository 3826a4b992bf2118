"""Stores the results of benchmark runs in files, and computes ratios between two of them.

On noisy processors, times of different minutes are hard to compare. So a fixed piece of work, the pace, is timed right
before and after each case, and cases are compared in units of it. The suite runs several times, every case once in each
pass, so that a slow minute affects all cases alike.
"""

from __future__ import annotations

import json
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from agi_emu.facts.errors import AgiError
from agi_emu.host_files.drafts import write_whole

FORMAT = 1
REFERENCE_PACE = 0.00056
"""Seconds of the fixed piece of work on the computer of docs/performance.md, for limits in seconds."""


class ResultsError(AgiError):
    """A file of results cannot be read."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A case in one pass; times in seconds."""

    minimum: float
    median: float
    pace: float
    """Time of the fixed piece of work beside it."""
    limit: float | None = None
    """What the documents promise, on a computer of `REFERENCE_PACE`."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A case over all passes."""

    minimum: float
    """Seconds: the shortest time of all, the least disturbed one."""
    median: float
    """Seconds: the median of the passes' medians."""
    least_pace: float
    """The shortest time in units of the shortest pace."""
    pace: float
    """The median in units of the pace."""
    spread: float
    """Spread of the passes: largest minus smallest median, as a fraction of the median, in units of the pace."""
    limit: float | None = None
    """Seconds that the documents promise, on a computer of `REFERENCE_PACE`."""

    @classmethod
    def of(cls, samples: Sequence[Sample]) -> Figure:
        """Sum up the passes of a case."""
        paced = [sample.median / sample.pace for sample in samples]
        middle = statistics.median(paced)
        return cls(
            min(sample.minimum for sample in samples),
            statistics.median(sample.median for sample in samples),
            min(sample.minimum for sample in samples) / min(sample.pace for sample in samples),
            middle,
            (max(paced) - min(paced)) / middle,
            samples[0].limit,
        )

    @property
    def is_over_limit(self) -> bool:
        """Whether even the shortest time is longer than promised; a slower computer has more time in proportion."""
        return self.limit is not None and self.least_pace * REFERENCE_PACE > self.limit


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
        raise ResultsError(f"{path}: no such run; make one with agi-emu bench --save NAME")
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


@dataclass(frozen=True, slots=True)
class Ratio:
    """How many times faster a case is now than before, in units of the pace."""

    minimum: float
    """By the shortest times: the surest sign of a change of the program."""
    median: float

    @classmethod
    def of(cls, before: Figure, now: Figure) -> Ratio:
        """Compare a case of two runs."""
        return cls(before.least_pace / now.least_pace, before.pace / now.pace)


def ratios(before: Results, now: Results) -> dict[str, Ratio]:
    """Return the ratios of the cases that both runs have, in the order of the newer one."""
    return {
        case: Ratio.of(before.figures[case], figure) for case, figure in now.figures.items() if case in before.figures
    }


def slower(before: Results, now: Results, percent: float) -> list[str]:
    """Return the cases that are slower by more than `percent`, by the median and by the shortest time as well."""
    limit = 1 / (1 + percent / 100)
    return [case for case, ratio in ratios(before, now).items() if max(ratio.minimum, ratio.median) < limit]
