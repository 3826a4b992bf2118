"""What the looks make of a frame."""

from __future__ import annotations

import pytest

from agi_emu.facts.palette import EGA_BYTES, VGA_BYTES
from agi_emu.machine.frame import Frame
from agi_emu.presentation import look_colours
from agi_emu.presentation.looks import LOOKS, look_named, name_of, neighbour_of, plain

PAIRS = ["00", "02", "01", "03", "10", "12", "20", "11", "22", "13", "21", "23", "32", "30", "31", "33"]
"""By colour of the game: its two pixels, 0 black, 1 cyan, 2 magenta, 3 white."""


def frame(index: int, colours: bytes = EGA_BYTES) -> Frame:
    return Frame(bytes([index]) * 64000, colours)


@pytest.mark.parametrize("colour", range(16))
def test_a_colour_is_a_pair_in_cyan_and_magenta(colour: int) -> None:
    # reference: PIC-45
    shown = look_colours.composite_on_ega(frame(colour))
    left, right = (int(digit) for digit in PAIRS[colour])
    assert set(shown.indices[:, 0::2].flat) == {left}
    assert set(shown.indices[:, 1::2].flat) == {right}
    assert len(shown.palette) == 4


@pytest.mark.parametrize(("name", "magenta"), [("amiga", "ff7700"), ("apple-iigs", "dd99ff"), ("atari-st", "e080e0")])
def test_other_computers_have_their_own_colours(name: str, magenta: str) -> None:
    shown = look_named(name)(frame(13))
    assert bytes(shown.rgb[0, 0]).hex() == magenta
    deep = look_named(name)(frame(200, VGA_BYTES))
    assert bytes(deep.rgb[0, 0]) == VGA_BYTES[600:603], "those from 16 on stay"


@pytest.mark.parametrize("name", LOOKS)
def test_what_another_adapter_showed_stays(name: str) -> None:
    for other in (frame(1, bytes(12)), Frame(bytes(720 * 348), bytes(6), width=720, height=348)):
        assert look_named(name)(other) is other


def test_looks_follow_each_other_in_a_circle() -> None:
    look = plain
    seen = []
    for _ in LOOKS:
        seen.append(name_of(look))
        look = neighbour_of(look, 1)
    assert seen == list(LOOKS)
    assert look is plain
    assert name_of(neighbour_of(look, -1)) == list(LOOKS)[-1]
    assert name_of(lambda shown: shown) == ""
