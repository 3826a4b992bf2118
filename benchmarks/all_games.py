"""Cycles per second of every game, with its frame and without: ``python -m benchmarks.all_games [FOLDER]``.

Each game of the folder (the shared one without) runs 2,000 cycles from boot, or until its logics hang, again and again
for a tenth of a second of processor time. Enter and Esc answer what waits, and a game that ends is switched on again.
Printed are the least, the quartiles and the most, and the five slowest games, with what a cycle of them takes.

``--against TREE`` measures also the program in another folder, built there, and prints the quartiles of the ratios. The
two take turns, three for each game and way, and the median counts.
"""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import time
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path

from agi_emu import Game, Key, Machine, Stop, open_game
from agi_emu.facts.codes import Key as KeyWord
from agi_emu.facts.errors import AgiError

CYCLES = 2_000
MOST_STOPS = 10_000
ROUNDS = 3
LEAST_SECONDS = 0.1
"""Some systems count processor time in steps of ten milliseconds."""
STOPS_BETWEEN_LOOKS = 16
LONGEST = 20
"""Seconds of processor time after which a process is ended: older programs do not come back from logics that hang."""
SLOWEST = 5
WAYS = ("with frames", "without frames")
ROOT = Path(__file__).resolve().parents[1]
UNTIL = Stop.CYCLE | Stop.WAITING
CYCLE, WAITING, ENDED = int(Stop.CYCLE), int(Stop.WAITING), int(Stop.ENDED)
ANSWERS = ((Key(KeyWord.ENTER),), (Key(KeyWord.ENTER),), (Key(KeyWord.ESC),))

Rates = dict[str, tuple[float, ...]]
"""By game: cycles per second, with frames and without."""


def run(game: Game, *, with_frame: bool) -> tuple[int, float]:
    """Run `CYCLES` cycles, or those of `MOST_STOPS` stops; return how many, and the seconds without any."""
    cycles = stops = 0
    looked = time.process_time()
    machine: Machine | None = None
    events: tuple[Key, ...] = ()
    while cycles < CYCLES and stops < MOST_STOPS:
        machine = machine or Machine(game, seed=1)
        stop = int(machine.advance(events, UNTIL))
        if with_frame:
            assert machine.frame.pixels
        stops += 1
        cycles += stop & CYCLE != 0
        if not stops % STOPS_BETWEEN_LOOKS:
            looked = time.process_time()
        events = ANSWERS[stops % len(ANSWERS)] if stop & WAITING else ()
        if stop & ENDED:
            machine = None
        elif not stop & (CYCLE | WAITING):
            # Ten minutes of the game without a cycle.
            return cycles, time.process_time() - looked
    return cycles, 0.0


def rate(game: Game, *, with_frame: bool) -> float:
    """Return cycles per second, over as many runs as it takes."""
    run(game, with_frame=with_frame)  # imports what is imported when it is needed
    cycles, lost, spent = 0, 0.0, 0.0
    begin = time.process_time()
    while spent < LEAST_SECONDS:
        more, hung = run(game, with_frame=with_frame)
        cycles += more
        lost += hung
        spent = time.process_time() - begin
    return max(cycles, 1) / (spent - lost)


def rates_of(path: Path, tree: Path) -> tuple[float, float] | None:
    """Return the rates of a game in the program of a folder, in a process of its own; None where it cannot be run."""
    environment = {**os.environ, "PYTHONPATH": str(tree)}
    command = [sys.executable, __file__, "--one", str(path)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    if done.returncode:
        why = done.stderr.strip().splitlines()[-1:] or [f"ended by signal {-done.returncode}"]
        print(f"{path.name} in {tree} is left out: {why[0]}", file=sys.stderr)
        return None
    with_frames, without = map(float, done.stdout.split())
    return with_frames, without


def medians(rates: Sequence[tuple[float, float]]) -> tuple[float, ...]:
    """Return the median of each way."""
    return tuple(statistics.median(way) for way in zip(*rates, strict=True))


def show(title: str, rates: Rates) -> None:
    """Print quartiles and the slowest games."""
    for way, what in enumerate(WAYS):
        each = {name: pair[way] for name, pair in rates.items()}
        quartiles = (min(each.values()), *statistics.quantiles(each.values(), n=4), max(each.values()))
        print(f"{title}: {len(each)} games, {what}: {' '.join(f'{rate:,.0f}' for rate in quartiles)} cycles/s")
        for name in sorted(each, key=each.__getitem__)[:SLOWEST]:
            print(f"  {name}: {each[name]:,.0f} cycles/s, {1e6 / each[name]:.1f} us each")


def main() -> None:
    """Print the table."""
    parser = ArgumentParser(description=__doc__)
    shared = Path(os.environ.get("AGI_EMU_SHARED") or ROOT.parent / "shared")
    parser.add_argument("folder", nargs="?", type=Path, default=shared / "games")
    parser.add_argument("--against", type=Path, metavar="TREE")
    parser.add_argument("--one", action="store_true", help="print the rates of one game")
    arguments = parser.parse_args()
    if arguments.one:
        resource.setrlimit(resource.RLIMIT_CPU, (LONGEST, LONGEST))
        try:
            game = open_game(arguments.folder)
        except AgiError as error:
            sys.exit(str(error))
        for with_frame in (True, False):
            print(rate(game, with_frame=with_frame))
        return
    now: Rates = {}
    before: Rates = {}
    for path in sorted(arguments.folder.glob("*.zip")):
        found: list[tuple[float, float]] = []
        other: list[tuple[float, float]] = []
        for _ in range(ROUNDS):
            for tree, rates in ((ROOT, found), (arguments.against, other)):
                measured = rates_of(path, tree) if tree else None
                rates += [measured] if measured else []
        if found and (other or not arguments.against):
            now[path.stem], before[path.stem] = medians(found), medians(other)
    show("now", now)
    if arguments.against:
        show("before", before)
        for way, what in enumerate(WAYS):
            ratios = {name: now[name][way] / before[name][way] for name in now}
            quartiles = (min(ratios.values()), *statistics.quantiles(ratios.values(), n=4), max(ratios.values()))
            print(f"now / before, {what}: {' '.join(f'{ratio:.2f}' for ratio in quartiles)}")
            for name in sorted(ratios, key=ratios.__getitem__)[:SLOWEST]:
                print(f"  {name}: {ratios[name]:.2f}")


if __name__ == "__main__":
    main()
