"""Writes files whole or not at all: into a draft beside the place, which then replaces what is there in one step.

The draft is flushed to the disk, renamed, and the folder is flushed: at every moment either the old file or the new one
exists, complete. What a player keeps is also linked as a backup before. A full disk, an error or a signal leaves the
old file and no draft. A process that was killed, or a power cut, leaves its draft; the next one that writes into the
same folder removes it.
"""

from __future__ import annotations

import importlib
import os
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path

PREFIX = ".agi-emu-"
"""Start of the name of every draft; the number of its process follows."""
SWEPT_AFTER = 3600
"""Seconds for which a draft is left alone, for its process may run on another computer or in a container."""
BACKUP_SUFFIX = ".bak"
LOCK_NAME = "writing.lock"
"""Name of an empty file, created if the folder itself cannot be locked."""
_NAME = re.compile(re.escape(PREFIX) + r"(\d+)-\w+", re.A)


class HostFiles:
    """The steps of which writing consists; tests put faults between them."""

    def write(self, path: Path, data: bytes) -> None:
        """Write a file."""
        path.write_bytes(data)

    def flush(self, path: Path) -> None:
        """Wait until the disk has a file: otherwise a power cut could leave its name without its bytes."""
        with path.open("rb+") as file:
            os.fsync(file.fileno())

    def link(self, source: Path, target: Path) -> None:
        """Give a file a second name; OSError if that is impossible."""
        os.link(source, target)

    def rename(self, source: Path, target: Path) -> None:
        """Move a file over another, in one step."""
        source.replace(target)

    def remove(self, path: Path) -> None:
        """Delete a file if it exists."""
        path.unlink(missing_ok=True)

    def flush_folder(self, folder: Path) -> None:
        """Wait until the disk has the names in a folder; do nothing if folders cannot be opened."""
        with suppress(OSError):
            handle = os.open(folder, os.O_RDONLY)
            try:
                # Some network file systems refuse this; then keeping the names is up to them.
                os.fsync(handle)
            finally:
                os.close(handle)


HOST_FILES = HostFiles()


@contextmanager
def draft_of(target: Path) -> Iterator[Path]:
    """Yield a draft that replaces `target` at the end, flushed to the disk; OSError leaves the old file and names it.

    Anything but a plain file, such as a pipe, is written to directly.
    """
    with naming(target):
        if target.exists() and not target.is_file():
            yield target
            return
        place = target.resolve()
        with _draft(place, HOST_FILES, place.suffix) as draft:
            yield draft


def write_whole(target: Path, data: bytes) -> None:
    """Write a file, all or nothing."""
    with draft_of(target) as draft:
        draft.write_bytes(data)


def write_with_backup(target: Path, data: bytes, files: HostFiles = HOST_FILES) -> None:
    """Write a file, all or nothing, and keep the file it replaces as a backup; create its folder if it is missing.

    A link is replaced, not followed: it could lead out of a folder of saves that came with a game.
    """
    with naming(target):
        target.parent.mkdir(parents=True, exist_ok=True)
        # A draft has no suffix of its own here: lists of saves go by them.
        with _draft(target, files, backup=backup_of(target)) as draft:
            files.write(draft, data)


@contextmanager
def _draft(place: Path, files: HostFiles, suffix: str = "", backup: Path | None = None) -> Iterator[Path]:
    """Yield a draft that replaces the file at `place`, which is kept as `backup`."""
    sweep(place.parent)
    draft, second = _new_name(place.parent, suffix), _new_name(place.parent)
    mode = place.stat().st_mode & 0o777 if place.exists() else None
    try:
        # Made in here, so that a signal right after it removes it, too.
        draft.touch(0o666 if mode is None else 0o600, exist_ok=False)
        yield draft
        if mode is not None:
            draft.chmod(mode)
        files.flush(draft)
        if backup and place.is_file():
            try:
                files.link(place, second)
            except OSError:
                # A file system without links (FAT) gets a copy.
                files.write(second, place.read_bytes())
                files.flush(second)
            files.rename(second, backup)
            # Renaming does nothing where the two are one file already, as after a save that failed in its last step.
            files.remove(second)
        files.rename(draft, place)
    finally:
        for each in (draft, second):
            with suppress(OSError):
                files.remove(each)
    files.flush_folder(place.parent)


def backup_of(target: Path) -> Path:
    """Return the path of the backup of the file last replaced."""
    return target.with_name(target.name + BACKUP_SUFFIX)


def remove_with_backup(target: Path) -> None:
    """Delete a file and its backup."""
    for each in (backup_of(target), target):
        each.unlink(missing_ok=True)


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Keep other programs, such as a second window of the same game, from writing to a folder, which is created."""
    folder.mkdir(parents=True, exist_ok=True)
    # On file systems without locks, nothing protects the folder. However this program ends, the lock is released.
    try:
        import fcntl
    except ImportError:
        # Windows locks bytes of files, not folders.
        msvcrt = importlib.import_module("msvcrt")
        handle = os.open(folder / LOCK_NAME, os.O_RDWR | os.O_CREAT)
        lock, unlock = (partial(msvcrt.locking, handle, mode, 1) for mode in (msvcrt.LK_LOCK, msvcrt.LK_UNLCK))
    else:
        handle = os.open(folder, os.O_RDONLY)
        lock, unlock = (partial(fcntl.flock, handle, mode) for mode in (fcntl.LOCK_EX, fcntl.LOCK_UN))
    try:
        with suppress(OSError):
            lock()
        yield
    finally:
        with suppress(OSError):
            unlock()
        os.close(handle)


@contextmanager
def draft_folder(folder: Path) -> Iterator[Path]:
    """Yield an empty folder inside of another, which is removed at the end with what is left in it."""
    import shutil

    with naming(folder):
        sweep(folder)
        draft = _new_name(folder)
        try:
            draft.mkdir(0o700)
            yield draft
        finally:
            shutil.rmtree(draft, ignore_errors=True)


@contextmanager
def naming(target: Path) -> Iterator[None]:
    """Let errors of the host name `target` instead of a draft, or instead of no file, as for a full disk."""
    try:
        yield
    except OSError as error:
        parts = Path(str(error.filename or "")).parts
        if error.errno is not None and (error.filename is None or any(part.startswith(PREFIX) for part in parts)):
            error.filename = str(target)
            error.filename2 = None
        raise


def sweep(folder: Path) -> None:
    """Remove the drafts in a folder that processes left which were killed."""
    with suppress(OSError):
        for entry in os.scandir(folder):
            match = _NAME.match(entry.name)
            if match is None:
                continue
            with suppress(OSError):
                is_old = time.time() - entry.stat(follow_symlinks=False).st_mtime > SWEPT_AFTER
                if not is_old or _is_alive(int(match[1])):
                    continue
                if entry.is_dir(follow_symlinks=False):
                    import shutil

                    shutil.rmtree(entry, ignore_errors=True)
                else:
                    os.unlink(entry)


def _is_alive(process: int) -> bool:
    """Return whether a process of this number runs; on Windows, where asking would end it, none does.

    What a process there has open cannot be removed.
    """
    if os.name == "nt":
        return False
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True
    return True


def _new_name(folder: Path, suffix: str = "") -> Path:
    return folder / f"{PREFIX}{os.getpid()}-{os.urandom(16).hex()}{suffix}"
