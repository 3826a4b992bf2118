"""The colours of pixels against their plain twin."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agi_emu._core import colours
from tests.core.plain.colours import moved, paint

AROUND = b"\xaa" * 8


@given(palette=st.binary(min_size=1, max_size=256), pixels=st.binary(max_size=50), tops=st.binary(max_size=50))
def test_paint_equals_its_twin(palette: bytes, pixels: bytes, tops: bytes) -> None:
    kept = bytes(value for red in palette for value in (red, red ^ 0x55, ~red & 0xFF))
    # Half the pixels are the last colours, so that palettes of any length are read to their end.
    shown = bytes(pixel % len(palette) for pixel in pixels) + bytes(len(palette) - 1 for _ in tops)
    whole = bytearray(AROUND + bytes(3 * len(shown)) + AROUND)
    with memoryview(whole)[8:-8] as target:
        colours.paint(shown, kept, target)
    assert whole == AROUND + paint(shown, kept) + AROUND


@given(count=st.integers(1, 255), place=st.integers(0, 9))
def test_a_pixel_without_a_colour_is_refused(count: int, place: int) -> None:
    pixels = bytearray(10)
    pixels[place] = count
    whole = bytearray(AROUND + bytes(30) + AROUND)
    with memoryview(whole)[8:-8] as target, pytest.raises(IndexError, match=f"above {count - 1}"):
        colours.paint(pixels, bytes(3 * count), target)
    assert whole[:8] == whole[-8:] == AROUND


def test_sizes_that_do_not_fit_are_refused() -> None:
    for palette in (b"", b"ab", bytes(3 * 257)):
        with pytest.raises(ValueError, match="1 to 256 colours"):
            colours.paint(bytes(4), palette, bytearray(12))
    for size in (0, 11, 13):
        with pytest.raises(ValueError, match="4 pixels take 12 bytes"):
            colours.paint(bytes(4), bytes(3), bytearray(size))


@given(rows=st.lists(st.binary(min_size=5, max_size=5), max_size=6), across=st.integers(-9, 9), down=st.integers(-9, 9))
def test_moved_equals_its_twin(rows: list[bytes], across: int, down: int) -> None:
    pixels = b"".join(rows)
    assert colours.moved(pixels, 5, across, down) == moved(pixels, 5, across, down)


def test_a_picture_is_moved_as_a_whole_or_not_at_all() -> None:
    farthest = 2**63 - 1
    for across, down in ((farthest, 0), (-farthest, 0), (0, farthest), (0, -farthest)):
        assert colours.moved(b"\x01" * 6, 3, across, down) == bytes(6)
    for width in (-1, 0, 4):
        with pytest.raises(ValueError, match="make no rows"):
            colours.moved(bytes(6), width, 0, 0)
