"""Raw resources by number: directory entries, volume headers, unpacking, also of pictures packed by half bytes.

Source: reference: RES-5 to RES-7, RES-10 to RES-14, RES-22, PIC-14; specification 3.1, 3.2, 3.3.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from enum import Enum, auto
from itertools import chain
from typing import NamedTuple

from agi_emu.facts.errors import ResourceError
from agi_emu.resources.directory_finding import ENTRY_BYTES, NO_ENTRY, SIGNATURE, Layout
from agi_emu.resources.files import GameFiles
from agi_emu.resources.kinds import Kind

V2_HEADER_BYTES = 5
V3_HEADER_BYTES = 7
_LENGTH_BYTES = 2
_ENOUGH_RESOURCES = 64  # that speak for one length of headers more than for the other: the rest has it, too
_NIBBLES_FLAG = 0x80
_NO_VOLUME = 15
_FOLLOWING_BYTES = 8


class MissingResourceError(ResourceError, KeyError):
    """The game has no such resource, or its volume or header is not there."""

    def __str__(self) -> str:
        return str(self.args[0])


class Presence(Enum):
    """The presence of a resource number, as directory and volume show it."""

    PRESENT = auto()
    ABSENT = auto()
    """The directory says so: the original shows "view 199 not found" and ends."""
    BEYOND_DIRECTORY = auto()
    """Behind the end of the directory: the original reads what follows in memory, usually a wrong disk."""
    VOLUME_MISSING = auto()
    """The original asks for the disk, again and again."""
    WRONG_HEADER = auto()
    """No resource starts there: the original says that it is the wrong disk."""
    UNREADABLE = auto()
    """The interpreter has lost its volumes: it says that it is a disk error."""


class Packing(Enum):
    """The form of a resource in its volume."""

    PLAIN = auto()
    LZW = auto()
    NIBBLES = auto()


class DirectoryEntry(NamedTuple):
    """A directory entry: volume 0-15, offset 0-1048575 in bytes."""

    volume: int
    offset: int


class StoredResource(NamedTuple):
    """An unpacked resource and how it was found."""

    data: bytes
    packing: Packing
    following: bytes
    """The next bytes of the volume (up to eight, none of the next resource): see reference: RES-27."""
    damage: str = ""
    """The damage, as a sentence; empty if there is none."""


class Volumes:
    """The directories and volumes of one game."""

    def __init__(self, files: GameFiles, layout: Layout) -> None:
        self._tables = layout.tables
        self._volumes = {number: files.contents[name] for number, name in layout.volume_names.items()}
        self._entries = {kind: dict(self._listed(table)) for kind, table in self._tables.items()}
        self._numbers: dict[Kind, list[int]] = {}
        self.header_bytes = self._guess_header_bytes(layout.generation)
        self._cache: dict[tuple[Kind, int], StoredResource] = {}

    def entry(self, kind: Kind, number: int) -> DirectoryEntry | None:
        """Return where the resource lies by the directory, None if the directory lacks it."""
        return self._entries[kind].get(number)

    def read_entry(self, data: bytes) -> DirectoryEntry | None:
        """Return what the three bytes of a directory entry say; None if they say that there is no such resource."""
        if len(data) < ENTRY_BYTES:
            return None
        volume = data[0] >> 4
        # The original tests the volume nibble in version 2 and all 24 bits in version 3; volume 15 exists in no known
        # game, so the first test serves both (reference: RES-6).
        if (volume == _NO_VOLUME and _NO_VOLUME not in self._volumes) or data == NO_ENTRY:
            return None
        return DirectoryEntry(volume, (data[0] & 15) << 16 | data[1] << 8 | data[2])

    def directory_length(self, kind: Kind) -> int:
        """Return how many numbers the directory has room for (0-256), existing or not."""
        return len(self._tables[kind]) // ENTRY_BYTES

    def presence(self, kind: Kind, number: int) -> Presence:
        """Return whether the resource is there, and if not, in what way it is missing."""
        entry = self.entry(kind, number)
        if entry is None and number >= self.directory_length(kind):
            return Presence.BEYOND_DIRECTORY
        return self.presence_at(entry)

    def presence_at(self, entry: DirectoryEntry | None) -> Presence:
        """Return whether a resource starts where a directory entry says."""
        if entry is None:
            return Presence.ABSENT
        volume = self._volumes.get(entry.volume)
        if volume is None:
            return Presence.VOLUME_MISSING
        if len(volume) - entry.offset < self.header_bytes or not volume.startswith(SIGNATURE, entry.offset):
            return Presence.WRONG_HEADER
        return Presence.PRESENT

    def names_its_volume(self, entry: DirectoryEntry) -> bool:
        """Return whether the header where a directory entry leads to names the same volume."""
        named = self._volumes[entry.volume][entry.offset + len(SIGNATURE)]
        if self.header_bytes == V3_HEADER_BYTES and named & _NIBBLES_FLAG:
            named &= 15
        return named == entry.volume

    def numbers(self, kind: Kind) -> list[int]:
        """Return the numbers of the resources that can be read, in order."""
        if kind not in self._numbers:
            self._numbers[kind] = [
                number for number, entry in self._entries[kind].items() if self.presence_at(entry) is Presence.PRESENT
            ]
        return list(self._numbers[kind])

    def _listed(self, table: bytes) -> Iterator[tuple[int, DirectoryEntry]]:
        """Give what a directory lists, by number."""
        for start in range(0, len(table) - ENTRY_BYTES + 1, ENTRY_BYTES):
            data = table[start : start + ENTRY_BYTES]
            # Most entries of most directories: compared here, they cost no call.
            if data != NO_ENTRY and (entry := self.read_entry(data)) is not None:
                yield start // ENTRY_BYTES, entry

    def on_missing_volumes(self) -> dict[int, int]:
        """Return how many resources lie in each volume that is not there."""
        counts: dict[int, int] = {}
        for entries in self._entries.values():
            for entry in entries.values():
                if entry.volume not in self._volumes:
                    counts[entry.volume] = counts.get(entry.volume, 0) + 1
        return counts

    def length(self, kind: Kind, number: int) -> int:
        """Return how many bytes a resource has unpacked, as its header says; 0 if there is no such resource."""
        entry = self.entry(kind, number)
        if entry is None or self.presence_at(entry) is not Presence.PRESENT:
            return 0
        length_at = entry.offset + V2_HEADER_BYTES - _LENGTH_BYTES
        return int.from_bytes(self._volumes[entry.volume][length_at : length_at + _LENGTH_BYTES], "little")

    def read(self, kind: Kind, number: int) -> StoredResource:
        """Return the unpacked resource; MissingResourceError says why it cannot be had."""
        key = (kind, number)
        found = self._cache.get(key)
        if found is None:
            found = self._cache[key] = self._read(kind, number)
        return found

    def _read(self, kind: Kind, number: int) -> StoredResource:
        entry = self.entry(kind, number)
        found = self.read_at(entry)
        if found is not None:
            return found
        if entry is None:
            raise MissingResourceError(f"{kind} {number}: the game does not have it")
        if entry.volume not in self._volumes:
            raise MissingResourceError(f"{kind} {number}: its volume {entry.volume} is missing")
        raise MissingResourceError(
            f"{kind} {number}: no resource starts at offset {entry.offset:#x} of volume {entry.volume}"
        )

    def read_at(self, entry: DirectoryEntry | None) -> StoredResource | None:
        """Return the resource, of whatever kind, that starts where a directory entry says; None if none does."""
        if entry is None or self.presence_at(entry) is not Presence.PRESENT:
            return None
        return unpack(self._volumes[entry.volume], entry.offset, self.header_bytes)

    def _guess_header_bytes(self, generation: int) -> int:
        """Return the length of the headers by what follows the resources: games of both kinds come in both layouts."""
        lead = 0
        self.header_bytes = V2_HEADER_BYTES
        for entry in chain.from_iterable(each.values() for each in self._entries.values()):
            if self.presence_at(entry) is not Presence.PRESENT:
                continue
            volume = self._volumes[entry.volume]
            for size, vote in ((V2_HEADER_BYTES, -1), (V3_HEADER_BYTES, 1)):
                length_at = entry.offset + size - _LENGTH_BYTES
                end = entry.offset + size + int.from_bytes(volume[length_at : length_at + _LENGTH_BYTES], "little")
                lead += vote * (end == len(volume) or volume.startswith(SIGNATURE, end))
            if abs(lead) >= _ENOUGH_RESOURCES:
                break
        return V3_HEADER_BYTES if lead > 0 or (lead == 0 and generation != 2) else V2_HEADER_BYTES


def unpack(volume: bytes, offset: int, header_bytes: int) -> StoredResource:
    """Return the resource whose header stands at `offset`; what the volume lacks of it is named as damage."""
    flags = volume[offset + 2]
    length = int.from_bytes(volume[offset + 3 : offset + 5], "little")
    start = offset + header_bytes
    stored_length = length
    if header_bytes == V3_HEADER_BYTES:
        stored_length = int.from_bytes(volume[offset + 5 : offset + 7], "little")
    stored = volume[start : start + stored_length]
    damage = ""
    if len(stored) < stored_length:
        damage = f"its {stored_length} bytes are cut off after {len(stored)} by the end of the volume"
    following, _, _ = volume[start + stored_length : start + stored_length + _FOLLOWING_BYTES].partition(SIGNATURE)
    if header_bytes == V2_HEADER_BYTES:
        return StoredResource(stored, Packing.PLAIN, following, damage)
    if flags & _NIBBLES_FLAG:
        data = unpack_nibbles(stored, length)
        packing = Packing.NIBBLES
    elif length == stored_length:
        return StoredResource(stored, Packing.PLAIN, following, damage)
    else:
        output = bytearray(length)
        # The build makes the demo game with this module before the core is compiled.
        from agi_emu._core import lzw

        data = bytes(output[: lzw.expand(stored, output)])
        packing = Packing.LZW
    if len(data) != length and not damage:
        damage = f"it unpacks to {len(data)} bytes instead of {length}"
    return StoredResource(data, packing, b"", damage)


class RawResources(Mapping[int, bytes]):
    """The unpacked bytes of one kind of resource by number, read when asked for; iterating gives those that exist."""

    def __init__(self, volumes: Volumes, kind: Kind) -> None:
        self._volumes = volumes
        self._kind = kind

    def __getitem__(self, number: int) -> bytes:
        return self._volumes.read(self._kind, number).data

    def __iter__(self) -> Iterator[int]:
        return iter(self._volumes.numbers(self._kind))

    def __len__(self) -> int:
        return len(self._volumes.numbers(self._kind))

    def __contains__(self, number: object) -> bool:
        return isinstance(number, int) and self._volumes.presence(self._kind, number) is Presence.PRESENT


SET_COLOUR = 0xF0
SET_PRIORITY = 0xF2
END = 0xFF
_HALVED = f"{SET_COLOUR:x}", f"{SET_PRIORITY:x}"
"""Commands with half a byte after them."""
_WHOLE_BYTES = "(?:[0-9a-e].|f[13-9a-e])*(?:f[02f])?"
"""Commands and operands in hexadecimal, up to and with one of these or the end of the picture."""


def unpack_nibbles(packed: bytes, limit: int) -> bytes:
    """Return the picture's commands, a byte each, as in version 2; `limit` bounds the result (bytes).

    The operand of "set colour" and "set priority" is stored in half a byte, everything else in a whole one, so
    after an odd number of such commands the bytes lie across the byte border.
    """
    nibbles = packed.hex()
    plain = bytearray()
    position = 0
    match = re.compile(_WHOLE_BYTES).match
    while len(plain) < limit and (found := match(nibbles, position)):
        run = found.group()
        plain += bytes.fromhex(run)
        position += len(run)
        if not run.endswith(_HALVED) or position == len(nibbles):
            break
        plain.append(int(nibbles[position], 16))
        position += 1
    return bytes(plain[:limit])
