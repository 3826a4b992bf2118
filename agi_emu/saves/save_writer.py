"""Saves are written by a thread of their own, for a disk may take longer than a picture may.

One thread writes everything of a folder, in the order in which it was asked for.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from queue import SimpleQueue
from threading import Event, Thread

from agi_emu.errors import SaveError

Told = Callable[[SaveError | None], None]
"""Gets what went wrong with a save, None when nothing did."""


class SaveWriter:
    """A queue of saves and the thread that writes them; all calls come from one thread, which also gets the answers."""

    def __init__(self) -> None:
        """Begin with nothing to write; the thread starts with the first save."""
        self._asked: SimpleQueue[_Job | None] = SimpleQueue()
        self._open: deque[_Job] = deque()
        self._thread: Thread | None = None

    def submit(self, write: Callable[[], object], told: Told) -> None:
        """Let a save be written behind those that wait; `told` is called by `poll`, `wait` or `close` once it is."""
        job = _Job(write, told)
        self._open.append(job)
        self._asked.put(job)
        if self._thread is None:
            # A second signal must be able to end the program while a disk hangs, so the thread does not hold it.
            self._thread = Thread(target=self._run, args=(self._asked,), name="saves", daemon=True)
            self._thread.start()

    def poll(self) -> None:
        """Tell what has become of the saves that are written by now."""
        while self._open and self._open[0].written.is_set():
            job = self._open.popleft()
            if job.problem is None or isinstance(job.problem, SaveError):
                job.told(job.problem)
            else:
                raise job.problem

    def wait(self) -> None:
        """Wait until everything is written."""
        for job in tuple(self._open):
            job.written.wait()
        self.poll()

    def close(self) -> None:
        """Wait until everything is written, and end the thread; the next save starts another one."""
        thread, self._thread = self._thread, None
        if thread:
            self._asked.put(None)
            thread.join()
        self.poll()

    @staticmethod
    def _run(asked: SimpleQueue[_Job | None]) -> None:
        while (job := asked.get()) is not None:
            try:
                job.write()
            except Exception as problem:
                job.problem = problem
            job.written.set()


class _Job:
    """A save on its way to the disk."""

    def __init__(self, write: Callable[[], object], told: Told) -> None:
        self.write = write
        self.told = told
        self.problem: Exception | None = None
        self.written = Event()
