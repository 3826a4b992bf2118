"""The EGA palette."""

from __future__ import annotations

from agi_emu.facts.palette import EGA, EGA_BYTES


def test_palette_is_that_of_the_adapter() -> None:
    # Reasoning: bit 2 of the number is red, bit 1 green, bit 0 blue, two thirds each; bit 3 adds a third to all of
    # them. Colour 6 is brown, not dark yellow: the monitor halves its green (reference: PIC-40).
    expected = [tuple(0xAA * (number >> bit & 1) + 0x55 * (number >> 3) for bit in (2, 1, 0)) for number in range(16)]
    expected[6] = (0xAA, 0x55, 0x00)
    assert list(EGA) == expected


def test_palette_bytes_are_the_colours_in_order() -> None:
    assert len(EGA_BYTES) == 48
    assert tuple(EGA_BYTES[18:21]) == EGA[6]
