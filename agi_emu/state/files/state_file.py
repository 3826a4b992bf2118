"""The container of our own state files: a magic with a version, then tagged, closed, checked chunks.

docs/state-file.md describes it for somebody who writes another reader. All numbers are little-endian::

    header   89 "AGIST" 0D 0A, version (4 bytes), CRC-32 of these 12 bytes
    chunk    tag (4 characters), length of the data (4), data, sentinel ";END", CRC-32 of tag, length and data
    last     a chunk "Last": number of chunks before it (4), CRC-32 of their CRCs in order (4)

A tag that begins with a capital is mandatory: who does not know it refuses the file. Tags that begin with X or x are
free for other programs and never mandatory.

The data of a chunk is named parts, each an array of elements of one size. A part is the length of its name (1 byte),
the name, the size of an element (2), how many there are (4), then the elements. Parts may stand in any order. So a
field may be added, an array or a record may grow: what a file lacks keeps the value it has, what it has too much is
left alone and kept when the file is written again.
"""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from agi_emu.facts.errors import SaveError

MAGIC = b"\x89AGIST\r\n"
VERSION = 1
"""Raised whenever the set of mandatory tags changes or a chunk changes its meaning."""

HEADER = struct.Struct("<8sII")
CHUNK_HEAD = struct.Struct("<4sI")
CHUNK_TAIL = struct.Struct("<4sI")
LAST_DATA = struct.Struct("<II")
SENTINEL = b";END"
FIRST_TAG = "Summ"
LAST_TAG = "Last"
TAG_FORM = re.compile(rb"[ -~]{4}")
FOREIGN = ("X", "x")


@dataclass(frozen=True, slots=True)
class Chunk:
    """A tag of four printable characters and its data."""

    tag: str
    data: bytes


@dataclass(frozen=True, slots=True)
class StateFile:
    """The contents of a file, whole and checked; its closing chunk is not among the chunks."""

    version: int
    chunks: tuple[Chunk, ...]


def is_mandatory(tag: str) -> bool:
    """Return whether a reader that does not know this tag must refuse the file."""
    return "A" <= tag[0] <= "Z" and not is_foreign(tag)


def is_foreign(tag: str) -> bool:
    """Return whether a tag belongs to another program."""
    return tag.startswith(FOREIGN)


def looks_like_state(data: bytes) -> bool:
    """Return whether a file begins as one of ours, damaged or not."""
    return data[:6] == MAGIC[:6]


def write(chunks: Iterable[Chunk], version: int = VERSION) -> bytes:
    """Return a file of these chunks."""
    start = HEADER.pack(MAGIC, version, 0)[:12]
    pieces = [start, struct.pack("<I", zlib.crc32(start))]
    checks = []

    def put(tag: bytes, data: bytes) -> None:
        head = CHUNK_HEAD.pack(tag, len(data))
        check = zlib.crc32(data, zlib.crc32(head))
        checks.append(struct.pack("<I", check))
        pieces.extend((head, data, CHUNK_TAIL.pack(SENTINEL, check)))

    for chunk in chunks:
        put(chunk.tag.encode("ascii"), chunk.data)
    put(LAST_TAG.encode("ascii"), LAST_DATA.pack(len(checks), zlib.crc32(b"".join(checks))))
    return b"".join(pieces)


def read(data: bytes) -> StateFile:
    """Take a file apart; SaveError names the chunk and the byte where it is damaged."""
    if len(data) < HEADER.size:
        raise SaveError(f"header: the file ends after {len(data)} bytes, before the {HEADER.size} of its header")
    magic, version, check = HEADER.unpack_from(data)
    if magic != MAGIC:
        raise SaveError("header: byte 0: not a state file of agi-emu")
    if check != zlib.crc32(data[:12]):
        raise SaveError("header: byte 8: the version does not match its check; the file is damaged")
    if not version:
        raise SaveError("header: version 0 of state files does not exist")
    if version > VERSION:
        raise SaveError(
            f"header: the file has version {version}, this program reads up to {VERSION}; use a newer agi-emu"
        )
    chunks: list[Chunk] = []
    checks: list[bytes] = []
    offset = HEADER.size
    while True:
        chunk, offset = _read_chunk(data, offset, chunks[-1].tag if chunks else "header")
        if chunk.tag == LAST_TAG:
            break
        chunks.append(chunk)
        checks.append(data[offset - 4 : offset])
    start = offset - CHUNK_TAIL.size - LAST_DATA.size
    if len(chunk.data) != LAST_DATA.size:
        raise damage(LAST_TAG, start, f"{len(chunk.data)} bytes instead of {LAST_DATA.size}")
    count, check = LAST_DATA.unpack(chunk.data)
    if count != len(chunks):
        raise damage(LAST_TAG, start, f"the file was written with {count} chunks and has {len(chunks)}")
    if check != zlib.crc32(b"".join(checks)):
        raise damage(LAST_TAG, start + 4, "the chunks are not those that were written, or not in their order")
    if offset != len(data):
        raise damage(LAST_TAG, offset, f"extra data after the end: {len(data) - offset} bytes")
    _check_order(chunks)
    return StateFile(version, tuple(chunks))


def _read_chunk(data: bytes, offset: int, before: str) -> tuple[Chunk, int]:
    """Return the chunk at an offset and the offset after it; `before` names what came before."""
    if offset + CHUNK_HEAD.size > len(data):
        raise SaveError(f"after {before}: byte {len(data)}: the file ends before its closing chunk {LAST_TAG}")
    raw_tag, length = CHUNK_HEAD.unpack_from(data, offset)
    if not TAG_FORM.fullmatch(raw_tag):
        raise SaveError(f"after {before}: byte {offset}: {raw_tag!r} is not a chunk tag")
    tag = raw_tag.decode("ascii")
    start = offset + CHUNK_HEAD.size
    end = start + length
    if end + CHUNK_TAIL.size > len(data):
        raise damage(tag, offset + 4, f"{length} bytes would go past the end of the file ({len(data)})")
    sentinel, check = CHUNK_TAIL.unpack_from(data, end)
    if sentinel != SENTINEL:
        raise damage(tag, end, "the sentinel is not where the length says")
    if check != zlib.crc32(data[offset:end]):
        raise damage(tag, start, "the data does not match its check")
    return Chunk(tag, data[start:end]), end + CHUNK_TAIL.size


def _check_order(chunks: list[Chunk]) -> None:
    if not chunks or chunks[0].tag != FIRST_TAG:
        first = chunks[0].tag if chunks else LAST_TAG
        raise damage(first, HEADER.size, f"the first chunk must be {FIRST_TAG}")
    seen: set[str] = set()
    for chunk in chunks:
        if chunk.tag in seen and not is_foreign(chunk.tag):
            raise SaveError(f"chunk {chunk.tag} appears twice in the file")
        seen.add(chunk.tag)


def damage(tag: str, offset: int, what: str) -> SaveError:
    """Return the error of a damaged place."""
    return SaveError(f"chunk {tag}: byte {offset}: {what}")


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
