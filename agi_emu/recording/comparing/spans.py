"""Where two runs differ: spans of ticks, and stretches in which one run only comes later than the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from agi_emu.recording.tick_blocks import Tick, What, differing

LONGEST_SHIFT = 200
"""Ticks by which a run may be late or early to be found: ten seconds."""
LEAST_EVENTS = 3
"""What has to happen on the screen or in the sound in a stretch, so that it shows by how much it is late."""
LEAST_TICKS = 20
"""A shift that holds no longer than this is none."""


@dataclass(frozen=True, slots=True)
class Span:
    """Ticks in which two runs differ in the same things."""

    first: int
    last: int
    what: tuple[What, ...]


@dataclass(frozen=True, slots=True)
class Shift:
    """Ticks of the expected run whose picture and sound come `ticks` later in the actual one (earlier if negative)."""

    first: int
    last: int
    ticks: int
    cycles: int
    """The same, counted in cycles: 0 when the time passed inside a cycle."""


def find_spans(differences: Sequence[tuple[int, tuple[What, ...]]]) -> list[Span]:
    """Join ticks (number, what differs) that follow each other and differ in the same."""
    spans: list[Span] = []
    for number, what in differences:
        if spans and spans[-1].last == number - 1 and spans[-1].what == what:
            spans[-1] = Span(spans[-1].first, number, what)
        else:
            spans.append(Span(number, number, what))
    return spans


def find_shifts(expected: Sequence[Tick], actual: Sequence[Tick]) -> list[Shift]:
    """Return the stretches in which what is seen and heard is right but comes at another time, in order.

    The state is not looked at: it holds the clock, so it differs in a run that is late.
    """
    shifts: list[Shift] = []
    runs = _Runs(expected, actual)
    current = 0
    at = runs.agreement(0, 0)
    while at < len(expected) and at + current < len(actual):
        found = _find_shift(runs, at, current)
        if found is None:
            break
        current, length = found
        if current:
            last = at + length - 1
            cycles = actual[last + current].cycle - expected[last].cycle
            shifts.append(Shift(at + 1, at + length, current, cycles))
        at += length
    return shifts


def _find_shift(runs: _Runs, at: int, current: int) -> tuple[int, int] | None:
    """Return the smallest change of the shift that explains what follows `at`, and for how many ticks it does."""
    for change in range(1, LONGEST_SHIFT + 1):
        for shift in (current + change, current - change):
            # A run that is early leaves out what the expected one does in that time.
            left_out = max(0, current - shift)
            length = runs.agreement(at + left_out, shift)
            if length > LEAST_TICKS and runs.events(at + left_out, length) >= LEAST_EVENTS:
                return shift, left_out + length
    return None


class _Runs:
    """What two runs show and sound like at each tick, as numbers: the same number is the same picture and sound."""

    def __init__(self, expected: Sequence[Tick], actual: Sequence[Tick]) -> None:
        numbers: dict[tuple[str, str], int] = {}
        self._expected, self._actual = (
            np.array([numbers.setdefault((tick.frame, tick.sound), len(numbers)) for tick in ticks], dtype=np.int64)
            for ticks in (expected, actual)
        )
        changes = np.diff(self._expected, prepend=self._expected[:1]) != 0
        self._changes = np.concatenate(([0], np.cumsum(changes)))

    def agreement(self, at: int, shift: int) -> int:
        """Return for how many ticks of the expected run, from index `at` on, the actual one does the same later."""
        here = at + shift
        if at >= len(self._expected) or not 0 <= here < len(self._actual):
            return 0
        most = min(len(self._expected) - at, len(self._actual) - here)
        # Most shifts agree in nothing: a short look comes before a long one.
        done, window = 0, LEAST_TICKS
        while done < most:
            end = min(done + window, most)
            differs = self._expected[at + done : at + end] != self._actual[here + done : here + end]
            first = int(differs.argmax())
            if differs[first]:
                return done + first
            done, window = end, 8 * window
        return most

    def events(self, at: int, length: int) -> int:
        """Return how often what is shown or heard changes in ticks of the expected run."""
        return int(self._changes[at + length] - self._changes[at])


def differences_of(expected: Sequence[Tick], actual: Sequence[Tick]) -> list[tuple[int, tuple[What, ...]]]:
    """Return the ticks (from 1) that differ and in what; one that only one run has differs in everything."""
    found = []
    for number in range(1, max(len(expected), len(actual)) + 1):
        if number > len(expected) or number > len(actual):
            found.append((number, tuple(What)))
            continue
        what = differing(expected[number - 1], actual[number - 1])
        if what:
            found.append((number, what))
    return found
