"""Where two runs differ: spans of ticks, and stretches in which one run only comes later than the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

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
    current = 0
    at = 0
    while at < len(expected):
        here = at + current
        if 0 <= here < len(actual) and _alike(expected[at], actual[here]):
            at += 1
            continue
        if here >= len(actual):
            break
        found = _find_shift(expected, actual, at, current)
        if found is None:
            break
        current, length = found
        if current:
            last = at + length - 1
            cycles = actual[last + current].cycle - expected[last].cycle
            shifts.append(Shift(at + 1, at + length, current, cycles))
        at += length
    return shifts


def _find_shift(expected: Sequence[Tick], actual: Sequence[Tick], at: int, current: int) -> tuple[int, int] | None:
    """Return the smallest change of the shift that explains what follows `at`, and for how many ticks it does."""
    for change in range(1, LONGEST_SHIFT + 1):
        for shift in (current + change, current - change):
            if 0 <= at + max(0, current - shift) + shift < len(actual):
                # A run that is early leaves out what the expected one does in that time.
                left_out = max(0, current - shift)
                length, events = _agreement(expected, actual, at + left_out, shift)
                if length > LEAST_TICKS and events >= LEAST_EVENTS:
                    return shift, left_out + length
    return None


def _agreement(expected: Sequence[Tick], actual: Sequence[Tick], at: int, shift: int) -> tuple[int, int]:
    """Return for how many ticks two runs agree under a shift, and how often what they show or sound like changes."""
    events = 0
    most = min(len(expected) - at, len(actual) - at - shift)
    for index in range(most):
        one = expected[at + index]
        if not _alike(one, actual[at + shift + index]):
            return index, events
        if at + index and not _alike(one, expected[at + index - 1]):
            events += 1
    return most, events


def _alike(one: Tick, other: Tick) -> bool:
    return one.frame == other.frame and one.sound == other.sound


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
