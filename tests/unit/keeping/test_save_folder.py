"""Savegames in a folder of the host: nothing half-written, nothing outside."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from agi_emu.facts.errors import SaveError
from agi_emu.keeping.saves.save_folder import FolderStore, savegames_in
from agi_emu.machine.save_store import DirectoryRefusedError, DiskFullError, MemoryStore, directory_parts

ROOT = b"\\"


def test_what_was_written_is_read_and_the_one_before_is_kept(tmp_path: Path) -> None:
    store = FolderStore(tmp_path / "saves")
    assert store.list(ROOT) == {}
    store.write(ROOT, b"SQ2SG.1", b"first")
    store.write(ROOT, b"SQ2SG.1", b"second")
    assert store.read(ROOT, b"sq2sg.1") == b"second"
    assert sorted(path.name for path in store.folder.iterdir()) == ["SQ2SG.1", "SQ2SG.1.bak"]
    assert (store.folder / "SQ2SG.1.bak").read_bytes() == b"first"


def test_files_that_dos_left_are_found_in_any_case(tmp_path: Path) -> None:
    (tmp_path / "sq2sg.3").write_bytes(b"old")
    store = FolderStore(tmp_path)
    assert store.read(ROOT, b"SQ2SG.3") == b"old"
    store.write(ROOT, b"SQ2SG.3", b"new")
    assert (tmp_path / "sq2sg.3").read_bytes() == b"new"


def test_every_listed_file_can_be_read_and_none_is_ours(tmp_path: Path) -> None:
    store = FolderStore(tmp_path)
    store.write(ROOT, b"SQ2SG.1", b"first")
    store.write(ROOT, b"SQ2SG.1", b"second")
    (tmp_path / "auto-000001.agistate").write_bytes(b"a state")
    assert {name: store.read(ROOT, name) for name in store.list(ROOT) or ()} == {b"SQ2SG.1": b"second"}


def test_the_newest_file_has_the_greatest_order_number(tmp_path: Path) -> None:
    store = FolderStore(tmp_path)
    for name, time in ((b"SG.1", 300), (b"SG.2", 100), (b"SG.3", 300)):
        store.write(ROOT, name, b"")
        os.utime(store.path(ROOT, name), (time, time))
    assert store.list(ROOT) == {b"SG.1": 1, b"SG.2": 0, b"SG.3": 1}


@pytest.mark.parametrize(
    "name", [b"../SG.1", b"..\\SG.1", b"/TMP/SG.1", b"C:SG.1", b"TOOLONGSG.1", b"SG", b"..", b"A\0SG.1"]
)
def test_names_cannot_leave_the_folder(tmp_path: Path, name: bytes) -> None:
    store = FolderStore(tmp_path / "saves")
    if name == b"SG":
        store.write(ROOT, name, b"x")
        return
    with pytest.raises(DirectoryRefusedError):
        store.write(ROOT, name, b"x")
    assert list(tmp_path.iterdir()) == []


def test_directories_cannot_leave_the_folder(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    inside = tmp_path / "saves"
    (inside / "GAMES").mkdir(parents=True)
    (inside / "LINK").symlink_to(outside)
    store = FolderStore(inside)
    assert store.list(b"C:\\games\\..\\..\\..") == {}  # the root
    assert store.list(b"\\GAMES") == {}
    for path in (b"D:\\", b"\\LINK", b"\\NOWHERE", b"\\GAMES\\.. \\"):
        assert store.list(path) is None
        with pytest.raises(DirectoryRefusedError):
            store.write(path, b"SG.1", b"x")
    assert list(outside.iterdir()) == []


def test_a_full_disk_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = FolderStore(tmp_path)
    store.write(ROOT, b"SG.1", b"good")

    def fail(_handle: int) -> None:
        raise OSError(errno.ENOSPC, "no room")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(DiskFullError):
        store.write(ROOT, b"SG.1", b"longer than before")
    assert store.read(ROOT, b"SG.1") == b"good"
    assert not list(tmp_path.glob("*.new"))


def test_a_folder_that_is_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "saves").write_bytes(b"")
    with pytest.raises(DirectoryRefusedError):
        FolderStore(tmp_path / "saves").write(ROOT, b"SG.1", b"x")


def test_what_is_not_there_cannot_be_read(tmp_path: Path) -> None:
    for store in (FolderStore(tmp_path), MemoryStore()):
        with pytest.raises(SaveError):
            store.read(ROOT, b"SG.1")


def test_more_than_twelve_are_listed_by_number(tmp_path: Path) -> None:
    for name in ("SG.1", "SG.13", "sg.2", "SQ2SG.4", "SG.1.bak", "NOTES.TXT"):
        (tmp_path / name).write_bytes(b"")
    assert [path.name for path in savegames_in(tmp_path)] == ["SG.1", "sg.2", "SG.13", "SQ2SG.4"]


@pytest.mark.parametrize(
    ("path", "parts"),
    [
        (b"\\", ()),
        (b"", ()),
        (b"c:\\games", (b"GAMES",)),
        (b"C:/games/sierra\\", (b"GAMES", b"SIERRA")),
        (b"..\\..\\x", (b"X",)),
        (b"A:", None),
    ],
)
def test_paths_of_dos_are_directories(path: bytes, parts: tuple[bytes, ...] | None) -> None:
    assert directory_parts(path) == parts
