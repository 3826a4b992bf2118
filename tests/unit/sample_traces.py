"""A small trace in memory with something in every field, for the tests of its reader, writer and comparer."""

from __future__ import annotations

import zlib
from dataclasses import replace
from pathlib import Path

import numpy as np

from agi_emu.tracing.fields import OBJECT_FIELDS
from agi_emu.tracing.records import BLANK_ROW, TEXT_ROWS, TraceEnd, TraceEvent, TraceMeta, TraceRecord, WaitState
from agi_emu.tracing.tracer import create_trace
from tests.core.plain.trace_lines import LineWriter

META = TraceMeta(game="sample", interpreter="2.936", script="cycle 1: key enter\n")
END = TraceEnd(beats=9)
ACTIONS = bytes.fromhex("030a0101321700")  # assignn(v10, 1); increment(v50); call.v(v0)
GRID = (("Score", "8fx5 00x35"), *([BLANK_ROW] * (TEXT_ROWS - 1)))
WINDOW_GRID = (*GRID[:7], ("   Hello", "00x3 8fx5 00x32"), *GRID[8:])


def first_record() -> TraceRecord:
    """Record 0: what is there before logic 0 ran."""
    return TraceRecord(
        cycle=0,
        beats=0,
        variables=bytes(range(256)),
        flags=bytes(32),
        objects=np.zeros((3, len(OBJECT_FIELDS)), dtype=np.int32),
        item_rooms=bytes([1, 2, 255]),
        strings=("",) * 24,
        seed=4660,
        ticks=0,
        control=(36, 1, 0, 0),
        visual=0x0FBCA180,
        priority=0xBB4FE52E,
        screen=0x5BD12871,
        text=(BLANK_ROW,) * TEXT_ROWS,
        window=0,
        events=(),
        sound=(),
        action_count=0,
        action_crc=0,
        actions=b"",
    )


def records() -> list[TraceRecord]:
    """Three records; the second changes every field, the third hardly any."""
    first = first_record()
    objects = first.objects.copy()
    objects[1] = range(1, objects.shape[1] + 1)
    waiting = WaitState(action=bytes.fromhex("6501"), window=1, screen=0x12345678, text=WINDOW_GRID)
    second = replace(
        first,
        cycle=1,
        beats=22,
        variables=bytes([2, *range(1, 256)]),
        flags=bytes([0x80, *([0] * 31)]),
        objects=objects,
        item_rooms=bytes([1, 2, 3]),
        strings=(">", *([""] * 23)),
        seed=43429,
        ticks=7,
        control=(50, 0, 2, 1),
        visual=1,
        priority=2,
        screen=3,
        text=GRID,
        window=1,
        events=(
            TraceEvent("key", 3, "enter"),
            TraceEvent("blocked", 21, waiting=waiting),
            TraceEvent("auto", 21, "enter"),
        ),
        sound=((4, 0xC0, 144), (4, 0x61, 3)),
        action_count=3,
        action_crc=zlib.crc32(ACTIONS),
        actions=ACTIONS,
    )
    third = replace(second, cycle=2, beats=25, ticks=8, events=(), sound=())
    return [first, second, third]


def write(path: Path, written: list[TraceRecord], end: TraceEnd = END) -> Path:
    """Write records as a trace file and return its path."""
    lines = LineWriter()
    with create_trace(path, META) as writer:
        for record in written:
            writer.write(lines.line(record))
        writer.write(lines.end_line(end))
    return path
