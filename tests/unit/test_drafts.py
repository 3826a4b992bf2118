"""Drafts replace a file whole, and those of killed processes are removed by the next writer."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from agi_emu.host_files.drafts import (
    HOST_FILES,
    PREFIX,
    SWEPT_AFTER,
    HostFiles,
    draft_of,
    draft_of_folder,
    sweep,
    write_whole,
)

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


@pytest.mark.parametrize(
    "what", ["draft_of(folder / 'x.png')", "draft_of_folder(folder)", "draft_of_folder(folder / 'new')"]
)
def test_a_killed_process_leaves_a_draft_that_the_next_one_removes(tmp_path: Path, what: str) -> None:
    program = (
        "import os, signal, sys\nfrom pathlib import Path\n"
        "from agi_emu.host_files.drafts import draft_of, draft_of_folder\n"
        f"folder = Path(sys.argv[1])\nwith {what} as draft:\n os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    subprocess.run([sys.executable, "-c", program, str(tmp_path)], check=False)
    [left] = tmp_path.iterdir()
    assert left.name.startswith(PREFIX)
    with draft_of_folder(tmp_path):
        assert left.exists(), "it might still be written, as far as anybody knows"
    old(left)
    with draft_of_folder(tmp_path):
        pass
    assert list(tmp_path.iterdir()) == []


OLD = {"DIR": b"1", "VOL.0": b"1", "VOL.1": b"1", "saves/auto": b"mine", "notes": b"mine"}
NEW = {"DIR": b"22", "VOL.0": b"22", "WORDS": b"22"}
WHOLE = NEW | {"saves/auto": b"mine", "notes": b"mine"}


def is_of_game(name: str) -> bool:
    return name.startswith(("DIR", "VOL"))


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A folder with an old game, and with what is not of the game."""
    folder = tmp_path / "around" / "game"
    fill(folder, OLD)
    return folder


def fill(folder: Path, files: dict[str, bytes]) -> None:
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)


def contents(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and PREFIX not in str(path)
    }


def write_new(folder: Path) -> None:
    with draft_of_folder(folder, last="DIR", replaced=is_of_game) as draft:
        fill(draft, NEW)


def test_a_folder_is_replaced_and_keeps_what_is_not_replaced(game: Path) -> None:
    game.chmod(0o750)
    write_new(game)
    assert contents(game) == WHOLE
    assert game.stat().st_mode & 0o777 == 0o750
    assert [path.name for path in game.parent.iterdir()] == ["game"]


def test_a_new_folder_comes_with_those_around_it_or_not_at_all(tmp_path: Path) -> None:
    write_new(tmp_path / "a" / "b")
    assert contents(tmp_path / "a" / "b") == NEW
    with pytest.raises(ZeroDivisionError), draft_of_folder(tmp_path / "c" / "d"):
        raise ZeroDivisionError
    assert [path.name for path in tmp_path.iterdir()] == ["a"]


STEPS = ("flush", "link", "rename", "exchange", "remove")


class FailingFiles:
    """Lets the n-th step of writing do something else; where folders cannot be exchanged, files move."""

    def __init__(self, patch: pytest.MonkeyPatch, step: int, then: Callable[[], None], *, can_exchange: bool) -> None:
        self.left = step
        for name in STEPS:
            real = getattr(HOST_FILES, name)

            def called(*paths: Path, real: Callable[..., None] = real, name: str = name) -> None:
                self.left -= 1
                if self.left == 0:
                    then()
                if name == "exchange" and not can_exchange:
                    raise OSError(errno.EINVAL, "Invalid argument")
                real(*paths)

            patch.setattr(HOST_FILES, name, called)


def no_space() -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.parametrize("can_exchange", [True, False])
def test_whatever_step_fails_a_folder_is_the_old_one_or_the_new_one(
    game: Path, monkeypatch: pytest.MonkeyPatch, *, can_exchange: bool
) -> None:
    for step in range(1, 30):
        with monkeypatch.context() as patch:
            failing = FailingFiles(patch, step, no_space, can_exchange=can_exchange)
            problems = []
            try:
                write_new(game)
            except OSError as error:
                problems.append((error.filename, error.strerror))
        if problems:
            assert problems == [(str(game), "No space left on device; what was there has not changed")]
            assert contents(game) == OLD
        else:
            assert contents(game) == WHOLE
            if failing.left > 0:
                return
        shutil.rmtree(game)
        fill(game, OLD)
    pytest.fail("more steps than expected")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_whenever_a_program_dies_a_folder_is_the_old_one_or_the_new_one(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for step in range(1, 30):
        child = os.fork()
        if not child:
            FailingFiles(monkeypatch, step, lambda: os._exit(1), can_exchange=True)
            write_new(game)
            os._exit(0)
        has_died = bool(os.waitpid(child, 0)[1])
        assert contents(game) in (OLD, WHOLE)
        if not has_died:
            assert step > len(NEW)
            return
        shutil.rmtree(game)
        fill(game, OLD)
    pytest.fail("more steps than expected")


def test_a_folder_that_holds_both_says_so(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(files: HostFiles, source: Path, target: Path) -> None:
        if source.name == "WORDS":
            monkeypatch.setattr(HostFiles, "rename", lambda files, source, target: no_space())
            no_space()
        source.replace(target)

    monkeypatch.setattr(HostFiles, "exchange", lambda files, one, other: no_space())
    monkeypatch.setattr(HostFiles, "rename", fail)
    with pytest.raises(OSError, match="old files and new ones are mixed there; write it again"):
        write_new(game)
    assert contents(game) == OLD | {"VOL.0": b"22"}


def test_nobody_stands_in_a_folder_that_is_gone(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A shell in a folder that is exchanged would be in the old one."""
    monkeypatch.chdir(game)
    before = game.stat().st_ino
    write_new(Path())
    assert game.stat().st_ino == before
    assert contents(game) == WHOLE
