"""Says what lies in memory behind the table of 50 controllers, by interpreter (reference: KEY-27)."""

from __future__ import annotations

from enum import IntEnum


class BehindControllers(IntEnum):
    """What a byte behind the table of 50 controllers says when `controller` takes it for one (reference: KEY-27)."""

    NEVER = 0
    ALWAYS = 1
    USUAL_BANDS = 2
    """True until set.pri.base."""
    SOUND_PLAYS = 3
    SOUND_LOADED = 4
    SOUND_PLAYED = 5
    """True once a sound was played."""
    SOUND_FLAG = 6
    """True unless the flag of the sound played last is 0."""
    NUMBER = 7
    """The first of the twelve bytes of the number printed last."""


CONTROLLERS = 50
"""In the table; the numbers up to 255 lie behind it."""
NUMBER = tuple(range(BehindControllers.NUMBER, BehindControllers.NUMBER + 12))
SOUND = (
    *(BehindControllers.SOUND_PLAYS, BehindControllers.NEVER),
    *(BehindControllers.SOUND_LOADED, BehindControllers.SOUND_LOADED, *12 * (BehindControllers.NEVER,)),
    *(BehindControllers.SOUND_PLAYED, BehindControllers.SOUND_PLAYED),
    *(BehindControllers.SOUND_FLAG, BehindControllers.NEVER),
)


def table_of(*first: int) -> tuple[int, ...]:
    """Return a table that ends with what the last picture left and the priorities of its rows."""
    return (*first, *(256 - CONTROLLERS - len(first)) * (BehindControllers.ALWAYS,))


BANDS_WORD = (BehindControllers.USUAL_BANDS, BehindControllers.NEVER)
DIGITS = 16 * (BehindControllers.ALWAYS,)
