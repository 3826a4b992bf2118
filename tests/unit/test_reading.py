"""Files from strangers are read up to a length, and the error names the limit."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest

from agi_emu import reading
from agi_emu.errors import RecordingError
from agi_emu.reading import read_lines, read_whole, toml_table
from agi_emu.recording.masks import SUFFIX, masks_beside
from agi_emu.recording.recording import Recording

MIB = 1 << 20


def test_a_file_that_is_read_whole_has_a_limit(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(bytes(100))
    assert len(read_whole(path, RecordingError, 100)) == 100
    with pytest.raises(RecordingError, match=r"file: longer than .* MiB, the most that is read"):
        read_whole(path, RecordingError, 99)


@pytest.mark.parametrize("read", [Recording.load])
def test_a_sparse_file_is_refused_at_its_limit(read: object, tmp_path: Path) -> None:
    path = tmp_path / "sparse"
    with path.open("wb") as file:
        file.truncate(40 << 30)
    with pytest.raises(RecordingError, match="longer than 64 MiB"):
        read(path)  # type: ignore[operator]


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
