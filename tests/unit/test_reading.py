"""Files from strangers are read up to a length, and the error names the limit."""

from __future__ import annotations

import gzip
import io
import re
import zlib
from pathlib import Path

import pytest
from PIL import Image

from agi_emu.facts.errors import RecordingError, ResourceError
from agi_emu.host_files import reading
from agi_emu.host_files.reading import read_lines, read_whole, toml_table
from agi_emu.input.input_script import read_input_script
from agi_emu.recording.masks import SUFFIX, masks_beside
from agi_emu.recording.recording import Recording
from agi_emu.resources.projects.strips import read_strip
from agi_emu.tracing.trace import Trace

MIB = 1 << 20


def test_a_file_that_is_read_whole_has_a_limit(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(bytes(100))
    assert len(read_whole(path, RecordingError, 100)) == 100
    with pytest.raises(RecordingError, match=r"file: longer than .* MiB, the most that is read"):
        read_whole(path, RecordingError, 99)


@pytest.mark.parametrize(("read", "most"), [(Recording.load, 32), (read_input_script, 64)])
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
        for _ in read_lines(path, RecordingError, 200_000):
            pass
    assert sum(1 for _ in read_lines(path, RecordingError)) == 100_000
    assert reading.LONGEST_STREAM == 1024 * MIB


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
