"""Writes a recording while a session is played; every line goes to the disk within half a second."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import TextIO

from agi_emu._core.tick_blocks import lines
from agi_emu.host_files.drafts import write_whole
from agi_emu.machine.input.events import InputEvent
from agi_emu.machine.machine import Machine
from agi_emu.recording.event_text import RecordedEvent, event_lines
from agi_emu.recording.masks import NO_MASKS, Masks
from agi_emu.recording.position import PlaceFinder
from agi_emu.recording.recording import Recording
from agi_emu.recording.replaying.tick_observer import TickObserver
from agi_emu.recording.ticks import Ticks
from agi_emu.recording.writer import end_line, head_lines

FLUSH_SECONDS = 0.5
"""A crash loses no more than this, and the current tick."""


class SessionRecorder(TickObserver):
    """An observer and audio sink that records a session from the machine's current moment.

    Without a file, it records in memory. With one, it writes lines in order of time, with unpacked ticks; `close`
    rewrites the file in its final form.
    """

    def __init__(
        self,
        machine: Machine,
        begun: Recording,
        *,
        masks: Masks = NO_MASKS,
        counts_work: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Continue a recording that has a head, and events and ticks up to the machine's moment.

        The machine must be at the end of a tick or at the start of the recording. With `counts_work` the ticks hold the
        work that was done in them.
        """
        super().__init__(machine, Ticks.of(begun.ticks), masks=masks, counts_work=counts_work)
        self._machine = machine
        self._clock = clock
        self.gave_up: Callable[[OSError], None] | None = None
        """Called when the file can be written no more; the session continues without it. None raises the error."""
        self._file: TextIO | None = None
        self._path: Path | None = None
        self._flushed = clock()
        self._written = 0
        """The ticks in the file."""
        self._head = replace(begun.head, masked=masks.areas)
        self._events = list(begun.events)
        self._finder = PlaceFinder(machine)
        self.place = self._finder.place(machine)
        """The place of the machine."""

    def open(self, path: Path) -> None:
        """Write everything recorded so far to a file, and from now on everything new."""
        assert self._file is None, "the recorder already has a file"
        text = [*head_lines(self._head), ""]
        text += event_lines(self._events)
        text += lines(self.ticks.rows, 0)
        write_whole(path, "".join(f"{line}\n" for line in text).encode())
        self._written = len(self.ticks)
        self._path = path
        self._file = path.open("a", encoding="utf-8", newline="\n")

    @property
    def recording(self) -> Recording:
        """The recording so far, as if it ended here."""
        return Recording(self._head, tuple(self._events), self.ticks[:], self._machine.unguarded.state.clock.beats)

    def after(self, machine: Machine, events: Sequence[InputEvent]) -> None:
        """Record the events that went in at the last stop, and the tick if it is over."""
        for event in events:
            recorded = RecordedEvent(self.place, event)
            self._events.append(recorded)
            if self._file is not None:
                self._write(*event_lines([recorded]))
        super().after(machine, events)
        self.place = self._finder.place(machine)
        if self._file is not None:
            self._write_ticks()

    def resume(self, begun: Recording) -> None:
        """Continue with another beginning: the machine was moved to the end of `begun`, which is the end of a tick."""
        path = self._path
        if self._file is not None:
            self._file.close()
            self._file = None
        self._head = begun.head
        self.jump(self._machine, Ticks.of(begun.ticks))
        self._events = list(begun.events)
        self._finder = PlaceFinder(self._machine)
        self.place = self._finder.place(self._machine)
        if path is not None:
            self.open(path)

    def keep_texts(self, events: Sequence[RecordedEvent]) -> None:
        """Copy the author's texts about events that have been played again."""
        if [(each.place, each.event) for each in events] == [(each.place, each.event) for each in self._events]:
            self._events = list(events)

    def count_rerecord(self) -> None:
        """Count a rerecording: from here the recording differs from what it was."""
        self._head = replace(self._head, rerecords=self._head.rerecords + 1)

    def close(self) -> Recording:
        """Close the recording here and write it in its final form; return it."""
        recording = self.recording
        if self._file is not None and self._path is not None:
            self._write(end_line(self._machine.unguarded.state.clock.beats))
            with self._named_errors():
                if self._file is not None:
                    self._file.close()
                    self._file = None
                    recording.save(self._path)
        return recording

    def _write_ticks(self) -> None:
        """Write the ticks that are new, and see that they reach the disk in time."""
        if len(self.ticks) > self._written:
            self._write(*lines(self.ticks.rows, self._written))
            self._written = len(self.ticks)
        if self._file is not None and self._clock() - self._flushed >= FLUSH_SECONDS:
            with self._named_errors():
                self._file.flush()
            self._flushed = self._clock()

    def _write(self, *text: str) -> None:
        if self._file is not None:
            with self._named_errors():
                self._file.writelines(f"{line}\n" for line in text)

    @contextmanager
    def _named_errors(self) -> Iterator[None]:
        """Let an error of the host name the file, which that of a full disk does not, and end the writing."""
        try:
            yield
        except OSError as error:
            if error.errno is not None:
                error.filename = error.filename or str(self._path)
            if self.gave_up is None:
                raise
            file, self._file = self._file, None
            with suppress(OSError):
                if file is not None:
                    file.close()
            self.gave_up(error)
