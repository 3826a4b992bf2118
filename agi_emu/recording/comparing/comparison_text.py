"""Shows the result of a comparison: as lines to read, as a record for programs, as JUnit XML."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING, Protocol

from agi_emu.facts.codes import BEATS_PER_TICK
from agi_emu.recording.comparing.work import rooms_text, slower_rooms
from agi_emu.recording.position import clock_time, counted
from agi_emu.recording.recording import Pin
from agi_emu.recording.resource_table import ResourceName

if TYPE_CHECKING:
    from agi_emu.machine.raised_errors import RaisedError
    from agi_emu.recording.comparing.compare import Difference
    from agi_emu.recording.comparing.spans import Shift, Span
    from agi_emu.recording.comparing.tick_differences import TickDifferences, ValueDifference
    from agi_emu.recording.comparing.work import WorkChange

MOST_VALUES = 6
"""Most variables and flags named in a line."""
MOST_RESOURCES = 12
"""Most changed resources named in a line."""


class Findings(Protocol):
    """What a comparison and its outcome both hold."""

    @property
    def first(self) -> Difference | None:
        """The first tick that is neither as expected nor known."""

    @property
    def differences(self) -> TickDifferences:
        """Everything in which the ticks differ."""

    @property
    def changed(self) -> tuple[ResourceName, ...]:
        """Resources of the game that differ from those of the recording."""

    @property
    def notes(self) -> tuple[str, ...]:
        """Notes about the comparison."""

    @property
    def errors(self) -> tuple[RaisedError, ...]:
        """The errors that the game raised."""

    @property
    def work(self) -> tuple[WorkChange, ...]:
        """Rooms that became slower or faster."""

    @property
    def equal(self) -> bool:
        """Whether everything is as expected or known, and no room became slower."""


def lines_of(name: str, found: Findings, *, all_spans: bool = False) -> Iterator[str]:
    """Yield the result for a recording called `name`, then the details, indented."""
    differences = found.differences
    if found.first is None:
        known = f", {len(differences.known)} known differences" if differences.known else ""
        rooms = slower_rooms(found.work)
        slower = f", but {rooms_text(rooms)}" if rooms else ""
        yield f"{name}: {differences.compared} ticks are equal{known}{slower}"
    else:
        yield f"{name}: {found.first}"
        if differences.values is not None:
            yield f"  {_values_text(differences.values, found.first.tick)}"
        if found.first.resources:
            yield f"  changed and in use: {_names(found.first.resources)}"
        others = [each for each in found.changed if each not in found.first.resources]
        if others:
            yield f"  also changed: {_names(others)}"
    yield from (f"  {change}" for change in found.work)
    if found.first is None and not found.equal and found.changed:
        yield f"  changed: {_names(found.changed)}"
    yield from (f"  {_shift_text(shift)}" for shift in differences.shifts)
    if all_spans:
        yield from (f"  {_span_text(span)}" for span in differences.spans)
    yield from (f"  known: {_pin_text(pin)}" for pin in differences.known)
    yield from (f"  no longer as pinned: {_pin_text(pin)}" for pin in differences.gone)
    yield from (f"  {note}" for note in found.notes)
    yield from (f"  error of the game: {error}" for error in found.errors)


def record_of(name: str, found: Findings) -> dict[str, object]:
    """Return the result as a value for JSON."""
    first, differences = found.first, found.differences
    return {
        "recording": name,
        "equal": found.equal,
        "ticks": differences.compared,
        "first": first
        and {
            "tick": first.tick,
            "beat": first.beat,
            "cycle": first.cycle,
            "room": first.room,
            "what": list(first.what),
            "resources": [str(each) for each in first.resources],
            "reason": first.reason,
        },
        "values": differences.values
        and {
            "tick": differences.values.tick,
            "changes": [
                {"name": each.name, "expected": each.expected, "actual": each.actual}
                for each in differences.values.changes
            ],
        },
        "spans": [{"first": each.first, "last": each.last, "what": list(each.what)} for each in differences.spans],
        "shifts": [
            {"first": each.first, "last": each.last, "ticks": each.ticks, "cycles": each.cycles}
            for each in differences.shifts
        ],
        "known": [asdict(each) for each in differences.known],
        "gone": [asdict(each) for each in differences.gone],
        "work": [asdict(each) for each in found.work],
        "changed": [str(each) for each in found.changed],
        "notes": list(found.notes),
        "errors": [error.record() for error in found.errors],
    }


def _values_text(values: ValueDifference, first: int) -> str:
    names = [str(each) for each in values.changes[:MOST_VALUES]]
    more = len(values.changes) - MOST_VALUES
    text = ", ".join(names) + (f" and {more} more" if more > 0 else "")
    return text if values.tick == first else f"from {_range(values.tick, values.tick)} on: {text}"


def _names(resources: Iterable[ResourceName]) -> str:
    names = [str(each) for each in resources]
    more = len(names) - MOST_RESOURCES
    return ", ".join(names[:MOST_RESOURCES]) + (f" and {more} more" if more > 0 else "")


def _range(first: int, last: int) -> str:
    begin = clock_time(BEATS_PER_TICK * first)
    return f"tick {first} ({begin})" if first == last else f"ticks {first} to {last} (from {begin})"


def _span_text(span: Span) -> str:
    return f"{_range(span.first, span.last)}: {' and '.join(span.what)}"


def _shift_text(shift: Shift) -> str:
    late = "later" if shift.ticks > 0 else "earlier"
    cycles = f"{counted(abs(shift.cycles), 'cycle')}, " if shift.cycles else ""
    ticks = counted(abs(shift.ticks), "tick")
    return f"{_range(shift.first, shift.last)}: the picture and sound come {cycles}{ticks} {late}"


def _pin_text(pin: Pin) -> str:
    return f"{pin.what} in {_range(pin.first, pin.last)}: {pin.reason}"
