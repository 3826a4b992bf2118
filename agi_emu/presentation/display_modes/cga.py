"""The CGA: four colours, and pairs of them for the sixteen of a game.

Every cell of a picture is two pixels. Which pair stands for which colour is what NAGI and ScummVM agree on, except
for its left and right; it has not been measured on the original (reference: PIC-41). Text has one colour
(reference: TEXT-10).
"""

from __future__ import annotations

import numpy as np

from agi_emu.machine.frame import Frame
from agi_emu.presentation.display_modes.cells import holds_text, in_16_colours

COLOURS = bytes.fromhex("000000 55FFFF FF55FF FFFFFF")
"""Black, cyan, magenta, white: the palette that the BIOS sets for 320x200."""
PAIRS = np.array([0x0, 0x2, 0x1, 0x3, 0x4, 0x6, 0x8, 0x5, 0xA, 0x7, 0x9, 0xB, 0xE, 0xC, 0xD, 0xF], dtype=np.uint8)
"""By colour of the game: the left pixel's in the high two bits, the right one's in the low two."""
TEXT_COLOURS = np.array([0, 1, 1, 1, 2, 2, 2, 3, 3, 1, 1, 1, 2, 2, 2, 3], dtype=np.uint8)
"""By colour of the game: that of its characters. For dark grey nothing is known, and it is as light grey."""


def show(frame: Frame) -> Frame:
    """Return the frame in four colours."""
    indices = in_16_colours(frame)
    pairs = PAIRS[indices]
    shown = pairs & 0b11
    shown[:, 0::2] = pairs[:, 0::2] >> 2
    shown = np.where(holds_text(indices), TEXT_COLOURS[indices], shown)
    return Frame(shown.tobytes(), COLOURS, width=frame.width, height=frame.height)
