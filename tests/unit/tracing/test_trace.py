"""The trace format: written and read again, and against recordings of the original."""

from __future__ import annotations

import gzip
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from agi_emu.facts.errors import RecordingError
from agi_emu.tracing.records import TraceEvent, TraceRecord
from agi_emu.tracing.trace import Trace
from agi_emu.tracing.tracer import create_trace
from tests.core.plain.trace_lines import LineWriter
from tests.unit.sample_traces import END, META, first_record, records, write


def same(first: TraceRecord, second: TraceRecord) -> bool:
    """Compare two records, arrays included."""
    names = (name for name in TraceRecord.__slots__ if name != "objects")
    return np.array_equal(first.objects, second.objects) and all(
        getattr(first, name) == getattr(second, name) for name in names
    )


def lines_of(path: Path) -> list[dict[str, Any]]:
    """Return the JSON lines of a trace file."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    trace = Trace(write(tmp_path / "trace.jsonl.gz", records()))
    assert trace.meta == META
    assert trace.end is None
    read = list(trace)
    assert all(same(was, now) for was, now in zip(records(), read, strict=True))
    assert trace.end is not None
    assert (trace.end.why, trace.end.beats) == (END.why, END.beats)


def test_a_trace_is_found_in_its_folder(tmp_path: Path) -> None:
    write(tmp_path / "trace.jsonl.gz", records())
    assert Trace(tmp_path).meta.game == "sample"


def test_lines_hold_only_what_changed(tmp_path: Path) -> None:
    lines = lines_of(write(tmp_path / "trace.jsonl.gz", records()))
    assert lines[2]["v"] == {"0": 2}
    assert lines[2]["f"] == {"0": 1}
    assert list(lines[2]["o"]) == ["1"]
    # The rows of the end of a cycle are those that changed since the game waited in it.
    assert [row[0] for row in lines[2]["ev"][1][2]["txt"]] == [0, 7]
    assert [row[0] for row in lines[2]["txt"]] == [7]
    assert not {"v", "f", "o", "inv", "s", "ev", "snd", "txt"} & set(lines[3])


def test_a_key_named_end_does_not_end_a_trace(tmp_path: Path) -> None:
    pressed = replace(records()[2], events=(TraceEvent("key", 25, "end"), TraceEvent("key", 25, "blocked")))
    trace = Trace(write(tmp_path / "trace.jsonl.gz", [*records()[:2], pressed]))
    assert [event.key for event in list(trace)[2].events] == ["end", "blocked"]
    assert trace.end is not None


def test_the_same_records_give_the_same_bytes(tmp_path: Path) -> None:
    first = write(tmp_path / "a.gz", records()).read_bytes()
    assert write(tmp_path / "b.gz", records()).read_bytes() == first


def test_a_file_without_meta_is_no_trace(tmp_path: Path) -> None:
    path = tmp_path / "trace.jsonl.gz"
    path.write_bytes(gzip.compress(b'{"c":0}\n'))
    with pytest.raises(RecordingError, match="no 'meta'"):
        Trace(path)


@pytest.mark.parametrize(
    "damage", [b"no gzip", *(gzip.compress(content, mtime=0) for content in (b"{]", b"[1]\n", b"\xff"))]
)
def test_damaged_files_are_named(tmp_path: Path, damage: bytes) -> None:
    path = tmp_path / "trace.jsonl.gz"
    path.write_bytes(damage)
    with pytest.raises(RecordingError, match=r"trace\.jsonl\.gz"):
        Trace(path)


def test_a_truncated_file_gives_its_whole_records_and_then_an_error(tmp_path: Path) -> None:
    whole = write(tmp_path / "whole.gz", [first_record()] * 50).read_bytes()
    path = tmp_path / "trace.jsonl.gz"
    path.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(RecordingError, match="damaged"):
        list(Trace(path))


def test_unknown_fields_of_objects_are_told(tmp_path: Path) -> None:
    path = tmp_path / "trace.jsonl.gz"
    meta = json.dumps({"meta": META.fields() | {"objfields": ["x", "colour"]}})
    path.write_bytes(gzip.compress(meta.encode()))
    with pytest.raises(RecordingError, match="colour"):
        Trace(path)


@pytest.mark.parametrize(
    "field", [{"machine": "amiga"}, {"seed": -1}, {"zero_ticks": 300}, {"auto_ticks": 0}, {"zero_ticks": "3"}]
)
def test_what_no_machine_can_be_set_to_is_an_error(tmp_path: Path, field: dict[str, object]) -> None:
    path = tmp_path / "trace.jsonl.gz"
    path.write_bytes(gzip.compress(json.dumps({"meta": META.fields() | field}).encode()))
    with pytest.raises(RecordingError, match="unreadable line"):
        Trace(path)


@pytest.mark.parametrize(
    "line", ['{"c":0}', '{"c":0,"t":0,"v":5,"f":""}', '{"c":0,"t":[]}', '{"end":5}', '{"end":"done","events":null}']
)
def test_misshapen_lines_are_an_error(tmp_path: Path, line: str) -> None:
    path = tmp_path / "trace.jsonl.gz"
    meta = json.dumps({"meta": META.fields()})
    path.write_bytes(gzip.compress(f"{meta}\n{line}\n".encode()))
    with pytest.raises(RecordingError, match="unreadable line"):
        list(Trace(path))


@pytest.mark.golden
@pytest.mark.parametrize("name", ["traces/tour/acidop", "saves/ltec", "traces/synth/acidop_001-2.936"])
def test_a_recording_read_and_written_again_has_the_same_lines(golden: Path, tmp_path: Path, name: str) -> None:
    trace = Trace(golden / name)
    copy = tmp_path / "trace.jsonl.gz"
    lines = LineWriter()
    with create_trace(copy, trace.meta) as writer:
        for record in trace:
            writer.write(lines.line(record))
        assert trace.end is not None
        writer.write(lines.end_line(trace.end))
    expected, found = lines_of(golden / name / "trace.jsonl.gz"), lines_of(copy)
    assert found[1:-1] == expected[1:-1]
    # The original's recorder knew more of itself: hashes, its own diagnoses.
    assert found[0]["meta"].items() <= expected[0]["meta"].items()
    assert found[-1].items() <= expected[-1].items()
