"""Writes saves in a thread of its own, since a disk may take longer than a picture may.

One thread writes everything for a folder, in the order of the requests.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from threading import Event, Thread
from typing import TYPE_CHECKING

from agi_emu.facts.errors import SaveError

if TYPE_CHECKING:
    from queue import SimpleQueue

Told = Callable[[SaveError | None], None]
"""Gets the reason why a save failed, or None if it did not."""


class SaveWriter:
    """A queue of saves and the thread that writes them; all calls come from one thread, which also gets the results."""

    def __init__(self) -> None:
        """Start with an empty queue; the thread starts with the first save."""
        self._open: deque[_Job] = deque()
        self._thread: Thread | None = None
        self._asked: SimpleQueue[_Job | None]

    def submit(self, write: Callable[[], object], told: Told) -> None:
        """Queue a save; once it is written, `poll`, `wait` or `close` calls `told`."""
        if self._thread is None:
            self._start()
        job = _Job(write, told)
        self._open.append(job)
        self._asked.put(job)

    def poll(self) -> None:
        """Report the outcome of finished saves."""
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

    def _start(self) -> None:
        # Imported with the first save: the program begins faster without.
        from queue import SimpleQueue

        self._asked = SimpleQueue()
        # A second signal must be able to end the program while a disk hangs, so the thread does not hold it.
        self._thread = Thread(target=self._run, args=(self._asked,), name="saves", daemon=True)
        self._thread.start()

    @staticmethod
    def _run(asked: SimpleQueue[_Job | None]) -> None:
        while (job := asked.get()) is not None:
            try:
                job.write()
            except Exception as problem:
                job.problem = problem
            job.written.set()


class _Job:
    """A save in the queue."""

    def __init__(self, write: Callable[[], object], told: Told) -> None:
        self.write = write
        self.told = told
        self.problem: Exception | None = None
        self.written = Event()
