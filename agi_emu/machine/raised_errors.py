"""Lists the errors that a game raises, for whoever looks: the game itself sees variables 17 and 18 only.

An error is what the interpreter reports by number (reference: CMD-39), a resource that is missing, and what ends or
hangs the original. The list is outside of the state: nothing in the machine depends on it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, fields, replace
from types import MappingProxyType
from typing import Any

from agi_emu.facts.codes import ErrorCode, Var
from agi_emu.resources.kinds import Kind
from agi_emu.state.layout import StateLayout

MOST_ERRORS = 1000
"""Different errors that are listed; further ones are only counted."""

MEANINGS: Mapping[int, str] = MappingProxyType(
    {
        ErrorCode.VIEW_NOT_DISCARDABLE: "view {} is discarded but not loaded",
        2: "there is no object {} to set the view of",
        ErrorCode.VIEW_NOT_LOADED: "view {} is not loaded",
        4: "there is no object {} to set the loop of",
        ErrorCode.LOOP_TOO_LARGE: "the view of object {} lacks that loop",
        ErrorCode.LOOP_WITHOUT_VIEW: "object {} has no view to set the loop of",
        7: "there is no object {} to set the cel of",
        ErrorCode.CEL_TOO_LARGE: "the loop of object {} lacks that cel",
        ErrorCode.SOUND_NOT_LOADED: "sound {} is not loaded",
        ErrorCode.CEL_WITHOUT_VIEW: "object {} has no view to set the cel of",
        ErrorCode.SCRIPT_FULL: "the script of the room is full; the most entries so far were {}",
        ErrorCode.ERASE_OUT_OF_RANGE: "there is no object {} to erase",
        ErrorCode.ANIMATE_OUT_OF_RANGE: "there is no object {} to animate",
        ErrorCode.MESSAGE_UNDEFINED: "message {} of the logic is missing",
        ErrorCode.BAD_TEST: "test {} does not exist",
        ErrorCode.BAD_ACTION: "action {} does not exist",
        ErrorCode.PICTURE_NOT_LOADED: "picture {} is not loaded",
        ErrorCode.DRAW_OUT_OF_RANGE: "there is no object {} to draw",
        ErrorCode.DRAW_WITHOUT_CEL: "object {} has no cel to draw",
        ErrorCode.PICTURE_NOT_DISCARDABLE: "picture {} is discarded but not loaded",
        ErrorCode.ITEM_OUT_OF_RANGE: "the item is {} after the last one",
    }
)
"""What each number means; {} is the value in v18 (reference: CMD-39)."""
_RESOURCES = ("view", "sound", "picture")
"""Meanings that begin with one of these are about that resource, whose number is the value."""
_NOT_AN_ACTION = (ErrorCode.BAD_TEST, ErrorCode.BAD_ACTION)
"""Errors of a byte that has no operands."""


@dataclass(slots=True)
class RaisedError:
    """An error in one place of a game's logics and in one room."""

    number: int
    """What v17 shows; 0 if the interpreter has no number for it."""
    value: int
    """What v18 shows; 0 without a number."""
    meaning: str
    resource: str
    """The resource that it is about, such as `sound 1`; empty if it is about none."""
    logic: int | None
    """The logic that was running; None outside of the logics."""
    offset: int
    """The offset of the action or test in the code of the logic."""
    room: int
    cycle: int
    """Cycles completed when it was first raised; `beat` is the beat then."""
    beat: int
    times: int = 1
    """How often it was raised."""
    where: str = ""
    """A better place than that in the code, such as `2-quay.lgc:14`, if known."""

    @property
    def place(self) -> str:
        """The place in the logics, in words."""
        if self.where:
            return self.where
        return "outside of the logics" if self.logic is None else f"logic {self.logic}, offset {self.offset}"

    def __str__(self) -> str:
        number = f"error {self.number}, " if self.number else ""
        times = f", {self.times} times" if self.times > 1 else ""
        return f"{self.place}: {self.meaning} ({number}room {self.room}, cycle {self.cycle}{times})"

    def record(self) -> dict[str, object]:
        """Return the error as a value for JSON, from which `from_record` makes it again."""
        record = asdict(self)
        del record["where"]
        return record | {"place": self.place}

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> RaisedError:
        """Return the error that `record` wrote."""
        error = cls(**{each.name: record[each.name] for each in fields(cls) if each.name != "where"})
        return error if error.place == record["place"] else replace(error, where=record["place"])


class ErrorList:
    """The errors that a machine has raised since it was switched on, each place once."""

    def __init__(self) -> None:
        """Start with none."""
        self._errors: dict[tuple[int, str, int | None, int, int], RaisedError] = {}
        self.count = 0
        """How many were raised, the repeated ones included."""
        self.tell: Callable[[RaisedError], object] | None = None
        """Called at the first error of each place. It must not touch the machine."""

    def __iter__(self) -> Iterator[RaisedError]:
        return iter(self._errors.values())

    def __len__(self) -> int:
        return len(self._errors)

    def add_number(self, state: StateLayout, number: int, value: int) -> None:
        """List an error that has a number."""
        meaning = MEANINGS.get(number, "unknown, value {}").format(value)
        kind = meaning.partition(" ")[0]
        self._add(state, number, value, meaning, f"{kind} {value}" if kind in _RESOURCES else "")

    def add_missing(self, state: StateLayout, kind: Kind, number: int) -> None:
        """List a resource that the game lacks."""
        self._add(state, 0, 0, f"{kind} {number} is missing", f"{kind} {number}")

    def add(self, state: StateLayout, sentence: str) -> None:
        """List what has no number."""
        self._add(state, 0, 0, sentence, "")

    def include(self, others: ErrorList) -> None:
        """List the errors of another machine, too."""
        self.count += others.count
        for key, error in others._errors.items():
            if key in self._errors:
                self._errors[key].times += error.times
            elif len(self._errors) < MOST_ERRORS:
                self._errors[key] = replace(error)

    def _add(self, state: StateLayout, number: int, value: int, meaning: str, resource: str) -> None:
        self.count += 1
        vm, cycle = state.vm, state.cycle.number
        logic, offset = None, 0
        if vm.depth:
            frame = vm.frames[vm.depth - 1]
            length = 0 if number in _NOT_AN_ACTION else vm.last_length
            logic, offset = frame.logic, max(0, frame.pc - 1 - length)
        room = state.vars[Var.ROOM]
        key = (number, meaning, logic, offset, room)
        found = self._errors.get(key)
        if found is not None:
            found.times += 1
        elif len(self._errors) < MOST_ERRORS:
            error = RaisedError(number, value, meaning, resource, logic, offset, room, cycle, state.clock.beats)
            self._errors[key] = error
            if self.tell is not None:
                self.tell(error)
