"""The data of a chunk: named parts, each an array of elements of one size.

A part is the length of its name (1 byte), the name, the size of an element (2), how many there are (4), then the
elements. Parts may stand in any order. So a field may be added, an array or a record may grow: what a file lacks keeps
the value it has, what it has too much is left alone and kept when the file is written again.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from agi_emu.facts.errors import SaveError

PART_SIZES = struct.Struct("<HI")
MOST_PARTS = 1024
"""Parts of a chunk; the longest that we write has below 100."""


@dataclass(frozen=True, slots=True)
class ChunkPart:
    """An array of `len(data) / size` elements."""

    name: str
    size: int
    data: bytes

    @property
    def count(self) -> int:
        """The number of elements."""
        return len(self.data) // self.size

    def encode(self) -> bytes:
        """Return the part as it stands in a file."""
        return part_head(self.name, self.size, self.count) + self.data


def part_head(name: str, size: int, count: int) -> bytes:
    """Return what stands before the elements."""
    raw = name.encode("ascii")
    return bytes([len(raw)]) + raw + PART_SIZES.pack(size, count)


def text_part(name: str, text: str) -> ChunkPart:
    """Return a text as a part: UTF-8, without an end mark."""
    return ChunkPart(name, 1, text.encode("utf-8", "replace"))


def number_part(name: str, number: int) -> ChunkPart:
    """Return a number, 0 to 4294967295, as a part of 4 bytes."""
    return ChunkPart(name, 4, struct.pack("<I", number & 0xFFFFFFFF))


def join_parts(parts: Iterable[ChunkPart]) -> bytes:
    """Return parts one after the other."""
    return b"".join(part.encode() for part in parts)


def split_parts(tag: str, data: bytes) -> dict[str, ChunkPart]:
    """Take the data of a chunk apart; SaveError names the chunk and the byte of its data."""
    parts: dict[str, ChunkPart] = {}
    offset = 0
    while offset < len(data):
        name_end = offset + 1 + data[offset]
        start = name_end + PART_SIZES.size
        if start > len(data):
            raise _damage(tag, offset, "the data ends inside the head of a part")
        raw = data[offset + 1 : name_end]
        if not raw.isascii():
            raise _damage(tag, offset + 1, f"{raw!r} is not the name of a part")
        name = raw.decode("ascii")
        size, count = PART_SIZES.unpack_from(data, name_end)
        if not size:
            raise _damage(tag, name_end, f"{name}: its elements have no size")
        if start + size * count > len(data):
            raise _damage(tag, name_end, f"{name}: {count} elements of {size} bytes go past the end of the data")
        if len(parts) == MOST_PARTS:
            raise _damage(tag, offset, f"it has more than {MOST_PARTS} parts")
        if name in parts:
            raise _damage(tag, offset, f"{name} appears twice")
        offset = start + size * count
        parts[name] = ChunkPart(name, size, data[start:offset])
    return parts


def text_of(tag: str, parts: Mapping[str, ChunkPart], name: str) -> str:
    """Return a text, "" when there is none."""
    if name not in parts:
        return ""
    try:
        return parts[name].data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise SaveError(f"chunk {tag}: {name}: the text is not UTF-8") from error


def number_of(tag: str, parts: Mapping[str, ChunkPart], name: str) -> int:
    """Return a number, 0 when there is none."""
    if name not in parts:
        return 0
    return int.from_bytes(parts[name].data[:8], "little")


def _damage(tag: str, offset: int, what: str) -> SaveError:
    return SaveError(f"chunk {tag}: byte {offset} of its data: {what}")
