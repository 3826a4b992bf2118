"""Decides in real time when a beat is due at the speed that the player chose.

Only the pacer knows the speed; the machine does the same things in the same beats at every speed.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Protocol

from agi_emu.facts.codes import BEATS_PER_SECOND
from agi_emu.machine.machine import Machine
from agi_emu.session import FAR

PICTURE_SECONDS = 1 / 60
LONGEST_TURN = 0.1
"""Seconds after which a beat that is being played waits for keys and window."""
LONGEST_LAG = 0.25
"""Longest delay in seconds that is caught up with; after a longer one (a stopped process) time continues from now."""

SPEEDS = (0.1, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, None)
"""The steps of the faster and slower keys; None is uncapped."""


class PaceFollower(Protocol):
    """Corrects the pace of beats besides the clock: the ring to the sound card, which has a clock of its own."""

    def trim(self) -> float:
        """Return the fraction by which the next beat should be longer, a small number."""

    def rest(self) -> None:
        """Learn that no beats will come for a while."""


class RealTimePacer:
    """Makes beats due by a monotonic clock, each from the previous due time, so that late waits do not add up."""

    def __init__(
        self,
        speed: float | None = 1.0,
        *,
        late: float = 0.0,
        clock: Callable[[], float] = time.perf_counter,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """Run at `speed` times the original's, None for as fast as the host can.

        The first beat is `late` seconds late; at most `LONGEST_LAG` of them are caught up with before the first
        picture.
        """
        self._clock = clock
        self._sleep = sleep
        self._speed = speed
        self._paused = False
        self.follower: PaceFollower | None = None
        self._late = min(late, LONGEST_LAG)
        self.catches_up = late > 0
        """Whether the first beats follow each other at once because they are late."""
        self._next_beat: tuple[int, float] | None = None
        """A beat and its due time."""
        self._next_picture = clock()
        self._turn_ends = clock() + LONGEST_TURN

    @property
    def speed(self) -> float | None:
        """Speed as a multiple of the original's, None for uncapped."""
        return self._speed

    @speed.setter
    def speed(self, speed: float | None) -> None:
        if speed is not None and speed <= 0:
            raise ValueError(f"speed {speed} is not above 0")
        self._speed = speed
        self._next_beat = None

    @property
    def paused(self) -> bool:
        """Whether no beat is due until this is set back."""
        return self._paused

    @paused.setter
    def paused(self, paused: bool) -> None:
        if paused != self._paused:
            self._paused = paused
            self._next_beat = None
            if paused and self.follower:
                self.follower.rest()

    def restart(self) -> None:
        """Count from the next beat on: a session of another machine begins."""
        self._next_beat = None

    def faster(self) -> None:
        """Switch to the next higher speed."""
        self.speed = next((speed for speed in SPEEDS if _order(speed) > _order(self._speed)), self._speed)

    def slower(self) -> None:
        """Switch to the next lower speed."""
        self.speed = next((speed for speed in reversed(SPEEDS) if _order(speed) < _order(self._speed)), self._speed)

    def wait(self, beat: int) -> bool:
        """Wait until `beat` is due, a sixtieth of a second at most; return whether it is due."""
        if self._paused:
            self._sleep(PICTURE_SECONDS)
            return False
        self._turn_ends = self._clock() + LONGEST_TURN
        if self._speed is None:
            return True
        now = self._clock()
        if self._next_beat is None:
            self._next_beat = (beat, now - self._late)
            self._late = 0.0
        length = 1 / (BEATS_PER_SECOND * self._speed)
        due = self._next_beat[1] + (beat - self._next_beat[0]) * length
        if now < due:
            self._sleep(min(due - now, PICTURE_SECONDS))
            # A sleep may end a little early; half a millisecond is not worth another sleep.
            if self._clock() < due - 0.0005:
                return False
        if now - due > LONGEST_LAG:
            due = now
        self._next_beat = (beat + 1, due + length * (1 + (self.follower.trim() if self.follower else 0)))
        return True

    def next_beat(self, machine: Machine) -> int:
        """Wait for the next beat, but uncapped for none."""
        return FAR if self._speed is None and not self._paused else 0

    def turn_is_over(self) -> bool:
        """Return whether the turn that `wait` began has lasted for longer than a player should wait for the window."""
        return self._clock() > self._turn_ends

    def picture_due(self) -> bool:
        """Return whether a sixtieth of a second has passed since the last picture."""
        now = self._clock()
        if self.catches_up:
            self.catches_up = self._next_beat is not None and self._next_beat[1] <= now
            if self.catches_up:
                return False
        # The tolerance keeps a beat that comes a little early from losing its picture.
        if now < self._next_picture - PICTURE_SECONDS / 4:
            return False
        self._next_picture = max(self._next_picture, now - PICTURE_SECONDS) + PICTURE_SECONDS
        return True


def _order(speed: float | None) -> float:
    """Return the key by which speeds are compared; uncapped is above all others."""
    return float("inf") if speed is None else speed
