"""What masks leave of a state, against the plain twin."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agi_emu._core.masking import Mask
from agi_emu.state.layout import STATE_BYTES, StateLayout
from tests.core.plain.masking import masked

areas = st.tuples(st.integers(0, 319), st.integers(0, 199), st.integers(1, 320), st.integers(1, 200)).map(
    lambda area: (area[0], area[1], min(area[2], 320 - area[0]), min(area[3], 200 - area[1]))
)


def strange_state(seed: int, picture_row: int) -> StateLayout:
    state = StateLayout.from_buffer_copy(random.Random(seed).randbytes(STATE_BYTES))
    state.text.picture_row = picture_row
    return state


@given(
    st.integers(0, 9),
    st.sampled_from((0, 1, 2, 24, 255)),
    st.lists(areas, max_size=2),
    st.lists(st.integers(0, 255), max_size=3),
)
def test_masks_leave_what_the_twin_leaves(
    seed: int, picture_row: int, rectangles: list[tuple[int, int, int, int]], variables: list[int]
) -> None:
    state = strange_state(seed, picture_row)
    expected = masked(state, rectangles, variables)
    Mask(rectangles, variables).clear(state)
    assert bytes(state) == bytes(expected)


@pytest.mark.parametrize(
    "area", [(320, 0, 1, 1), (0, 200, 1, 1), (-1, 0, 1, 1), (0, 0, 321, 1), (9, 9, 1, 192), (0, 0, 0, 1)]
)
def test_rectangles_are_inside_of_the_screen(area: tuple[int, int, int, int]) -> None:
    with pytest.raises(ValueError, match="screen"):
        Mask((area,), ())


def test_a_buffer_is_a_state() -> None:
    with pytest.raises(ValueError, match="this buffer 3"):
        Mask((), ()).clear(bytearray(3))
    with pytest.raises(ValueError, match="256"):
        Mask((), (256,))
