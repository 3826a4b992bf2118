"""Goes back in time: keeps the last minutes as snapshots, and steps back through them while a key is held."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from agi_emu.machine.snapshots import sealed
from agi_emu.state.history import History

if TYPE_CHECKING:
    from agi_emu.machine.input.events import InputEvent
    from agi_emu.machine.machine import Machine

BEATS_BETWEEN = 8
"""Snapshots are 2/15 of a second of the game's time apart: going back looks smooth, ten minutes are 4,500 of them."""
KEY_EVERY = 16
"""Snapshots from one complete one to the next: of 8, 16, 32 and 64, the best for memory in games with much motion."""
LIMIT_BYTES = 30 << 20
"""Ten minutes of the busiest of the games tried take 25 MiB."""
PICTURES_PER_STEP = 2
"""A held key goes back one snapshot every other picture: four times as fast as the game went forward."""


class Rewind:
    """Keeps the recent past of one machine; an observer of its session."""

    def __init__(self, machine: Machine, *, limit_bytes: int = LIMIT_BYTES) -> None:
        """Start without a past."""
        self._machine = machine
        self._limit = limit_bytes
        self._history = History(limit_bytes=limit_bytes, key_every=KEY_EVERY)
        self._last_beat = -BEATS_BETWEEN
        self._pictures = 0

    @property
    def used_bytes(self) -> int:
        """Bytes of memory that the past takes."""
        return self._history.used_bytes

    def forget(self) -> None:
        """Start again: the machine is at another moment now."""
        self._history = History(limit_bytes=self._limit, key_every=KEY_EVERY)
        self._last_beat = self._machine.unguarded.state.clock.beats - BEATS_BETWEEN

    def after(self, machine: Machine, events: Sequence[InputEvent]) -> None:
        """Keep a snapshot if the last one is old enough."""
        beats = machine.unguarded.state.clock.beats
        if machine is not self._machine or beats - self._last_beat < BEATS_BETWEEN:
            return
        self._last_beat = beats
        self._history.add(beats, machine.snapshot().used)

    def back(self) -> bool:
        """Go back a step, or not yet; called once per picture while the key is held. Return whether past is left."""
        self._pictures += 1
        if self._pictures % PICTURES_PER_STEP:
            return True
        return self.step_back()

    def step_back(self) -> bool:
        """Restore the previous snapshot; return whether there was one."""
        history = self._history
        here = self._machine.unguarded.state.clock.beats
        time = history.newest_until(here - 1)
        if time is None:
            return False
        self._machine.restore(sealed(history.get(time)))
        history.forget_after(time)
        self._last_beat = time
        return True
