"""Runs jobs on workers: hands them out in batches, takes results as they come, and replaces workers that die.

`finished` is the one loop that does so. A `Pool` does the rest: `processes` are those of this computer, which end with
their parent: at Ctrl-C, at a fault, and when it is killed. A cluster is another pool (`checking.dask_pool`).
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

if TYPE_CHECKING:
    from multiprocessing.synchronize import Semaphore

TRIES = 3
"""How often a job is tried that takes its worker with it."""
FASTEST_GROWTH = 8
"""How many times as long as the one before a batch may be: the first jobs may be cheap ones."""
SECONDS_BETWEEN_LOOKS = 2.0
"""How often it is looked whether workers still live, while nothing comes of them."""
SECONDS_BETWEEN_SIGNS, SILENCE = 1.0, 30.0
"""How often a process gives a sign of life, and after how long without one, while it is looked at, it is frozen."""
LEAST_SHARE = 0.1
"""The part of its usual length that a batch has at least, also when few jobs are left."""
OBJECTS_BETWEEN_LOOKS = 20_000
"""How many more objects a job may make before garbage is looked for: short comparisons make fewer."""

Item = TypeVar("Item")
Result = TypeVar("Result")
Given = TypeVar("Given", contravariant=True)
Batch = tuple[list[Result], float]
"""The results of a batch, and the seconds that it took."""


class Pool(Protocol[Given, Result]):
    """Workers that do the same with every job."""

    batch_seconds: float
    """How long a batch should take."""

    @property
    def places(self) -> int:
        """How many batches to hand out at a time."""

    def submit(self, batch: Sequence[Given], /) -> Future[Batch[Result]]:
        """Let a worker do jobs, one after the other; BrokenExecutor is the result if it dies meanwhile."""

    def look(self) -> None:
        """Replace workers from which nothing will come; called every few seconds while nothing comes."""


def run_batch(function: Callable[[Item], Result], batch: Sequence[Item]) -> Batch[Result]:
    """Do the jobs of a batch; for workers."""
    began = time.perf_counter()
    results = [_done(function, item) for item in batch]
    return results, time.perf_counter() - began


def _done(function: Callable[[Item], Result], item: Item) -> Result:
    """Do a job, and give back at once what it used: a machine and its recording are a few objects of many megabytes.

    They refer to each other, so Python frees them only when it looks for garbage, and it does that by their number.
    """
    result = function(item)
    _look_for_new_garbage_only()
    gc.collect(1)
    return result


@cache
def _look_for_new_garbage_only() -> None:
    """Let the collector of garbage pass over what is there after the first jobs: libraries, and games that stay open.

    In a worker of Dask it took 6 % of the time of short comparisons to look through these again and again, and 4 % to
    look after every 700 objects.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(OBJECTS_BETWEEN_LOOKS)


class Processes(Generic[Item, Result]):
    """Processes of this computer, each replaced when it dies."""

    batch_seconds = 0.1

    def __init__(self, function: Callable[[Item], Result], count: int) -> None:
        """Begin `count` processes, which apply a function that can be pickled."""
        self._function = function
        self._free = [_Process() for _ in range(count)]
        self._busy: set[_Process] = set()
        self.places = count

    def submit(self, batch: Sequence[Item], /) -> Future[Batch[Result]]:
        """Let the next free process do jobs."""
        process = self._free.pop()
        self._busy.add(process)
        process.seen_at = time.monotonic()
        future = process.executor.submit(run_batch, self._function, batch)
        future.add_done_callback(lambda done: self._take_back(process, done))
        return future

    def look(self) -> None:
        """Kill processes that are frozen."""
        for process in [each for each in self._busy if each.is_silent()]:
            for each in list((process.executor._processes or {}).values()):
                each.kill()

    def _take_back(self, process: _Process, done: Future[Batch[Result]]) -> None:
        self._busy.discard(process)
        is_broken = not done.cancelled() and isinstance(done.exception(), BrokenExecutor)
        self._free.append(_Process() if is_broken else process)

    def close(self) -> None:
        """End the processes, which have nothing to do any more."""
        for process in self._free:
            process.executor.shutdown()


class _Process:
    """A process, and when it last gave a sign of life."""

    def __init__(self) -> None:
        # Fresh processes: a fork of a process that runs threads (progress bars) may deadlock.
        context = multiprocessing.get_context("spawn")
        self._signs = context.Semaphore(0)
        self.executor = ProcessPoolExecutor(1, context, _follow_the_parent, (self._signs,))
        self.seen_at = 0.0

    def is_silent(self) -> bool:
        """Return whether there was no new sign since long before this look."""
        while self._signs.acquire(block=False):
            self.seen_at = time.monotonic()
        return time.monotonic() - self.seen_at > SILENCE


class ThisProcess(Generic[Item, Result]):
    """This process as the only worker of a `Pool`: a job is done when it is handed out."""

    batch_seconds = 0.0
    places = 1

    def __init__(self, function: Callable[[Item], Result]) -> None:
        """Apply a function to jobs."""
        self._function = function

    def submit(self, batch: Sequence[Item], /) -> Future[Batch[Result]]:
        """Do jobs."""
        future: Future[Batch[Result]] = Future()
        future.set_result(run_batch(self._function, batch))
        return future

    def look(self) -> None:
        """Do nothing: whoever looks is the worker."""


@contextmanager
def processes(function: Callable[[Item], Result], count: int) -> Iterator[Pool[Item, Result]]:
    """Yield so many processes that apply a function to jobs, or this one; an exception inside ends them at once."""
    if count <= 1:
        yield ThisProcess(function)
        return
    pool = Processes(function, count)
    try:
        yield pool
    except BaseException:
        for process in multiprocessing.active_children():
            process.terminate()
        raise
    pool.close()


def _follow_the_parent(signs: Semaphore) -> None:
    """Leave Ctrl-C, which a terminal sends to all processes, to the parent, and end when the parent is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_give_signs, args=(signs,), daemon=True).start()


def _give_signs(signs: Semaphore) -> None:
    """Give signs of life as long as the parent lives."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    while parent.is_alive():
        signs.release()
        parent.join(SECONDS_BETWEEN_SIGNS)
    os._exit(1)


@dataclass(slots=True)
class _Pace:
    """Decides how many jobs make a batch, by what the ones before have cost."""

    target: float
    """Seconds that a batch should take."""
    seconds_per_cost: float = 0.0
    largest: float = 0.0
    """The largest cost that was measured."""

    def measured(self, cost: float, seconds: float) -> None:
        """Learn what a batch has cost: the last ones count most."""
        now = seconds / cost if cost else 0.0
        self.seconds_per_cost = (self.seconds_per_cost + now) / 2 if self.largest else now
        self.largest = max(self.largest, cost)

    def has_room(self, cost: float) -> bool:
        """Return whether another job belongs into a batch of this cost."""
        return cost * self.seconds_per_cost < self.target and cost < FASTEST_GROWTH * self.largest

    def is_worthwhile(self, cost: float) -> bool:
        """Return whether a batch of this cost is not too short to be handed out."""
        return cost * self.seconds_per_cost >= LEAST_SHARE * self.target


@dataclass(slots=True)
class _Try(Generic[Item]):
    """Jobs that were handed out together."""

    indices: list[int] = field(default_factory=list)
    items: list[Item] = field(default_factory=list)
    cost: float = 0.0
    tries: int = 0
    """Which try of its only job this is, if that is tried again alone; 0 for a first batch."""


def finished(
    items: Iterable[Item],
    pool: Pool[Item, Result],
    lost: Callable[[Item], Result],
    cost: Callable[[Item], float] = lambda _: 1.0,
    left: Callable[[], int] = lambda: sys.maxsize,
) -> Iterator[tuple[int, Result]]:
    """Yield the results of jobs with the place of each among `items`, as they finish; items are taken when needed.

    `cost` returns what a job costs compared with others, and `left` how many items are not yet taken, at most: the last
    batches get smaller and smaller, so that all workers end at the same time. When a worker dies, each job of its batch
    is tried again alone, one after the other, so that it is known which one it is; `lost` returns the result of a job
    that has ended its worker `TRIES` times.
    """
    source = enumerate(items)
    pace: _Pace = _Pace(pool.batch_seconds)
    suspects: deque[_Try[Item]] = deque()
    under_way: dict[Future[Batch[Result]], _Try[Item]] = {}
    done: SimpleQueue[Future[Batch[Result]]] = SimpleQueue()
    has_suspect = False
    while True:
        while len(under_way) < pool.places:
            if suspects and not has_suspect:
                batch, has_suspect = suspects.popleft(), True
            else:
                batch = _next_batch(source, pace, cost, max(1, left() // pool.places))
            if not batch.items:
                break
            future = pool.submit(batch.items)
            under_way[future] = batch
            future.add_done_callback(done.put)
        if not under_way:
            return
        while True:
            with suppress(Empty):
                future = done.get(timeout=SECONDS_BETWEEN_LOOKS)
                break
            pool.look()
        batch = under_way.pop(future)
        is_suspect = batch.tries > 0
        has_suspect = has_suspect and not is_suspect
        try:
            results, seconds = future.result()
        except BrokenExecutor:
            if batch.tries == TRIES:
                yield batch.indices[0], lost(batch.items[0])
            elif is_suspect:
                batch.tries += 1
                suspects.append(batch)
            else:
                tries = 2 if len(batch.items) == 1 else 1
                for index, item in zip(batch.indices, batch.items, strict=True):
                    suspects.append(_Try([index], [item], cost(item), tries))
        else:
            pace.measured(batch.cost, seconds)
            yield from zip(batch.indices, results, strict=True)


def _next_batch(
    source: Iterator[tuple[int, Item]], pace: _Pace, cost: Callable[[Item], float], most: int
) -> _Try[Item]:
    """Take the jobs of the next batch, at most so many if they are worthwhile; none if there are no more."""
    batch: _Try[Item] = _Try()
    for index, item in source:
        batch.indices.append(index)
        batch.items.append(item)
        batch.cost += cost(item)
        is_share = len(batch.items) >= most and pace.is_worthwhile(batch.cost)
        if is_share or not pace.has_room(batch.cost):
            break
    return batch


def in_order(
    function: Callable[[Item], Result], items: Iterable[Item], jobs: int, lost: Callable[[Item], Result]
) -> Iterator[Result]:
    """Yield the results of calls in the order of the items, from `jobs` processes or from this one."""
    early: dict[int, Result] = {}
    wanted = 0
    with processes(function, jobs) as pool:
        for index, result in finished(items, pool, lost):
            early[index] = result
            while wanted in early:
                yield early.pop(wanted)
                wanted += 1
