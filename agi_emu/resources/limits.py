"""How much of what it is given opening a game looks at: names, folders and bytes.

A game has at most 16 volumes whose offsets have 20 bits, so at most 18 MB; everything else in it is small. An archive
of 1 MB can unpack to gigabytes, and a folder may be that of a whole collection. So names come first, and each limit
below ends the opening with a sentence. Together they keep it below 128 MiB of memory.
"""

from pathlib import Path
from typing import NamedTuple

from agi_emu.facts.errors import GameError

_MIB = 1 << 20


class Limits(NamedTuple):
    """What opening one game may take."""

    names: int = 20_000
    """Files and folders that are listed."""
    folders: int = 32
    """Folders that hold a game, or images of disks, each."""
    total: int = 64 * _MIB
    """Bytes that are read in all, unpacked."""
    archive_directory: int = 2 * _MIB
    """Bytes of the list of members at the end of a zip archive: about 100 a name."""


class OpeningMeter:
    """Counts what opening `path` has taken; GameError when that is more than the limits."""

    def __init__(self, path: Path, limits: Limits | None = None) -> None:
        self.path = path
        self.limits = limits or Limits()
        self._names = self._bytes = 0

    def list(self, count: int = 1) -> None:
        """Count names."""
        self._names += count
        if self._names > self.limits.names:
            raise GameError(f"{self.path}: holds more than {self.limits.names:,} files; give the game's own folder")

    def read(self, size: int) -> None:
        """Count bytes that were read."""
        self._bytes += size
        if self._bytes > self.limits.total:
            most = f"{self.limits.total / _MIB:g} MiB"
            raise GameError(f"{self.path}: its files named as a game's are longer than {most}; no AGI game is")

    def folders(self, count: int, what: str) -> None:
        """Refuse more folders with a game, or images, than one opening looks at."""
        if count > self.limits.folders:
            raise GameError(f"{self.path}: holds {count:,} {what}; give the one to open")
