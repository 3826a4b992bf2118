"""Declares the outcome of comparing one recording, or of another job: in words, as a record, and read from that again.

An `Outcome` is small without the current run: it can be pickled, sent, kept, and written as JSON.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import Any

from agi_emu.facts.codes import BEATS_PER_TICK
from agi_emu.facts.wording import counted, some_of
from agi_emu.machine.raised_errors import RaisedError
from agi_emu.recording.comparing.spans import Shift, Span
from agi_emu.recording.comparing.work import WorkChange, rooms_text, slower_rooms
from agi_emu.recording.head import Pin
from agi_emu.recording.position import clock_time
from agi_emu.recording.recording import Recording
from agi_emu.recording.resource_table import ResourceName
from agi_emu.recording.tick_values import ValueChange
from agi_emu.recording.ticks import What

Record = Mapping[str, Any]
"""A value of JSON."""
MOST_VALUES = 6
"""Most variables and flags named in a line."""
MOST_RESOURCES = 12
"""Most changed resources named in a line."""


class Status(StrEnum):
    """How a recording compares."""

    EQUAL = "equal"
    KNOWN = "known"
    """It differs, and all of that is pinned."""
    DIFFERENT = "different"
    FAILED = "failed"
    """It could not be compared."""


@dataclass(frozen=True, slots=True)
class Difference:
    """The first tick that is not as expected."""

    tick: int
    what: tuple[What, ...]
    beat: int
    """Beats from the start of the recording to the end of the tick."""
    cycle: int
    """Cycles completed since power-on in the actual run."""
    room: int
    resources: tuple[ResourceName, ...] = ()
    """Changed resources that the machine was using then; all changed ones if it used none of them."""
    reason: str = ""
    """Why the run ended there, if it did."""

    def __str__(self) -> str:
        place = f"tick {self.tick} ({clock_time(self.beat)}, cycle {self.cycle}, room {self.room})"
        end = f": {self.reason}" if self.reason else ""
        return f"{place} differs in {' and '.join(self.what)}{end}"


@dataclass(frozen=True, slots=True)
class ValueDifference:
    """The first tick in which variables or flags are not as expected."""

    tick: int
    changes: tuple[ValueChange, ...]


@dataclass(frozen=True, slots=True)
class CauseFound:
    """The causes of one difference, in words."""

    record: Record
    """The same as a value for JSON."""
    lines: tuple[str, ...]
    resources: tuple[str, ...]
    """The changed resources that cause it."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of comparing one recording."""

    name: str
    """The path as given."""
    status: Status
    first: Difference | None = None
    """The first tick that is neither as expected nor known."""
    compared: int = 0
    """Ticks that both runs have."""
    spans: tuple[Span, ...] = ()
    """All ticks that differ, except for those that are pinned."""
    values: ValueDifference | None = None
    """None also where all variables and flags are as expected."""
    shifts: tuple[Shift, ...] = ()
    known: tuple[Pin, ...] = ()
    """Pins whose difference is there as it was."""
    gone: tuple[Pin, ...] = ()
    """Pins whose difference is no longer there, or is another one."""
    changed: tuple[ResourceName, ...] = ()
    """Resources of the game that differ from those of the recording."""
    notes: tuple[str, ...] = ()
    errors: tuple[RaisedError, ...] = ()
    """The errors that the game raised in the current run."""
    causes: tuple[CauseFound, ...] = ()
    """The causes that were looked for."""
    work: tuple[WorkChange, ...] = ()
    """Rooms that became slower or faster."""
    game: str = ""
    """The name of the game."""
    profile: str = ""
    """The interpreter version of the recording."""
    ticks: int = 0
    """The length of the recording."""
    failure: str = ""
    """Why it could not be compared, or what was found where nothing is compared, in one sentence."""
    code: int = 0
    """The exit code for it alone."""
    seconds: float = field(default=0.0, compare=False)
    """Processor time that it took."""
    actual: Recording | None = field(default=None, compare=False, repr=False)
    """The current run, for who decides about it; a check drops it."""
    details: Record = field(default_factory=dict)
    """What else a job brings back, as values of JSON; `text` stands for what is usually said about one that is good."""

    @property
    def equal(self) -> bool:
        """Whether everything is as expected or known, and no room became slower."""
        return self.status in (Status.EQUAL, Status.KNOWN)

    @property
    def slower_rooms(self) -> tuple[int, ...]:
        """The rooms that became slower."""
        return slower_rooms(self.work)

    @property
    def headline(self) -> str:
        """What is wrong, in one line; empty if nothing is."""
        if self.first is not None:
            return str(self.first)
        return rooms_text(self.slower_rooms) if self.slower_rooms else self.failure

    @property
    def reason(self) -> str:
        """The failure without the name before it: what several may have in common."""
        return self.failure.removeprefix(self.name).lstrip(",: ")

    @property
    def blamed(self) -> tuple[str, ...]:
        """The resources that cause the differences, or else the changed ones in use then; all for a slower room."""
        found = tuple(dict.fromkeys(name for cause in self.causes for name in cause.resources))
        if found or (self.first is None and not self.slower_rooms):
            return found
        return tuple(map(str, self.changed if self.first is None else self.first.resources))

    def lines(self, *, all_spans: bool = False) -> list[str]:
        """Return the outcome in words: a line, and indented details."""
        said = self.failure or self.details.get("text")
        if said:
            notes = () if self.status is Status.FAILED else self.notes
            return [said if self.name in said else f"{self.name}: {said}", *(f"  {note}" for note in notes)]
        return list(self._lines(all_spans=all_spans))

    def _lines(self, *, all_spans: bool) -> Iterator[str]:
        if self.first is None:
            known = f", {len(self.known)} known differences" if self.known else ""
            slower = f", but {rooms_text(self.slower_rooms)}" if self.slower_rooms else ""
            yield f"{self.name}: {self.compared} ticks are equal{known}{slower}"
        else:
            yield f"{self.name}: {self.first}"
            if self.values is not None:
                yield f"  {_values_text(self.values, self.first.tick)}"
            if self.first.resources:
                yield f"  changed and in use: {_names(self.first.resources)}"
            others = [each for each in self.changed if each not in self.first.resources]
            if others:
                yield f"  also changed: {_names(others)}"
        yield from (f"  {change}" for change in self.work)
        if self.first is None and not self.equal and self.changed:
            yield f"  changed: {_names(self.changed)}"
        yield from (f"  {_shift_text(shift)}" for shift in self.shifts)
        if all_spans:
            yield from (f"  {_span_text(span)}" for span in self.spans)
        yield from (f"  known: {_pin_text(pin)}" for pin in self.known)
        yield from (f"  no longer as pinned: {_pin_text(pin)}" for pin in self.gone)
        yield from (f"  {note}" for note in self.notes)
        yield from (f"  error of the game: {error}" for error in self.errors)
        yield from (f"  {line}" for cause in self.causes for line in cause.lines)

    def record(self) -> dict[str, Any]:
        """Return the outcome as a value for JSON, from which `from_record` makes it again."""
        first = self.first
        return {
            "recording": self.name,
            "equal": self.equal,
            "ticks": self.compared,
            "first": first and {**asdict(first), "resources": [str(each) for each in first.resources]},
            "values": self.values and asdict(self.values),
            "spans": [asdict(each) for each in self.spans],
            "shifts": [asdict(each) for each in self.shifts],
            "known": [asdict(each) for each in self.known],
            "gone": [asdict(each) for each in self.gone],
            "work": [asdict(each) for each in self.work],
            "changed": [str(each) for each in self.changed],
            "notes": list(self.notes),
            "errors": [error.record() for error in self.errors],
            "status": str(self.status),
            "game": self.game,
            "profile": self.profile,
            "length": self.ticks,
            "failure": self.failure,
            "code": self.code,
            "seconds": round(self.seconds, 4),
            "causes": [{**each.record, "text": list(each.lines)} for each in self.causes],
            **({"details": dict(self.details)} if self.details else {}),
        }

    @classmethod
    def from_record(cls, record: Record) -> Outcome:
        """Return the outcome that `record` wrote."""
        return cls(
            record["recording"],
            Status(record["status"]),
            record["first"] and _difference(record["first"]),
            record["ticks"],
            tuple(Span(each["first"], each["last"], tuple(map(What, each["what"]))) for each in record["spans"]),
            record["values"] and _value_difference(**record["values"]),
            tuple(Shift(**each) for each in record["shifts"]),
            tuple(map(_pin, record["known"])),
            tuple(map(_pin, record["gone"])),
            _resources(record["changed"]),
            tuple(record["notes"]),
            tuple(RaisedError.from_record(each) for each in record["errors"]),
            tuple(_cause(each) for each in record["causes"]),
            tuple(WorkChange(**each) for each in record.get("work", ())),
            record["game"],
            record["profile"],
            record["length"],
            record["failure"],
            record["code"],
            record["seconds"],
            details=record.get("details", {}),
        )

    @classmethod
    def of_failure(cls, name: str, failure: str, code: int) -> Outcome:
        """Return the outcome of a recording that could not be compared."""
        return cls(name, Status.FAILED, failure=failure, code=code)


def _difference(record: Record) -> Difference:
    what, resources = tuple(map(What, record["what"])), _resources(record["resources"])
    return Difference(**{**record, "what": what, "resources": resources})


def _value_difference(tick: int, changes: Iterable[Record]) -> ValueDifference:
    return ValueDifference(tick, tuple(ValueChange(**each) for each in changes))


def _pin(record: Record) -> Pin:
    return Pin(**{**record, "what": What(record["what"])})


def _resources(names: Sequence[str]) -> tuple[ResourceName, ...]:
    """Return the names that their texts stand for: `view 3`, `WORDS.TOK`."""
    found = []
    for name in names:
        kind, _, number = name.partition(" ")
        found.append(ResourceName(kind if number else kind.lower(), int(number or 0)))
    return tuple(found)


def _cause(record: Record) -> CauseFound:
    rest = {key: value for key, value in record.items() if key != "text"}
    resources = tuple(name for each in record["causes"] for name in each["resources"])
    return CauseFound(rest, tuple(record["text"]), resources)


def _values_text(values: ValueDifference, first: int) -> str:
    text = some_of(values.changes, MOST_VALUES)
    return text if values.tick == first else f"from {_range(values.tick, values.tick)} on: {text}"


def _names(resources: Sequence[ResourceName]) -> str:
    return some_of(resources, MOST_RESOURCES)


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
