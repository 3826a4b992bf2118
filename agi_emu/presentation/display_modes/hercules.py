"""The Hercules adapter on a monitor of one colour: every pixel is lit or dark, at twice the resolution.

A cell of a picture is four pixels wide and two high here, of which as many are lit as it is bright. The patterns are
ours; those of the original have not been measured.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from agi_emu.facts.palette import EGA
from agi_emu.machine.frame import Frame
from agi_emu.presentation.display_modes.cells import TEXT_CELL, brightness, holds_text, in_16_colours

if TYPE_CHECKING:
    from numpy.typing import NDArray

GREEN, AMBER, WHITE = (0x33, 0xFF, 0x66), (0xFF, 0xB0, 0x00), (0xF0, 0xF0, 0xF0)
ORDER = np.array([[0, 4, 2, 6], [5, 1, 7, 3]], dtype=np.uint8)
"""The order in which the eight pixels of a cell light up."""
LEVELS = 8


def green(frame: Frame) -> Frame:
    """Return the frame in green."""
    return _shown(frame, GREEN)


def amber(frame: Frame) -> Frame:
    """Return the frame in amber."""
    return _shown(frame, AMBER)


def white(frame: Frame) -> Frame:
    """Return the frame in white."""
    return _shown(frame, WHITE)


def _shown(frame: Frame, tint: tuple[int, int, int]) -> Frame:
    indices = in_16_colours(frame)
    is_own_palette = len(frame.palette) <= len(EGA)
    light = brightness(frame.palette if is_own_palette else np.array(EGA, dtype=np.uint8))[indices]
    larger = light.repeat(2, axis=0).repeat(2, axis=1)
    height, width = larger.shape
    pattern = np.tile(ORDER, (height // 2, width // 4))
    is_lit = (larger * LEVELS + 127) // 255 > pattern
    is_text = holds_text(indices).repeat(2, axis=0).repeat(2, axis=1)
    shown = np.where(is_text, _is_bright_in_its_cell(light).repeat(2, axis=0).repeat(2, axis=1), is_lit)
    return Frame(shown.astype(np.uint8).tobytes(), bytes(3) + bytes(tint), width=width, height=height)


def _is_bright_in_its_cell(light: NDArray[np.int32]) -> NDArray[np.bool_]:
    """Return whether a pixel is nearer to the brightest of its text cell than to the darkest: its ink or its ground."""
    height, width = light.shape
    blocks = light.reshape(height // TEXT_CELL, TEXT_CELL, width // TEXT_CELL, TEXT_CELL)
    middle = (blocks.max(axis=(1, 3), keepdims=True) + blocks.min(axis=(1, 3), keepdims=True)) // 2
    return np.asarray((blocks > middle).reshape(height, width), dtype=np.bool_)
