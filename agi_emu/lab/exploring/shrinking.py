"""Shrinks a play that shows something to the few events that it takes (delta debugging)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from agi_emu.lab.exploring.takes import Take, Unit

MOST_TRIALS = 600
"""Plays that one shrinking may take."""
LONG_GAP = 30
"""Beats without an event that are worth shortening."""

Trial = Callable[[Take], int | None]
"""Plays a take; returns the beat at which it shows what it is to show, None if it does not."""


class _Shrinking:
    def __init__(self, trial: Trial, take: Take) -> None:
        self._trial = trial
        self._left = MOST_TRIALS
        self.take = take

    def accepts(self, take: Take) -> bool:
        """Try a take, and keep it if it still shows the same."""
        if self._left <= 0:
            return False
        self._left -= 1
        beat = self._trial(take)
        if beat is None:
            return False
        kept = tuple(unit for unit in take.units if unit[0][0] < beat)
        self.take = Take(kept, beat)
        return True

    @property
    def is_over(self) -> bool:
        """Return whether all trials are used up."""
        return self._left <= 0


def shrink(take: Take, trial: Trial) -> Take:
    """Return a shorter take that shows the same: fewer units, fewer events in them, shorter waits."""
    shrinking = _Shrinking(trial, take)
    if not shrinking.accepts(take):
        return take
    before = -1
    while not shrinking.is_over and before != shrinking.take.event_count:
        before = shrinking.take.event_count
        _drop_units(shrinking)
        _shorten_gaps(shrinking)
    _drop_events(shrinking)
    return shrinking.take


def _drop_units(shrinking: _Shrinking) -> None:
    """Leave out groups of units, smaller and smaller, as long as that works; the last first, for they are least."""
    size = max(1, len(shrinking.take.units) // 2)
    while True:
        end = len(shrinking.take.units)
        while end > 0 and not shrinking.is_over:
            units = shrinking.take.units
            start = max(0, min(end, len(units)) - size)
            shrinking.accepts(replace(shrinking.take, units=units[:start] + units[start + size :]))
            end = start
        if size == 1 or shrinking.is_over:
            return
        size //= 2


def _drop_events(shrinking: _Shrinking) -> None:
    """Leave out single events of units, such as letters that do not matter."""
    for index in range(len(shrinking.take.units) - 1, -1, -1):
        at = 0
        while index < len(shrinking.take.units) and at < len(shrinking.take.units[index]) > 1:
            units = list(shrinking.take.units)
            units[index] = units[index][:at] + units[index][at + 1 :]
            if shrinking.is_over or not shrinking.accepts(replace(shrinking.take, units=tuple(units))):
                at += 1


def _shorten_gaps(shrinking: _Shrinking) -> None:
    """Let everything after a long wait come earlier."""
    for index in range(len(shrinking.take.units) - 1, -1, -1):
        while not shrinking.is_over and index < len(shrinking.take.units):
            units = shrinking.take.units
            before = units[index - 1][-1][0] if index else 0
            gap = units[index][0][0] - before
            if gap < LONG_GAP:
                break
            earlier = Take(_earlier(units, index, gap // 2), shrinking.take.end - gap // 2)
            if not shrinking.accepts(earlier):
                break


def _earlier(units: Sequence[Unit], start: int, beats: int) -> tuple[Unit, ...]:
    moved = tuple(tuple((beat - beats, event) for beat, event in unit) for unit in units[start:])
    return (*units[:start], *moved)
