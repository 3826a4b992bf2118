"""Runs work in several processes that end with their parent: at Ctrl-C, at a fault, and when it is killed."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from typing import TypeVar

AHEAD = 4
"""Calls that are handed out for each process before their turn."""
TRIES = 3
"""How often a call that takes its process with it is tried."""

Item = TypeVar("Item")
Result = TypeVar("Result")


class _InThisProcess(Executor):
    """Runs each call at once: for one job, and where processes cannot be started."""

    def submit(self, function, /, *arguments, **options):  # type: ignore[no-untyped-def]
        """Call the function and return its result as a future."""
        future: Future[object] = Future()
        future.set_result(function(*arguments, **options))
        return future

    def map(self, function, *iterables, **_options):  # type: ignore[no-untyped-def, override]
        """Call the function for each element when its result is needed."""
        return map(function, *iterables)


@contextmanager
def workers(jobs: int) -> Iterator[Executor]:
    """Yield an executor for `jobs` processes, or for this one; an exception inside ends the others at once."""
    if jobs <= 1:
        yield _InThisProcess()
        return
    # Fresh processes: a fork of a process that runs threads (progress bars) may deadlock.
    context = multiprocessing.get_context("spawn")
    executor = ProcessPoolExecutor(jobs, mp_context=context, initializer=_follow_the_parent)
    try:
        yield executor
    except BaseException:
        executor.shutdown(wait=False, cancel_futures=True)
        for process in multiprocessing.active_children():
            process.terminate()
        raise
    executor.shutdown()


def _follow_the_parent() -> None:
    """Leave Ctrl-C, which a terminal sends to all processes, to the parent, and end when the parent is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_behind_the_parent, daemon=True).start()


def _end_behind_the_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def in_order(
    function: Callable[[Item], Result], items: Iterable[Item], jobs: int, lost: Callable[[Item], Result]
) -> Iterator[Result]:
    """Yield the results of calls in the order of the items; only a few are under way at a time.

    A process that dies is replaced. The calls that were under way are made again, each in a process of its own; `lost`
    returns the result of one that has ended its process `TRIES` times.
    """
    if jobs <= 1:
        yield from map(function, items)
        return
    waiting: deque[tuple[Item, Future[Result]]] = deque()
    with ExitStack() as stack:
        executor = stack.enter_context(workers(jobs))

        def next_result() -> Result:
            item, future = waiting.popleft()
            try:
                return future.result()
            except BrokenExecutor:
                return _alone(function, item, lost)

        for item in items:
            try:
                future = executor.submit(function, item)
            except BrokenExecutor:
                executor = stack.enter_context(workers(jobs))
                future = executor.submit(function, item)
            waiting.append((item, future))
            if len(waiting) >= AHEAD * jobs:
                yield next_result()
        while waiting:
            yield next_result()


def _alone(function: Callable[[Item], Result], item: Item, lost: Callable[[Item], Result]) -> Result:
    """Return the result of a call in a process of its own."""
    for _ in range(TRIES - 1):
        with suppress(BrokenExecutor), workers(2) as executor:
            return executor.submit(function, item).result()
    return lost(item)
