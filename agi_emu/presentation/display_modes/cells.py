"""Tells text from picture in a frame, for modes that show them differently.

A picture is made of cells two pixels wide. So a text cell of 8x8 pixels in which two pixels of such a pair differ holds
a character, and one without holds picture.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from agi_emu.facts.palette import EGA

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from agi_emu.machine.frame import Frame

TEXT_CELL = 8
RED, GREEN, BLUE = 299, 587, 114
"""Weights of the colours in what the eye takes for brightness, in thousandths (ITU-R BT.601)."""


def holds_text(indices: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Return for each pixel (height, width) whether it lies in a cell with a character."""
    height, width = indices.shape
    differs = indices[:, 0::2] != indices[:, 1::2]
    blocks = differs.reshape(height // TEXT_CELL, TEXT_CELL, width // TEXT_CELL, TEXT_CELL // 2)
    cells = blocks.any(axis=(1, 3))
    return np.asarray(cells.repeat(TEXT_CELL, axis=0).repeat(TEXT_CELL, axis=1), dtype=np.bool_)


def in_16_colours(frame: Frame) -> NDArray[np.uint8]:
    """Return a frame's indices with those of 256 colours as the nearest of the EGA's 16; a game's own 16 stay."""
    colours = frame.palette.astype(np.int32)
    if len(colours) <= len(EGA):
        return frame.indices
    distances = ((colours[:, None, :] - np.array(EGA, dtype=np.int32)[None, :, :]) ** 2).sum(axis=2)
    nearest = distances.argmin(axis=1).astype(np.uint8)
    nearest[: len(EGA)] = range(len(EGA))
    return np.asarray(nearest[frame.indices], dtype=np.uint8)


def brightness(colours: NDArray[np.uint8]) -> NDArray[np.int32]:
    """Return the brightness of colours (count, 3), 0 to 255."""
    return np.asarray((colours.astype(np.int32) * (RED, GREEN, BLUE)).sum(axis=1) // 1000, dtype=np.int32)
