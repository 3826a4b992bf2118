"""Write traces in the format of the recordings: only what changed since the record before."""

from __future__ import annotations

import gzip
import io
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

import numpy as np

from agi_emu.recording.tick_values import changed_places
from agi_emu.tracing.tolerances import split_actions
from agi_emu.tracing.trace import (
    TextGrid,
    TraceEnd,
    TraceEvent,
    TraceMeta,
    TraceRecord,
)


class TraceWriter:
    """Writes a trace, line by line, to an open text file."""

    def __init__(self, file: TextIO, meta: TraceMeta) -> None:
        """Write the meta line."""
        self._file = file
        self._previous: TraceRecord | None = None
        self._text: TextGrid | None = None
        self._line({"meta": meta.fields()})

    def write(self, record: TraceRecord) -> None:
        """Append a record."""
        self._line(self._fields(record))
        self._previous = record

    def finish(self, end: TraceEnd) -> None:
        """Append the last line."""
        events = [self._event(event) for event in end.events]
        cycle = self._previous.cycle if self._previous else -1
        rows = self._changed_rows(end.text)
        self._line({"end": end.why, "events": events, "cycle": cycle, "t": end.beats, "txt": rows})

    def _line(self, fields: dict[str, Any]) -> None:
        self._file.write(json.dumps(fields, separators=(",", ":")) + "\n")

    def _fields(self, record: TraceRecord) -> dict[str, Any]:
        fields: dict[str, Any] = {"c": record.cycle, "t": record.beats}
        fields |= self._first(record) if self._previous is None else _changes(self._previous, record)
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

    def _first(self, record: TraceRecord) -> dict[str, Any]:
        fields: dict[str, Any] = {
            "v": record.variables.hex(),
            "f": record.flags.hex(),
            "inv": record.item_rooms.hex(),
            "o": {str(number): values for number, values in enumerate(record.objects.tolist())},
        }
        strings = {str(number): text for number, text in enumerate(record.strings) if text}
        return fields | ({"s": strings} if strings else {})

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
        rows = [[row, *now] for row, (was, now) in enumerate(zip(shown, text, strict=False)) if was != now]
        if text:
            self._text = text
        return rows


@contextmanager
def create_trace(path: Path, meta: TraceMeta) -> Iterator[TraceWriter]:
    """Write a gzipped trace file; the same records give the same bytes: its header holds neither time nor name."""
    with (
        path.open("wb") as binary,
        gzip.GzipFile(filename="", fileobj=binary, mode="wb", mtime=0) as zipped,
        io.TextIOWrapper(zipped, encoding="utf-8", newline="\n") as file,
    ):
        yield TraceWriter(file, meta)


def _changes(previous: TraceRecord, record: TraceRecord) -> dict[str, Any]:
    """Return what of the state differs between two records, by the keys of a line."""
    fields: dict[str, Any] = {}
    if record.variables != previous.variables:
        changed = changed_places(previous.variables, record.variables)
        fields["v"] = {str(number): record.variables[number] for number in changed}
    if record.flags != previous.flags:
        numbers = (8 * place + bit for place in changed_places(previous.flags, record.flags) for bit in range(8))
        changed = (number for number in numbers if record.flag(number) != previous.flag(number))
        fields["f"] = {str(number): int(record.flag(number)) for number in changed}
    if record.item_rooms != previous.item_rooms:
        fields["inv"] = record.item_rooms.hex()
    rows = np.flatnonzero(np.any(record.objects != previous.objects, axis=1))
    if rows.size:
        fields["o"] = {str(number): record.objects[number].tolist() for number in rows}
    if record.strings != previous.strings:
        old = previous.strings
        fields["s"] = {str(number): now for number, now in enumerate(record.strings) if now != old[number]}
    return fields
