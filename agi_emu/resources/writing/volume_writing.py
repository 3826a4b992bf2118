"""Directories and volumes of games of our own, as interpreters of version 2 and 3 read them.

Formats: reference: RES-5, RES-7, RES-11, RES-12, RES-25; specification 3.1 to 3.3.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from agi_emu.facts.errors import ResourceError
from agi_emu.logic.emitter import toggle_texts
from agi_emu.resources.directory_finding import MAX_ENTRIES, NO_ENTRY, SIGNATURE, V2_DIRECTORIES
from agi_emu.resources.kinds import Kind
from agi_emu.resources.writing.packing import compress, pack_nibbles

_LARGEST_OFFSET = 0xFFFFF
"""Offsets of resources have 20 bits."""
_VOLUMES = 5
"""Volumes that the original opens: vol.0 to vol.4."""
_LONGEST_RESOURCE = 0xFFFF
_IS_PICTURE = 0x80
_V3_NAME = re.compile("[A-Za-z0-9_]{1,6}")

Resources = Mapping[Kind, Mapping[int, bytes]]
"""Unpacked resources, the texts of logics encrypted."""
Missing = Mapping[Kind, Mapping[int, int | None]]
"""Numbers that a directory has and the game not -> the volume in which they should lie, which is not there either;
None: they lead to a place where no resource starts. The original asks for a disk, in different words."""
Pack = Callable[[Kind, bytes, bytes], tuple[int, bytes]]
"""See `packed`."""
_NO_START = 1
"""An offset in any volume where no resource starts, for one starts at 0."""


class _Volumes:
    """Volumes under construction."""

    def __init__(self, missing: Missing) -> None:
        named = {volume for entries in missing.values() for volume in entries.values()}
        self._numbers = [number for number in range(_VOLUMES) if number not in named]
        self.data: dict[int, bytearray] = {}
        self._begin()

    def _begin(self) -> None:
        """Go on with the next volume."""
        if len(self.data) == len(self._numbers):
            raise ResourceError(f"the game is too big for {len(self._numbers)} volumes")
        self._number = self._numbers[len(self.data)]
        self.data[self._number] = bytearray()

    def add(self, flags: int, lengths: tuple[int, ...], stored: bytes) -> bytes:
        """Append a stored resource with its header; return its directory entry."""
        if len(self.data[self._number]) > _LARGEST_OFFSET:
            self._begin()
        volume = self.data[self._number]
        entry = _entry(self._number, len(volume))
        header = (
            SIGNATURE + bytes([flags | self._number]) + b"".join(length.to_bytes(2, "little") for length in lengths)
        )
        volume += header + stored
        return entry

    def missing(self, volume: int | None) -> bytes:
        """Return the directory entry of what is missing (see `Missing`)."""
        return _entry(self._numbers[0], _NO_START) if volume is None else _entry(volume, 0)


def _entry(volume: int, offset: int) -> bytes:
    return (volume << 20 | offset).to_bytes(3, "big")


def v2_files(
    resources: Resources, directory_lengths: Mapping[Kind, int] | None = None, missing: Missing | None = None
) -> dict[str, bytes]:
    """Return directories and volumes of version 2 by name, resources stored as they are."""
    missing = missing or {}
    volumes = _Volumes(missing)
    files = {}
    for kind, name in V2_DIRECTORIES.items():
        entries = {number: volumes.missing(volume) for number, volume in missing.get(kind, {}).items()}
        for number, data in _checked(kind, resources):
            entries[number] = volumes.add(0, (len(data),), data)
        files[name.upper()] = _directory(entries, (directory_lengths or {}).get(kind, MAX_ENTRIES))
    return files | {f"VOL.{number}": bytes(data) for number, data in volumes.data.items()}


def v3_files(
    resources: Resources,
    prefix: str,
    key: bytes,
    directory_lengths: Mapping[Kind, int] | None,
    missing: Missing | None,
    pack: Pack,
) -> dict[str, bytes]:
    """Return directory and volumes of version 3 by name, each resource packed where that makes it shorter.

    `key` is what the texts of logics are encrypted with; those that are packed hold them plain. `pack` is `packed`, or
    what remembers its results.
    """
    if not _V3_NAME.fullmatch(prefix):
        raise ResourceError(
            f"version 3 names its files by the game's id: expected 1 to 6 letters and digits, not {prefix!r}"
        )
    missing = missing or {}
    volumes = _Volumes(missing)
    tables = []
    for kind in V2_DIRECTORIES:
        entries = {number: volumes.missing(volume) for number, volume in missing.get(kind, {}).items()}
        for number, data in _checked(kind, resources):
            flags, stored = pack(kind, data, key)
            entries[number] = volumes.add(flags, (len(data), len(stored)), stored)
        tables.append(_directory(entries, (directory_lengths or {}).get(kind, MAX_ENTRIES)))
    starts = [2 * len(tables) + sum(map(len, tables[:index])) for index in range(len(tables))]
    directory = b"".join(start.to_bytes(2, "little") for start in starts) + b"".join(tables)
    files = {f"{prefix.upper()}DIR": directory}
    return files | {f"{prefix.upper()}VOL.{number}": bytes(data) for number, data in volumes.data.items()}


def _checked(kind: Kind, resources: Resources) -> list[tuple[int, bytes]]:
    """Return the resources of a kind in order, after a look at their numbers and lengths."""
    found = sorted(resources.get(kind, {}).items())
    for number, data in found:
        if not 0 <= number < MAX_ENTRIES:
            raise ResourceError(f"resource numbers go from 0 to {MAX_ENTRIES - 1}, not {number}")
        if len(data) > _LONGEST_RESOURCE:
            raise ResourceError(f"{kind} {number}: has {len(data)} bytes; at most {_LONGEST_RESOURCE} are possible")
    return found


def packed(kind: Kind, data: bytes, key: bytes) -> tuple[int, bytes]:
    """Return the flag and the bytes with which a resource is stored in version 3."""
    if kind is Kind.PICTURE:
        nibbles = pack_nibbles(data)
        # Equal lengths are how a reader knows what is stored as it is.
        return (_IS_PICTURE, nibbles) if nibbles is not None and len(nibbles) < len(data) else (0, data)
    packed = compress(toggle_texts(data, key) if kind is Kind.LOGIC else data)
    return (0, packed) if len(packed) < len(data) else (0, data)


def _directory(entries: Mapping[int, bytes], length: int) -> bytes:
    """Return a table of at least `length` entries.

    All 256 are the rule: what follows a shorter directory in memory is read as an entry by the original.
    """
    count = max([length, *(number + 1 for number in entries)])
    return b"".join(entries.get(number, NO_ENTRY) for number in range(count))
