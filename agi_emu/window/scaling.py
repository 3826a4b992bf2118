"""Places the 320x200 screen in a window, and maps the window's pixels back to it.

A 4:3 monitor showed 320x200 pixels that are 5 wide by 6 high. Three ways to fit that into a window:

- ``exact``: whole multiples in both directions, as near to the true proportions as those allow; every pixel is equal.
- ``sharp``: the largest 4:3 rectangle; rows and columns that straddle two screen pixels are mixed, nothing else.
- ``square``: the same whole multiple in both directions, as square pixels.
"""

from __future__ import annotations

import math
from enum import StrEnum
from typing import NamedTuple

from agi_emu.state.layout import SCREEN_HEIGHT, SCREEN_WIDTH

PIXEL_PROPORTION = 6 / 5
"""Height of a pixel over its width on a 4:3 monitor."""
LARGEST_FIRST_SCALE = 4
"""Largest scale a window opens with by itself: 1280x960."""
DESKTOP_SHARE = 0.9
"""Share of the desktop that a new window may take, so that its title bar fits."""


class Aspect(StrEnum):
    """How the picture fills the window."""

    EXACT = "exact"
    SHARP = "sharp"
    SQUARE = "square"


class PicturePlacement(NamedTuple):
    """The picture's rectangle in a window, in the window's pixels."""

    left: int
    top: int
    width: int
    height: int

    def screen_position(
        self, x: int, y: int, width: int = SCREEN_WIDTH, height: int = SCREEN_HEIGHT
    ) -> tuple[int, int]:
        """Return the pixel of a width x height screen under a pixel of the window; outside, the nearest one."""
        column = (x - self.left) * width // self.width
        row = (y - self.top) * height // self.height
        return min(max(column, 0), width - 1), min(max(row, 0), height - 1)


def _exact_factors(columns: int, rows: int) -> tuple[int, int]:
    """Choose whole factors up to the given ones: one of them is the largest, and the pixel is nearest to 5:6."""
    pairs = [(columns, row) for row in range(1, rows + 1)] + [(column, rows) for column in range(1, columns + 1)]
    return min(pairs, key=lambda pair: (abs(math.log(pair[1] / pair[0] / PIXEL_PROPORTION)), -pair[0] * pair[1]))


def place(aspect: Aspect, width: int, height: int) -> PicturePlacement:
    """Place the picture in a window of width x height pixels, centred; a window too small for 1:1 gets ``sharp``."""
    columns, rows = width // SCREEN_WIDTH, height // SCREEN_HEIGHT
    if aspect is Aspect.SHARP or not (columns and rows):
        picture_width = max(1, min(width, height * 4 // 3))
        picture_height = max(1, min(height, width * 3 // 4))
    else:
        if aspect is Aspect.SQUARE:
            columns = rows = min(columns, rows)
        else:
            columns, rows = _exact_factors(columns, rows)
        picture_width, picture_height = columns * SCREEN_WIDTH, rows * SCREEN_HEIGHT
    left = max(0, (width - picture_width) // 2)
    top = max(0, (height - picture_height) // 2)
    return PicturePlacement(left, top, picture_width, picture_height)


def window_size(aspect: Aspect, scale: int) -> tuple[int, int]:
    """Return the size of a window in which `scale` columns of the window show one of the screen."""
    if aspect is Aspect.SHARP:
        return SCREEN_WIDTH * scale, SCREEN_WIDTH * scale * 3 // 4
    if aspect is Aspect.SQUARE:
        return SCREEN_WIDTH * scale, SCREEN_HEIGHT * scale
    rows = min(range(scale, 2 * scale), key=lambda row: abs(math.log(row / scale / PIXEL_PROPORTION)))
    return SCREEN_WIDTH * scale, SCREEN_HEIGHT * rows


def fitting_scale(aspect: Aspect, width: int, height: int) -> int:
    """Return the scale for a new window on a desktop with width x height points for it."""
    for scale in range(LARGEST_FIRST_SCALE, 1, -1):
        wide, high = window_size(aspect, scale)
        if wide <= width * DESKTOP_SHARE and high <= height * DESKTOP_SHARE:
            return scale
    return 1
