"""Pens by interpreter."""

from __future__ import annotations

import pytest

from agi_emu._core.brush import PenVariant
from agi_emu.facts.pens import pen_variant
from agi_emu.facts.versions import PROFILES


# reference: PIC-23 (before 2.411, 2.411), PIC-24 (2.425, 2.426), PIC-21 (the others)
@pytest.mark.parametrize(
    ("name", "variant"),
    [
        ("2.089", PenVariant.PEN_ABSENT),
        ("2.272", PenVariant.PEN_ABSENT),
        ("2.411", PenVariant.PEN_DOT),
        ("2.425", PenVariant.PEN_SHORT_OFF_CENTRE),
        ("2.426", PenVariant.PEN_NOTCHED_OFF_CENTRE),
        ("2.435", PenVariant.PEN_NOTCHED),
        ("2.439", PenVariant.PEN_FULL),
        ("2.917", PenVariant.PEN_FULL),
        ("2.936", PenVariant.PEN_FULL),
        ("3.002.086", PenVariant.PEN_MIDDLE_ROW_INSIDE),
        ("3.002.149", PenVariant.PEN_MIDDLE_ROW_INSIDE),
    ],
)
def test_pen_variant_is_the_interpreters(name: str, variant: PenVariant) -> None:
    assert pen_variant(PROFILES[name]) is variant


def test_every_profile_has_a_pen_variant() -> None:
    assert {pen_variant(profile) for profile in PROFILES.values()} == set(PenVariant)
