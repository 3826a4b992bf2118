"""Packs blocks of ticks into lines of text.

A block of ticks is packed per tick: a byte of flags, the cycles since the tick before (two bytes), those of the three
digests that differ from the tick before (eight bytes each), and the variables and flags that do. The first tick of a
block has everything, and its variables and flags count as changes from 0. The block is compressed by zlib, whose
checksum finds damage, and written in base 85.

A block whose ticks have work has a second compressed part behind the first, the optional column: the work of each tick,
in groups of seven bits from the lowest on, with the top bit set in all but the last. Readers that know no such column
stop at the end of the first part.
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Iterable

from agi_emu._core.tick_blocks import pack, pack_work, unpack, unpack_work
from agi_emu.recording.ticks import Tick, Ticks

BLOCK_TICKS = 20
"""Ticks in a block: one second."""
LARGEST_BLOCK = 1 << 20
"""Most bytes to which a block may unpack, and most characters of its word."""
TOO_LONG = "the packed ticks are longer than a block can be"


def pack_ticks(ticks: Iterable[Tick]) -> str:
    """Return ticks packed as one word."""
    rows = Ticks.of(ticks).rows
    column = pack_work(rows)
    return base64.b85encode(zlib.compress(pack(rows), 9) + (zlib.compress(column, 9) if column else b"")).decode()


def unpack_ticks(word: str, count: int) -> Ticks:
    """Return the ticks of a block; ValueError if it is damaged or does not hold `count` ticks."""
    if len(word) > LARGEST_BLOCK:
        # Decoding takes thirty times the memory of the word.
        raise ValueError(TOO_LONG)
    try:
        data = base64.b85decode(word)
    except ValueError as error:
        raise ValueError("the packed ticks are not base 85") from error
    packed, column = _unpacked(data, "the packed ticks are")
    rows = unpack(packed, count)
    if column:
        work, _ = _unpacked(column, "the packed work of the ticks is")
        found = unpack_work(rows, work)
        if found != count:
            raise ValueError(f"the packed work is that of {found} ticks, not of {count}")
    return Ticks.of_rows(rows)


def _unpacked(data: bytes, what: str) -> tuple[bytes, bytes]:
    """Return what compressed data hold, and what follows them; ValueError if they are damaged."""
    inflater = zlib.decompressobj()
    try:
        unpacked = inflater.decompress(data, LARGEST_BLOCK)
    except zlib.error as error:
        raise ValueError(f"{what} damaged") from error
    if not inflater.eof:
        raise ValueError(f"{what} cut off")
    return unpacked, inflater.unused_data
