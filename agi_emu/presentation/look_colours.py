"""Looks over a play on an EGA. Frames of other adapters stay as they are."""

from __future__ import annotations

from agi_emu.facts.adapters import CGA_PICTURE, COMPOSITE
from agi_emu.facts.palette import EGA_BYTES
from agi_emu.machine.frame import COLOUR_BYTES, Frame
from agi_emu.state.layout import SCREEN_HEIGHT, SCREEN_WIDTH

CYAN_AND_MAGENTA = bytes.fromhex("000000 55FFFF FF55FF FFFFFF")
"""The palette that the BIOS of an EGA sets for 320x200 in four colours."""
PAIRS, _ = CGA_PICTURE[COMPOSITE]
"""By colour of the game: the left pixel's in the high two bits, the right one's in the low two (reference: PIC-45)."""
_LEFT, _RIGHT = bytes(PAIRS[each & 15] >> 2 for each in range(256)), bytes(PAIRS[each & 15] & 3 for each in range(256))
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


def composite_on_ega(frame: Frame) -> Frame:
    """Return the frame in cyan and magenta."""
    if not _is_of_16_colours(frame) or len(frame.colours) != len(EGA_BYTES):
        return frame
    shown = bytearray(len(frame.pixels))
    shown[0::2], shown[1::2] = frame.pixels[0::2].translate(_LEFT), frame.pixels[1::2].translate(_RIGHT)
    return Frame(bytes(shown), CYAN_AND_MAGENTA, width=frame.width, height=frame.height)


def amiga(frame: Frame) -> Frame:
    """Return the frame in the colours of the Amiga."""
    return _in_colours(frame, AMIGA)


def apple_iigs(frame: Frame) -> Frame:
    """Return the frame in the colours of the Apple IIgs."""
    return _in_colours(frame, APPLE_IIGS)


def atari_st(frame: Frame) -> Frame:
    """Return the frame in the colours of the Atari ST."""
    return _in_colours(frame, ATARI_ST)


def _is_of_16_colours(frame: Frame) -> bool:
    return frame.width * SCREEN_HEIGHT == frame.height * SCREEN_WIDTH and frame.colours.startswith(EGA_BYTES)


def _in_colours(frame: Frame, colours: bytes) -> Frame:
    if not _is_of_16_colours(frame):
        return frame
    return Frame(frame.pixels, colours + frame.colours[len(colours) :], width=frame.width, height=frame.height)
