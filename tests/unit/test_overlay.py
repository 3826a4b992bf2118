"""Boxes and text over a game's screen."""

from __future__ import annotations

import pytest

from agi_emu.frontends.overlay import GROUND, INK, draw_banner, fill, write


def test_text_is_painted_glyph_by_glyph() -> None:
    # Code 220 of code page 437 is the lower half of a cell, 219 the whole cell.
    pixels = bytearray(64000)
    write(pixels, 40, 50, "▄█", INK)
    lower = {320 * y + x for x in range(40, 48) for y in range(54, 58)}
    whole = {320 * y + x for x in range(48, 56) for y in range(50, 58)}
    assert {index for index, colour in enumerate(pixels) if colour == INK} == lower | whole
    assert set(pixels) == {0, INK}


def test_fill_keeps_to_its_rectangle() -> None:
    pixels = bytearray(64000)
    fill(pixels, 10, 20, 5, 3, GROUND)
    inside = {320 * y + x for x in range(10, 15) for y in range(20, 23)}
    assert {index for index, colour in enumerate(pixels) if colour} == inside


@pytest.mark.parametrize("text", ["2x", "a sentence that is much too long for one line of the screen", ""])
def test_banner_stays_at_the_top_right(text: str) -> None:
    pixels = bytearray(64000)
    draw_banner(pixels, text)
    painted = [index for index, colour in enumerate(pixels) if colour]
    assert all(index // 320 < 14 for index in painted)
    assert min(index % 320 for index in painted) >= 8
    assert max(index % 320 for index in painted) == 319
