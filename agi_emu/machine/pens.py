"""Which of the core's pens a profile has (reference: pictures.md 3.9, 5)."""

from __future__ import annotations

from agi_emu._core.brush import PenVariant
from agi_emu.versions import Pen, VersionProfile

_ROUND_ONE = {
    (0b11, 0b11, 0b11): PenVariant.PEN_FULL,
    (0b00, 0b11, 0b00): PenVariant.PEN_MIDDLE_ROW,
    (0b11, 0b11, 0b01): PenVariant.PEN_NOTCHED,
}
_ROUND_ONE_OFF_CENTRE = {
    (0b11, 0b11, 0b01): PenVariant.PEN_NOTCHED_OFF_CENTRE,
    (0b11, 0b11, 0b00): PenVariant.PEN_SHORT_OFF_CENTRE,
}


def pen_variant(profile: VersionProfile) -> int:
    """Return the `PenVariant` of an interpreter."""
    if profile.pen is Pen.ABSENT:
        return PenVariant.PEN_ABSENT
    if profile.pen is Pen.POINTS:
        return PenVariant.PEN_DOT
    if profile.pen is Pen.OFF_CENTRE:
        return _ROUND_ONE_OFF_CENTRE[profile.round_pen_one]
    return _ROUND_ONE[profile.round_pen_one]
