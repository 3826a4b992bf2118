"""The one module that writes save files: at every moment the old file or the new one is there, whole.

A file is written beside its place and flushed, what it replaces is linked as a backup, then the new one is renamed into
its place and the folder flushed. Whatever stops this half-way (a kill, a full disk, a power cut) leaves at most a file
beside that nobody reads.
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

from agi_emu.errors import SaveError

BACKUP_SUFFIX = ".bak"
NEW_SUFFIX = ".new"
NEW_BACKUP_SUFFIX = ".bak.new"
LOCK_NAME = "writing.lock"
"""An empty file, made where a folder itself cannot be locked."""


class Files(Protocol):
    """The steps of which saving consists; tests put faults between them."""

    def write(self, path: Path, data: bytes) -> None:
        """Write a file and wait until the disk has it."""

    def link(self, source: Path, target: Path) -> None:
        """Give a file a second name; OSError where that is not possible."""

    def rename(self, source: Path, target: Path) -> None:
        """Put a file into the place of another, in one step."""

    def remove(self, path: Path) -> None:
        """Delete a file if it is there."""

    def flush_folder(self, folder: Path) -> None:
        """Wait until the disk has the names in a folder."""

    def alone_in(self, folder: Path) -> AbstractContextManager[None]:
        """Keep other programs that ask for this from writing into a folder, which is made if it is not there."""


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
        """Put a file into the place of another."""
        source.replace(target)

    def remove(self, path: Path) -> None:
        """Delete a file if it is there."""
        path.unlink(missing_ok=True)

    def flush_folder(self, folder: Path) -> None:
        """Wait until the disk has the names in a folder; nothing where folders cannot be opened."""
        try:
            handle = os.open(folder, os.O_RDONLY)
        except OSError:
            return
        try:
            # Some file systems of networks refuse this; the names are then theirs to keep.
            with contextlib.suppress(OSError):
                os.fsync(handle)
        finally:
            os.close(handle)

    @contextlib.contextmanager
    def alone_in(self, folder: Path) -> Iterator[None]:
        """Keep other programs, such as a second window of the same game, from writing into a folder meanwhile."""
        folder.mkdir(parents=True, exist_ok=True)
        # File systems without locks leave it to luck. Whatever ends this program gives the lock back.
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
    """Write a file, all or nothing; what it replaces is kept beside it as a backup. OSError leaves all as it was."""
    new = _beside(target, NEW_SUFFIX)
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        files.write(new, data)
        if target.is_file():
            _keep_backup(target, files)
        files.rename(new, target)
    except OSError as error:
        with contextlib.suppress(OSError):
            files.remove(new)
        if error.filename is None:
            # A full disk does not say what it was to hold.
            error.filename = str(target)
        raise
    files.flush_folder(target.parent)


def _keep_backup(target: Path, files: Files) -> None:
    new_backup = _beside(target, NEW_BACKUP_SUFFIX)
    files.remove(new_backup)
    try:
        files.link(target, new_backup)
    except OSError:
        # A file system without links (FAT): a copy does as well.
        files.write(new_backup, target.read_bytes())
    files.rename(new_backup, backup_of(target))


def remove_file(target: Path, files: Files = HOST_FILES) -> None:
    """Delete a file and its backup."""
    files.remove(backup_of(target))
    files.remove(target)


def backup_of(target: Path) -> Path:
    """Return where the file that was replaced last is kept."""
    return _beside(target, BACKUP_SUFFIX)


def read_file(path: Path) -> bytes:
    """Return a file; SaveError when it cannot be read."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise SaveError(f"{path}: {error.strerror or error}") from error


def _beside(target: Path, suffix: str) -> Path:
    return target.with_name(target.name + suffix)
