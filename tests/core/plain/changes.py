"""Changes of a state as the module of the core describes them, obvious and slow."""

from __future__ import annotations

LINE = 64
NIBBLES, DOUBLED = 0x4000, 0x8000


def pack(before: bytes, now: bytes, used: int) -> bytes:
    """Return the records of the lines in which the used part of two states differs."""
    records = b""
    for start in range(0, used, LINE):
        mixed = bytes(
            one ^ other for one, other in zip(before[start : start + LINE], now[start : start + LINE], strict=True)
        )
        if any(mixed):
            records += _record(start // LINE, mixed.ljust(LINE, b"\0"))
    return records


def _record(head: int, left: bytes) -> bytes:
    if left[0::2] == left[1::2]:
        head |= DOUBLED
        left = left[0::2]
    if max(left) < 16:
        head |= NIBBLES
        left = bytes(low | high << 4 for low, high in zip(left[0::2], left[1::2], strict=True))
    masks = bytes(sum(1 << bit for bit in range(8) if left[first + bit]) for first in range(0, len(left), 8))
    return head.to_bytes(2, "little") + masks + bytes(byte for byte in left if byte)
