"""Finds where two runs differ: spans of ticks, what of that is known, and ranges in which one run is only later."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

import xxhash

from agi_emu.recording.head import Pin
from agi_emu.recording.ticks import Tick, Ticks, What, differing

LONGEST_SHIFT = 200
"""Most ticks by which a run may be late or early: ten seconds."""
LEAST_EVENTS = 3
"""Least number of changes of picture or sound in a range that show by how much it is late."""
LEAST_TICKS = 20
"""A shift that holds no longer than this does not count."""


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
    """The same in cycles: 0 if the time passed inside a cycle."""


def find_spans(differences: Sequence[tuple[int, tuple[What, ...]]]) -> list[Span]:
    """Join consecutive ticks (number, what differs) that differ in the same things."""
    spans: list[Span] = []
    for number, what in differences:
        if spans and spans[-1].last == number - 1 and spans[-1].what == what:
            spans[-1] = Span(spans[-1].first, number, what)
        else:
            spans.append(Span(number, number, what))
    return spans


def find_shifts(expected: Sequence[Tick], actual: Sequence[Tick]) -> list[Shift]:
    """Return the ranges in which picture and sound are right but come at another time, in order.

    The state is ignored: it holds the clock, so it differs in a late run.
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
    """Return the smallest change of the shift that explains the ticks from `at` on, and how many it explains."""
    for change in range(1, LONGEST_SHIFT + 1):
        for shift in (current + change, current - change):
            # An early run leaves out what the expected one does in that time.
            left_out = max(0, current - shift)
            length = runs.agreement(at + left_out, shift)
            if length > LEAST_TICKS and runs.events(at + left_out, length) >= LEAST_EVENTS:
                return shift, left_out + length
    return None


class _Runs:
    """Picture and sound of two runs at each tick, as numbers: equal numbers mean equal picture and sound."""

    def __init__(self, expected: Sequence[Tick], actual: Sequence[Tick]) -> None:
        numbers: dict[tuple[str, str], int] = {}
        self._expected, self._actual = (
            [numbers.setdefault((tick.frame, tick.sound), len(numbers)) for tick in ticks]
            for ticks in (expected, actual)
        )
        changes = [before != after for before, after in pairwise(self._expected)]
        self._changes = list(accumulate([False, *changes], initial=0))

    def agreement(self, at: int, shift: int) -> int:
        """Return how many ticks of the expected run, from index `at` on, equal the actual ones `shift` later."""
        here = at + shift
        if at >= len(self._expected) or not 0 <= here < len(self._actual):
            return 0
        most = min(len(self._expected) - at, len(self._actual) - here)
        # Most shifts agree in nothing, so try a short range before a long one.
        done, window = 0, LEAST_TICKS
        while done < most:
            end = min(done + window, most)
            ours, others = self._expected[at + done : at + end], self._actual[here + done : here + end]
            if ours != others:
                return done + next(
                    index for index, pair in enumerate(zip(ours, others, strict=True)) if pair[0] != pair[1]
                )
            done, window = end, 8 * window
        return most

    def events(self, at: int, length: int) -> int:
        """Return how often picture or sound change in ticks of the expected run."""
        return self._changes[at + length] - self._changes[at]


def differences_of(expected: Iterable[Tick], actual: Iterable[Tick]) -> list[tuple[int, tuple[What, ...]]]:
    """Return the ticks (from 1) that differ and in what; one that only one run has differs in everything."""
    one, other = Ticks.of(expected), Ticks.of(actual)
    lengths = len(one), len(other)
    found = [(index + 1, differing(one[index], other[index])) for index in one.unlike(other)]
    return found + [(number, tuple(What)) for number in range(min(lengths) + 1, max(lengths) + 1)]


def split_pins(pins: Iterable[Pin], actual: Sequence[Tick]) -> tuple[tuple[Pin, ...], tuple[Pin, ...]]:
    """Return the pins whose difference is there as it was, and the others."""
    known: list[Pin] = []
    gone: list[Pin] = []
    for pin in pins:
        is_there = pin.last <= len(actual) and digest_of_ticks(actual, pin.what, pin.first, pin.last) == pin.digest
        (known if is_there else gone).append(pin)
    return tuple(known), tuple(gone)


def unknown_spans(expected: Ticks, actual: Ticks, only: frozenset[What], known: Sequence[Pin]) -> tuple[Span, ...]:
    """Return the spans of ticks that differ in what is compared, without what is known."""
    differences = []
    for number, what in differences_of(expected, actual):
        left = tuple(
            each
            for each in what
            if each in only and not any(pin.what is each and pin.first <= number <= pin.last for pin in known)
        )
        if left:
            differences.append((number, left))
    return tuple(find_spans(differences))


def digest_of_ticks(ticks: Sequence[Tick], what: What, first: int, last: int) -> str:
    """Return one digest of a span of ticks."""
    hasher = xxhash.xxh3_64()
    for tick in ticks[first - 1 : last]:
        hasher.update(tick.part(what).encode())
    return hasher.hexdigest()
