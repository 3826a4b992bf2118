"""The page about state files has the table of chunks that the program has."""

from __future__ import annotations

import ctypes
from pathlib import Path

from agi_emu.state.files.state_chunks import TABLE, ChunkEntry
from agi_emu.state.layout import ScreenObject


def row(entry: ChunkEntry) -> str:
    fields = ", ".join(f"`{name}`" for name in entry.areas) or "parts of its own"
    when = "" if entry.always else "; only when needed"
    return f"| `{entry.tag}` | {entry.meaning}{when} | {' '.join(entry.depends) or '–'} | {fields} |"


def test_the_page_has_the_table_of_chunks(root: Path) -> None:
    page = (root / "docs" / "state-file.md").read_text()
    assert [line for line in page.splitlines() if line.startswith("| `")] == [row(entry) for entry in TABLE]


def test_the_page_has_the_size_of_an_object(root: Path) -> None:
    assert f"256 records of {ctypes.sizeof(ScreenObject)} bytes" in (root / "docs" / "state-file.md").read_text()
