"""Two threads against one: ``python -m benchmarks.threads [GAME...]``.

Eight machines of each game (zip archives or folders; the demo without any) run for a while in one thread and in two by
turns, and beside it the same for SHA-256 of a large block, which shares nothing and shows what the host has to give.
Printed are medians of the turns: how many times as fast by the clock on the wall, and how much more processor time two
threads take in all. On a busy host the first says little, since both threads together get no more than one would; as
root ``chrt --fifo 10`` before the command lets it run before everything else for the few seconds that it takes.
"""

from __future__ import annotations

import hashlib
import statistics
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from agi_emu import Machine, open_game, run_many
from agi_emu.data import demo_path

TURNS = 7
MACHINES = 8
BLOCK = bytes(1 << 25)
TURN_SECONDS = 0.8
"""What one thread should take for a turn: long beside the starting of threads and the wait for the last machine."""


def timed(work: Callable[[int], object], threads: int) -> tuple[float, float]:
    """Return the seconds on the wall and of the processors of a piece of work in so many threads."""
    wall, processor = time.perf_counter(), time.process_time()
    work(threads)
    return time.perf_counter() - wall, time.process_time() - processor


def digest(threads: int) -> None:
    """Make two digests, which lets go of the interpreter lock."""
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(lambda block: hashlib.sha256(block).digest(), [BLOCK, BLOCK]))


def gains(*works: Callable[[int], object]) -> list[tuple[float, float]]:
    """Return for each work how much faster two threads are, and how much more of the processors they need."""
    found: list[list[tuple[float, float]]] = [[] for _ in works]
    for _ in range(TURNS):
        for work, ratios in zip(works, found, strict=True):
            (one, one_busy), (two, two_busy) = timed(work, 1), timed(work, 2)
            ratios.append((one / two, two_busy / one_busy))
    return [
        (statistics.median(gain for gain, _ in each), statistics.median(cost for _, cost in each)) for each in found
    ]


def play(machines: list[Machine], ticks: int, threads: int) -> None:
    """Run all machines for so many ticks."""
    run_many(machines, ticks, threads=threads)


def main(paths: list[Path]) -> None:
    """Print a line for each game."""
    for path in paths:
        game = open_game(path)
        machines = [Machine(game, seed=seed) for seed in range(1, MACHINES + 1)]
        ticks = 100
        while timed(partial(play, machines, ticks), 1)[0] < TURN_SECONDS:
            ticks *= 2
        (host, _), (gain, cost) = gains(digest, partial(play, machines, ticks))
        print(
            f"{path.stem:10} {ticks:7} ticks of {MACHINES} machines: {gain:.2f} times as fast in two threads,"
            f" {cost - 1:+.0%} processor time (SHA-256: {host:.2f} times as fast)"
        )


if __name__ == "__main__":
    main([Path(argument) for argument in sys.argv[1:]] or [demo_path()])
