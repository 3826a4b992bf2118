"""``agi-emu bench``: how fast this computer runs a game."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import click

from agi_emu.cli.options import Output, game_argument, output_options

CYCLES = 1_000
PLAYED_SECONDS = 60
"""Machine time before a frame or a snapshot is measured."""
ROUNDS = 7
ROUND_SECONDS = 0.05
UNITS = (("s", 1.0), ("ms", 1e-3), ("us", 1e-6), ("ns", 1e-9))


@click.command
@game_argument
@output_options
def command(game: Path, output: Output) -> None:
    """Measure how fast GAME runs here, alone and without a window.

    Times are processor time, the median of several rounds and the least. Cycles are the first from power-on, and a
    window that waits is left waiting: each look at the keyboard counts as one then. A frame, a snapshot and the rest
    are measured after a minute of the game's time. The source tree has a suite that compares versions of the program:
    docs/performance.md.
    """
    found = {name: measured(work, count) for name, work, count in works(game)}
    if output.json:
        output.record({name: {"median": median, "least": least} for name, (median, least) in found.items()})
        return
    width = max(map(len, found))
    for name, (median, least) in found.items():
        output.result(f"{name:{width}}{with_unit(median):>11}   least {with_unit(least)}")


def works(path: Path) -> Iterator[tuple[str, Callable[[], object], int]]:
    """Yield what is measured: its name, the work, and how many things that does."""
    from agi_emu.machine.machine import Machine
    from agi_emu.resources import open_game
    from agi_emu.state.progress import Stop

    game = open_game(path)
    until = Stop.CYCLE | Stop.WAITING

    def cycles(*, frames: bool) -> None:
        machine = Machine(game, seed=1)
        for _ in range(CYCLES):
            if machine.advance((), until) & Stop.ENDED:
                break
            assert not frames or machine.frame.pixels

    yield "start", lambda: Machine(open_game(path), seed=1), 1
    yield "cycle with its frame", lambda: cycles(frames=True), CYCLES
    yield "cycle without", lambda: cycles(frames=False), CYCLES
    yield "minute", lambda: Machine(game, seed=1).run(seconds=60), 1
    machine = Machine(game, seed=1)
    machine.run(seconds=PLAYED_SECONDS)
    moment = machine.snapshot()

    def frame() -> None:
        machine.screen.touch()
        assert machine.frame.pixels

    yield "frame", frame, 1
    yield "snapshot", machine.snapshot, 1
    yield "restore", lambda: machine.restore(moment), 1
    yield "digests", machine.digests, 1


def measured(work: Callable[[], object], count: int) -> tuple[float, float]:
    """Return the seconds of processor time of one of `count` things that a piece of work does: median and least."""
    calls, taken = 1, timed(work, 1)
    while taken < ROUND_SECONDS / 4:
        calls *= 4
        taken = timed(work, calls)
    calls = max(1, round(calls * ROUND_SECONDS / taken))
    rounds = [timed(work, calls) / (calls * count) for _ in range(ROUNDS)]
    return statistics.median(rounds), min(rounds)


def timed(work: Callable[[], object], calls: int) -> float:
    """Return the seconds of processor time of so many calls."""
    gc.collect()
    begin = time.process_time()
    for _ in range(calls):
        work()
    return time.process_time() - begin


def with_unit(seconds: float) -> str:
    """Return a time with a fitting unit."""
    unit, size = next(each for each in UNITS if seconds >= each[1] or each is UNITS[-1])
    return f"{seconds / size:.3g} {unit}"
