"""Where the picture goes in windows of all sizes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agi_emu.window.scaling import Aspect, PicturePlacement, fitting_scale, place, window_size


# Factors by reasoning: the pixel of a 4:3 monitor is 5 wide and 6 high.
@pytest.mark.parametrize(
    ("width", "height", "across", "down"),
    [
        (1600, 1200, 5, 6),
        (1280, 1000, 4, 5),
        (1920, 1080, 4, 5),
        (960, 800, 3, 4),
        (960, 720, 3, 3),
        (640, 480, 2, 2),
        (320, 200, 1, 1),
        (400, 1000, 1, 1),
    ],
)
def test_exact_takes_whole_factors_near_the_true_shape(width: int, height: int, across: int, down: int) -> None:
    placement = place(Aspect.EXACT, width, height)
    assert (placement.width, placement.height) == (320 * across, 200 * down)
    assert placement.left == (width - placement.width) // 2
    assert placement.top == (height - placement.height) // 2


@given(width=st.integers(1, 5000), height=st.integers(1, 5000), aspect=st.sampled_from(Aspect))
def test_the_picture_never_leaves_the_window(width: int, height: int, aspect: Aspect) -> None:
    placement = place(aspect, width, height)
    assert 1 <= placement.width <= width
    assert 1 <= placement.height <= height
    assert 0 <= placement.left <= width - placement.width
    assert 0 <= placement.top <= height - placement.height


@given(width=st.integers(320, 5000), height=st.integers(240, 5000))
def test_sharp_is_four_by_three(width: int, height: int) -> None:
    placement = place(Aspect.SHARP, width, height)
    assert abs(placement.width * 3 - placement.height * 4) <= 4
    assert placement.width == width or placement.height == height


def test_square_has_one_factor() -> None:
    assert place(Aspect.SQUARE, 1920, 1080) == PicturePlacement(160, 40, 1600, 1000)


def test_window_positions_map_to_screen_pixels() -> None:
    placement = PicturePlacement(100, 50, 1600, 1200)
    assert placement.screen_position(100, 50) == (0, 0)
    assert placement.screen_position(104, 55) == (0, 0)
    assert placement.screen_position(105, 56) == (1, 1)
    assert placement.screen_position(1699, 1249) == (319, 199)
    assert placement.screen_position(0, 5000) == (0, 199)


def test_windows_open_at_the_shape_of_their_aspect() -> None:
    assert window_size(Aspect.SHARP, 4) == (1280, 960)
    assert window_size(Aspect.SQUARE, 3) == (960, 600)
    assert window_size(Aspect.EXACT, 4) == (1280, 1000)
    assert window_size(Aspect.EXACT, 10) == (3200, 2400)
    assert fitting_scale(Aspect.SHARP, 3840, 2160) == 4
    assert fitting_scale(Aspect.SHARP, 1920, 1080) == 4
    assert fitting_scale(Aspect.SHARP, 1024, 768) == 2
    assert fitting_scale(Aspect.SHARP, 100, 100) == 1
