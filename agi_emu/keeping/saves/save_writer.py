"""Writes saves in a thread of its own, since a disk may take longer than a picture may.

One thread writes everything for a folder. A save that still waits when the next one for its place comes is not written:
however slow a disk is, leaving waits for few.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable
from threading import Condition, Event, Thread

from agi_emu.facts.errors import SaveError

Told = Callable[[SaveError | None], None]
"""Gets the reason why a save failed, or None if it did not."""


class SaveWriter:
    """Saves that wait, and the thread that writes them; all calls come from one thread, which also gets the results."""

    def __init__(self) -> None:
        """Start with nothing to write; the thread starts with the first save."""
        self._open: deque[_Job] = deque()
        self._thread: Thread | None = None
        self._waiting: dict[Hashable, _Job] = {}
        self._changed = Condition()
        self._is_closing = False

    def submit(self, place: Hashable, write: Callable[[], object], told: Told) -> None:
        """Let a save be written, in place of one that waits for the same place; then `poll` or `close` calls `told`."""
        job = _Job(write, told)
        with self._changed:
            if older := self._waiting.pop(place, None):
                self._open.remove(older)
            self._waiting[place] = job
            self._open.append(job)
            self._changed.notify()
        if self._thread is None:
            # A second signal must be able to end the program while a disk hangs, so the thread does not hold it.
            self._thread = Thread(target=self._run, name="saves", daemon=True)
            self._thread.start()

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
            with self._changed:
                self._is_closing = True
                self._changed.notify()
            thread.join()
            self._is_closing = False
        self.poll()

    def _run(self) -> None:
        while job := self._next():
            try:
                job.write()
            except Exception as problem:
                job.problem = problem
            job.written.set()

    def _next(self) -> _Job | None:
        """Wait for the next save; return None once all are written and the writer is closed."""
        with self._changed:
            while not self._waiting and not self._is_closing:
                self._changed.wait()
            return self._waiting.pop(next(iter(self._waiting))) if self._waiting else None


class _Job:
    """A save to be written."""

    def __init__(self, write: Callable[[], object], told: Told) -> None:
        self.write = write
        self.told = told
        self.problem: Exception | None = None
        self.written = Event()
