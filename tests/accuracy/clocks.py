"""What each recorded cycle cost the original on the computers of its time, beside what the core charges for it.

Sierra's interpreters were run instruction by instruction on a model of the processor, and the clocks of each cycle
noted (`speed/cycles-dev.jsonl.gz` beside the recordings). Here the same runs are played, and the core charges what is
in `agi_emu/data/clock_prices.tsv` (written by `clock_fit.py`).
"""

from __future__ import annotations

import gzip
import json
import os
import textwrap
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from agi_emu.coverage.pace import CLOCKED
from agi_emu.facts.codes import BEATS_PER_SECOND, BEATS_PER_TICK
from tests.accuracy.clock_counts import Counts, clocks_of_run, counts_of_run
from tests.accuracy.evidence import WIDTH
from tests.accuracy.grid import grid
from tests.accuracy.ground_truth import GroundTruth, Row

COMPUTERS = {"pc": "IBM PC, 4.77 MHz", "pcjr": "PCjr", "tandy": "Tandy 1000", "at": "AT, 8 MHz"}
"""The computers whose clocks are known, all with the routines for EGA."""
NAMED = 0.05
"""Games with a larger error are named."""
ROWS, PACES = "cycles-dev.jsonl.gz", "life.jsonl"
FIRST_PACED = 3
"""The first cycle of a run whose pace was measured; those that draw pictures, or in which a window waited, are out."""
KIND = "tour"
TRUTHS = ("golden", "golden-versions")


@dataclass(frozen=True, slots=True)
class Cycle:
    """A cycle of the original, and what ours asked for in it: clocks, or counts where no computer is named."""

    row: Row
    charged: float = 0
    interrupt: int = 0
    """What a timer interrupt costs at its end."""
    counts: Counts = field(default_factory=Counter)

    @property
    def run(self) -> tuple[str, str]:
        """The interpreter and the game."""
        return self.row["interpreter"], self.row["game"]

    @property
    def draws(self) -> bool:
        """Whether it draws a picture."""
        return "picture" in self.row["phases"]


def speed_folder() -> Path:
    """Return the folder of the rows."""
    return Path(os.environ.get("AGI_EMU_SHARED", "../shared")) / "speed"


def recorded_cycles(computer: str = "") -> list[Cycle]:
    """Return the cycles whose clocks are known, of a PC with EGA; those in which a window waited only polled.

    They are charged in clocks of a computer, or counted.
    """
    rows: dict[tuple[str, str], list[Row]] = defaultdict(list)
    with gzip.open(speed_folder() / ROWS, "rt", encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            if row["machine"] == "pc" and row["monitor"] == "ega":
                rows[row["interpreter"], row["game"]].append(row)
    found = []
    for name in TRUTHS:
        folder = speed_folder().with_name(name)
        truth = GroundTruth(folder, folder.with_name("games"))
        for run in truth.runs():
            known = rows.pop((run.interpreter, run.game), []) if run.kind == KIND else []
            known = [row for row in known if not row.get("blocked")]
            if known and computer:
                place, last = truth.game_of(run), known[-1]["c"]
                clocks = clocks_of_run(run.path, place, last_cycle=last, computer=computer)
                found += [Cycle(row, *clocks[row["c"]]) for row in known]
            elif known:
                counts = counts_of_run(run.path, truth.game_of(run), last_cycle=known[-1]["c"])
                found += [Cycle(row, counts=counts[row["c"]]) for row in known]
    return found


def has_clocks() -> bool:
    """Return whether the rows are there."""
    return (speed_folder() / ROWS).is_file()


@dataclass(frozen=True, slots=True)
class ClockError:
    """How far the cycles of a game are off: means of the errors of each, as shares of its clocks."""

    run: tuple[str, str]
    computer: str
    cycles: int
    absolute: float
    bias: float


def errors(cycles: Iterable[Cycle], computer: str) -> list[ClockError]:
    """Return the errors of each game on a computer."""
    shares: dict[tuple[str, str], list[float]] = defaultdict(list)
    for cycle in cycles:
        shares[cycle.run].append(cycle.charged / cycle.row["work"][computer] - 1)
    return [
        ClockError(run, computer, len(each), sum(map(abs, each)) / len(each), sum(each) / len(each))
        for run, each in sorted(shares.items())
    ]


@dataclass(frozen=True, slots=True)
class PaceError:
    """How many cycles per second a run reaches on a computer, beside what the original's reached."""

    run: tuple[str, str]
    ours: float
    theirs: float

    @property
    def share(self) -> float:
        """The error, without a sign."""
        return abs(self.ours / self.theirs - 1)


def pace_errors(cycles: Iterable[Cycle], computer: str) -> list[PaceError]:
    """Return the errors of the pace of each run: a cycle takes its clocks, and as long as v10 asks for at least."""
    beats: dict[tuple[str, str], list[float]] = defaultdict(list)
    for cycle in cycles:
        if cycle.row["c"] >= FIRST_PACED and not cycle.draws:
            clocks = (CLOCKED[computer].units or 0) - cycle.interrupt
            beats[cycle.run].append(max(cycle.charged / clocks, BEATS_PER_TICK * cycle.row["v10"]))
    found = []
    for row in map(json.loads, (speed_folder() / PACES).read_text(encoding="utf-8").splitlines()):
        taken = beats[row["interpreter"], row["game"]]
        if len(taken) != row["cycles"]:
            raise ValueError(f"{row['game']}: {len(taken)} cycles, {PACES} has {row['cycles']}")
        if computer in row:
            pace = BEATS_PER_SECOND * len(taken) / sum(taken)
            found.append(PaceError((row["interpreter"], row["game"]), pace, row[computer]["cps"]))
    return found


def rank(found: Sequence[ClockError], share: float) -> float:
    """Return the error that this share of the games does not exceed."""
    ordered = sorted(each.absolute for each in found)
    return ordered[min(int(share * len(ordered)), len(ordered) - 1)]


@dataclass(frozen=True, slots=True)
class Summary:
    """The errors on a computer: of its games without cycles that draw pictures, the mean of those, and of its paces."""

    computer: str
    games: list[ClockError]
    cycles: int
    pictures: float
    drawn: int
    paces: list[PaceError]

    @property
    def pace(self) -> PaceError | None:
        """The pace that is off by most, if any was measured."""
        return max(self.paces, key=lambda each: each.share, default=None)


def summaries() -> list[Summary]:
    """Return the errors by computer, of what the core charges."""
    found = []
    for computer in COMPUTERS:
        cycles = recorded_cycles(computer)
        plain = [cycle for cycle in cycles if not cycle.draws]
        drawing = [cycle for cycle in cycles if cycle.draws]
        by_game = errors(drawing, computer)
        mean = sum(each.absolute * each.cycles for each in by_game) / len(drawing)
        paces = pace_errors(cycles, computer)
        found.append(Summary(computer, errors(plain, computer), len(plain), mean, len(drawing), paces))
    return found


def report(found: Sequence[Summary]) -> list[str]:
    """Return a line for each computer, and one for each game that is off by more than `NAMED`."""
    lines = []
    for each in found:
        lines.append(
            f"clocks     {each.computer:10}{each.cycles:>8,} cycles, mean error of a game:"
            f" median {rank(each.games, 0.5):.1%}, nine of ten {rank(each.games, 0.9):.1%}, worst"
            f" {rank(each.games, 1):.1%}; {each.drawn} that draw pictures {each.pictures:.1%}"
        )
        lines += [f"{'':21}{' '.join(game.run)}: {game.absolute:.1%}" for game in each.games if game.absolute > NAMED]
        lines += [
            f"{'':21}{' '.join(pace.run)}: {pace.ours:.1f} cycles per second, not {pace.theirs}: {pace.share:.1%}"
            for pace in each.paces
            if pace.share > NAMED or pace is each.pace
        ]
    return lines


def clocks_section() -> Iterator[str]:
    """Yield the section of the page on accuracy."""
    yield "## Clocks"
    yield ""
    yield from textwrap.wrap(
        "What a cycle cost the original is known from runs of its programs on a model of the processor, whose own error"
        " against printed times of a real PC is 3.4 % in the mean (AT: 15 %, not checked). Here is what the core"
        " charges for the same cycles in the budgets of these computers. The error of a game is the mean of those of"
        " its cycles; BIOS, DOS and disk are in none of the figures. The pace of a game is its cycles per second,"
        " waiting for v10 included, beside those of the original (without the first two cycles of a run, those that"
        " draw a picture, and those in which a window waits).",
        WIDTH,
    )
    yield ""
    rows = (
        (
            COMPUTERS[each.computer],
            f"{each.cycles:,}",
            len(each.games),
            *(f"{rank(each.games, share):.1%}" for share in (0.5, 0.9, 1)),
            each.drawn,
            f"{each.pictures:.1%}",
            f"{each.pace.share:.1%} ({' '.join(each.pace.run)})" if each.pace else "not measured",
        )
        for each in summaries()
    )
    head = (
        "computer",
        "cycles",
        "games",
        "median",
        "nine of ten",
        "worst",
        "with pictures",
        "mean error",
        "worst pace",
    )
    yield from grid(head, rows)
    yield ""


def main() -> None:
    """Print the errors."""
    for line in report(summaries()):
        print(line)


if __name__ == "__main__":
    main()
