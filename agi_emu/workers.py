"""Runs work in several processes that end with their parent: at Ctrl-C, at a fault, and when it is killed."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager


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
