"""Sprites of Aseprite, written byte by byte as its editor describes the format."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from struct import pack

COLOURS = [(0, 0, 0), (0xAA, 0, 0), (0xFF, 0xFF, 0xFF)]
"""Black, red and white of the sixteen; index 0 means transparent."""
VISIBLE, BACKGROUND = 1, 8


def chunk(kind: int, data: bytes) -> bytes:
    return pack("<IH", 6 + len(data), kind) + data


def layer(flags: int = VISIBLE, *, kind: int = 0, level: int = 0, opacity: int = 255) -> bytes:
    return chunk(0x2004, pack("<HHHHHHB3xH", flags, kind, level, 0, 0, 0, opacity, 1) + b"L")


def cel(rows: Sequence[str], number: int = 0, x: int = 0, y: int = 0, *, is_packed: bool = True) -> bytes:
    """A cel whose pixels are indices, a digit each."""
    pixels = bytes(int(digit) for row in rows for digit in row)
    head = pack("<HhhBHh5x", number, x, y, 255, 2 if is_packed else 0, 0)
    return chunk(0x2005, head + pack("<HH", len(rows[0]), len(rows)) + (zlib.compress(pixels) if is_packed else pixels))


def linked(frame: int, number: int = 0) -> bytes:
    return chunk(0x2005, pack("<HhhBHh5xH", number, 0, 0, 255, 1, 0, frame))


def tags(*runs: tuple[int, int, int]) -> bytes:
    """Tags by first frame, last frame and direction."""
    entries = b"".join(pack("<HHBH6x4xH", *run, 0, 4) + b"name" for run in runs)
    return chunk(0x2018, pack("<H8x", len(runs)) + entries)


def palette(colours: Sequence[tuple[int, int, int]] = COLOURS) -> bytes:
    entries = b"".join(pack("<H4B", 0, *colour, 255) for colour in colours)
    return chunk(0x2019, pack("<III8x", len(colours), 0, len(colours) - 1) + entries)


def sprite(width: int, height: int, *frames: Sequence[bytes], depth: int = 8, clear: int = 0) -> bytes:
    """A file of frames, each of some chunks."""
    body = b""
    for chunks in frames:
        data = b"".join(chunks)
        body += pack("<IHHHxxI", 16 + len(data), 0xF1FA, len(chunks), 100, len(chunks)) + data
    head = pack("<IHHHHHIH8xB", 128 + len(body), 0xA5E0, len(frames), width, height, depth, 1, 100, clear)
    return head.ljust(128, b"\0") + body


def walker() -> bytes:
    """A sprite of four frames: two look right, and two are their mirror images."""
    return sprite(
        3,
        2,
        [palette(), layer(), cel(["120", "112"]), tags((0, 1, 0), (2, 3, 0))],
        [cel(["100", "122"])],
        [cel(["021", "211"])],
        [cel(["001", "221"])],
    )
