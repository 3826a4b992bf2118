"""Declares the outcome of checking one recording, or of another job: what is reported, without games and ticks.

A `Comparison` holds the whole current run. An `Outcome` is small: it can be pickled, sent, kept, and written as JSON
and read again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from agi_emu.machine.raised_errors import RaisedError
from agi_emu.recording.comparing.compare import Difference
from agi_emu.recording.comparing.comparison_text import lines_of, record_of
from agi_emu.recording.comparing.spans import Shift, Span
from agi_emu.recording.comparing.tick_differences import TickDifferences, ValueDifference
from agi_emu.recording.comparing.work import WorkChange, rooms_text, slower_rooms
from agi_emu.recording.recording import Pin
from agi_emu.recording.resource_table import ResourceName
from agi_emu.recording.tick_values import ValueChange
from agi_emu.recording.ticks import What

if TYPE_CHECKING:
    from agi_emu.recording.comparing.compare import Comparison
    from agi_emu.recording.recording import Recording

Record = Mapping[str, Any]
"""A value of JSON."""
NO_DIFFERENCES = TickDifferences(0, (), None, (), (), ())


class Status(StrEnum):
    """How a recording compares."""

    EQUAL = "equal"
    KNOWN = "known"
    """It differs, and all of that is pinned."""
    DIFFERENT = "different"
    FAILED = "failed"
    """It could not be compared."""


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
    """The outcome of checking one recording."""

    name: str
    """The path as given."""
    status: Status
    first: Difference | None = None
    """The first tick that is neither as expected nor known."""
    differences: TickDifferences = NO_DIFFERENCES
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
        causes = [f"  {line}" for cause in self.causes for line in cause.lines]
        return [*lines_of(self.name, self, all_spans=all_spans), *causes]

    def record(self) -> dict[str, Any]:
        """Return the outcome as a value for JSON, from which `from_record` makes it again."""
        return record_of(self.name, self) | {
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
        first = record["first"]
        return cls(
            record["recording"],
            Status(record["status"]),
            first and _difference(first),
            _tick_differences(record),
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
            record.get("details", {}),
        )

    @classmethod
    def of_failure(cls, name: str, failure: str, code: int) -> Outcome:
        """Return the outcome of a recording that could not be compared."""
        return cls(name, Status.FAILED, failure=failure, code=code)


def outcome_of(
    name: str,
    recording: Recording,
    found: Comparison,
    *,
    causes: Sequence[CauseFound] = (),
    errors: Sequence[RaisedError] | None = None,
    details: Record | None = None,
) -> Outcome:
    """Return the outcome of a comparison; `errors` are those of the comparison with better places."""
    status = Status.KNOWN if found.differences.known else Status.EQUAL
    if not found.equal:
        status = Status.DIFFERENT
    return Outcome(
        name,
        status,
        found.first,
        found.differences,
        found.changed,
        found.notes,
        found.errors if errors is None else tuple(errors),
        tuple(causes),
        found.work,
        recording.head.name,
        recording.head.profile,
        len(recording.ticks),
        code=int(status is Status.DIFFERENT),
        details=details or {},
    )


def _difference(record: Record) -> Difference:
    what = tuple(What(each) for each in record["what"])
    place = (record["beat"], record["cycle"], record["room"])
    return Difference(record["tick"], what, *place, _resources(record["resources"]), record["reason"])


def _tick_differences(record: Record) -> TickDifferences:
    values = record["values"]
    named = values["changes"] if values else ()
    changes = [ValueChange(each["name"], each["expected"], each["actual"]) for each in named]
    return TickDifferences(
        record["ticks"],
        tuple(Span(each["first"], each["last"], tuple(map(What, each["what"]))) for each in record["spans"]),
        ValueDifference(values["tick"], tuple(changes)) if values else None,
        tuple(Shift(each["first"], each["last"], each["ticks"], each["cycles"]) for each in record["shifts"]),
        tuple(map(_pin, record["known"])),
        tuple(map(_pin, record["gone"])),
    )


def _pin(record: Record) -> Pin:
    return Pin(What(record["what"]), record["first"], record["last"], record["digest"], record["reason"])


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
