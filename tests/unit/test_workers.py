"""Work in several processes: results of all jobs, dead processes replaced, and no process left behind."""

from __future__ import annotations

import itertools
import multiprocessing
import os
import signal
import subprocess
import sys
import time
import weakref
from collections import Counter
from concurrent.futures import BrokenExecutor, Future
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from agi_emu.checking.workers import TRIES, finished, in_order, processes

LONG = 600
"""Seconds that a process would sleep if nothing ended it; a test that waits for it fails before, by its own limit."""
DEADLY = 7
"""The job that ends its process."""


def lost(item: int) -> str:
    return f"lost {item}"


def square(item: int, folder: Path | None = None) -> str:
    """Return a result; note in a folder that the job was begun, and end the process for the deadly one."""
    if folder is not None:
        with (folder / str(item)).open("a") as file:
            file.write("x")
        if item == DEADLY:
            os.kill(os.getpid(), signal.SIGKILL)
    return f"{item * item}"


def test_one_job_needs_no_process_and_works_when_asked() -> None:
    asked: list[int] = []
    results = in_order(lambda item: asked.append(item) or item, [1, 2], 1, lost)  # type: ignore[func-returns-value]
    assert asked == []
    assert list(results) == [1, 2]


class Machine:
    """Something that refers to itself: only a look for garbage frees it."""

    def __init__(self) -> None:
        self.itself = self


def test_nothing_of_a_job_is_kept_when_it_is_done() -> None:
    machines: list[weakref.ref[Machine]] = []

    def job(item: int) -> int:
        machines.append(weakref.ref(Machine()))
        return item

    # What the first jobs open is passed over from then on.
    for _ in in_order(job, range(5), 1, int):
        assert [machine() for machine in machines] == [None] * len(machines)


def test_results_are_those_of_one_job() -> None:
    assert list(in_order(abs, [-3, 2, -1], 2, abs)) == [3, 2, 1]
    assert list(in_order(square, range(300), 2, lost)) == [str(item * item) for item in range(300)]


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_a_process_that_dies_costs_one_job(tmp_path: Path) -> None:
    results = list(in_order(partial(square, folder=tmp_path), range(40), 2, lost))
    assert results == [lost(item) if item == DEADLY else str(item * item) for item in range(40)]
    tries = {item: len((tmp_path / str(item)).read_text()) for item in range(40)}
    # Once in a batch, unless it was alone in it.
    assert TRIES <= tries[DEADLY] <= TRIES + 1


class _Fake:
    """A pool that dies where it is told, and notes what it was given."""

    batch_seconds = 1.0
    places = 3

    def __init__(self, deaths: Counter[int], seconds: float) -> None:
        self.deaths = deaths
        self.seconds = seconds
        self.batches: list[list[int]] = []

    def submit(self, batch: Any, /) -> Future[tuple[list[str], float]]:
        self.batches.append(list(batch))
        future: Future[tuple[list[str], float]] = Future()
        deadly = next((item for item in batch if self.deaths[item]), None)
        if deadly is None:
            future.set_result(([square(item) for item in batch], self.seconds * len(batch)))
        else:
            self.deaths[deadly] -= 1
            future.set_exception(BrokenExecutor())
        return future


def test_batches_grow_until_they_take_as_long_as_they_should() -> None:
    pool = _Fake(Counter(), seconds=0.01)
    assert len(dict(finished(range(2000), pool, lost))) == 2000
    lengths = [len(batch) for batch in pool.batches]
    assert lengths[0] == 1
    assert max(lengths) == 100
    assert all(later <= 8 * max(lengths[:at]) for at, later in enumerate(lengths) if at)


def test_costs_decide_how_long_a_batch_is() -> None:
    pool = _Fake(Counter(), seconds=0.01)
    dict(finished(range(500), pool, lost, cost=lambda item: 5.0))
    assert max(map(len, pool.batches)) == 100


def test_the_last_batches_are_small_so_that_no_worker_waits_for_another() -> None:
    pool = _Fake(Counter(), seconds=0.01)
    taken: list[int] = []
    items = (taken.append(item) or item for item in range(1000))  # type: ignore[func-returns-value]
    assert len(dict(finished(items, pool, lost, left=lambda: 1000 - len(taken)))) == 1000
    lengths = [len(batch) for batch in pool.batches]
    assert max(lengths) == 100
    assert all(length <= max(10, sum(lengths[at:]) // pool.places) for at, length in enumerate(lengths))


def test_only_the_job_to_blame_is_lost_after_three_tries() -> None:
    pool = _Fake(Counter({30: 99, 31: 2}), seconds=0.1)
    found = dict(finished(range(60), pool, lost))
    assert found == {item: lost(item) if item == 30 else str(item * item) for item in range(60)}
    alone = Counter(batch[0] for batch in pool.batches if len(batch) == 1)
    assert alone[30] == TRIES


def test_items_are_taken_when_they_are_needed() -> None:
    taken = itertools.count()
    results = finished((next(taken) for _ in range(1000)), _Fake(Counter(), seconds=0.5), lost)
    for _ in range(5):
        next(results)
    assert next(taken) < 30


def test_an_exception_ends_the_processes_at_once() -> None:
    def interrupted() -> None:
        with processes(time.sleep, 2) as pool:
            for _ in range(2):
                pool.submit([LONG])
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    for process in multiprocessing.active_children():
        process.join()


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_processes_end_with_a_parent_that_was_killed() -> None:
    program = (
        "import time\nfrom agi_emu.checking.workers import processes\n"
        "if __name__ == '__main__':\n"
        "    with processes(time.sleep, 2) as pool:\n"
        "        print(pool.submit([0.0]).result()[0], flush=True)\n"
        f"        pool.submit([{LONG}]).result()\n"
    )
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        assert parent.stdout.readline().strip() == "[None]"
        parent.send_signal(signal.SIGKILL)
        # The processes have their output from the parent, so it ends with the last of them.
        assert parent.stdout.read() == ""
