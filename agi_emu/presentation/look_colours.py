"""Looks over a play on an EGA. Frames of other adapters stay as they are, except under the lines of a picture tube."""

from __future__ import annotations

import numpy as np

from agi_emu.facts.palette import EGA_BYTES
from agi_emu.machine.frame import COLOUR_BYTES, MOST_COLOURS, Frame
from agi_emu.state.layout import SCREEN_WIDTH

CYAN_AND_MAGENTA = bytes.fromhex("000000 55FFFF FF55FF FFFFFF")
"""The palette that the BIOS of an EGA sets for 320x200 in four colours."""
PAIRS = np.array([0x0, 0x2, 0x1, 0x3, 0x4, 0x6, 0x8, 0x5, 0xA, 0x7, 0x9, 0xB, 0xE, 0xC, 0xD, 0xF], dtype=np.uint8)
"""By colour of the game: the left pixel's in the high two bits, the right one's in the low two (reference: PIC-45)."""
AMIGA = bytes.fromhex(
    "000000 0000FF 008800 00DDBB CC0000 BB77DD 885500 BBBBBB 777777 00BBFF 00EE00 00FFDD FF9988 FF7700 EEEE00 FFFFFF"
)
APPLE_IIGS = AMIGA[: 13 * COLOUR_BYTES] + bytes.fromhex("DD99FF") + AMIGA[14 * COLOUR_BYTES :]
"""The same, except for light magenta, which the Amiga has as orange."""
ATARI_ST = bytes.fromhex(
    "000000 0000E0 008000 00A080 A00000 A060C0 806000 A0A0A0 606040 00A0E0 00C000 00E0C0 E04060 E080E0 E0E080 E0E0E0"
)
"""Colours of Sierra's interpreters for other computers, as the Woohoo project has read them off emulators (WinUAE,
Kegs32, Steem)."""
LINE_SCALE = 2
"""How much larger the picture with lines is."""


def composite_on_ega(frame: Frame) -> Frame:
    """Return the frame in cyan and magenta."""
    if not _is_of_16_colours(frame) or len(frame.colours) != len(EGA_BYTES):
        return frame
    indices = frame.indices
    pairs = PAIRS[indices]
    shown = pairs & 0b11
    shown[:, 0::2] = pairs[:, 0::2] >> 2
    return Frame(shown.tobytes(), CYAN_AND_MAGENTA, width=frame.width, height=frame.height)


def amiga(frame: Frame) -> Frame:
    """Return the frame in the colours of the Amiga."""
    return _in_colours(frame, AMIGA)


def apple_iigs(frame: Frame) -> Frame:
    """Return the frame in the colours of the Apple IIgs."""
    return _in_colours(frame, APPLE_IIGS)


def atari_st(frame: Frame) -> Frame:
    """Return the frame in the colours of the Atari ST."""
    return _in_colours(frame, ATARI_ST)


def crt(frame: Frame) -> Frame:
    """Return the frame twice as large, every other line at half its brightness."""
    count = len(frame.colours) // COLOUR_BYTES
    if 2 * count > MOST_COLOURS:
        return frame
    bright = frame.indices.repeat(LINE_SCALE, axis=0).repeat(LINE_SCALE, axis=1)
    bright[1::LINE_SCALE] += count
    dark = bytes(level // 2 for level in frame.colours)
    return Frame(bright.tobytes(), frame.colours + dark, width=2 * frame.width, height=2 * frame.height)


def _is_of_16_colours(frame: Frame) -> bool:
    return frame.width == SCREEN_WIDTH and frame.colours.startswith(EGA_BYTES)


def _in_colours(frame: Frame, colours: bytes) -> Frame:
    if not _is_of_16_colours(frame):
        return frame
    return Frame(frame.pixels, colours + frame.colours[len(colours) :], width=frame.width, height=frame.height)
