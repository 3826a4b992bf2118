"""Flood fill of the core: the decisions of the reference, and equality with the plain twin."""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from agi_emu._core import flood
from tests.core import cells
from tests.core.plain import flood as plain
from tests.examples import examples

COLOUR = 0x0F
PRIORITY = 0xF0
BOTH = 0xFF

PLACES = np.zeros(flood.WAITING, np.uint32)


def filled(picture: bytearray, x: int, y: int, mask: int, value: int) -> int:
    """Fill in the core."""
    return flood.fill(picture, PLACES, x, y, mask, value)


def test_flood_paints_the_whole_empty_picture() -> None:
    picture = cells.empty()
    assert filled(picture, 80, 80, COLOUR, 0xF2) == cells.CELLS
    assert picture == bytes([0x42]) * cells.CELLS


# reference: PIC-25, table
@pytest.mark.parametrize(
    ("mask", "value", "why"),
    [
        (COLOUR, 0xFF, "colour 15"),
        (BOTH, 0x6F, "colour 15 with priority on"),
        (PRIORITY, 0x4F, "priority 4"),
        (0, 0xFF, "both planes off"),
    ],
)
def test_flood_is_refused(mask: int, value: int, why: str) -> None:
    picture = cells.empty()
    assert filled(picture, 10, 10, mask, value) == 0, why
    assert picture == cells.empty()


def test_flood_with_both_planes_looks_at_colour_only() -> None:
    # reference: PIC-26
    picture = cells.noise(3, (0x0F, 0x1F, 0x4F, 0x9F, 0xFF))
    assert filled(picture, 0, 0, BOTH, 0x61) == cells.CELLS
    assert set(picture) == {0x61}


def test_flood_of_priority_looks_at_priority_only() -> None:
    # reference: PIC-25
    picture = cells.noise(4, (0x40, 0x45, 0x4F))
    assert filled(picture, 0, 0, PRIORITY, 0xCF) == cells.CELLS
    assert {cell >> 4 for cell in picture} == {0xC}


def test_flood_stops_at_non_white_cell() -> None:
    # reference: PIC-25
    picture = cells.empty()
    for x in range(160):
        picture[160 * 50 + x] = 0x40
    assert filled(picture, 3, 3, COLOUR, 0xF1) == 50 * 160
    assert picture[160 * 51] == 0x4F


def test_flood_does_not_pass_a_diagonal_gap() -> None:
    picture = cells.empty()
    picture[1] = picture[160] = 0x40
    assert filled(picture, 0, 0, COLOUR, 0xF1) == 1


def test_flood_needs_an_empty_seed() -> None:
    picture = cells.empty()
    picture[0] = 0x4E
    assert filled(picture, 0, 0, COLOUR, 0xF1) == 0


def test_flood_winds_through_a_spiral() -> None:
    # One corridor of single cells: odd rows are open, joined at alternating ends.
    picture = bytearray([0x40]) * cells.CELLS
    for y in range(0, 168, 2):
        picture[160 * y : 160 * y + 160] = bytes([0x4F]) * 160
        picture[160 * (y + 1) + (159 if y % 4 == 0 else 0)] = 0x4F
    assert filled(picture, 0, 0, COLOUR, 0xF1) == 84 * 160 + 84


def comb() -> bytearray:
    """Return a picture with every second column open, joined by the top row: the most runs that one row can hold."""
    picture = cells.empty()
    for y in range(1, 168):
        picture[160 * y + 1 : 160 * y + 160 : 2] = bytes([0x40]) * 80
    return picture


def weave() -> bytearray:
    """Return rows in which runs of three cells touch two of the row above and two of the row below."""
    picture = cells.empty()
    for y in range(168):
        for x in range(3 if y % 2 else 1, 160, 4):
            picture[160 * y + x] = 0x40
    return picture


@pytest.mark.parametrize("ground", [comb, weave])
@pytest.mark.parametrize(("x", "y"), [(0, 0), (158, 167), (80, 84)])
def test_flood_of_many_runs_stays_within_its_places(ground: Callable[[], bytearray], x: int, y: int) -> None:
    picture = ground()
    expected = bytearray(picture)
    count = plain.fill(expected, x, y, COLOUR, 0xF1)
    assert count > 10_000
    places = np.full(flood.WAITING + 64, 0xBEEF, np.uint32)
    assert flood.fill(picture, places[: flood.WAITING], x, y, COLOUR, 0xF1) == count
    assert picture == expected
    assert (places[flood.WAITING :] == 0xBEEF).all()


@st.composite
def pictures(draw: st.DrawFn) -> bytearray:
    """Return white pictures with rectangles, noise and stripes in them, ragged enough to matter."""
    picture = cells.empty()
    source = random.Random(draw(st.integers(0, 2**32)))
    for _ in range(draw(st.integers(0, 12))):
        left, top = source.randrange(160), source.randrange(168)
        width, height = source.randrange(1, 160), source.randrange(1, 40)
        for y in range(top, min(168, top + height)):
            for x in range(left, min(160, left + width)):
                picture[160 * y + x] = source.randrange(256)
    walls = draw(st.integers(0, 10000))
    for _ in range(walls):
        picture[source.randrange(cells.CELLS)] = source.choice((0x40, 0x1F, 0x90, 0x4F))
    return picture


@examples(60)
@given(
    pictures(),
    st.integers(0, 159),
    st.integers(0, 167),
    st.sampled_from((COLOUR, PRIORITY, BOTH, 0)),
    st.integers(0, 255),
)
def test_flood_equals_plain_twin(picture: bytearray, x: int, y: int, mask: int, value: int) -> None:
    guarded = cells.guarded(picture)
    count = plain.fill(picture, x, y, mask, value)
    assert flood.fill(guarded.picture, PLACES, x, y, mask, value) == count
    cells.assert_equal(guarded.picture, picture)
    guarded.check()


@pytest.mark.parametrize(
    ("x", "y", "mask", "value", "message"),
    [(160, 0, 0, 0, "outside"), (0, -1, 0, 0, "outside"), (0, 0, 256, 0, "bytes"), (0, 0, 0, 256, "bytes")],
)
def test_flood_refuses_what_is_out_of_range(x: int, y: int, mask: int, value: int, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        filled(cells.empty(), x, y, mask, value)


def test_flood_refuses_buffers_of_another_size() -> None:
    with pytest.raises(ValueError, match="26880 cells, not 100"):
        filled(bytearray(100), 0, 0, COLOUR, 0xF1)
    with pytest.raises(ValueError, match="places, not 7"):
        flood.fill(cells.empty(), np.zeros(7, np.uint32), 0, 0, COLOUR, 0xF1)
