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
from collections.abc import Iterator, Sequence

from agi_emu.recording.tick_values import NO_VALUES, pack_changes, unpack_changes
from agi_emu.recording.ticks import DIGEST_BYTES, Tick

BLOCK_TICKS = 20
"""Ticks in a block: one second."""
LARGEST_BLOCK = 1 << 20
"""Most bytes to which a block may unpack."""
_ABSOLUTE_BYTES = 4
_MORE = 0x80
_GROUP = 7
MOST_WORK = (1 << 48) - 1
"""Most units of work of a tick."""
_VALUES = 8
"""The flag of a tick followed by variables and flags."""


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
    return base64.b85encode(zlib.compress(bytes(packed), 9) + _pack_work(ticks)).decode()


def _pack_work(ticks: Sequence[Tick]) -> bytes:
    """Return the column of work, compressed; empty if a tick has none."""
    column = bytearray()
    for tick in ticks:
        if tick.work is None:
            return b""
        left = min(tick.work, MOST_WORK)
        while left >= _MORE:
            column.append(left & (_MORE - 1) | _MORE)
            left >>= _GROUP
        column.append(left)
    return zlib.compress(bytes(column), 9)


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
    return _with_work(ticks, inflater.unused_data) if inflater.unused_data else ticks


def _with_work(ticks: list[Tick], packed: bytes) -> list[Tick]:
    """Return ticks with the work that is packed in a column; ValueError if that is damaged."""
    try:
        inflater = zlib.decompressobj()
        column = inflater.decompress(packed, LARGEST_BLOCK)
    except zlib.error as error:
        raise ValueError("the packed work of the ticks is damaged") from error
    works = list(_unpacked_numbers(column))
    if not inflater.eof or len(works) != len(ticks):
        raise ValueError(f"the packed work is that of {len(works)} ticks, not of {len(ticks)}")
    return [tick._replace(work=work) for tick, work in zip(ticks, works, strict=True)]


def _unpacked_numbers(column: bytes) -> Iterator[int]:
    number = shift = 0
    for byte in column:
        number |= (byte & (_MORE - 1)) << shift
        shift += _GROUP
        if number > MOST_WORK or shift > MOST_WORK.bit_length() + _GROUP:
            raise ValueError(f"the packed work holds a number above {MOST_WORK}")
        if byte < _MORE:
            yield number
            number = shift = 0
