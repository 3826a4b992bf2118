"""What the program paints over the screen of a game: boxes and text in colours that no game can use.

A frame has palette indices up to 15; ours are those from 16 on, and the window gives them their colours.
"""

from __future__ import annotations

from textwrap import wrap

from agi_emu.font import built_in_face
from agi_emu.state.layout import SCREEN_HEIGHT, SCREEN_WIDTH

GROUND, INK, EDGE, CHOSEN_GROUND, CHOSEN_INK, FAINT = range(16, 22)
OVERLAY_COLOURS = (
    (0x10, 0x18, 0x30),
    (0xD8, 0xDC, 0xE8),
    (0x68, 0x78, 0xA0),
    (0xE8, 0xB8, 0x40),
    (0x10, 0x18, 0x30),
    (0x90, 0x98, 0xB0),
)
"""Red, green, blue of the indices above, in their order."""

GLYPH = 8
"""Width and height of a character."""
BANNER_LENGTH = 38
"""Characters in a line of a banner at most."""
BANNER_LINES = 5
BANNER_MARGIN = 3


def fill(pixels: bytearray, left: int, top: int, width: int, height: int, colour: int) -> None:
    """Fill a rectangle of the screen; it must lie inside."""
    row = bytes([colour]) * width
    for y in range(top, top + height):
        start = y * SCREEN_WIDTH + left
        pixels[start : start + width] = row


def write(pixels: bytearray, left: int, top: int, text: str, ink: int) -> None:
    """Put a text on whatever ground is there; (left, top) is the first glyph's corner."""
    face = built_in_face()
    for index, character in enumerate(text.encode("cp437", errors="replace")):
        for row in range(GLYPH):
            bits = face[GLYPH * character + row]
            start = (top + row) * SCREEN_WIDTH + left + GLYPH * index
            for bit in range(GLYPH):
                if bits & (0x80 >> bit):
                    pixels[start + bit] = ink


def draw_banner(pixels: bytearray, text: str) -> None:
    """Put a sentence into a box at the top right corner; what is too long for its lines ends in dots."""
    lines = wrap(text, BANNER_LENGTH, max_lines=BANNER_LINES, placeholder="..") or [""]
    width = GLYPH * max(map(len, lines)) + 2 * BANNER_MARGIN
    left = SCREEN_WIDTH - width
    fill(pixels, left, 0, width, GLYPH * len(lines) + 2 * BANNER_MARGIN, GROUND)
    for number, line in enumerate(lines):
        write(pixels, left + BANNER_MARGIN, BANNER_MARGIN + GLYPH * number, line, INK)


def draw_caption(pixels: bytearray, text: str) -> None:
    """Put a line over the bottom of the screen; what is too long is cut."""
    fill(pixels, 0, SCREEN_HEIGHT - GLYPH, SCREEN_WIDTH, GLYPH, GROUND)
    write(pixels, 0, SCREEN_HEIGHT - GLYPH, text[: SCREEN_WIDTH // GLYPH], INK)
