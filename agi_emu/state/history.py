"""A history of snapshots: any moment kept can be had back, in little memory.

A snapshot is either a key, compressed by itself, or the difference (exclusive or) to the key before it, compressed;
so any of them takes two steps to unpack, however long the history is. When the history outgrows its bytes, the oldest
key goes with all that depends on it, except for the very first snapshot if it is to stay.
"""

from __future__ import annotations

import zlib
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

KEY_EVERY = 64
"""Snapshots from one key to the next."""
LIMIT_BYTES = 64 << 20
LEVEL = 1
"""Of zlib: twice as quick as its default, for a few bytes more."""


@dataclass(frozen=True, slots=True)
class _Kept:
    """One snapshot as it is kept."""

    packed: bytes
    length: int
    """Bytes of the snapshot itself."""
    key: int
    """Time of the key that it is a difference to; its own time when it is a key."""


class History:
    """Snapshots by time, an integer that the caller counts in: beats, ticks or cycles."""

    def __init__(self, *, limit_bytes: int = LIMIT_BYTES, key_every: int = KEY_EVERY, keep_first: bool = False) -> None:
        """Keep at most about `limit_bytes`; `keep_first` never drops the first snapshot."""
        if limit_bytes < 1 or key_every < 1:
            raise ValueError("a history needs at least one byte and one snapshot per key")
        self._limit = limit_bytes
        self._key_every = key_every
        self._keep_first = keep_first
        self._kept: dict[int, _Kept] = {}
        self._times: list[int] = []
        self._key: tuple[int, bytes] | None = None
        self._since_key = 0
        self._first: int | None = None
        self.used_bytes = 0
        """The size of the snapshots, packed."""

    def __len__(self) -> int:
        return len(self._times)

    def __iter__(self) -> Iterator[int]:
        """Iterate over the times that are kept, oldest first."""
        return iter(tuple(self._times))

    def __contains__(self, time: object) -> bool:
        return time in self._kept

    def add(self, time: int, snapshot: bytes) -> None:
        """Keep a snapshot; its time must be after all others (`forget_after` first, when time went back)."""
        if self._times and time <= self._times[-1]:
            raise ValueError(f"time {time} is not after {self._times[-1]}")
        if self._key is None or self._since_key >= self._key_every:
            self._key = (time, snapshot)
            self._since_key = 0
            packed = zlib.compress(snapshot, LEVEL)
        else:
            packed = zlib.compress(_difference(self._key[1], snapshot), LEVEL)
        self._since_key += 1
        self._kept[time] = _Kept(packed, len(snapshot), self._key[0])
        self._times.append(time)
        if self._first is None:
            self._first = time
        self.used_bytes += len(packed)
        while self.used_bytes > self._limit and self._drop_oldest():
            pass

    def newest_until(self, time: int) -> int | None:
        """Return the last time kept that is not after `time`; None when all are."""
        index = bisect_right(self._times, time)
        return self._times[index - 1] if index else None

    def get(self, time: int) -> bytes:
        """Return the snapshot of a time that is kept; KeyError for another one."""
        kept = self._kept[time]
        unpacked = zlib.decompress(kept.packed)
        if kept.key == time:
            return unpacked
        key = self._kept[kept.key]
        return _difference(zlib.decompress(key.packed), unpacked)[: kept.length]

    def forget_after(self, time: int) -> None:
        """Drop what is after `time`: the run goes another way from there."""
        index = bisect_right(self._times, time)
        for each in self._times[index:]:
            self._forget(each)
        del self._times[index:]
        # The next snapshot becomes a key: the one that it would belong to may be gone.
        self._key = None

    def _drop_oldest(self) -> bool:
        """Drop the oldest key and what depends on it; return whether there was one to drop."""
        times = self._times
        start = 1 if self._keep_first and times and times[0] == self._first else 0
        if len(times) <= start + 1:
            return False
        # What depends on the first snapshot goes like any other group; only itself stays.
        key = self._kept[times[start]].key
        end = next((at for at in range(start, len(times)) if self._kept[times[at]].key != key), None)
        if end is None:
            return False
        for each in times[start:end]:
            self._forget(each)
        del times[start:end]
        return True

    def _forget(self, time: int) -> None:
        self.used_bytes -= len(self._kept.pop(time).packed)


def _difference(one: bytes, other: bytes) -> bytes:
    """Return the exclusive or of two byte strings, the shorter one filled up with zeros."""
    mixed = int.from_bytes(one, "little") ^ int.from_bytes(other, "little")
    return mixed.to_bytes(max(len(one), len(other)), "little")
