"""Holds digests of a machine's state, picture and sound at each tick, and packs blocks of ticks into lines of text.

A block of ticks is packed per tick: a byte of flags, the cycles since the tick before (two bytes), those of the three
digests that differ from the tick before (eight bytes each), and the variables and flags that do. The first tick of a
block has everything, and its variables and flags count as changes from 0. The block is compressed by zlib, whose
checksum finds damage, and written in base 85.
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from agi_emu.recording.tick_values import NO_VALUES, pack_changes, unpack_changes

DIGEST_BYTES = 8
BLOCK_TICKS = 20
"""Ticks in a block: one second."""
LARGEST_BLOCK = 1 << 20
"""Most bytes to which a block may unpack."""
_ABSOLUTE_BYTES = 4
_VALUES = 8
"""The flag of a tick followed by variables and flags."""


class What(StrEnum):
    """The things compared at each tick."""

    STATE = "state"
    FRAME = "frame"
    SOUND = "sound"


class Tick(NamedTuple):
    """The digests at the end of a tick, 16 hex digits each, and the cycles completed since power-on."""

    state: str
    frame: str
    sound: str
    cycle: int
    values: bytes = b""
    """Variables and flags; none if the state's digest covers them (digests number 1)."""

    def part(self, what: What) -> str:
        """Return everything that the tick holds about one thing."""
        if what is What.STATE:
            return self.state + self.values.hex()
        return self.frame if what is What.FRAME else self.sound


def differing(expected: Tick, actual: Tick) -> tuple[What, ...]:
    """Return the things in which two ticks differ."""
    if expected[:3] == actual[:3] and expected.values == actual.values:
        return ()
    return tuple(what for what in What if expected.part(what) != actual.part(what))


def pack_ticks(ticks: Sequence[Tick]) -> str:
    """Return ticks packed as one word."""
    packed = bytearray(ticks[0].cycle.to_bytes(_ABSOLUTE_BYTES, "little"))
    before: Tick | None = None
    for tick in ticks:
        flags = 0
        digests = b""
        for bit, (digest, old) in enumerate(zip(tick[:3], before[:3] if before else ("", "", ""), strict=True)):
            if digest != old:
                flags |= 1 << bit
                digests += bytes.fromhex(digest)
        if tick.values and (before is None or tick.values != before.values):
            flags |= _VALUES
            digests += pack_changes(before.values if before else NO_VALUES, tick.values)
        packed.append(flags)
        packed += ((tick.cycle - before.cycle if before else 0) & 0xFFFF).to_bytes(2, "little")
        packed += digests
        before = tick
    return base64.b85encode(zlib.compress(bytes(packed), 9)).decode()


def unpack_ticks(word: str, count: int) -> list[Tick]:
    """Return the ticks of a block; ValueError if it is damaged or does not hold `count` ticks."""
    try:
        inflater = zlib.decompressobj()
        packed = inflater.decompress(base64.b85decode(word), LARGEST_BLOCK)
    except zlib.error as error:
        raise ValueError("the packed ticks are damaged") from error
    except ValueError as error:
        raise ValueError("the packed ticks are not base 85") from error
    if not inflater.eof:
        raise ValueError("the packed ticks are cut off")
    cycle = int.from_bytes(packed[:_ABSOLUTE_BYTES], "little")
    at = _ABSOLUTE_BYTES
    digests = ["", "", ""]
    values = b""
    ticks: list[Tick] = []
    while at < len(packed):
        flags = packed[at]
        cycle += int.from_bytes(packed[at + 1 : at + 3], "little")
        at += 3
        for bit in range(3):
            if flags & 1 << bit:
                digests[bit] = packed[at : at + DIGEST_BYTES].hex()
                at += DIGEST_BYTES
        if flags & _VALUES:
            if ticks and not values:
                raise ValueError("the first of the packed ticks has no variables")
            values, at = unpack_changes(values or NO_VALUES, packed, at)
        ticks.append(Tick(digests[0], digests[1], digests[2], cycle, values))
    if at != len(packed) or len(ticks) != count:
        raise ValueError(f"the packed block holds {len(ticks)} ticks, its line says {count}")
    return ticks
