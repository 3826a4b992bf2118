"""The store of savegames, as the machine sees it: directories of an imaginary disk, and files in them.

The machine touches no file of the host. Names and paths are bytes as DOS has them; upper and lower case are the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Protocol

from agi_emu.facts.errors import SaveError

ROOT = b"\\"
DRIVE = b"C:"


class DirectoryRefusedError(SaveError):
    """The store takes no file of this name in this directory: it is full, or cannot be written."""


class DiskFullError(SaveError):
    """There was no room for the whole file; nothing of it is left."""


class SaveStore(Protocol):
    """Keeps savegames."""

    def list(self, directory: bytes) -> Mapping[bytes, int] | None:
        """Return the files of a directory in upper case, each with its date: the newest has the greatest number.

        None when there is no such directory.
        """

    def read(self, directory: bytes, name: bytes) -> bytes:
        """Return a file; SaveError when it cannot be read."""

    def write(self, directory: bytes, name: bytes, data: bytes) -> None:
        """Write a file, all or nothing; DirectoryRefusedError or DiskFullError if that fails."""


def directory_parts(path: bytes) -> tuple[bytes, ...] | None:
    """Return the names of the directories from the root to `path`, in upper case; None for another drive.

    "." stays, ".." goes back, and not beyond the root.
    """
    path = path.upper().replace(b"/", b"\\")
    if path[1:2] == b":":
        if path[:2] != DRIVE:
            return None
        path = path[2:]
    parts: list[bytes] = []
    for part in path.split(b"\\"):
        if part == b"..":
            del parts[-1:]
        elif part not in (b"", b"."):
            parts.append(part)
    return tuple(parts)


Disk = Mapping[tuple[bytes, ...], Mapping[bytes, tuple[int, bytes]]]
"""Directories, each with its files: name -> order number, contents. Never changed in place."""


class MemoryStore:
    """Savegames that last as long as the program: the default, and the one for tests.

    A machine's snapshots bring its contents along, so that a replay that goes back finds what it found before.
    """

    def __init__(self, directories: Iterable[bytes] = ()) -> None:
        """Make an empty disk with a root and these directories."""
        found: dict[tuple[bytes, ...], Mapping[bytes, tuple[int, bytes]]] = {(): {}}
        for directory in directories:
            parts = directory_parts(directory)
            assert parts is not None
            for depth in range(len(parts)):
                found[parts[: depth + 1]] = {}
        self.disk: Disk = found
        self.date: Callable[[], int] | None = None
        """Gives the date of a file that is written now; without it every file is newer than those before."""

    def list(self, directory: bytes) -> Mapping[bytes, int] | None:
        """Return the files of a directory with their order numbers; None when there is no such directory."""
        files = self._files(directory)
        return None if files is None else {name: order for name, (order, _) in files.items()}

    def read(self, directory: bytes, name: bytes) -> bytes:
        """Return a file."""
        files = self._files(directory) or {}
        if name.upper() not in files:
            raise SaveError(f"file not found: {name.decode('latin-1')}")
        return files[name.upper()][1]

    def write(self, directory: bytes, name: bytes, data: bytes) -> None:
        """Write a file."""
        files = self._files(directory)
        if files is None:
            raise DirectoryRefusedError(f"directory not found: {directory.decode('latin-1')}")
        orders = [order for each in self.disk.values() for order, _ in each.values()]
        order = self.date() if self.date else max(orders, default=0) + 1
        parts = directory_parts(directory)
        assert parts is not None
        self.disk = {**self.disk, parts: {**files, name.upper(): (order, data)}}

    def _files(self, directory: bytes) -> Mapping[bytes, tuple[int, bytes]] | None:
        parts = directory_parts(directory)
        return None if parts is None else self.disk.get(parts)
