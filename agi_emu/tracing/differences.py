"""Compare the records of two traces, field by field.

Equality is decided on whole values first (bytes, tuples, arrays); words are found only for what differs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, NamedTuple

import numpy as np

from agi_emu.logic.opcodes import ACTIONS
from agi_emu.tracing.fields import LINE
from agi_emu.tracing.records import TextGrid, TraceEnd, TraceEvent, TraceMeta, TraceRecord, WaitState
from agi_emu.tracing.tolerances import split_actions

FIELDS = ("ops", "rng", "v", "f", "o", "inv", "s", "ctl", "t", "sys", "ev", "snd", "win", "vis", "pri", "scr", "txt")
"""The compared fields by their keys in a trace; causes before consequences."""
_PARTS = dict(LINE)
"""The attributes of records that hold them."""
CONTROL_NAMES = ("horizon", "player control", "picture number", "text mode")
DETAILS = 6
"""Most places named for one field in one cycle."""
SHOWN_ACTIONS = 8
MAX_ITEMS = 256


class Standing(NamedTuple):
    """Where a run stands; a `TraceRecord` says that, too."""

    cycle: int
    room: int


@dataclass(frozen=True, slots=True)
class FieldDifference:
    """One place in which two records differ."""

    cycle: int
    room: int
    field: str
    """Key of the field in a trace; ``end`` for how the traces end."""
    place: str
    expected: str
    found: str

    def __str__(self) -> str:
        return f"cycle {self.cycle}, room {self.room}: {self.place}: {self.found}, expected {self.expected}"


@dataclass(frozen=True, slots=True)
class Scope:
    """The scope of a comparison."""

    object_fields: tuple[str, ...]
    item_count: int = MAX_ITEMS
    """Number of items compared (mask items-behind-the-file)."""

    @classmethod
    def of(cls, meta: TraceMeta, object_file: bytes | None = None) -> Scope:
        """Return the scope for a trace of a game whose OBJECT file is `object_file`."""
        if object_file is None:
            return cls(meta.object_fields)
        return cls(meta.object_fields, min(MAX_ITEMS, max(0, (len(object_file) - 3) // 3)))


def differing_fields(expected: TraceRecord, found: TraceRecord, scope: Scope) -> list[str]:
    """Return the keys of the fields that differ, in the order of `FIELDS`; empty for equal records."""
    return [key for key in FIELDS if not _is_equal(key, expected, found, scope)]


def _is_equal(key: str, e: TraceRecord, f: TraceRecord, scope: Scope) -> bool:
    if key == "ops":
        return e.action_count == f.action_count and e.action_crc == f.action_crc
    if key == "o":
        return e.objects.shape == f.objects.shape and not np.any(e.objects != f.objects)
    if key == "inv":
        return e.item_rooms[: scope.item_count] == f.item_rooms[: scope.item_count]
    return bool(getattr(e, _PARTS[key]) == getattr(f, _PARTS[key]))


def differences(
    expected: TraceRecord, found: TraceRecord, scope: Scope, fields: Sequence[str] | None = None
) -> list[FieldDifference]:
    """Return the differences in words, at most `DETAILS` places per field; pass `fields` if you already know them."""
    if fields is None:
        fields = differing_fields(expected, found, scope)
    result = []
    for field in fields:
        places = _PLACES[field](expected, found, scope)
        for _, (place, was, now) in zip(range(DETAILS), places, strict=False):
            result.append(FieldDifference(expected.cycle, expected.room, field, place, was, now))
    return result


Place = tuple[str, str, str]
"""The place, the expected value, the value found."""
Places = Callable[[TraceRecord, TraceRecord, Scope], Iterable[Place]]


Values = Callable[[TraceRecord, Scope], Sequence[Any]]


def _each(place: str, values: Values, words: Callable[[Any], str] = str, absent: Any = None) -> Places:
    """Return what yields the values of a list that differ, each at a place with its number."""

    def places(e: TraceRecord, f: TraceRecord, scope: Scope) -> Iterator[Place]:
        for number, (was, now) in enumerate(zip_longest(values(e, scope), values(f, scope), fillvalue=absent)):
            if was != now:
                yield place.format(number), words(was), words(now)

    return places


def _objects(e: TraceRecord, f: TraceRecord, scope: Scope) -> Iterator[Place]:
    if e.objects.shape != f.objects.shape:
        yield "number of objects", str(len(e.objects)), str(len(f.objects))
        return
    for number, column in np.argwhere(e.objects != f.objects):
        name = scope.object_fields[column]
        style = "04x" if name == "flags" else "d"
        was, now = int(e.objects[number, column]), int(f.objects[number, column])
        yield f"o{number}.{name}", format(was, style), format(now, style)


def _control(e: TraceRecord, f: TraceRecord, _: Scope) -> Iterator[Place]:
    for name, was, now in zip(CONTROL_NAMES, e.control, f.control, strict=False):
        if was != now:
            yield name, str(was), str(now)


def _event_places(expected: Sequence[TraceEvent], found: Sequence[TraceEvent]) -> Iterator[Place]:
    for number, (was, now) in enumerate(zip_longest(expected, found)):
        if was == now:
            continue
        if was and now and was.waiting and now.waiting and was.beat == now.beat:
            yield from _waiting(f"while it waits at beat {was.beat}", was.waiting, now.waiting)
        else:
            yield f"event {number}", _event_words(was), _event_words(now)


def _waiting(when: str, was: WaitState, now: WaitState) -> Iterator[Place]:
    if was.action != now.action:
        yield f"last action {when}", action_words(was.action), action_words(now.action)
    if was.window != now.window:
        yield f"window {when}", str(was.window), str(now.window)
    if was.screen != now.screen:
        yield f"screen {when}", f"{was.screen:08x}", f"{now.screen:08x}"
    yield from ((f"{place} {when}", first, second) for place, first, second in _rows(was.text, now.text))


def _actions(e: TraceRecord, f: TraceRecord, _: Scope) -> Iterator[Place]:
    if e.actions is None or f.actions is None:
        ends = f" (the last here: {action_list(f.actions)})" if f.actions is not None else ""
        yield "actions", _count_words(e), _count_words(f) + ends
        return
    pairs = zip_longest(split_actions(e.actions), split_actions(f.actions))
    for number, (was, now) in enumerate(pairs):
        if was != now:
            yield f"action {number}", action_words(was), action_words(now)
            return
    yield "actions", _count_words(e), _count_words(f)


def _rows(was: TextGrid, now: TextGrid) -> Iterator[Place]:
    for row, (first, second) in enumerate(zip_longest(was, now, fillvalue=("", ""))):
        if first[0] != second[0]:
            yield f"text row {row}", repr(first[0]), repr(second[0])
        elif first != second:
            yield f"attributes of row {row}", first[1], second[1]


def _number(place: str, attribute: str, style: str = "d") -> Places:
    def places(e: TraceRecord, f: TraceRecord, _: Scope) -> Iterator[Place]:
        yield place, format(getattr(e, attribute), style), format(getattr(f, attribute), style)

    return places


def _write_words(write: tuple[int, int, int] | None) -> str:
    return "none" if write is None else f"port {write[1]:02x}h = {write[2]} at beat {write[0]}"


_PLACES: dict[str, Places] = {
    "ops": _actions,
    "rng": _number("random seed", "seed"),
    "v": _each("v{}", lambda record, _: record.variables),
    "f": _each("f{}", lambda record, _: [int(record.flag(number)) for number in range(256)]),
    "o": _objects,
    "inv": _each("room of item {}", lambda record, scope: record.item_rooms[: scope.item_count]),
    "s": _each("s{}", lambda record, _: record.strings, repr, ""),
    "ctl": _control,
    "t": _number("beats", "beats"),
    "sys": _number("ticks", "ticks"),
    "ev": lambda e, f, _: _event_places(e.events, f.events),
    "snd": _each("port write {}", lambda record, _: record.sound, _write_words),
    "win": _number("open window", "window"),
    "vis": _number("colours of the picture", "visual", "08x"),
    "pri": _number("priorities of the picture", "priority", "08x"),
    "scr": _number("screen", "screen", "08x"),
    "txt": lambda e, f, _: _rows(e.text, f.text),
}


def _count_words(record: TraceRecord) -> str:
    return f"{record.action_count} with CRC {record.action_crc:08x}"


def _event_words(event: TraceEvent | None) -> str:
    if event is None:
        return "none"
    return f"{event.kind} {event.key}".rstrip() + f" at beat {event.beat}"


def action_words(action: bytes | None) -> str:
    """Return an action as written in a source: ``assignn(v30, 5)``."""
    if action is None:
        return "none"
    if action[0] >= len(ACTIONS):
        return f"no action ({action[:4].hex()})"
    row = ACTIONS[action[0]]
    operands = [f"{kind.marker}{byte}" for kind, byte in zip(row.operands, action[1:], strict=False)]
    return f"{row.name}({', '.join(operands)})"


def action_list(actions: bytes | None) -> str:
    """Return the last actions of a stream as written in a source."""
    pieces = split_actions(actions or b"")
    return "; ".join(action_words(piece) for piece in pieces[-SHOWN_ACTIONS:])


def compare_ends(expected: TraceEnd, found: TraceEnd, last: Standing | TraceRecord | None) -> Iterator[FieldDifference]:
    """Yield the differences between two ends.

    A game that must end has to end in the cycle after the last record. One that must be stuck has to be waiting. In
    both cases, everything in that cycle so far has to be the same.
    """
    cycle, room = (last.cycle + 1, last.room) if last else (0, 0)
    if (expected.has_exited, expected.is_stuck) != (found.has_exited, found.is_stuck):
        yield FieldDifference(cycle, room, "end", "end", expected.why, found.why)
        return
    for place, was, now in _event_places(expected.events, found.events):
        yield FieldDifference(cycle, room, "end", place, was, now)
