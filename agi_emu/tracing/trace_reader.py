"""Reads the lines of a trace: bytes that mostly need not be parsed, and the whole records that they stand for."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from agi_emu.facts.errors import RecordingError
from agi_emu.host_files.reading import json_value
from agi_emu.tracing.fields import BLOCKED, END, KEYS, LINE, PRESSED, WAIT
from agi_emu.tracing.records import (
    BLANK_ROW,
    STRING_COUNT,
    TEXT_ROWS,
    TextGrid,
    TraceEnd,
    TraceEvent,
    TraceRecord,
    WaitState,
)

SHAPE_ERRORS = (KeyError, TypeError, ValueError, IndexError, AttributeError, OverflowError)
"""Exceptions raised by reading a line in which a field is missing, of another type or too large."""
_BEGINNING = re.compile(rb'\{"%b":(\d{1,12}),"%b":(\d{1,12}),' % (KEYS["cycle"].encode(), KEYS["beats"].encode()))
_NO_END: tuple[Any, ...] = ("", (), -1, 0, ())
_END = f'"{END[0]}"'.encode()
_BLOCKED = f'"{BLOCKED}"'.encode()
_ACTION_LIST = f'"{KEYS["actions"]}":['.encode()


class TraceLine:
    """A line of a trace, as its bytes; most are compared as such and never parsed."""

    __slots__ = ("_beginning", "_fields", "_number", "_path", "raw")

    def __init__(self, raw: bytes, path: Path | str = "trace", number: int = 0) -> None:
        """Take a line with its number in a file, the first being 1."""
        self.raw = raw
        self._path = path
        self._number = number
        self._fields: dict[str, Any] | None = None
        self._beginning = _BEGINNING.match(raw)

    @property
    def fields(self) -> dict[str, Any]:
        """The fields by their keys; RecordingError for what is not a JSON object."""
        if self._fields is None:
            try:
                fields = json_value(self.raw)
            except ValueError as error:
                raise RecordingError(f"{self._path}: damaged after line {self._number - 1} ({error})") from error
            if not isinstance(fields, dict):
                raise RecordingError(f"{self._path}: line {self._number} is not an object")
            self._fields = fields
        return self._fields

    @property
    def is_end(self) -> bool:
        """True for the last line of a trace."""
        # A quotation mark inside of a text is written with a backslash.
        return (self._beginning is None or _END in self.raw) and END[0] in self.fields

    @property
    def cycle(self) -> int:
        """The cycle of a record."""
        return int(self._beginning[1]) if self._beginning else self.number("cycle")

    @property
    def beats(self) -> int:
        """Beats after that cycle."""
        return int(self._beginning[2]) if self._beginning else self.number("beats")

    def number(self, part: str) -> int:
        """Return a field that is a number."""
        try:
            return _number(part, self.fields[KEYS[part]])
        except SHAPE_ERRORS as error:
            raise self.misshapen(error) from error

    @property
    def waits(self) -> bool:
        """True if the game waits for a key in a cycle."""
        return _BLOCKED in self.raw

    @property
    def lists_actions(self) -> bool:
        """True for a record with the list of actions."""
        return _ACTION_LIST in self.raw

    def presses(self) -> list[int]:
        """Return the beat of each key that was pressed because the game waited."""
        try:
            return [int(beat) for kind, beat, _ in self.fields.get(KEYS["events"], ()) if kind == PRESSED]
        except SHAPE_ERRORS as error:
            raise self.misshapen(error) from error

    def misshapen(self, error: Exception) -> RecordingError:
        """Return what to raise for a line in which a field is missing or of another type."""
        # Only the messages of our own checks are sentences: a KeyError's is the key alone.
        why = str(error) if type(error) is ValueError else repr(error)
        return RecordingError(f"{self._path}: unreadable line ({why})")


class TraceReader:
    """Makes whole records of lines, which hold only what changed: the running state while they are applied."""

    def __init__(self, object_fields: tuple[str, ...]) -> None:
        """Begin before record 0."""
        self._columns = len(object_fields)
        self._begin()

    def _begin(self) -> None:
        self._last: TraceRecord | None = None
        self._variables = bytearray(256)
        self._flags = bytearray(32)
        self._strings = [""] * STRING_COUNT
        self._text = [BLANK_ROW] * TEXT_ROWS

    def begin_with(self, whole: bytes) -> None:
        """Begin again after a record, of which a line is given that holds everything."""
        self._begin()
        self.record(TraceLine(whole))

    def record(self, line: TraceLine) -> TraceRecord:
        """Return the record that the next line stands for; RecordingError for an unreadable one."""
        fields = line.fields
        try:
            record = replace(self._last) if self._last else TraceRecord(np.zeros((0, self._columns), dtype=np.int32))
            needed = _ALWAYS if self._last else _ALWAYS_FIRST
            for key, part in _READING_ORDER:
                if key in fields or part in needed:
                    _READERS[part](self, record, fields[key])
                elif part in _ABSENT:
                    setattr(record, part, _ABSENT[part])
        except SHAPE_ERRORS as error:
            raise line.misshapen(error) from error
        self._last = record
        return record

    def end(self, line: TraceLine) -> TraceEnd:
        """Return what the last line says; RecordingError for an unreadable one."""
        fields = line.fields
        why, events, _, beats, rows = (fields.get(key, absent) for key, absent in zip(END, _NO_END, strict=True))
        try:
            return TraceEnd(why.strip(), beats, self._events(events), self._rows(rows))
        except SHAPE_ERRORS as error:
            raise line.misshapen(error) from error

    def _take_variables(self, record: TraceRecord, value: Any) -> None:
        if self._last is None:
            self._variables[:] = bytes.fromhex(value)
        else:
            for number, changed in value.items():
                self._variables[int(number)] = changed
        record.variables = bytes(self._variables)

    def _take_flags(self, record: TraceRecord, value: Any) -> None:
        if self._last is None:
            self._flags[:] = bytes.fromhex(value)
        else:
            for number, is_set in value.items():
                mask = 0x80 >> (int(number) & 7)
                if is_set:
                    self._flags[int(number) >> 3] |= mask
                else:
                    self._flags[int(number) >> 3] &= ~mask
        record.flags = bytes(self._flags)

    def _take_item_rooms(self, record: TraceRecord, value: Any) -> None:
        record.item_rooms = bytes.fromhex(value)

    def _take_objects(self, record: TraceRecord, value: Any) -> None:
        if self._last is None:
            count = max((int(number) + 1 for number in value), default=0)
            record.objects = np.zeros((count, self._columns), dtype=np.int32)
        else:
            record.objects = record.objects.copy()
        for number, values in value.items():
            record.objects[int(number)] = values

    def _take_strings(self, record: TraceRecord, value: Any) -> None:
        for number, text in value.items():
            self._strings[int(number)] = text
        record.strings = tuple(self._strings)

    def _take_text(self, record: TraceRecord, value: Any) -> None:
        record.text = self._rows(value)

    def _take_events(self, record: TraceRecord, value: Any) -> None:
        record.events = self._events(value)
        record.text = tuple(self._text)

    def _take_sound(self, record: TraceRecord, value: Any) -> None:
        record.sound = tuple((beat, port, written) for beat, port, written in value)

    def _take_action_sums(self, record: TraceRecord, value: Any) -> None:
        record.action_count = _number("action_sums", value[0])
        record.action_crc = int(value[1], 16)

    def _take_actions(self, record: TraceRecord, value: Any) -> None:
        record.actions = bytes.fromhex("".join(value))

    def _rows(self, rows: Iterable[tuple[int, str, str]]) -> TextGrid:
        for row, characters, attributes in rows:
            self._text[row] = (characters, attributes)
        return tuple(self._text)

    def _events(self, events: Iterable[Sequence[Any]]) -> tuple[TraceEvent, ...]:
        return tuple(self._event(*event) for event in events)

    def _event(self, kind: str, beat: int, data: Any) -> TraceEvent:
        if kind != BLOCKED:
            return TraceEvent(kind, beat, key=data)
        action, window, screen, rows = (data[key] for key in WAIT)
        last = None if action is None else bytes.fromhex(action)
        return TraceEvent(kind, beat, waiting=WaitState(last, window, int(screen, 16), self._rows(rows)))


def _number(part: str, value: Any) -> int:
    if not isinstance(value, int):
        raise ValueError(f"{KEYS[part]} is not a number")
    return value


Reading = Callable[[TraceReader, TraceRecord, Any], None]


def _as_number(part: str) -> Reading:
    return lambda _, record, value: setattr(record, part, _number(part, value))


def _hexadecimal(part: str) -> Reading:
    return lambda _, record, value: setattr(record, part, int(value, 16))


_READERS: Mapping[str, Reading] = {
    **{part: _as_number(part) for part in ("cycle", "beats", "seed", "ticks", "window")},
    **{part: _hexadecimal(part) for part in ("visual", "priority", "screen")},
    "variables": TraceReader._take_variables,
    "flags": TraceReader._take_flags,
    "item_rooms": TraceReader._take_item_rooms,
    "objects": TraceReader._take_objects,
    "strings": TraceReader._take_strings,
    "control": lambda _, record, value: setattr(record, "control", tuple(value)),
    "text": TraceReader._take_text,
    "events": TraceReader._take_events,
    "sound": TraceReader._take_sound,
    "action_sums": TraceReader._take_action_sums,
    "actions": TraceReader._take_actions,
}
"""How each part of a line is taken into a record."""
_ALWAYS = frozenset({"cycle", "beats", "seed", "ticks", "control", "visual", "priority", "screen", "action_sums"})
"""Parts that each line has."""
_ALWAYS_FIRST = _ALWAYS | {"variables", "flags"}
"""Those of the first line."""
_ABSENT: Mapping[str, object] = {"window": 0, "events": (), "sound": (), "actions": None}
"""Values of parts that a line leaves out when nothing happened; what else it leaves out has not changed."""
# The text of an event comes before the rows of the cycle's end, which name only what changed since.
_READING_ORDER = sorted(LINE, key=lambda field: field[1] == "text")
