"""Whatever stops a save half-way: the old file or the new one is there, whole."""

from __future__ import annotations

import errno
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from agi_emu.facts.errors import SaveError
from agi_emu.host_files.drafts import LOCK_NAME, PREFIX, HostFiles, backup_of, remove_with_backup, write_with_backup
from agi_emu.host_files.reading import SAVE, read_whole
from agi_emu.keeping.saves.moments import age_of
from agi_emu.keeping.saves.save_folder import (
    NEVER_DROPPED,
    RING_LENGTH,
    SHORT_RUN_BEATS,
    StateFolder,
    load_state,
    most_replaceable,
    time_of,
)
from agi_emu.state.files import state_file
from agi_emu.state.files.state_chunks import MOST_CARRIED, parse, write_contents
from agi_emu.state.files.state_file import MOST_PARTS, ChunkPart, join_parts, split_parts
from agi_emu.state.layout import StateLayout
from agi_emu.state.state_contents import StateContents, StateSummary

OLDEST, OLD, NEW = b"oldest" * 9, b"old" * 99, b"new" * 199


class KilledError(BaseException):
    """The program is no more: nothing of it runs on, not even what cleans up."""


class FaultyFiles(HostFiles):
    """Stops before the step of this number, or in the middle of it when it writes."""

    def __init__(self, fatal: int, *, error: OSError | None = None, has_links: bool = True) -> None:
        self.fatal = fatal
        self.error = error
        self.has_links = has_links
        self.steps = 0

    def _step(self) -> bool:
        self.steps += 1
        return self.steps == self.fatal or (self.error is None and 0 < self.fatal < self.steps)

    def _stop(self) -> None:
        raise self.error or KilledError

    def write(self, path: Path, data: bytes) -> None:
        if self._step():
            path.write_bytes(data[: len(data) // 2])
            self._stop()
        super().write(path, data)

    def flush(self, path: Path) -> None:
        if self._step():
            self._stop()
        super().flush(path)

    def link(self, source: Path, target: Path) -> None:
        if self._step():
            self._stop()
        if not self.has_links:
            raise OSError(errno.EPERM, "no links")
        super().link(source, target)

    def rename(self, source: Path, target: Path) -> None:
        if self._step():
            self._stop()
        super().rename(source, target)

    def remove(self, path: Path) -> None:
        if self._step():
            self._stop()
        super().remove(path)

    def flush_folder(self, folder: Path) -> None:
        if self._step():
            self._stop()
        super().flush_folder(folder)


def saved_twice(folder: Path) -> Path:
    target = folder / "quick.agistate"
    write_with_backup(target, OLDEST)
    write_with_backup(target, OLD)
    return target


def steps_of_a_save(folder: Path, *, has_links: bool) -> int:
    files = FaultyFiles(0, has_links=has_links)
    write_with_backup(saved_twice(folder), NEW, files)
    return files.steps


def test_the_one_before_is_kept(tmp_path: Path) -> None:
    target = saved_twice(tmp_path)
    assert (target.read_bytes(), backup_of(target).read_bytes()) == (OLD, OLDEST)
    assert len(list(tmp_path.iterdir())) == 2
    remove_with_backup(target)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("has_links", [True, False])
def test_killed_at_every_step_the_old_or_the_new_is_whole(tmp_path: Path, has_links: bool) -> None:
    count = steps_of_a_save(tmp_path / "whole", has_links=has_links)
    assert count >= 6
    seen = set()
    for fatal in range(1, count + 1):
        target = saved_twice(tmp_path / str(fatal))
        with pytest.raises(KilledError):
            write_with_backup(target, NEW, FaultyFiles(fatal, has_links=has_links))
        found = target.read_bytes()
        assert found in (OLD, NEW)
        assert backup_of(target).read_bytes() in (OLDEST, OLD)
        seen.add(found)
        write_with_backup(target, NEW)
        assert target.read_bytes() == NEW, "what is left of the save that was killed is in nobody's way"
    assert seen == {OLD, NEW}


@pytest.mark.parametrize("has_links", [True, False])
def test_a_full_disk_at_every_step_leaves_what_was(tmp_path: Path, has_links: bool) -> None:
    count = steps_of_a_save(tmp_path / "whole", has_links=has_links)
    for fatal in range(1, count + 1):
        target = saved_twice(tmp_path / str(fatal))
        files = FaultyFiles(fatal, error=OSError(errno.ENOSPC, "No space left"), has_links=has_links)
        try:
            write_with_backup(target, NEW, files)
        except OSError:
            assert target.read_bytes() in (OLD, NEW)
            assert not list(target.parent.glob(f"{PREFIX}*"))
        else:
            assert target.read_bytes() == NEW


def a_state(room: int) -> bytes:
    return write_contents(StateContents(StateLayout(), StateSummary(room=room, beats=SHORT_RUN_BEATS)), StateLayout())


def test_a_damaged_file_gives_way_to_its_backup(tmp_path: Path) -> None:
    folder = StateFolder(tmp_path)
    folder.save_quick(a_state(1))
    path = folder.save_quick(a_state(2))
    assert folder.quick().contents.summary.room == 2
    path.write_bytes(path.read_bytes()[:-9])
    found = folder.quick()
    assert found.contents.summary.room == 1
    assert "quick.agistate cannot be read" in found.note
    backup_of(path).unlink()
    with pytest.raises(SaveError, match=r"quick\.agistate: chunk Last"):
        folder.quick()


def test_the_ring_drops_the_oldest_and_the_newest_is_found(tmp_path: Path) -> None:
    folder = StateFolder(tmp_path / "saves")
    with pytest.raises(SaveError, match="no saved state to resume"):
        folder.newest()
    folder.save_quick(a_state(99))
    for room in range(1, RING_LENGTH + 4):
        path = folder.save_automatic(a_state(room))
        os.utime(path, (1000 + room, 1000 + room))
    os.utime(folder.folder / "quick.agistate", (900, 900))
    names = sorted(each.name for each in folder.folder.iterdir() if each.name.startswith("auto"))
    assert len(names) == RING_LENGTH
    assert names[0] == "auto-000004.agistate"
    assert folder.newest().contents.summary.room == RING_LENGTH + 3
    path.write_bytes(b"rubbish")
    os.utime(path, (2000, 2000))
    assert folder.newest().contents.summary.room == RING_LENGTH + 2


def test_a_ring_goes_on_after_any_number(tmp_path: Path) -> None:
    folder = StateFolder(tmp_path)
    (tmp_path / "auto-999999999.agistate").write_bytes(a_state(1))
    for room in range(RING_LENGTH + 4):
        folder.save_automatic(a_state(room))
    assert len(list(tmp_path.glob("auto-*.agistate"))) == RING_LENGTH


def test_a_state_that_another_window_drops_meanwhile_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = StateFolder(tmp_path)
    folder.save_quick(a_state(2))
    gone = tmp_path / "auto-000001.agistate"
    monkeypatch.setattr(StateFolder, "_paths", lambda self: iter((gone, tmp_path / "quick.agistate")))
    assert folder.newest().contents.summary.room == 2


def test_many_short_stays_do_not_push_out_what_was_played_yesterday(tmp_path: Path) -> None:
    folder = StateFolder(tmp_path)
    now = time.time()
    for days in (30, 7, 1):
        path = folder.save_automatic(a_state(days))
        os.utime(path, (now - days * 86400,) * 2)
    for minutes in range(60, 0, -2):
        path = folder.save_automatic(a_state(100 + minutes))
        os.utime(path, (now - minutes * 60,) * 2)
    kept = sorted(load_state(each).contents.summary.room for each in folder.folder.glob("auto*"))
    assert len(kept) == RING_LENGTH
    assert kept[:3] == [1, 7, 30]
    assert {102, 104, 106} <= set(kept)


def test_the_save_that_is_followed_soonest_for_its_age_is_dropped() -> None:
    # Ages 100, 60, 50, then three that are never dropped: followed after 40 of 100, 10 of 60, 20 of 50 seconds.
    assert NEVER_DROPPED == 3
    assert most_replaceable([0, 40, 50, 70, 80, 100]) == 1
    # Of equal times, or where the clock was put back, the oldest goes.
    assert most_replaceable([5] * 11) == 0
    assert most_replaceable([9, 8, 7, 6, 5]) == 0


def test_a_clock_that_was_ahead_does_not_make_an_older_save_the_newest(tmp_path: Path) -> None:
    folder = StateFolder(tmp_path)
    for room in range(1, 8):
        path = folder.save_automatic(a_state(room))
        os.utime(path, (2000 if room <= 3 else 1000 + room,) * 2)
    assert folder.newest().contents.summary.room == 7
    os.utime(folder.save_quick(a_state(8)), (1008, 1008))
    assert folder.newest().contents.summary.room == 8


def test_what_is_saved_after_a_clock_ran_ahead_is_the_newest(tmp_path: Path) -> None:
    folder = StateFolder(tmp_path)
    ahead = time.time() + 1e8
    os.utime(folder.save_quick(a_state(1)), (ahead,) * 2)
    folder.save_automatic(a_state(2))
    assert folder.newest().contents.summary.room == 2
    folder.save_quick(a_state(3), slot=2)
    assert folder.newest().contents.summary.room == 3


def test_a_ring_goes_on_behind_any_number(tmp_path: Path) -> None:
    folder = StateFolder(tmp_path)
    (tmp_path / "auto-999999999.agistate").write_bytes(a_state(1))
    for room in range(2, 2 + RING_LENGTH):
        folder.save_automatic(a_state(room))
    assert len(list(tmp_path.glob("auto-*.agistate"))) == RING_LENGTH
    assert folder.newest().contents.summary.room == 1 + RING_LENGTH
    assert (tmp_path / f"auto-{999_999_999 + RING_LENGTH}.agistate").exists()


def test_a_save_that_another_window_drops_meanwhile_is_passed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = StateFolder(tmp_path)
    older, newer = folder.save_automatic(a_state(1)), folder.save_automatic(a_state(2))
    saved = load_state(newer)
    monkeypatch.setattr(folder, "_paths", lambda: iter((older, newer)))
    newer.unlink()
    assert folder.newest().contents.summary.room == 1
    assert [each.path for each in folder.states()] == [older]
    assert time_of(saved.path) == 0
    assert "months ago" in age_of(saved, 2e9)


def test_unknown_chunks_are_carried_up_to_a_limit() -> None:
    chunks = state_file.read(a_state(1)).chunks
    for size in (MOST_CARRIED, MOST_CARRIED + 1):
        data = state_file.write([*chunks, state_file.Chunk("xown", bytes(size))])
        carried = parse(data).carried
        assert [len(chunk.data) for chunk in carried.chunks] == ([size] if size == MOST_CARRIED else [])
        assert carried.left == (() if size == MOST_CARRIED else ("xown",))


def test_a_chunk_of_many_parts_is_damaged() -> None:
    parts = [ChunkPart(f"p{number}", 1, b"x") for number in range(MOST_PARTS + 1)]
    assert len(split_parts("Vars", join_parts(parts[:-1]))) == MOST_PARTS
    with pytest.raises(SaveError, match="more than 1024 parts"):
        split_parts("Vars", join_parts(parts))


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(SaveError, match="file is not a folder"):
        StateFolder(tmp_path / "file").save_quick(a_state(1))
    with pytest.raises(SaveError, match="nothing"):
        read_whole(tmp_path / "nothing", SAVE)


def test_what_is_too_long_for_a_save_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "auto-000001.agistate"
    with path.open("wb") as file:
        file.truncate(SAVE.most + 1)
    with pytest.raises(SaveError, match="longer than 16 MiB"):
        load_state(path)
    StateFolder(tmp_path).save_quick(a_state(3))
    assert StateFolder(tmp_path).newest().contents.summary.room == 3


def test_a_link_in_a_folder_of_saves_is_replaced_and_not_followed(tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    mine.write_bytes(b"mine")
    folder = tmp_path / "saves"
    folder.mkdir()
    (folder / "quick.agistate").symlink_to(mine)
    StateFolder(folder).save_quick(a_state(3))
    assert mine.read_bytes() == b"mine"
    assert not (folder / "quick.agistate").is_symlink()


SAVER = """
import sys
from pathlib import Path
from agi_emu.keeping.saves.save_folder import StateFolder
from tests.unit.keeping.test_kept_files import a_state
folder = StateFolder(Path(sys.argv[1]))
states = [a_state(room) for room in range(200)]
print("ready", flush=True)
while True:
    for state in states:
        folder.save_quick(state)
"""


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system cannot kill a program outright")
def test_a_program_that_is_killed_while_it_saves_leaves_a_whole_file(root: Path, tmp_path: Path) -> None:
    for turn in range(8):
        process = subprocess.Popen(
            [sys.executable, "-c", SAVER, str(tmp_path)], cwd=root, stdout=subprocess.PIPE, text=True
        )
        assert process.stdout
        assert process.stdout.readline() == "ready\n"
        # Long enough for some saves, and another moment of one every time.
        deadline = time.monotonic() + 0.02 + 0.0037 * turn
        while time.monotonic() < deadline or not (tmp_path / "quick.agistate").exists():
            pass
        process.kill()
        process.wait()
        process.stdout.close()
        found = load_state(tmp_path / "quick.agistate")
        assert found.note == ""
        assert state_file.read(found.data).chunks


REPLACER = """
import sys
from pathlib import Path
from agi_emu.host_files.drafts import write_with_backup
write_with_backup(Path(sys.argv[1]), b"new" * 199)
"""


def can_trace() -> bool:
    """Tell whether this host lets a program be traced."""
    strace = shutil.which("strace")
    return (
        strace is not None and subprocess.run([strace, "-o", "/dev/null", "true"], capture_output=True).returncode == 0
    )


@pytest.mark.skipif(not can_trace(), reason="strace is absent, or nothing may be traced here")
@pytest.mark.parametrize(
    ("call", "nth", "found"),
    [
        *(("write$", 1, OLD), ("fsync", 1, OLD), ("unlink", 1, OLD), ("link", 1, OLD), ("rename", 1, OLD)),
        *(("rename", 2, OLD), ("fsync", 2, NEW)),
    ],
)
def test_the_system_kills_it_in_the_middle_of_a_call(
    root: Path, tmp_path: Path, call: str, nth: int, found: bytes
) -> None:
    """SIGKILL comes with the call, which is then not carried out; the second rename puts the new file in its place."""
    target = saved_twice(tmp_path)
    inject = ["strace", "-f", "-qq", "-o", "/dev/null", "-e", f"trace=/^{call}"]
    inject += ["-e", f"inject=/^{call}:signal=SIGKILL:when={nth}"]
    done = subprocess.run([*inject, sys.executable, "-c", REPLACER, str(target)], cwd=root)
    assert done.returncode in (-signal.SIGKILL, 128 + signal.SIGKILL)
    assert target.read_bytes() == found
    assert backup_of(target).read_bytes() in (OLDEST, OLD)
    write_with_backup(target, NEW)
    assert (target.read_bytes(), len(list(tmp_path.glob("*.agistate")))) == (NEW, 1)


def test_where_folders_have_no_locks_a_file_in_them_is_locked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on Windows, whose functions for it are stood in for here."""
    calls: list[tuple[int, int]] = []

    def locking(handle: int, mode: int, length: int) -> None:
        assert os.fstat(handle).st_ino == (tmp_path / LOCK_NAME).stat().st_ino
        calls.append((mode, length))

    monkeypatch.setitem(sys.modules, "fcntl", None)
    monkeypatch.setitem(sys.modules, "msvcrt", SimpleNamespace(locking=locking, LK_LOCK=1, LK_UNLCK=0))
    StateFolder(tmp_path).save_quick(b"state")
    assert calls == [(1, 1), (0, 1)]
    assert (tmp_path / "quick.agistate").read_bytes() == b"state"
