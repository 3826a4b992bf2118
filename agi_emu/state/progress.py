"""Where a machine stands in its cycle, and what it waits for: values of the state's areas `cycle` and `modal`.

The core's names for them are written from here (`declarations`).
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from agi_emu.state.layout import StateLayout


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


class Wait(IntEnum):
    """What a window, prompt or menu waits for (modal.records.wait).

    The numbers are part of saved states, so new members go to the end.
    """

    CONFIRM = 1
    """Enter or Esc, perhaps with a time limit."""
    ANY_EVENT = 2
    EDIT = 3
    """The line editor."""
    MENU = 4
    INVENTORY = 5
    SLOTS = 6
    """The slot list of the save dialogs."""
    TRACE = 7
    BEATS = 8
    """A number of beats (values[0])."""


def is_sequence(state: StateLayout) -> bool:
    """Tell whether a scripted sequence is under way: the player has no control of ego in a room."""
    return state.vars[0] != 0 and not state.general.player_control
