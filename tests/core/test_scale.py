"""The scaler against its plain twin, and what it promises about proportions."""

from __future__ import annotations

import random
from array import array

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from agi_emu._core.scale import Scaler
from tests.core.plain.scale import scaled
from tests.examples import examples

SOURCE = random.Random(1)
PIXELS = SOURCE.randbytes(64000)
COLOURS = array("I", (SOURCE.getrandbits(32) for _ in range(512)))
BLANK = 0xDEADBEEF


def drawn(width: int, height: int, *, pitch: int | None = None, left: int = 0, top: int = 0) -> np.ndarray:
    pitch = pitch or width
    target = np.full((height + top, pitch), BLANK, dtype=np.uint32)
    Scaler(width, height).draw(PIXELS, COLOURS, target.reshape(-1), pitch, left, top)
    return target


@given(width=st.integers(1, 700), height=st.integers(1, 500))
@examples(8)
def test_scaler_equals_its_twin(width: int, height: int) -> None:
    assert drawn(width, height).tolist() == scaled(PIXELS, list(COLOURS), width, height)


@given(width=st.integers(1, 90), height=st.integers(1, 60), across=st.integers(1, 80), down=st.integers(1, 50))
@examples(40)
def test_scaler_of_any_screen_equals_its_twin(width: int, height: int, across: int, down: int) -> None:
    pixels = PIXELS[: across * down]
    target = np.full((height, width), BLANK, dtype=np.uint32)
    assert Scaler(width, height, across, down).draw(pixels, COLOURS, target.reshape(-1), width, 0, 0) == (0, height)
    assert target.tolist() == scaled(pixels, list(COLOURS), width, height, across, down)


@given(width=st.integers(1, 90), height=st.integers(1, 60), across=st.integers(1, 80), down=st.integers(1, 50))
@examples(40)
def test_scaler_with_a_layer_equals_its_twin(width: int, height: int, across: int, down: int) -> None:
    pixels = PIXELS[: across * down]
    layer = bytes(byte if byte > 127 else 0 for byte in PIXELS[-across * down :])
    target = np.full((height, width), BLANK, dtype=np.uint32)
    Scaler(width, height, across, down).draw(pixels, COLOURS, target.reshape(-1), width, 0, 0, layer=layer)
    assert target.tolist() == scaled(pixels, list(COLOURS), width, height, across, down, layer)


@pytest.mark.parametrize(("across", "down"), [(1, 1), (3, 4), (5, 6)])
def test_whole_factors_repeat_pixels(across: int, down: int) -> None:
    source = np.array(COLOURS)[np.frombuffer(PIXELS, dtype=np.uint8).reshape(200, 320)]
    expected = source.repeat(down, axis=0).repeat(across, axis=1)
    assert np.array_equal(drawn(320 * across, 200 * down), expected)


def test_a_one_line_grid_keeps_its_share_of_ink() -> None:
    # Every second column is white: at 2.7 columns per pixel the mean brightness must stay one half (reasoning).
    pixels = bytes(x & 1 for _ in range(200) for x in range(320))
    colours = array("I", [0, 0xFFFFFF] + [0] * 510)
    target = np.zeros((480, 864), dtype=np.uint32)
    Scaler(864, 480).draw(pixels, colours, target.reshape(-1), 864, 0, 0)
    assert abs((target & 0xFF).mean() / 255 - 0.5) < 0.002


def test_nothing_outside_the_picture_is_touched() -> None:
    target = drawn(333, 250, pitch=400, left=30, top=7)
    assert (target[:7] == BLANK).all()
    assert (target[:, :30] == BLANK).all()
    assert (target[:, 363:] == BLANK).all()


@pytest.mark.parametrize(("width", "height"), [(320, 200), (960, 720), (333, 251), (200, 100)])
def test_a_band_of_rows_gives_the_same_picture(width: int, height: int) -> None:
    scaler = Scaler(width, height)
    whole = np.zeros((height, width), dtype=np.uint32)
    scaler.draw(PIXELS, COLOURS, whole.reshape(-1), width, 0, 0)
    changed = bytearray(PIXELS)
    changed[320 * 60 : 320 * 73] = bytes(320 * 13)
    expected = np.zeros_like(whole)
    scaler.draw(bytes(changed), COLOURS, expected.reshape(-1), width, 0, 0)
    begin, end = scaler.draw(bytes(changed), COLOURS, whole.reshape(-1), width, 0, 0, 60, 72)
    assert np.array_equal(whole, expected)
    assert 0 <= begin < end <= height


def test_wrong_arguments_are_refused() -> None:
    scaler = Scaler(640, 400)
    target = np.zeros(640 * 400, dtype=np.uint32)
    with pytest.raises(ValueError, match="too small"):
        scaler.draw(PIXELS, COLOURS, target[:-1], 640, 0, 0)
    with pytest.raises(ValueError, match="too small"):
        scaler.draw(PIXELS, COLOURS, target, 640, 0, 1)
    for left, top, pitch in ((-1, 0, 640), (1, 0, 640), (0, -1, 640), (0, 0, 639)):
        with pytest.raises(ValueError, match="not inside"):
            scaler.draw(PIXELS, COLOURS, target, pitch, left, top)
    for first, last in ((-1, 10), (10, 9), (0, 200)):
        with pytest.raises(ValueError, match="not on the screen"):
            scaler.draw(PIXELS, COLOURS, target, 640, 0, 0, first, last)
    with pytest.raises(ValueError, match="64000"):
        scaler.draw(b"", COLOURS, target, 640, 0, 0)
    with pytest.raises(ValueError, match="as many pixels"):
        scaler.draw(PIXELS, COLOURS, target, 640, 0, 0, layer=PIXELS[:-1])
    for width, height in ((0, 1), (1, 0), (-5, 5), (20000, 1)):
        with pytest.raises(ValueError, match="not a size to draw"):
            Scaler(width, height)
        with pytest.raises(ValueError, match="not a size of a screen"):
            Scaler(10, 10, width, height)
    with pytest.raises(ValueError, match="128000"):
        Scaler(10, 10, 640, 200).draw(PIXELS, COLOURS, target, 640, 0, 0)
