"""Draws a run as a line from left to right: where it differs, and where the difference is known."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from agi_emu.recording.comparing.outcome import Outcome
from agi_emu.recording.ticks import What

COLUMNS = 500
"""Number of pieces of the line; ranges inside one piece are shown as one."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a lane, in percent of the line."""

    left: float
    width: float
    kind: str
    """`different`, `known` or `shifted`."""
    title: str


@dataclass(frozen=True, slots=True)
class Lane:
    """The line for one kind of digest."""

    name: str
    pieces: tuple[Piece, ...]


def lanes_of(found: Outcome, ticks: int) -> list[Lane]:
    """Return a lane for state, frame and sound, and one for what only comes later or earlier, if anything does."""
    lanes = []
    for what in What:
        pins = [(pin.first, pin.last) for pin in found.known if pin.what is what]
        spans = [(span.first, span.last) for span in found.spans if what in span.what]
        lanes.append(Lane(str(what), (*_pieces(pins, ticks, "known"), *_pieces(spans, ticks, "different"))))
    shifts = [(shift.first, shift.last) for shift in found.shifts]
    if shifts:
        lanes.append(Lane("shifted", tuple(_pieces(shifts, ticks, "shifted"))))
    return lanes


def position(tick: int, ticks: int) -> float:
    """Return where a tick starts, in percent of the line."""
    return round(100 * (tick - 1) / max(1, ticks), 3)


def _pieces(spans: Iterable[tuple[int, int]], ticks: int, kind: str) -> Iterable[Piece]:
    """Join spans that touch the same column; yield them as pieces at least one column wide."""
    joined: list[tuple[int, int]] = []
    for first, last in sorted(spans):
        if joined and _column(first, ticks) <= _column(joined[-1][1], ticks) + 1:
            joined[-1] = (joined[-1][0], max(last, joined[-1][1]))
        else:
            joined.append((first, last))
    for first, last in joined:
        left = position(first, ticks)
        width = max(100 / COLUMNS, position(last + 1, ticks) - left)
        yield Piece(left, round(min(width, 100 - left), 3), kind, f"ticks {first} to {last}")


def _column(tick: int, ticks: int) -> int:
    return COLUMNS * tick // max(1, ticks)
