"""Holds the pens with which an interpreter draws pictures."""

from __future__ import annotations

from agi_emu._core.brush import PenVariant
from agi_emu.facts.versions import Pen, VersionProfile

_BY_FORM = {
    (Pen.FULL, (0b11, 0b11, 0b11), 320): PenVariant.PEN_FULL,
    (Pen.FULL, (0b00, 0b11, 0b00), 318): PenVariant.PEN_MIDDLE_ROW_INSIDE,
    (Pen.FULL, (0b11, 0b11, 0b01), 320): PenVariant.PEN_NOTCHED,
    (Pen.OFF_CENTRE, (0b11, 0b11, 0b01), 320): PenVariant.PEN_NOTCHED_OFF_CENTRE,
    (Pen.OFF_CENTRE, (0b11, 0b11, 0b00), 320): PenVariant.PEN_SHORT_OFF_CENTRE,
}


def pen_variant(profile: VersionProfile) -> PenVariant:
    """Return the variant of the core's pens that is the profile's (reference: PIC-23, PIC-24, PIC-21)."""
    if profile.pen is Pen.ABSENT:
        return PenVariant.PEN_ABSENT
    if profile.pen is Pen.POINTS:
        return PenVariant.PEN_DOT
    return _BY_FORM[profile.pen, profile.round_pen_one, profile.pen_limit]
