"""The one module that writes save files: at every moment either the old file or the new one exists, complete.

The new file is written beside its place and flushed; the old one is linked as a backup; then the new one is renamed
into its place and the folder is flushed. If this stops half-way (a kill, a full disk, a power cut), it leaves at most a
stray file that nobody reads.
"""

from __future__ import annotations

import contextlib
import importlib
import os
from collections.abc import Iterator
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from typing import Protocol

from agi_emu.facts.errors import SaveError

BACKUP_SUFFIX = ".bak"
NEW_SUFFIX = ".new"
NEW_BACKUP_SUFFIX = ".bak.new"
LOCK_NAME = "writing.lock"
"""Name of an empty file, created if the folder itself cannot be locked."""


class Files(Protocol):
    """The steps of which saving consists; tests put faults between them."""

    def write(self, path: Path, data: bytes) -> None:
        """Write a file and wait until the disk has it."""

    def link(self, source: Path, target: Path) -> None:
        """Give a file a second name; OSError if that is impossible."""

    def rename(self, source: Path, target: Path) -> None:
        """Move a file over another, in one step."""

    def remove(self, path: Path) -> None:
        """Delete a file if it exists."""

    def flush_folder(self, folder: Path) -> None:
        """Wait until the disk has the names in a folder."""

    def alone_in(self, folder: Path) -> AbstractContextManager[None]:
        """Keep other programs that use this lock from writing to a folder; create the folder if it is missing."""


class HostFiles:
    """The files of the host."""

    def write(self, path: Path, data: bytes) -> None:
        """Write a file and wait until the disk has it."""
        with path.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())

    def link(self, source: Path, target: Path) -> None:
        """Give a file a second name."""
        os.link(source, target)

    def rename(self, source: Path, target: Path) -> None:
        """Move a file over another."""
        source.replace(target)

    def remove(self, path: Path) -> None:
        """Delete a file if it exists."""
        path.unlink(missing_ok=True)

    def flush_folder(self, folder: Path) -> None:
        """Wait until the disk has the names in a folder; do nothing if folders cannot be opened."""
        try:
            handle = os.open(folder, os.O_RDONLY)
        except OSError:
            return
        try:
            # Some network file systems refuse this; then keeping the names is up to them.
            with contextlib.suppress(OSError):
                os.fsync(handle)
        finally:
            os.close(handle)

    @contextlib.contextmanager
    def alone_in(self, folder: Path) -> Iterator[None]:
        """Keep other programs, such as a second window of the same game, from writing to a folder meanwhile."""
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
            with contextlib.suppress(OSError):
                lock()
            yield
        finally:
            with contextlib.suppress(OSError):
                unlock()
            os.close(handle)


HOST_FILES = HostFiles()


def replace_file(target: Path, data: bytes, files: Files = HOST_FILES) -> None:
    """Write a file, all or nothing; keep the file it replaces as a backup. An OSError leaves everything unchanged."""
    new = _beside(target, NEW_SUFFIX)
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        files.write(new, data)
        if target.is_file():
            _keep_backup(target, files)
        files.rename(new, target)
    except OSError as error:
        for draft in (new, _beside(target, NEW_BACKUP_SUFFIX)):
            with contextlib.suppress(OSError):
                files.remove(draft)
        if error.filename in (None, str(new)):
            # The error of a full disk does not name the file.
            error.filename = str(target)
            error.filename2 = None
        raise
    files.flush_folder(target.parent)


def _keep_backup(target: Path, files: Files) -> None:
    new_backup = _beside(target, NEW_BACKUP_SUFFIX)
    files.remove(new_backup)
    try:
        files.link(target, new_backup)
    except OSError:
        # A file system without links (FAT) gets a copy.
        files.write(new_backup, target.read_bytes())
    files.rename(new_backup, backup_of(target))
    # Renaming does nothing where the two are one file already, as after a save that failed in its last step.
    files.remove(new_backup)


def remove_file(target: Path, files: Files = HOST_FILES) -> None:
    """Delete a file and its backup."""
    files.remove(backup_of(target))
    files.remove(target)


def backup_of(target: Path) -> Path:
    """Return the path of the backup of the file last replaced."""
    return _beside(target, BACKUP_SUFFIX)


def read_file(path: Path) -> bytes:
    """Return the bytes of a file; SaveError if it cannot be read."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise SaveError(f"{path}: {error.strerror or error}") from error


def _beside(target: Path, suffix: str) -> Path:
    return target.with_name(target.name + suffix)
