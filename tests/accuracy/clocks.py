"""What each recorded cycle cost the original on the computers of its time, beside what our counts say it costs.

Sierra's interpreters were run instruction by instruction on a model of the processor, and the clocks of each cycle
noted (`speed/cycles-dev.jsonl.gz` beside the recordings). Here the same runs are played, what their cycles ask for is
counted (`clock_counts.py`), and each count has a price (`clock_prices.json`, written by `clock_fit.py`).
"""

from __future__ import annotations

import gzip
import json
import os
import textwrap
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.accuracy.clock_counts import Counts, counts_of_run
from tests.accuracy.evidence import WIDTH
from tests.accuracy.grid import grid
from tests.accuracy.ground_truth import GroundTruth, Row

COMPUTERS = {"pc": "IBM PC, 4.77 MHz", "pcjr": "PCjr", "tandy": "Tandy 1000", "at": "AT, 8 MHz"}
"""The computers whose clocks are known, all with the routines for EGA."""
NAMED = 0.05
"""Games with a larger error are named."""
PRICES = Path(__file__).with_name("clock_prices.json")
ROWS = "cycles-dev.jsonl.gz"
KIND = "tour"
TRUTHS = ("golden", "golden-versions")

Prices = dict[str, dict[str, float]]


@dataclass(frozen=True, slots=True)
class Cycle:
    """A cycle of the original, and what ours counted in the same one."""

    row: Row
    counts: Counts

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


def recorded_cycles() -> list[Cycle]:
    """Return the cycles whose clocks are known, of a PC with EGA; those in which a window waited only polled."""
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
            if known:
                counts = counts_of_run(run.path, truth.game_of(run), last_cycle=known[-1]["c"])
                found += [Cycle(row, counts[row["c"]]) for row in known if not row.get("blocked")]
    return found


def has_clocks() -> bool:
    """Return whether the rows are there."""
    return (speed_folder() / ROWS).is_file()


def read_prices() -> Prices:
    """Return what each count costs, in clocks, by computer."""
    prices: Prices = json.loads(PRICES.read_text(encoding="utf-8"))["prices"]
    return prices


def clocks(counts: Mapping[str, int], prices: Mapping[str, float]) -> float:
    """Return what is counted in clocks."""
    return sum(prices.get(name, 0) * number for name, number in counts.items())


@dataclass(frozen=True, slots=True)
class ClockError:
    """How far the cycles of a game are off: means of the errors of each, as shares of its clocks."""

    run: tuple[str, str]
    computer: str
    cycles: int
    absolute: float
    bias: float


def errors(cycles: Iterable[Cycle], prices: Prices, computer: str) -> list[ClockError]:
    """Return the errors of each game on a computer."""
    shares: dict[tuple[str, str], list[float]] = defaultdict(list)
    for cycle in cycles:
        shares[cycle.run].append(clocks(cycle.counts, prices[computer]) / cycle.row["work"][computer] - 1)
    return [
        ClockError(run, computer, len(each), sum(map(abs, each)) / len(each), sum(each) / len(each))
        for run, each in sorted(shares.items())
    ]


def rank(found: Sequence[ClockError], share: float) -> float:
    """Return the error that this share of the games does not exceed."""
    ordered = sorted(each.absolute for each in found)
    return ordered[min(int(share * len(ordered)), len(ordered) - 1)]


@dataclass(frozen=True, slots=True)
class Summary:
    """The errors on a computer: of its games without cycles that draw pictures, and the mean of those."""

    computer: str
    games: list[ClockError]
    cycles: int
    pictures: float
    drawn: int


def summaries() -> list[Summary]:
    """Return the errors by computer, those of the prices in the table."""
    cycles, prices = recorded_cycles(), read_prices()
    plain = [cycle for cycle in cycles if not cycle.draws]
    drawing = [cycle for cycle in cycles if cycle.draws and cycle.counts["pictures"]]
    found = []
    for computer in COMPUTERS:
        by_game = errors(drawing, prices, computer)
        mean = sum(each.absolute * each.cycles for each in by_game) / len(drawing)
        found.append(Summary(computer, errors(plain, prices, computer), len(plain), mean, len(drawing)))
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
    return lines


def clocks_section() -> Iterator[str]:
    """Yield the section of the page on accuracy."""
    yield "## Clocks"
    yield ""
    yield from textwrap.wrap(
        "What a cycle cost the original is known from runs of its programs on a model of the processor, whose own error"
        " against printed times of a real PC is 3.4 % in the mean (AT: 15 %, not checked). Here it is computed from"
        " what the same cycles ask of the original's routines. The error of a game is the mean of those of its cycles;"
        " BIOS, DOS and disk are in none of the figures.",
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
        )
        for each in summaries()
    )
    head = ("computer", "cycles", "games", "median", "nine of ten", "worst", "cycles with pictures", "mean error")
    yield from grid(head, rows)
    yield ""


def main() -> None:
    """Print the errors."""
    for line in report(summaries()):
        print(line)


if __name__ == "__main__":
    main()
