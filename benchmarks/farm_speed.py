"""Measure what a farm costs beside plain processes: ``python -m benchmarks.farm_speed``.

Two workers and two plain processes compare the same recordings by turns. First both are running already, and keep no
results: that is the steady state. Then whole commands are measured, from start to table, which keep theirs: one
``agi-emu farm compare``, and two ``agi-emu compare`` with half of the recordings each. Processor time is that of all
processes together; figures are medians of the rounds, with the lowest and the highest. For Linux.
"""

from __future__ import annotations

import argparse
import ctypes
import multiprocessing
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from agi_emu.checking.check import Check, check
from agi_emu.checking.workers import run_batch
from agi_emu.farm.comparing import compare_jobs
from agi_emu.farm.dask_pool import DaskPool, cluster_client
from agi_emu.farm.farm import do_jobs
from agi_emu.farm.games import Games
from agi_emu.farm.job import Work, source_digest
from benchmarks.trials.killed_farm import make_recordings

HALVES = 2
"""Workers, and plain processes."""
PLAIN_BATCH = 50
"""Recordings after which a plain process looks up, as a worker does after a second."""
PR_SET_CHILD_SUBREAPER = 36
"""The number by which Linux is asked for that."""


class Spent(NamedTuple):
    """What it took to compare recordings."""

    seconds: float
    """By the clock on the wall."""
    processor: float
    """Seconds of processors."""
    workers: float = 0.0
    """Those among them that the workers of a farm took."""


def _plain(paths: Sequence[Path], orders: Any, answers: Any) -> None:
    """Compare recordings whenever it is asked for, and answer with the processor time."""
    while orders.get():
        began = time.process_time()
        for first in range(0, len(paths), PLAIN_BATCH):
            run_batch(check, paths[first : first + PLAIN_BATCH])
        answers.put(time.process_time() - began)


class Plain:
    """Processes that do nothing but compare."""

    def __init__(self, paths: Sequence[Path]) -> None:
        """Start them."""
        context = multiprocessing.get_context("spawn")
        self._answers = context.Queue()
        self._orders = [context.Queue() for _ in range(HALVES)]
        for number, orders in enumerate(self._orders):
            half = paths[number::HALVES]
            context.Process(target=_plain, args=(half, orders, self._answers), daemon=True).start()

    def compare(self) -> Spent:
        """Compare all recordings."""
        began = time.perf_counter()
        for each in self._orders:
            each.put(True)
        processor = sum(self._answers.get() for _ in self._orders)
        return Spent(time.perf_counter() - began, processor)


def farmed(client: Any, paths: Sequence[Path]) -> Spent:
    """Compare all recordings on a farm; its scheduler is in this process."""
    games, work = Games(), Work(source_digest())
    workers = sum(client.run(time.process_time).values())
    began, here = time.perf_counter(), time.process_time()
    pool = DaskPool(client, work, games.packed)
    do_jobs(compare_jobs(paths, Check(), games), len(paths), pool, work, None, lambda *_: None)
    seconds, here = time.perf_counter() - began, time.process_time() - here
    workers = sum(client.run(time.process_time).values()) - workers
    return Spent(seconds, here + workers, workers)


def whole(*commands: Sequence[str]) -> Spent:
    """Run commands of the program at once, with an empty cache."""
    context = multiprocessing.get_context("spawn")
    answers = context.Queue()
    process = context.Process(target=_whole, args=(commands, answers))
    process.start()
    spent: Spent = answers.get()
    process.join()
    return spent


def _whole(commands: Sequence[Sequence[str]], answers: Any) -> None:
    """Run commands in a process that all they start belongs to, also when it outlives them."""
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, "XDG_CACHE_HOME": cache}
        quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "env": environment}
        began = time.perf_counter()
        started = [subprocess.Popen([sys.executable, "-m", "agi_emu", *words], **quiet) for words in commands]
        for process in started:
            process.wait()
        seconds = time.perf_counter() - began
        with suppress(ChildProcessError):
            while True:
                os.wait()
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    answers.put(Spent(seconds, used.ru_utime + used.ru_stime))


def copies(paths: Sequence[Path], folder: Path, count: int) -> list[str]:
    """Write so many different recordings into a folder for each plain process, and return these."""
    folders = [folder / str(half) for half in range(HALVES)]
    for each in folders:
        each.mkdir(parents=True)
    for number in range(count):
        first, _, rest = paths[number % len(paths)].read_bytes().partition(b"\n")
        path = folders[number % HALVES] / f"{number:05}.agirec"
        path.write_bytes(b"%s\ncomment copy %d\n%s" % (first, number, rest))
    return [str(each) for each in folders]


def spread(values: Sequence[float], form: str) -> str:
    """Return the median of values, with the lowest and the highest."""
    return f"{median(values):{form}} ({min(values):{form}} to {max(values):{form}})"


def show(what: str, plain: Sequence[Spent], farm: Sequence[Spent], count: int) -> None:
    """Print what a farm costs beside plain processes."""
    pairs = list(zip(plain, farm, strict=True))
    each = 1000 / count
    print(f"{what}, {count:,} recordings, {len(pairs)} rounds:")
    print(f"  throughput of the farm: {spread([100 * one.seconds / two.seconds for one, two in pairs], '.0f')} %")
    print(
        f"  more processor time: {spread([100 * (two.processor / one.processor - 1) for one, two in pairs], '.1f')} %"
    )
    print(f"  a recording, plain: {spread([one.processor * each for one in plain], '.2f')} ms")
    print(f"  a recording, farm: {spread([two.processor * each for two in farm], '.2f')} ms", end="")
    workers = [two.workers * each for two in farm if two.workers]
    print(f", of which workers {spread(workers, '.2f')}" if workers else "", flush=True)


def main() -> None:
    """Read the options, and do it in a folder that is removed afterwards."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--recordings", type=int, default=400, help="of the steady state")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--whole", type=int, default=2000, metavar="N", help="recordings for whole commands")
    parser.add_argument("--whole-rounds", type=int, default=2)
    parser.add_argument("--cycles", type=int, default=600, help="length of each: steps of the machine")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        paths = make_recordings(folder / "recordings", options.recordings, options.cycles)
        plain, farm = [], []
        with cluster_client(None, HALVES) as client:
            processes = Plain(paths)
            # The first round opens games.
            for number in range(options.rounds + 1):
                pair = processes.compare(), farmed(client, paths)
                if number:
                    plain.append(pair[0])
                    farm.append(pair[1])
        show("steady state", plain, farm, len(paths))
        halves = copies(paths, folder / "copies", options.whole)
        plain, farm = [], []
        for _ in range(options.whole_rounds):
            plain.append(whole(*(["compare", half, "--jobs", "1", "-q"] for half in halves)))
            farm.append(whole(["farm", "compare", *halves, "--jobs", str(HALVES), "-q"]))
        show("whole commands", plain, farm, options.whole)


if __name__ == "__main__":
    main()
