"""What a machine was, showed and sounded like at each tick, and blocks of that in a line of text.

A block of ticks is packed per tick: a byte of flags, the cycles since the tick before (two bytes), and those of the
three digests that differ from the tick before (eight bytes each); the first tick of a block has all. The whole is
compressed by zlib, whose checksum finds damage, and written in base 85.
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

DIGEST_BYTES = 8
BLOCK_TICKS = 20
"""Ticks in a block: a second."""
LARGEST_BLOCK = 1 << 20
"""Bytes that a block may unpack to."""
_ABSOLUTE_BYTES = 4


class What(StrEnum):
    """What is compared at each tick."""

    STATE = "state"
    FRAME = "frame"
    SOUND = "sound"


class Tick(NamedTuple):
    """The digests at the end of a tick, 16 hex digits each, and the cycles completed since power-on."""

    state: str
    frame: str
    sound: str
    cycle: int


def differing(expected: Tick, actual: Tick) -> tuple[What, ...]:
    """Return in what two ticks differ."""
    return tuple(what for what, one, other in zip(What, expected, actual, strict=False) if one != other)


def pack_ticks(ticks: Sequence[Tick]) -> str:
    """Return ticks as one word."""
    packed = bytearray(ticks[0].cycle.to_bytes(_ABSOLUTE_BYTES, "little"))
    before: Tick | None = None
    for tick in ticks:
        flags = 0
        digests = b""
        for bit, (digest, old) in enumerate(zip(tick[:3], before[:3] if before else ("", "", ""), strict=True)):
            if digest != old:
                flags |= 1 << bit
                digests += bytes.fromhex(digest)
        packed.append(flags)
        packed += ((tick.cycle - before.cycle if before else 0) & 0xFFFF).to_bytes(2, "little")
        packed += digests
        before = tick
    return base64.b85encode(zlib.compress(bytes(packed), 9)).decode()


def unpack_ticks(word: str, count: int) -> list[Tick]:
    """Return the ticks of a block; ValueError when it is damaged or does not hold `count` of them."""
    try:
        inflater = zlib.decompressobj()
        packed = inflater.decompress(base64.b85decode(word), LARGEST_BLOCK)
    except zlib.error as error:
        raise ValueError("the packed ticks are damaged") from error
    except ValueError as error:
        raise ValueError("the packed ticks are no base 85") from error
    if not inflater.eof:
        raise ValueError("the packed ticks are cut off")
    cycle = int.from_bytes(packed[:_ABSOLUTE_BYTES], "little")
    at = _ABSOLUTE_BYTES
    digests = ["", "", ""]
    ticks = []
    while at < len(packed):
        flags = packed[at]
        cycle += int.from_bytes(packed[at + 1 : at + 3], "little")
        at += 3
        for bit in range(3):
            if flags & 1 << bit:
                digests[bit] = packed[at : at + DIGEST_BYTES].hex()
                at += DIGEST_BYTES
        ticks.append(Tick(digests[0], digests[1], digests[2], cycle))
    if at != len(packed) or len(ticks) != count:
        raise ValueError(f"the packed block holds {len(ticks)} ticks, its line says {count}")
    return ticks
