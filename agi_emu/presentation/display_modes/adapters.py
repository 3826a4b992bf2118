"""Adapters with fewer colours than a game has: the CGA, and the Hercules on a monitor of one colour.

A picture is made of cells two pixels wide. So a text cell of 8x8 pixels in which two pixels of such a pair differ holds
a character, and one without holds picture; both adapters show them differently.

The CGA has four colours, and pairs of them for the sixteen of a game. Which pair stands for which colour is what NAGI
and ScummVM agree on, except for its left and right; it has not been measured on the original (reference: PIC-41). Text
has one colour (reference: TEXT-10).

On the Hercules every pixel is lit or dark, at twice the resolution. A cell of a picture is four pixels wide and two
high there, of which as many are lit as it is bright. The patterns are ours; those of the original have not been
measured.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from agi_emu.facts.palette import EGA
from agi_emu.machine.frame import Frame

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


COLOURS = bytes.fromhex("000000 55FFFF FF55FF FFFFFF")
"""Black, cyan, magenta, white: the palette that the BIOS sets for 320x200."""
PAIRS = np.array([0x0, 0x2, 0x1, 0x3, 0x4, 0x6, 0x8, 0x5, 0xA, 0x7, 0x9, 0xB, 0xE, 0xC, 0xD, 0xF], dtype=np.uint8)
"""By colour of the game: the left pixel's in the high two bits, the right one's in the low two."""
TEXT_COLOURS = np.array([0, 1, 1, 1, 2, 2, 2, 3, 3, 1, 1, 1, 2, 2, 2, 3], dtype=np.uint8)
"""By colour of the game: that of its characters. For dark grey nothing is known, and it is as light grey."""


def cga(frame: Frame) -> Frame:
    """Return the frame in four colours."""
    indices = in_16_colours(frame)
    pairs = PAIRS[indices]
    shown = pairs & 0b11
    shown[:, 0::2] = pairs[:, 0::2] >> 2
    shown = np.where(holds_text(indices), TEXT_COLOURS[indices], shown)
    return Frame(shown.tobytes(), COLOURS, width=frame.width, height=frame.height)


TEXT_CELL = 8
BRIGHTNESS = 299, 587, 114
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
    return np.asarray((colours.astype(np.int32) * BRIGHTNESS).sum(axis=1) // 1000, dtype=np.int32)
