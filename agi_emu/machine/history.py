"""The past of a machine: moments by time, of which any can be had back, in little memory.

The newest moment is held as it was, and of each one what leads to the one before. So a step back is as quick at any
length of the past, and the oldest moments can go one by one.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Iterator

from agi_emu._core import changes
from agi_emu.machine.interpreter import Interpreter
from agi_emu.state.layout import STATE_BYTES, StateLayout
from agi_emu.state.used_part import used_part

_MOMENT_BYTES = sys.getsizeof((0, b"")) + sys.getsizeof(1 << 30) + sys.getsizeof(b"")
"""Memory of a moment besides its changes."""


class History:
    """Moments of one machine by time, an integer that the caller counts in: beats or ticks."""

    def __init__(self, limit_bytes: int) -> None:
        """Start without a past; drop the oldest moments when it takes more than `limit_bytes` of memory."""
        self._limit = limit_bytes
        self._state = bytearray(STATE_BYTES)
        self._room = memoryview(bytearray(changes.packed_size(STATE_BYTES)))
        self.forget()

    def forget(self) -> None:
        """Start again: the machine is at another moment now."""
        self._moments: deque[tuple[int, bytes]] = deque()
        """Time, and what leads to the moment before."""
        self._changes_bytes = 0
        self._near = (-1, b"")
        """The time and state that somebody wanted last: what comes before is reached from there."""

    @property
    def used_bytes(self) -> int:
        """Bytes of memory that the past takes."""
        return len(self._state) + len(self._near[1]) + len(self._room) + self._changes_bytes

    @property
    def newest(self) -> int | None:
        """The time of the newest moment; None if there is none."""
        return self._moments[-1][0] if self._moments else None

    @property
    def oldest(self) -> int:
        """The time of the oldest moment; there must be one."""
        return self._moments[0][0]

    def add(self, time: int, m: Interpreter) -> None:
        """Keep a machine as it is; `time` is after all others (`forget_after` first, when time went back)."""
        size = changes.pack(self._state, m.buffer, used_part(m.state).stop, self._room)
        packed = self._room[:size].tobytes() if self._moments else b""
        self._moments.append((time, packed))
        self._changes_bytes += _MOMENT_BYTES + len(packed)
        while len(self._moments) > 1 and self.used_bytes > self._limit:
            self._changes_bytes -= _MOMENT_BYTES + len(self._moments.popleft()[1])

    def newest_until(self, time: int) -> int | None:
        """Return the last time kept that is not after `time`; None if all are."""
        return next((each for each, _ in reversed(self._moments) if each <= time), None)

    def get(self, time: int) -> bytes:
        """Return the used part of the state at a time that is kept."""
        return next((used for _, used in self.going_back(time)), b"")

    def going_back(self, time: int) -> Iterator[tuple[int, bytes]]:
        """Yield the moments that are not after `time`, newest first: the time and the used part of the state."""
        near, kept = self._near if self._near[0] >= time else (sys.maxsize, self._state)
        state = bytearray(kept)
        layout = StateLayout.from_buffer(state)
        is_first = True
        for moment, packed in reversed(self._moments):
            if moment > near:
                continue
            if moment <= time:
                if is_first:
                    is_first, self._near = False, (moment, bytes(state))
                yield moment, bytes(memoryview(state)[used_part(layout)])
            changes.undo(state, packed)

    def forget_after(self, time: int) -> None:
        """Drop what is after `time`: the run goes another way from there."""
        if self._near[0] > time:
            self._near = (-1, b"")
        while self._moments and self._moments[-1][0] > time:
            packed = self._moments.pop()[1]
            changes.undo(self._state, packed)
            self._changes_bytes -= _MOMENT_BYTES + len(packed)
