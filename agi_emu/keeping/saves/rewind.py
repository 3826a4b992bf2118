"""Goes back in time: keeps the last minutes, and steps back through them while a key is held."""

from __future__ import annotations

from collections.abc import Sequence

from agi_emu.machine.history import History
from agi_emu.machine.input.events import InputEvent
from agi_emu.machine.machine import Machine
from agi_emu.machine.snapshots import sealed

BEATS_BETWEEN = 8
"""Moments are 2/15 of a second of the game's time apart: going back looks smooth, ten minutes are 4,500 of them."""
LIMIT_BYTES = 30 << 20
"""Ten minutes of the busiest of the games tried take 19 MiB."""
PICTURES_PER_STEP = 2
"""A held key goes back one moment every other picture: four times as fast as the game went forward."""


class Rewind:
    """Keeps the recent past of one machine; an observer of its session."""

    def __init__(self, machine: Machine, *, limit_bytes: int = LIMIT_BYTES) -> None:
        """Start without a past."""
        self._machine = machine
        self.history = History(limit_bytes)
        self._pictures = 0
        self.forget()

    def forget(self) -> None:
        """Start again: the machine is at another moment now."""
        self.history.forget()
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
        self.history.forget_after(beats - 1)
        self.history.add(beats, machine.unguarded)

    def back(self) -> bool:
        """Go back a step, or not yet; called once per picture while the key is held. Return whether past is left."""
        self._pictures += 1
        if self._pictures % PICTURES_PER_STEP:
            return True
        return self.step_back()

    def step_back(self) -> bool:
        """Restore the last moment before this one; return whether there was one."""
        before = self.history.newest_until(self._machine.unguarded.state.clock.beats - 1)
        if before is None:
            return False
        self.history.forget_after(before)
        return self.go_to(before)

    def go_to(self, beats: int) -> bool:
        """Restore the last moment up to these beats; return whether there was one.

        What came after it can be gone to until the machine plays on.
        """
        moment = self.history.newest_until(beats)
        if moment is not None:
            self._machine.restore(sealed(self.history.get(moment)))
            self._next_beat = moment + BEATS_BETWEEN
        return moment is not None
