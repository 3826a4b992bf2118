"""Goes back in time: keeps the last minutes, and steps back through them while a key is held."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Sequence
from typing import TYPE_CHECKING

from agi_emu._core import changes
from agi_emu.machine.snapshots import sealed, used_bytes
from agi_emu.state.layout import STATE_BYTES, StateLayout

if TYPE_CHECKING:
    from agi_emu.machine.input.events import InputEvent
    from agi_emu.machine.machine import Machine

BEATS_BETWEEN = 8
"""Moments are 2/15 of a second of the game's time apart: going back looks smooth, ten minutes are 4,500 of them."""
LIMIT_BYTES = 30 << 20
"""Ten minutes of the busiest of the games tried take 19 MiB."""
PICTURES_PER_STEP = 2
"""A held key goes back one moment every other picture: four times as fast as the game went forward."""
_MOMENT_BYTES = sys.getsizeof((0, b"")) + sys.getsizeof(LIMIT_BYTES) + sys.getsizeof(b"")
"""Memory of a moment besides its changes."""


class Rewind:
    """Keeps the recent past of one machine; an observer of its session.

    It holds the newest moment as it was, and what leads from each to the one before: a step back is as quick at any
    length of the past, and the oldest moments can go one by one.
    """

    def __init__(self, machine: Machine, *, limit_bytes: int = LIMIT_BYTES) -> None:
        """Start without a past."""
        self._machine = machine
        self._limit = limit_bytes
        self._newest = bytearray(STATE_BYTES)
        self._newest_state = StateLayout.from_buffer(self._newest)
        self._room = memoryview(bytearray(changes.packed_size(STATE_BYTES)))
        self._pictures = 0
        self.forget()

    @property
    def used_bytes(self) -> int:
        """Bytes of memory that the past takes."""
        return len(self._newest) + len(self._room) + self._changes_bytes

    def forget(self) -> None:
        """Start again: the machine is at another moment now."""
        self._beats: int | None = None
        """The time of the newest moment."""
        self._changes: deque[tuple[int, bytes]] = deque()
        """For each moment except for the oldest: the time of the one before, and what leads to it."""
        self._changes_bytes = 0
        self._next_beat = self._machine.unguarded.state.clock.beats

    def next_beat(self, machine: Machine) -> int:
        """Return the beat of the next moment."""
        return self._next_beat

    def after(self, machine: Machine, events: Sequence[InputEvent]) -> None:
        """Keep this moment if the last one is old enough."""
        beats = machine.unguarded.state.clock.beats
        if beats < self._next_beat or machine is not self._machine:
            return
        self._next_beat = beats + BEATS_BETWEEN
        m = machine.unguarded
        size = changes.pack(self._newest, m.buffer, used_bytes(m.state), self._room)
        if self._beats is not None:
            self._changes.append((self._beats, self._room[:size].tobytes()))
            self._changes_bytes += _MOMENT_BYTES + size
        self._beats = beats
        while self._changes and self.used_bytes > self._limit:
            self._changes_bytes -= _MOMENT_BYTES + len(self._changes.popleft()[1])

    def back(self) -> bool:
        """Go back a step, or not yet; called once per picture while the key is held. Return whether past is left."""
        self._pictures += 1
        if self._pictures % PICTURES_PER_STEP:
            return True
        return self.step_back()

    def step_back(self) -> bool:
        """Restore the last moment before this one; return whether there was one."""
        here = self._machine.unguarded.state.clock.beats
        while self._beats is not None and self._beats >= here and self._changes:
            self._forget_newest()
        if self._beats is None or self._beats >= here:
            return False
        used = used_bytes(self._newest_state)
        self._machine.restore(sealed(bytes(memoryview(self._newest)[:used])))
        self._next_beat = self._beats + BEATS_BETWEEN
        return True

    def _forget_newest(self) -> None:
        """Go back by a moment in the past itself."""
        self._beats, packed = self._changes.pop()
        self._changes_bytes -= _MOMENT_BYTES + len(packed)
        changes.undo(self._newest, packed)
