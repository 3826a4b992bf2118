"""Measure what workers of a cluster cost beside processes: ``python -m benchmarks.cluster_speed``.

The same recordings are compared by turns: by two plain processes that do nothing else, by two processes of
``agi-emu compare``, and by the two workers of a Dask cluster. Everything is running already, and no results are kept.
Then whole commands are measured, from start to summary, which keep theirs: two ``agi-emu compare --jobs 1`` with half
of the recordings each, and one with ``--jobs 2``. Processor time is that of all processes together; figures are medians
of the rounds, with the lowest and the highest. For Linux.
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
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from agi_emu.checking.check import Check, check
from agi_emu.checking.comparing import compare_jobs
from agi_emu.checking.dask_pool import DaskPool, cluster_client
from agi_emu.checking.jobs import do_jobs
from agi_emu.checking.pools import done_here
from agi_emu.checking.workers import Processes, run_batch
from benchmarks.trials.killed_jobs import cluster, make_recordings

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
    """Those among them that the workers of a cluster took."""


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


def on_a_cluster(client: Any, paths: Sequence[Path]) -> Spent:
    """Compare all recordings on a cluster; its scheduler is another process, whose time does not count."""
    workers = sum(client.run(time.process_time).values())
    began, here = time.perf_counter(), time.process_time()
    do_jobs(compare_jobs(paths, Check(), travels=True), len(paths), DaskPool(client), lambda *_: None)
    seconds, here = time.perf_counter() - began, time.process_time() - here
    workers = sum(client.run(time.process_time).values()) - workers
    return Spent(seconds, here + workers, workers)


def in_processes(pool: Processes[Any, Any], paths: Sequence[Path]) -> Spent:
    """Compare all recordings in processes of the program."""
    began, before = time.perf_counter(), _of_the_family()
    do_jobs(compare_jobs(paths, Check()), len(paths), pool, lambda *_: None)
    return Spent(time.perf_counter() - began, _of_the_family() - before)


def _of_the_family() -> float:
    """Return the processor time of this process and of those below it."""
    me = os.getpid()
    children = Path(f"/proc/{me}/task/{me}/children").read_text(encoding="ascii").split()
    ticks = 0
    for each in (str(me), *children):
        fields = Path(f"/proc/{each}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


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


def show(what: str, plain: Sequence[Spent], other: Sequence[Spent], count: int) -> None:
    """Print what it costs beside plain processes."""
    pairs = list(zip(plain, other, strict=True))
    each = 1000 / count
    print(f"{what}, {count:,} recordings, {len(pairs)} rounds:")
    print(f"  throughput: {spread([100 * one.seconds / two.seconds for one, two in pairs], '.0f')} %")
    more = [100 * (two.processor / one.processor - 1) for one, two in pairs]
    print(f"  more processor time: {spread(more, '.1f')} %")
    print(f"  a recording, plain: {spread([one.processor * each for one in plain], '.2f')} ms")
    print(f"  a recording: {spread([two.processor * each for two in other], '.2f')} ms", end="")
    workers = [two.workers * each for two in other if two.workers]
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
        rounds = []
        with cluster(HALVES) as address, cluster_client(address) as client:
            processes, pool = Plain(paths), Processes(partial(done_here, None), HALVES)
            # The first round opens games.
            for _ in range(options.rounds + 1):
                rounds.append((processes.compare(), in_processes(pool, paths), on_a_cluster(client, paths)))
            pool.close()
        plain, here, there = zip(*rounds[1:], strict=True)
        show("processes", plain, here, len(paths))
        show("cluster", plain, there, len(paths))
        halves = copies(paths, folder / "copies", options.whole)
        apart = [["compare", half, "--jobs", "1", "-q"] for half in halves]
        together = ["compare", *halves, "--jobs", str(HALVES), "-q"]
        both = [(whole(*apart), whole(together)) for _ in range(options.whole_rounds)]
        show("whole commands", *zip(*both, strict=True), options.whole)


if __name__ == "__main__":
    main()
