"""Drafts replace a file whole, and those of killed processes are removed by the next writer."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from agi_emu.host_files.drafts import PREFIX, SWEPT_AFTER, draft_folder, draft_of, sweep, write_whole

LONG_AGO = time.time() - SWEPT_AFTER - 60


@pytest.fixture
def dead() -> int:
    """The number of a process that has ended."""
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    return ended.pid


def old(path: Path) -> Path:
    os.utime(path, (LONG_AGO, LONG_AGO))
    return path


def fail_half_way(target: Path) -> None:
    with draft_of(target) as draft:
        draft.write_bytes(b"half")
        raise ZeroDivisionError


def test_an_error_leaves_the_old_file_and_no_draft(tmp_path: Path) -> None:
    target = tmp_path / "x.png"
    write_whole(target, b"old")
    with pytest.raises(ZeroDivisionError):
        fail_half_way(target)
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [b"old"]


def test_the_permissions_of_the_old_file_stay(tmp_path: Path) -> None:
    target = tmp_path / "x"
    write_whole(target, b"old")
    target.chmod(0o640)
    write_whole(target, b"new")
    assert target.stat().st_mode & 0o777 == 0o640


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").write_bytes(b"old")
    (tmp_path / "link").symlink_to("real")
    write_whole(tmp_path / "link", b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_bytes() == b"new"


def test_drafts_of_dead_processes_are_removed(tmp_path: Path, dead: int) -> None:
    old_file = tmp_path / f"{PREFIX}{dead}-abcd.png"
    old_folder = tmp_path / f"{PREFIX}{dead}-efgh"
    old_file.write_bytes(b"half")
    old_folder.mkdir()
    (old_folder / "views").mkdir()
    (old_folder / "views" / "x.png").write_bytes(b"half")
    old(old_file)
    old(old_folder)
    write_whole(tmp_path / "x", b"new")
    assert [path.name for path in tmp_path.iterdir()] == ["x"]


def test_drafts_that_may_be_written_stay(tmp_path: Path, dead: int) -> None:
    kept = {
        tmp_path / f"{PREFIX}{dead}-young",
        old_of(tmp_path / f"{PREFIX}{os.getpid()}-living"),
        old_of(tmp_path / f"{PREFIX}1-system"),
        old_of(tmp_path / f"{PREFIX}mine"),
        old_of(tmp_path / f"x{PREFIX}{dead}-abcd"),
        old_of(tmp_path / "other"),
    }
    (tmp_path / f"{PREFIX}{dead}-young").write_bytes(b"half")
    sweep(tmp_path)
    assert set(tmp_path.iterdir()) == kept


def old_of(path: Path) -> Path:
    path.write_bytes(b"something")
    return old(path)


def test_a_link_with_the_name_of_a_draft_is_not_followed(tmp_path: Path, dead: int) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "kept").write_bytes(b"mine")
    folder = tmp_path / "folder"
    folder.mkdir()
    link = folder / f"{PREFIX}{dead}-link"
    link.symlink_to(outside)
    os.utime(link, (LONG_AGO, LONG_AGO), follow_symlinks=False)
    sweep(folder)
    assert not link.is_symlink()
    assert (outside / "kept").read_bytes() == b"mine"


@pytest.mark.parametrize("what", ["draft_of(folder / 'x.png')", "draft_folder(folder)"])
def test_a_killed_process_leaves_a_draft_that_the_next_one_removes(tmp_path: Path, what: str) -> None:
    program = (
        "import os, signal, sys\nfrom pathlib import Path\n"
        "from agi_emu.host_files.drafts import draft_folder, draft_of\n"
        f"folder = Path(sys.argv[1])\nwith {what} as draft:\n os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    subprocess.run([sys.executable, "-c", program, str(tmp_path)], check=False)
    [left] = tmp_path.iterdir()
    assert left.name.startswith(PREFIX)
    with draft_folder(tmp_path):
        assert left.exists(), "it might still be written, as far as anybody knows"
    old(left)
    with draft_folder(tmp_path):
        pass
    assert list(tmp_path.iterdir()) == []
