"""Sums up the comparison of a trace with another one, or with a machine: what was equal, and what differed first."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import zip_longest

from agi_emu.tracing.differences import (
    FIELDS,
    FieldDifference,
    Scope,
    Standing,
    action_list,
    compare_ends,
    differences,
    differing_fields,
)
from agi_emu.tracing.records import TraceEnd, TraceRecord
from agi_emu.tracing.tolerances import NOTHING_CLAIMED
from agi_emu.tracing.trace import Trace

SHOWN = 12
"""Most lines of differences in a report on one recording."""


@dataclass(slots=True)
class TraceComparison:
    """The result of a comparison; filled cycle by cycle."""

    scope: Scope
    cycles: int = 0
    """Records compared."""
    equal: int = 0
    """Records equal in every field."""
    differing: Counter[str] = field(default_factory=Counter)
    """Field -> records in which it differed."""
    first: dict[str, FieldDifference] = field(default_factory=dict)
    """Field -> its first difference."""
    first_cycle: list[FieldDifference] = field(default_factory=list)
    """Everything that differed in the first cycle that was not equal."""
    last_actions: str = ""
    """The last actions of that cycle, as in a source."""
    masked: Counter[str] = field(default_factory=Counter)
    """Mask -> cycles in which it was needed (surplus beats, free memory)."""
    surplus_beats: int = 0
    end: FieldDifference | None = None
    last: Standing | TraceRecord | None = None
    """Cycle and room of the last expected record."""

    @property
    def is_equal(self) -> bool:
        """True if nothing differed, including the end."""
        return not self.first and self.end is None

    def take_equal(self, cycle: int, room: int) -> None:
        """Count a record that is known to be equal."""
        self.cycles += 1
        self.equal += 1
        self.last = Standing(cycle, room)

    def take(self, expected: TraceRecord, found: TraceRecord) -> list[str]:
        """Compare two records of the same cycle; return the fields that differ."""
        self.cycles += 1
        self.last = expected
        fields = differing_fields(expected, found, self.scope)
        if not fields:
            self.equal += 1
            return fields
        self.differing.update(fields)
        if not self.first_cycle:
            self.first_cycle = differences(expected, found, self.scope, fields)
            self.last_actions = action_list(found.actions)
        new = [each for each in fields if each not in self.first]
        for difference in differences(expected, found, self.scope, new):
            self.first.setdefault(difference.field, difference)
        return fields

    def take_end(self, expected: TraceEnd, found: TraceEnd) -> None:
        """Compare the two ends, unless a mask leaves that out."""
        if expected.is_claimed:
            self.end = next(compare_ends(expected, found, self.last), None)
        else:
            self.masked[NOTHING_CLAIMED.name] += 1

    def take_early_end(self, missing: TraceRecord | None, extra: TraceRecord | None) -> None:
        """Note that one of the two ended before the other."""
        record = missing or extra
        assert record is not None
        expected, found = ("a record", "the end") if missing else ("the end", "a record")
        self.end = FieldDifference(record.cycle, record.room, "end", "trace", expected, found)

    def equal_cycles(self, key: str) -> int:
        """Return how many records agreed in a field."""
        return self.cycles - self.differing[key]

    def lines(self, *, every_field: bool = False) -> list[str]:
        """Return the outcome as text: the first cycle that differs, or the first difference of every field."""
        lines = []
        if every_field:
            lines += [
                f"{key}: {self.equal_cycles(key)} of {self.cycles} cycles equal; {self.first[key]}"
                for key in FIELDS
                if key in self.first
            ]
        else:
            lines += [f"{difference.field}: {difference}" for difference in self.first_cycle[:SHOWN]]
            if len(self.first_cycle) > SHOWN:
                lines.append(f"and {len(self.first_cycle) - SHOWN} more places in this cycle")
        if self.first_cycle and self.last_actions:
            lines.append(f"last actions of cycle {self.first_cycle[0].cycle}: {self.last_actions}")
        if self.end:
            lines.append(f"end: {self.end}")
        return lines or [f"{self.cycles} cycles, all equal"]


def compare_traces(expected: Trace, found: Trace, *, keep_going: bool = False) -> TraceComparison:
    """Compare two trace files record by record; stop at the first difference unless `keep_going`."""
    outcome = TraceComparison(Scope.of(expected.meta))
    for was, now in zip_longest(expected, found):
        if was is None or now is None:
            outcome.take_early_end(was, now)
            return outcome
        if outcome.take(was, now) and not keep_going:
            return outcome
    if expected.end and found.end:
        outcome.take_end(expected.end, found.end)
    return outcome
