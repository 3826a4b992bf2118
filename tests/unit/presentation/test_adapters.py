"""What the CGA and the Hercules make of a frame."""

from __future__ import annotations

import numpy as np
import pytest

from agi_emu.facts.font import built_in_face
from agi_emu.facts.palette import EGA, EGA_BYTES, VGA_BYTES
from agi_emu.machine.frame import Frame
from agi_emu.presentation.display_modes import adapters
from agi_emu.presentation.display_modes.adapters import brightness, in_16_colours
from agi_emu.presentation.display_modes.modes import MODES, ega, mode_named, name_of, neighbour_of

PAIRS = ["00", "02", "01", "03", "10", "12", "20", "11", "22", "13", "21", "23", "32", "30", "31", "33"]
"""By colour of the game: its two pixels on the CGA, 0 black, 1 cyan, 2 magenta, 3 white."""


def screen(index: int = 0, colours: bytes = EGA_BYTES) -> np.ndarray:
    return np.full((200, 320), index, dtype=np.uint8)


def frame(indices: np.ndarray, colours: bytes = EGA_BYTES) -> Frame:
    return Frame(indices.tobytes(), colours)


def letter(indices: np.ndarray, character: str, ink: int, ground: int, *, row: int = 5, column: int = 7) -> np.ndarray:
    """Put a glyph into a text cell; return where it is lit."""
    rows = np.frombuffer(built_in_face(), dtype=np.uint8).reshape(256, 8)[ord(character)]
    lit = np.unpackbits(rows[:, None], axis=1).astype(bool)
    indices[8 * row : 8 * row + 8, 8 * column : 8 * column + 8] = np.where(lit, ink, ground)
    return lit


@pytest.mark.parametrize("colour", range(16))
def test_a_colour_is_a_pair_on_the_cga(colour: int) -> None:
    # reference: PIC-41
    shown = adapters.cga(frame(screen(colour)))
    left, right = (int(digit) for digit in PAIRS[colour])
    assert set(shown.indices[:, 0::2].flat) == {left}
    assert set(shown.indices[:, 1::2].flat) == {right}
    assert len(shown.palette) == 4


def test_text_has_one_colour_on_the_cga() -> None:
    # reference: TEXT-10: 4 becomes 2, 0 stays
    indices = screen(1)
    lit = letter(indices, "A", 4, 0)
    cell = adapters.cga(frame(indices)).indices[40:48, 56:64]
    assert np.array_equal(cell, np.where(lit, 2, 0))


@pytest.mark.parametrize("mode", [adapters.green, adapters.amber, adapters.white])
def test_black_is_dark_and_white_is_lit_on_the_hercules(mode: object) -> None:
    for colour, lit in ((0, 0), (15, 1)):
        shown = mode(frame(screen(colour)))  # type: ignore[operator]
        assert (shown.width, shown.height) == (640, 400)
        assert set(shown.indices.flat) == {lit}
        assert tuple(shown.palette[0]) == (0, 0, 0)


def test_the_hercules_lights_more_of_what_is_brighter() -> None:
    share = [float(adapters.white(frame(screen(colour))).indices.mean()) for colour in range(16)]
    light = brightness(np.array(EGA, dtype=np.uint8))
    order = sorted(range(16), key=lambda colour: light[colour])
    assert [share[colour] for colour in order] == sorted(share)
    # Eight pixels of a cell: no share is farther than half of one of them from the brightness.
    assert max(abs(share[colour] - light[colour] / 255) for colour in range(16)) <= 1 / 16 + 1e-6


@pytest.mark.parametrize(("ink", "ground"), [(15, 0), (0, 15), (1, 0), (0, 4), (14, 1), (4, 7)])
def test_text_is_whole_on_the_hercules(ink: int, ground: int) -> None:
    indices = screen(2)
    lit = letter(indices, "g", ink, ground)
    is_inverse = brightness(np.array(EGA, dtype=np.uint8))[ground] > brightness(np.array(EGA, dtype=np.uint8))[ink]
    cell = adapters.amber(frame(indices)).indices[80:96, 112:128].astype(bool)
    assert np.array_equal(cell, (lit ^ is_inverse).repeat(2, axis=0).repeat(2, axis=1))


def test_256_colours_become_the_nearest_of_16() -> None:
    indices = np.arange(64000, dtype=np.uint32).astype(np.uint8).reshape(200, 320)
    found = in_16_colours(frame(indices, VGA_BYTES))
    # The first 16 stay; 31 is white, 32 blue, 40 red, which the EGA has darker, lighter or alike.
    assert list(found[0, :16]) == list(range(16))
    assert (found[0, 31], found[0, 248]) == (15, 0)
    for name in MODES:
        shown = mode_named(name)(frame(indices, VGA_BYTES))
        assert max(shown.pixels) < len(shown.palette)


def test_modes_follow_each_other_in_a_circle() -> None:
    mode = ega
    seen = []
    for _ in MODES:
        seen.append(name_of(mode))
        mode = neighbour_of(mode, 1)
    assert seen == list(MODES)
    assert mode is ega
    assert name_of(neighbour_of(mode, -1)) == list(MODES)[-1]
    assert name_of(lambda shown: shown) == ""
    assert neighbour_of(lambda shown: shown, 1) is adapters.cga
