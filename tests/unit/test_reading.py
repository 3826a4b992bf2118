"""Files from strangers are read up to a length, and the error names the limit."""

from __future__ import annotations

import gzip
import io
import os
import re
import zlib
from pathlib import Path

import pytest
from PIL import Image

from agi_emu.facts.errors import RecordingError, ResourceError, SaveError
from agi_emu.host_files import reading
from agi_emu.host_files.reading import SAVE, TRACE, Readable, json_value, read_lines, read_whole, toml_table
from agi_emu.input.input_script import read_input_script
from agi_emu.recording.masks import SUFFIX, masks_beside
from agi_emu.recording.recording import Recording
from agi_emu.resources.projects.strips import read_strip
from agi_emu.tracing.trace import Trace

MIB = 1 << 20


def test_a_file_that_is_read_whole_has_a_limit(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(bytes(100))
    assert len(read_whole(path, Readable(100, RecordingError))) == 100
    with pytest.raises(RecordingError, match=r"file: longer than .* MiB, the most that is read"):
        read_whole(path, Readable(99, RecordingError))


def test_what_is_not_a_plain_file_is_refused_at_once(tmp_path: Path) -> None:
    with pytest.raises(SaveError, match="is a folder, not a file"):
        read_whole(tmp_path, SAVE)
    with pytest.raises(SaveError, match=r"nothing: .+"):
        read_whole(tmp_path / "nothing", SAVE)
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe")
        with pytest.raises(SaveError, match="pipe is a pipe, not a file"):
            read_whole(tmp_path / "pipe", SAVE)
        with pytest.raises(SaveError, match="is a device, not a file"):
            read_whole(Path("/dev/zero"), SAVE)


def test_a_file_that_grows_while_it_is_read_has_a_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file"
    path.write_bytes(bytes(3 * MIB))
    opened = open(path, "rb")  # noqa: SIM115
    monkeypatch.setattr(reading, "open_file", lambda path, kind: opened)
    monkeypatch.setattr(os, "fstat", lambda handle: os.stat_result((0,) * 10))
    with pytest.raises(RecordingError, match="longer than 2 MiB"):
        read_whole(path, Readable(2 * MIB, RecordingError))
    assert opened.closed


@pytest.mark.parametrize("text", ["9" * 5000, "-" + "9" * 30, "1e400", "-1e400", "NaN", "Infinity", "[" * 100_000])
def test_numbers_of_json_have_limits(text: str) -> None:
    with pytest.raises(ValueError, match=r"too large|too deeply|Expecting"):
        json_value(f'{{"a": [{text}]}}')
    assert json_value('[1, -2, 3.5, "11111111111111111111111", 1234567890123456789]')[-1] == 1234567890123456789


@pytest.mark.parametrize("text", ["9" * 5000, "9" * 30, "0x" + "f" * 5000])
def test_numbers_of_toml_have_limits(text: str) -> None:
    with pytest.raises(ValueError, match="too large"):
        toml_table(f"a = [{text}]")


@pytest.mark.parametrize(("read", "most"), [(Recording.load, 32), (read_input_script, 4)])
def test_a_sparse_file_is_refused_at_its_limit(read: object, most: int, tmp_path: Path) -> None:
    path = tmp_path / "sparse"
    with path.open("wb") as file:
        file.truncate(40 << 30)
    with pytest.raises(RecordingError, match=f"longer than {most} MiB"):
        read(path)  # type: ignore[operator]


def test_a_trace_of_one_endless_line_is_refused_at_its_limit(tmp_path: Path) -> None:
    path = tmp_path / "trace.jsonl.gz"
    with gzip.open(path, "wb", compresslevel=1) as file:
        file.write(b'{"meta": "')
        for _ in range(64):
            file.write(b"a" * MIB)
    with pytest.raises(RecordingError, match="line 1 is longer than 4 MiB"):
        Trace(path)


def test_a_trace_of_many_lines_is_refused_at_its_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "trace.jsonl.gz"
    with gzip.open(path, "wb", compresslevel=1) as file:
        file.write(b"{}\n" * 100_000)
    with pytest.raises(RecordingError, match=r"longer than .* MiB in all"):
        for _ in read_lines(path, Readable(200_000, RecordingError)):
            pass
    assert sum(1 for _ in read_lines(path, TRACE)) == 100_000
    assert TRACE.most == 1024 * MIB


@pytest.mark.parametrize("text", ["a = " + "[" * 50_000, "a = 1\na = 2", "\0"])
def test_toml_that_is_wrong_is_one_sentence(text: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"."):
        toml_table(text)
    (tmp_path / f"x.agirec{SUFFIX}").write_text(text)
    with pytest.raises(RecordingError, match=re.escape(SUFFIX)):
        masks_beside(tmp_path / "x.agirec")


def test_a_trace_nested_too_deeply_is_damaged(tmp_path: Path) -> None:
    path = tmp_path / "trace.jsonl"
    path.write_bytes(b"[" * 100_000)
    with pytest.raises(RecordingError, match="damaged after line 0"):
        Trace(path)


def png_of(width: int, height: int) -> bytes:
    """Return a PNG whose head says so many pixels; its data are not there."""
    head = width.to_bytes(4, "big") + height.to_bytes(4, "big") + b"\x08\x00\x00\x00\x00"
    chunk = b"IHDR" + head
    return b"\x89PNG\r\n\x1a\n" + (13).to_bytes(4, "big") + chunk + zlib.crc32(chunk).to_bytes(4, "big")


@pytest.mark.parametrize(("width", "height"), [(12000, 12000), (0x7FFFFFFF, 1), (1, 169), (60000, 60000), (8, 169)])
def test_the_size_of_a_strip_is_known_before_it_is_decoded(width: int, height: int, tmp_path: Path) -> None:
    path = tmp_path / "walk.png"
    path.write_bytes(png_of(width, height))
    with pytest.raises(ResourceError, match=r"walk\.png: "):
        read_strip(path)


def test_the_largest_strip_is_read(tmp_path: Path) -> None:
    path = tmp_path / "walk.png"
    Image.new("RGB", (300, 168)).save(path)
    assert len(read_strip(path)) == 168


def test_formats_that_need_other_programs_are_not_images(tmp_path: Path) -> None:
    path = tmp_path / "walk.png"
    path.write_bytes(b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 8 8\n%%EndComments\nshowpage\n")
    with pytest.raises(ResourceError, match="not a PNG, GIF, BMP image"):
        read_strip(path)
    out = io.BytesIO()
    Image.new("RGB", (8, 8)).save(out, format="JPEG")
    path.write_bytes(out.getvalue())
    with pytest.raises(ResourceError, match="not a PNG, GIF, BMP image"):
        read_strip(path)
