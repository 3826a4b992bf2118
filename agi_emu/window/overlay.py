"""Paints over the picture of a game: boxes and text on a layer of its own, with colours of its own.

The layer is as large as the picture and 0 where the picture is seen.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

from agi_emu.facts.font import built_in_face

FIRST_OVERLAY_COLOUR = 250
GROUND, INK, EDGE, CHOSEN_GROUND, CHOSEN_INK, FAINT = range(FIRST_OVERLAY_COLOUR, FIRST_OVERLAY_COLOUR + 6)
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


class Surface(NamedTuple):
    """A layer to paint on, row by row, 0 where it is clear; at least 320x200."""

    pixels: bytearray
    width: int
    height: int

    def fill(self, left: int, top: int, width: int, height: int, colour: int) -> None:
        """Fill a rectangle; it must lie inside."""
        row = bytes([colour]) * width
        for y in range(top, top + height):
            start = y * self.width + left
            self.pixels[start : start + width] = row

    def write(self, left: int, top: int, text: str, ink: int) -> None:
        """Draw a text over the existing background; (left, top) is the first glyph's corner."""
        face = built_in_face()
        for index, character in enumerate(text.encode("cp437", errors="replace")):
            for row in range(GLYPH):
                bits = face[GLYPH * character + row]
                start = (top + row) * self.width + left + GLYPH * index
                for bit in range(GLYPH):
                    if bits & (0x80 >> bit):
                        self.pixels[start + bit] = ink


class Painted(Protocol):
    """What can be painted over a picture; equal ones look the same."""

    def paint(self, surface: Surface) -> None:
        """Paint this."""


class Overlay(NamedTuple):
    """A message over a picture; equal ones look the same."""

    menu: Painted | None = None
    banner: str = ""
    caption: str = ""
    letters: Painted | None = None
    inspection: Painted | None = None
    """Lies below the others."""

    def painted(self, width: int, height: int) -> bytes | None:
        """Return the layer over a picture of this size; None if nothing is on it."""
        if not any(self):
            return None
        surface = Surface(bytearray(width * height), width, height)
        for painted in (self.inspection, self.menu, self.letters):
            if painted:
                painted.paint(surface)
        if self.banner:
            draw_banner(surface, self.banner)
        if self.caption:
            draw_caption(surface, self.caption)
        return bytes(surface.pixels)


NO_OVERLAY = Overlay()


def draw_banner(surface: Surface, text: str) -> None:
    """Draw a sentence in a box at the top right corner; a sentence too long for its lines ends in dots."""
    # Imported with the first banner: the program begins faster without.
    from textwrap import wrap

    lines = wrap(text, BANNER_LENGTH, max_lines=BANNER_LINES, placeholder="..") or [""]
    width = GLYPH * max(map(len, lines)) + 2 * BANNER_MARGIN
    left = surface.width - width
    surface.fill(left, 0, width, GLYPH * len(lines) + 2 * BANNER_MARGIN, GROUND)
    for number, line in enumerate(lines):
        surface.write(left + BANNER_MARGIN, BANNER_MARGIN + GLYPH * number, line, INK)


def draw_caption(surface: Surface, text: str) -> None:
    """Draw a line over the bottom of the picture; a line too long is cut."""
    top = surface.height - GLYPH
    surface.fill(0, top, surface.width, GLYPH, GROUND)
    surface.write(0, top, text[: surface.width // GLYPH], INK)
