"""Traces: a record of every cycle, in the format of the recordings of the original interpreter.

A trace file is gzipped JSON, one object per line: first the meta line, then a record per cycle that holds only what
changed, last a line that says how it ended (docs/trace-format.md). In memory every record is whole, so that two traces,
or a trace and a machine, are compared field by field without knowing what the file left out.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import groupby
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agi_emu.errors import RecordingError
from agi_emu.machine.settings import UNLIMITED, Settings
from agi_emu.mercies import AS_RECORDED
from agi_emu.reading import read_lines

TRACE_NAME = "trace.jsonl.gz"
PLAIN_TRACE_NAME = "trace.jsonl"
OWN_GAME = "game.zip"
"""The game that a recording brings with it: in its folder, or in the one above where several versions played it."""
PLANES_NAME = "planes.npz"
GZIP_MAGIC = b"\x1f\x8b"
STRING_COUNT = 24
TEXT_ROWS = 25
TEXT_COLUMNS = 40
BLANK_ROW = ("", "00x40")

TextRow = tuple[str, str]
"""The characters of a row without trailing blanks, and runs of attributes: ``8fx21`` is attribute 8Fh on 21 cells."""
TextGrid = tuple[TextRow, ...]
ObjectTable = NDArray[np.int32]

OBJECT_FIELDS: Mapping[str, str] = {
    "stepTime": "step_time",
    "stepClk": "step_clock",
    "x": "x",
    "y": "y",
    "view": "view",
    "loop": "loop",
    "nLoops": "loop_count",
    "cel": "cel",
    "nCels": "cel_count",
    "prevX": "previous_x",
    "prevY": "previous_y",
    "w": "width",
    "h": "height",
    "stepSize": "step_size",
    "cycTime": "cycle_time",
    "cycClk": "cycle_clock",
    "dir": "direction",
    "motion": "motion",
    "cycle": "cycle_type",
    "pri": "priority",
    "flags": "flags",
    "p0": "p0",
    "p1": "p1",
    "p2": "p2",
    "p3": "p3",
}
"""Name of an object's field in a trace -> its name in the state (`agi_emu.state.layout.ScreenObject`)."""


@dataclass(frozen=True, slots=True)
class TraceMeta:
    """The first line: the game, and the convention of time."""

    game: str
    interpreter: str
    machine: str = "pc"
    monitor: str = "ega"
    script: str = ""
    seed: int = 0x1234
    zero_ticks: int = 3
    """Beats at the top of a cycle whose v10 is 0."""
    auto_ticks: int = 18
    """Beats that the game must wait in a cycle before a key is pressed for it."""
    object_fields: tuple[str, ...] = tuple(OBJECT_FIELDS)

    @classmethod
    def read(cls, fields: Mapping[str, Any]) -> TraceMeta:
        """Take the fields of a meta line; unknown ones are ignored."""
        known = {name: fields[name] for name in cls.__dataclass_fields__ if name in fields}
        if "objfields" in fields:
            known["object_fields"] = tuple(fields["objfields"])
            unknown = set(known["object_fields"]) - set(OBJECT_FIELDS)
            if unknown:
                raise ValueError(f"objects have no field {', '.join(sorted(unknown))}")
        meta = cls(**known)
        if meta.auto_ticks < 1:
            raise ValueError(f"keys are pressed after {meta.auto_ticks} beats of waiting")
        meta.settings()
        return meta

    def settings(self) -> Settings:
        """Return the settings under which a game is compared: strict, except for the check of its id.

        Raises ValueError for a machine, seed or delay that no machine can be set to.
        """
        budget = replace(UNLIMITED, zero_delay_beats=self.zero_ticks)
        return Settings(machine=self.machine, seed=self.seed, budget=budget, mercies=AS_RECORDED)

    def fields(self) -> dict[str, Any]:
        """Return the fields of a meta line."""
        fields = {name: getattr(self, name) for name in self.__dataclass_fields__}
        fields["objfields"] = list(fields.pop("object_fields"))
        return fields


@dataclass(frozen=True, slots=True)
class WaitState:
    """The display while the game waited: the last action with its operands, window, screen, text."""

    action: bytes | None
    window: int
    screen: int
    text: TextGrid


@dataclass(frozen=True, slots=True)
class TraceEvent:
    """An event inside a cycle: ``key`` (of the script), ``auto`` (the game waited) or ``blocked``."""

    kind: str
    beat: int
    key: str = ""
    waiting: WaitState | None = None


@dataclass(slots=True)
class TraceRecord:
    """Everything known of the state after a cycle, and of the events in it."""

    cycle: int
    beats: int
    variables: bytes
    flags: bytes
    objects: ObjectTable
    """One row per object, columns as `TraceMeta.object_fields`."""
    item_rooms: bytes
    strings: tuple[str, ...]
    seed: int
    ticks: int
    control: tuple[int, ...]
    """Horizon, player control, picture number, screen mode (0 graphics, 1 text)."""
    visual: int
    priority: int
    screen: int
    text: TextGrid
    window: int
    events: tuple[TraceEvent, ...]
    sound: tuple[tuple[int, int, int], ...]
    """Port writes: beat, port, value."""
    action_count: int
    action_crc: int
    actions: bytes | None
    """``opcode operands...`` of every action in order, where the trace has them."""

    @property
    def room(self) -> int:
        """Number of the room, variable 0."""
        return self.variables[0]

    def flag(self, number: int) -> bool:
        """Return a flag."""
        return bool(self.flags[number >> 3] & (0x80 >> (number & 7)))


@dataclass(frozen=True, slots=True)
class TraceEnd:
    """The last line: why the trace ends, and the events of the cycle that was never completed."""

    why: str = "done"
    beats: int = 0
    events: tuple[TraceEvent, ...] = ()
    text: TextGrid = ()

    @property
    def is_claimed(self) -> bool:
        """True if the end itself is ground truth; after an error or a hang of the recorder, nothing is claimed."""
        return self.why == "done" or self.has_exited or self.is_stuck

    @property
    def has_exited(self) -> bool:
        """True if the game ended the program in the cycle after the last record."""
        return self.why.startswith("exit")

    @property
    def is_stuck(self) -> bool:
        """True if the game kept waiting whatever was pressed."""
        return self.why == "stuck"


_SHOWN = bytes(ord(" ") if code < 32 else code if code < 127 else ord("?") for code in range(256))
"""How traces write characters: codes below 32 are blanks, those beyond ASCII question marks."""


def text_rows(characters: bytes, attributes: bytes, before: tuple[bytes, bytes, TextGrid] | None = None) -> TextGrid:
    """Return the rows of a text screen (characters and attributes of its cells, row by row) as traces write them.

    `before` is another screen with its rows, which are taken over where nothing differs.
    """
    rows = []
    for number, start in enumerate(range(0, len(characters), TEXT_COLUMNS)):
        row = slice(start, start + TEXT_COLUMNS)
        cells, colours = characters[row], attributes[row]
        if before is not None and before[0][row] == cells and before[1][row] == colours:
            rows.append(before[2][number])
        else:
            rows.append(_text_row(cells, colours))
    return tuple(rows)


def _text_row(characters: bytes, attributes: bytes) -> TextRow:
    text = characters.translate(_SHOWN).decode("ascii").rstrip()
    runs = (f"{attribute:02x}x{len(list(cells))}" for attribute, cells in groupby(attributes))
    return text, " ".join(runs)


@dataclass(slots=True)
class _Reading:
    """The running state while a file's deltas are applied."""

    variables: bytearray = field(default_factory=lambda: bytearray(256))
    flags: bytearray = field(default_factory=lambda: bytearray(32))
    strings: list[str] = field(default_factory=lambda: [""] * STRING_COUNT)
    text: list[TextRow] = field(default_factory=lambda: [BLANK_ROW] * TEXT_ROWS)

    def change_text(self, rows: list[list[Any]]) -> TextGrid:
        for row, characters, attributes in rows:
            self.text[row] = (characters, attributes)
        return tuple(self.text)

    def change_events(self, events: list[list[Any]]) -> tuple[TraceEvent, ...]:
        return tuple(self._event(*event) for event in events)

    def _event(self, kind: str, beat: int, data: Any) -> TraceEvent:
        if kind != "blocked":
            return TraceEvent(kind, beat, key=data)
        action = None if data["op"] is None else bytes.fromhex(data["op"])
        text = self.change_text(data["txt"])
        return TraceEvent(kind, beat, waiting=WaitState(action, data["win"], int(data["scr"], 16), text))


_SHAPE_ERRORS = (KeyError, TypeError, ValueError, IndexError, AttributeError)
"""Exceptions raised by reading a line in which a field is missing or of another type."""


def own_game(recording: Path) -> Path | None:
    """Return the game that a recording, a file or its folder, brings with it; None where it brings none."""
    folder = recording if recording.is_dir() else recording.parent
    return next((path for path in (folder / OWN_GAME, folder.parent / OWN_GAME) if path.is_file()), None)


class Trace:
    """A trace file: `meta` at once, the records by iterating, `end` after the last of them."""

    def __init__(self, path: Path) -> None:
        """Open `path`, the file itself, gzipped or plain, or the folder that holds it under one of its two names."""
        plain = path / PLAIN_TRACE_NAME
        self.path = plain if plain.is_file() else path / TRACE_NAME if path.is_dir() else path
        self._lines = self._read_lines()
        first = next(self._lines, {})
        if "meta" not in first:
            raise RecordingError(f"{self.path} is not a trace: the first line has no 'meta'")
        try:
            self.meta = TraceMeta.read(first["meta"])
        except _SHAPE_ERRORS as error:
            raise self._misshapen(error) from error
        self.end: TraceEnd | None = None
        self._records_read = 0

    def _read_lines(self) -> Iterator[dict[str, Any]]:
        for number, line in enumerate(read_lines(self.path, RecordingError), start=1):
            try:
                record = json.loads(line)
            except (ValueError, RecursionError) as error:
                raise RecordingError(f"{self.path}: damaged after line {number - 1} ({error})") from error
            if not isinstance(record, dict):
                raise RecordingError(f"{self.path}: line {number} is not an object")
            yield record

    def __iter__(self) -> Iterator[TraceRecord]:
        """Yield every record in full; set `end` at the last line."""
        reading = _Reading()
        previous: TraceRecord | None = None
        for line in self._lines:
            try:
                if "end" in line:
                    self.end = _end(reading, line)
                    return
                previous = _record(reading, previous, line, self.meta)
            except _SHAPE_ERRORS as error:
                raise self._misshapen(error) from error
            self._records_read += 1
            yield previous

    def record_count(self) -> int:
        """Return the number of records in the file; this skips those not read yet."""
        self._records_read += sum(1 for line in self._lines if "end" not in line)
        return self._records_read

    def _misshapen(self, error: Exception) -> RecordingError:
        # Only the messages of our own checks are sentences: a KeyError's is the key alone.
        why = str(error) if type(error) is ValueError else repr(error)
        return RecordingError(f"{self.path}: unreadable line ({why})")


def _end(reading: _Reading, line: Mapping[str, Any]) -> TraceEnd:
    events = reading.change_events(line.get("events", []))
    return TraceEnd(line["end"].strip(), line.get("t", 0), events, reading.change_text(line.get("txt", [])))


def _record(reading: _Reading, previous: TraceRecord | None, line: Mapping[str, Any], meta: TraceMeta) -> TraceRecord:
    """Apply a line to the running state and return the record it stands for."""
    if previous is None:
        return _first_record(reading, line, meta)
    record = replace(previous, cycle=line["c"], beats=line["t"])
    if "v" in line:
        for number, value in line["v"].items():
            reading.variables[int(number)] = value
        record.variables = bytes(reading.variables)
    if "f" in line:
        for number, value in line["f"].items():
            mask = 0x80 >> (int(number) & 7)
            if value:
                reading.flags[int(number) >> 3] |= mask
            else:
                reading.flags[int(number) >> 3] &= ~mask
        record.flags = bytes(reading.flags)
    if "o" in line:
        record.objects = previous.objects.copy()
        for number, values in line["o"].items():
            record.objects[int(number)] = values
    if "inv" in line:
        record.item_rooms = bytes.fromhex(line["inv"])
    _take_moment(record, reading, line)
    return record


def _first_record(reading: _Reading, line: Mapping[str, Any], meta: TraceMeta) -> TraceRecord:
    reading.variables[:] = bytes.fromhex(line["v"])
    reading.flags[:] = bytes.fromhex(line["f"])
    table: dict[str, list[int]] = line.get("o", {})
    count = max((int(number) + 1 for number in table), default=0)
    objects = np.zeros((count, len(meta.object_fields)), dtype=np.int32)
    for number, values in table.items():
        objects[int(number)] = values
    record = TraceRecord(
        cycle=line["c"],
        beats=line["t"],
        variables=bytes(reading.variables),
        flags=bytes(reading.flags),
        objects=objects,
        item_rooms=bytes.fromhex(line.get("inv", "")),
        strings=tuple(reading.strings),
        seed=0,
        ticks=0,
        control=(),
        visual=0,
        priority=0,
        screen=0,
        text=tuple(reading.text),
        window=0,
        events=(),
        sound=(),
        action_count=0,
        action_crc=0,
        actions=None,
    )
    _take_moment(record, reading, line)
    return record


def _take_moment(record: TraceRecord, reading: _Reading, line: Mapping[str, Any]) -> None:
    """Take the fields that are in every line, and those that are absent if nothing happened."""
    if "s" in line:
        for number, text in line["s"].items():
            reading.strings[int(number)] = text
        record.strings = tuple(reading.strings)
    record.seed = line["rng"]
    record.ticks = line["sys"]
    record.control = tuple(line["ctl"])
    record.visual = int(line["vis"], 16)
    record.priority = int(line["pri"], 16)
    record.screen = int(line["scr"], 16)
    # The text of a `blocked` event comes before the rows of the cycle's end, which name only what changed since.
    record.events = reading.change_events(line["ev"]) if "ev" in line else ()
    record.text = reading.change_text(line.get("txt", []))
    record.window = line.get("win", 0)
    record.sound = tuple((beat, port, value) for beat, port, value in line.get("snd", ()))
    record.action_count = line["ops"][0]
    record.action_crc = int(line["ops"][1], 16)
    record.actions = bytes.fromhex("".join(line["opl"])) if "opl" in line else None
