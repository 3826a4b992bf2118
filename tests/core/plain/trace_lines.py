"""The lines of a trace as docs/trace-format.md describes them, obvious and slow: a record of a state, and its JSON."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable
from itertools import groupby
from typing import Any

import numpy as np

from agi_emu.state.layout import StateLayout
from agi_emu.tracing.fields import OBJECT_FIELDS
from agi_emu.tracing.records import TextGrid, TraceEnd, TraceEvent, TraceRecord
from agi_emu.tracing.tolerances import split_actions

STRINGS, STRING_BYTES = 24, 40
COLUMNS = 40
ITEMS = 256


def text_rows(characters: bytes, attributes: bytes) -> TextGrid:
    """Return the rows of a text screen as characters and runs of attributes."""
    rows = []
    for start in range(0, len(characters), COLUMNS):
        shown = (" " if code < 32 else chr(code) if code < 127 else "?" for code in characters[start : start + COLUMNS])
        runs = (f"{code:02x}x{len(list(cells))}" for code, cells in groupby(attributes[start : start + COLUMNS]))
        rows.append(("".join(shown).rstrip(), " ".join(runs)))
    return tuple(rows)


def record_of(
    state: StateLayout,
    model: bytes,
    cycle: int,
    *,
    object_fields: Iterable[str] = tuple(OBJECT_FIELDS),
    events: tuple[TraceEvent, ...] = (),
    sound: tuple[tuple[int, int, int], ...] = (),
    actions: bytes = b"",
) -> TraceRecord:
    """Return everything that a trace holds of a state after a cycle."""
    general, strings = state.general, bytes(state.strings)
    objects = [
        [getattr(each, OBJECT_FIELDS[name]) for name in object_fields]
        for each in state.objects[: min(general.object_count, 256)]
    ]
    cells = (strings[at : at + STRING_BYTES] for at in range(0, STRINGS * STRING_BYTES, STRING_BYTES))
    return TraceRecord(
        cycle=cycle,
        beats=state.clock.beats,
        variables=bytes(state.vars),
        flags=bytes(state.flags),
        objects=np.array(objects, dtype=np.int32),
        item_rooms=bytes(state.item_rooms)[: min(ITEMS, general.item_count)],
        strings=tuple(cell.split(b"\0", 1)[0].decode("latin-1") for cell in cells),
        seed=state.rng,
        ticks=state.clock.ticks,
        control=(general.horizon, general.player_control, general.picture_number, general.text_mode),
        visual=zlib.crc32(bytes(cell & 15 for cell in state.picture)),
        priority=zlib.crc32(bytes(cell >> 4 for cell in state.picture)),
        screen=zlib.crc32(model),
        text=text_rows(bytes(state.text_chars), bytes(state.text_attributes)),
        window=state.window.open,
        events=events,
        sound=sound,
        action_count=len(split_actions(actions)),
        action_crc=zlib.crc32(actions),
        actions=actions,
    )


class LineWriter:
    """Makes lines of records: only what changed since the record before."""

    def __init__(self) -> None:
        self._previous: TraceRecord | None = None
        self._text: TextGrid | None = None

    def line(self, record: TraceRecord) -> bytes:
        """Return the line of the next record."""
        line = _line(self._fields(record))
        self._previous = record
        return line

    def end_line(self, end: TraceEnd) -> bytes:
        """Return the last line."""
        events = [self._event(event) for event in end.events]
        cycle = self._previous.cycle if self._previous else -1
        rows = self._changed_rows(end.text)
        return _line({"end": end.why, "events": events, "cycle": cycle, "t": end.beats, "txt": rows})

    def _fields(self, record: TraceRecord) -> dict[str, Any]:
        fields: dict[str, Any] = {"c": record.cycle, "t": record.beats}
        fields |= _everything(record) if self._previous is None else _changes(self._previous, record)
        fields |= {
            "rng": record.seed,
            "sys": record.ticks,
            "ctl": list(record.control),
            "vis": f"{record.visual:08x}",
            "pri": f"{record.priority:08x}",
            "scr": f"{record.screen:08x}",
        }
        # Events come first in time, so the rows of the cycle's end are compared with theirs.
        events = [self._event(event) for event in record.events]
        rows = self._changed_rows(record.text)
        if rows:
            fields["txt"] = rows
        if record.window:
            fields["win"] = record.window
        if events:
            fields["ev"] = events
        if record.sound:
            fields["snd"] = [list(write) for write in record.sound]
        fields["ops"] = [record.action_count, f"{record.action_crc:08x}"]
        if record.actions is not None:
            fields["opl"] = [action.hex() for action in split_actions(record.actions)]
        return fields

    def _event(self, event: TraceEvent) -> list[Any]:
        waiting = event.waiting
        if waiting is None:
            return [event.kind, event.beat, event.key]
        data = {
            "op": None if waiting.action is None else waiting.action.hex(),
            "win": waiting.window,
            "scr": f"{waiting.screen:08x}",
            "txt": self._changed_rows(waiting.text),
        }
        return [event.kind, event.beat, data]

    def _changed_rows(self, text: TextGrid) -> list[list[Any]]:
        """Return the rows that differ from the last ones written; all of them the first time."""
        shown = self._text or ((None, None),) * len(text)
        if text:
            self._text = text
        return [[row, *now] for row, (was, now) in enumerate(zip(shown, text, strict=False)) if was != now]


def _line(fields: dict[str, Any]) -> bytes:
    return json.dumps(fields, separators=(",", ":")).encode() + b"\n"


def _everything(record: TraceRecord) -> dict[str, Any]:
    fields: dict[str, Any] = {
        "v": record.variables.hex(),
        "f": record.flags.hex(),
        "inv": record.item_rooms.hex(),
        "o": {str(number): values for number, values in enumerate(record.objects.tolist())},
    }
    strings = {str(number): text for number, text in enumerate(record.strings) if text}
    return fields | ({"s": strings} if strings else {})


def _changes(before: TraceRecord, now: TraceRecord) -> dict[str, Any]:
    """Return what of the state differs between two records."""
    objects = enumerate(zip(before.objects.tolist(), now.objects.tolist(), strict=True))
    fields: dict[str, Any] = {
        "v": {str(n): now.variables[n] for n in range(256) if now.variables[n] != before.variables[n]},
        "f": {str(n): int(now.flag(n)) for n in range(256) if now.flag(n) != before.flag(n)},
        "inv": now.item_rooms.hex() if now.item_rooms != before.item_rooms else "",
        "o": {str(number): values for number, (old, values) in objects if values != old},
        "s": {str(n): text for n, text in enumerate(now.strings) if text != before.strings[n]},
    }
    return {key: value for key, value in fields.items() if value}
