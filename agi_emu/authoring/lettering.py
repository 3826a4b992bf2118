"""Lines of text in images, in the built-in face."""

from __future__ import annotations

from functools import cache

from PIL import Image

from agi_emu.facts.font import built_in_face

GLYPH = 8
"""Pixels that a character is wide and high."""
_FOREGROUND, _BACKGROUND = 15, 0


def lettering(text: str, width: int, *, foreground: int = _FOREGROUND, background: int = _BACKGROUND) -> Image.Image:
    """Return one line of text, at most `width` pixels wide, as colour indices; what is too long ends with dots."""
    most = max(width // GLYPH, 1)
    if len(text) > most:
        text = text[: max(most - 2, 0)] + ".."
    image = Image.new("P", (max(GLYPH * len(text), 1), GLYPH), background)
    for column, byte in enumerate(text.encode("cp437", "replace")):
        image.paste(foreground, (GLYPH * column, 0), _glyph(byte))
    return image


@cache
def _glyph(byte: int) -> Image.Image:
    rows = built_in_face()[GLYPH * byte : GLYPH * (byte + 1)]
    return Image.frombytes("1", (GLYPH, GLYPH), rows)
