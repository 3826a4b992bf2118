"""Digests of stretches of a state, obvious and slow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import xxhash

Stretch = tuple[int, int]


@dataclass(frozen=True)
class Records:
    """Records of which a field of the state says how many there are."""

    offset: int
    stride: int
    capacity: int
    count: Stretch
    pieces: tuple[Stretch, ...]


def digest(state: bytes, items: Iterable[Stretch | Records]) -> str:
    """Return XXH3 of all stretches, one after another."""
    return xxhash.xxh3_64_hexdigest(b"".join(state[at : at + size] for at, size in stretches(state, items)))


def stretches(state: bytes, items: Iterable[Stretch | Records]) -> Iterator[Stretch]:
    """Yield the stretches; AssertionError for one that is not inside of the state."""
    for item in items:
        if not isinstance(item, Records):
            assert sum(item) <= len(state)
            yield item
            continue
        at, size = item.count
        assert at + size <= len(state)
        assert size <= 4
        assert max(item.offset, item.stride, item.capacity) <= len(state)
        count = int.from_bytes(state[at : at + size], "little")
        for number in range(min(count, item.capacity)):
            first = item.offset + number * item.stride
            for offset, length in item.pieces:
                assert first + offset + length <= len(state)
                yield first + offset, length
