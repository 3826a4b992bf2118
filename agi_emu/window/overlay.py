"""Paints over the picture of a game: boxes and text on a layer of its own, with colours of its own.

The layer is as large as the picture and 0 where the picture is seen.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

from agi_emu.facts.font import PC_CODE_PAGE, WIDE_DOTS, WideFace, built_in_face, face_of, glyph_of
from agi_emu.state.layout import SCREEN_HEIGHT, SCREEN_WIDTH

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


def overlay_size(width: int, height: int) -> tuple[int, int, int]:
    """Return width and height of the overlay of a picture, and how many pixels across are one of it.

    It is always as large on the screen, whatever the adapter: a Hercules has 720x348 pixels that are not square.
    """
    scale = max((scale for scale in range(1, width // SCREEN_WIDTH + 1) if width % scale == 0), default=1)
    is_even = height % scale == 0 and height // scale >= SCREEN_HEIGHT
    return width // scale, height // scale if is_even else SCREEN_HEIGHT, scale


class Alphabet(NamedTuple):
    """The letters beside the PC's own that a game is played with."""

    code_page: str = PC_CODE_PAGE
    wide: WideFace | None = None


class Surface(NamedTuple):
    """A layer to paint on, row by row, 0 where it is clear; at least 320x200."""

    pixels: bytearray
    width: int
    height: int
    scale: int = 1
    """Pixels across for one of the width."""
    lines: int = 0
    """Pixels down for all of the height; 0: as many."""
    alphabet: Alphabet = Alphabet()

    def fill(self, left: int, top: int, width: int, height: int, colour: int) -> None:
        """Fill a rectangle; it must lie inside."""
        row = bytes([colour]) * (width * self.scale)
        for line in range(self._line(top), self._line(top + height)):
            start = (line * self.width + left) * self.scale
            self.pixels[start : start + len(row)] = row

    def write(self, left: int, top: int, text: str, ink: int) -> None:
        """Draw a text over the existing background; (left, top) is the first glyph's corner."""
        scale = self.scale
        dot = bytes([ink]) * scale
        lines = [
            (line, row) for row in range(GLYPH) for line in range(self._line(top + row), self._line(top + row + 1))
        ]
        for index, character in enumerate(text):
            glyph = self._glyph(character)
            if len(glyph) > GLYPH:
                self._write_wide(left + GLYPH * index, top, glyph, ink)
                continue
            for line, row in lines:
                bits = glyph[row]
                start = (line * self.width + left + GLYPH * index) * scale
                for bit in range(GLYPH):
                    if bits & (0x80 >> bit):
                        self.pixels[start + bit * scale : start + (bit + 1) * scale] = dot

    def _glyph(self, character: str) -> bytes:
        """Return the rows of a letter: of 8 bits each, or of 16 bytes for a wide one, where there is room for it."""
        page, wide = self.alphabet
        has_room = self.scale == 2 and self.lines == 2 * self.height
        if wide and has_room and len(character.encode(page, "ignore")) > 1:
            return wide.dots(character)
        if not character.encode(PC_CODE_PAGE, "ignore") and len(character.encode(page, "ignore")) == 1:
            return glyph_of(face_of(page), character.encode(page)[0])
        return glyph_of(built_in_face(), character.encode(PC_CODE_PAGE, "replace")[0])

    def _write_wide(self, left: int, top: int, dots: bytes, ink: int) -> None:
        for place, dot in enumerate(dots):
            if dot:
                line, column = divmod(place, WIDE_DOTS)
                self.pixels[2 * (2 * top + line) * self.width + 2 * left + column] = ink

    def _line(self, row: int) -> int:
        """Return the first line of pixels of a row."""
        return row * (self.lines or self.height) // self.height


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
    line: Painted | None = None
    """A sentence that is typed while the game stands still."""
    inspection: Painted | None = None
    """Lies below the others, as fine as the picture."""
    page: Painted | None = None
    """A page of the program, as fine as the picture."""
    alphabet: Alphabet = Alphabet()

    def painted(self, width: int, height: int) -> bytes | None:
        """Return the layer over a picture of this size; None if nothing is on it."""
        if not any(self[:-1]):
            return None
        pixels = bytearray(width * height)
        for fine in filter(None, (self.inspection, self.page)):
            fine.paint(Surface(pixels, width, height))
        surface = Surface(pixels, *overlay_size(width, height), height, self.alphabet)
        if self.banner:
            draw_banner(surface, self.banner)
        for painted in filter(None, (self.letters, self.line, self.menu)):
            painted.paint(surface)
        if self.caption:
            draw_caption(surface, self.caption)
        return bytes(pixels)


NO_OVERLAY = Overlay()


def draw_banner(surface: Surface, text: str) -> None:
    """Draw a sentence in a box at the top right corner; a sentence too long for its lines ends in dots."""
    lines = [text]
    if len(text) > BANNER_LENGTH:
        # Imported with the first long banner: the program begins faster without.
        from textwrap import wrap

        lines = wrap(text, BANNER_LENGTH, max_lines=BANNER_LINES, placeholder="..")
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
