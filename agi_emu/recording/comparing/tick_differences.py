"""The ticks of two runs beside each other: where they differ, and which of that is known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import xxhash

from agi_emu.recording.comparing.spans import Shift, Span, differences_of, find_shifts, find_spans
from agi_emu.recording.masks import Masks
from agi_emu.recording.recording import Pin, Recording
from agi_emu.recording.tick_values import ValueChange, changes_of
from agi_emu.recording.ticks import Tick, What


@dataclass(frozen=True, slots=True)
class ValueDifference:
    """The first tick in which variables or flags are not as expected."""

    tick: int
    changes: tuple[ValueChange, ...]


@dataclass(frozen=True, slots=True)
class TickDifferences:
    """Everything in which the ticks of two runs differ."""

    compared: int
    """Ticks that both runs have."""
    spans: tuple[Span, ...]
    """All ticks that differ, except for those that are pinned."""
    values: ValueDifference | None
    shifts: tuple[Shift, ...]
    known: tuple[Pin, ...]
    """Pins whose difference is there as it was."""
    gone: tuple[Pin, ...]
    """Pins whose difference is no longer there, or is another one."""


def compare_ticks(recording: Recording, actual: Sequence[Tick], only: frozenset[What], masks: Masks) -> TickDifferences:
    """Compare ticks; what is pinned and is as it was when it was pinned counts as known."""
    expected, actual = masks.ticks(recording.ticks), masks.ticks(actual)
    known: list[Pin] = []
    gone: list[Pin] = []
    for pin in recording.head.pins:
        is_there = pin.last <= len(actual) and digest_of_ticks(actual, pin.what, pin.first, pin.last) == pin.digest
        (known if is_there else gone).append(pin)
    differences = []
    for number, what in differences_of(expected, actual):
        left = tuple(
            each
            for each in what
            if each in only and not any(pin.what is each and pin.first <= number <= pin.last for pin in known)
        )
        if left:
            differences.append((number, left))
    spans = find_spans(differences)
    shifts = find_shifts(expected, actual) if spans else []
    return TickDifferences(
        compared=min(len(expected), len(actual)),
        spans=tuple(spans),
        values=_first_values(expected, actual, differences),
        shifts=tuple(shifts),
        known=tuple(known),
        gone=tuple(gone),
    )


def _first_values(
    expected: Sequence[Tick], actual: Sequence[Tick], differences: Sequence[tuple[int, tuple[What, ...]]]
) -> ValueDifference | None:
    for number, what in differences:
        if What.STATE in what and number <= min(len(expected), len(actual)):
            was, now = expected[number - 1].values, actual[number - 1].values
            if was != now:
                return ValueDifference(number, tuple(changes_of(was, now)))
    return None


def digest_of_ticks(ticks: Sequence[Tick], what: What, first: int, last: int) -> str:
    """Return one digest of a span of ticks."""
    hasher = xxhash.xxh3_64()
    for tick in ticks[first - 1 : last]:
        hasher.update(tick.part(what).encode())
    return hasher.hexdigest()
