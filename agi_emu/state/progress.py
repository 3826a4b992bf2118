"""Where a machine stands in its cycle, and what it waits for: values of the state's area `cycle`.

The core's names for them are written from here (`declarations`).
"""

from __future__ import annotations

from enum import IntEnum


class Phase(IntEnum):
    """Position in the cycle (cycle.phase); the numbers are part of saved states."""

    TOP = 0
    DELAY = 1
    READY = 2
    INPUT = 3
    EVENTS = 4
    DIRECTIONS = 5
    SCAN = 6
    LOGIC = 7
    STATUS = 8
    FINISH = 9
    START = 10


class BeatReason(IntEnum):
    """Why the machine waits for a beat (cycle.beat_due), 0 when it does not."""

    ZERO_DELAY = 1
    ANIMATION = 2
    POLL = 3
    WORK = 4
    IDLE = 5
