"""The 16 colours of the EGA (reference: PIC-40), and the 256 that a VGA starts with (reference: EXT-11)."""

from __future__ import annotations

RGB = tuple[int, int, int]

EGA: tuple[RGB, ...] = (
    (0x00, 0x00, 0x00),  # 0 black
    (0x00, 0x00, 0xAA),  # 1 blue
    (0x00, 0xAA, 0x00),  # 2 green
    (0x00, 0xAA, 0xAA),  # 3 cyan
    (0xAA, 0x00, 0x00),  # 4 red
    (0xAA, 0x00, 0xAA),  # 5 magenta
    (0xAA, 0x55, 0x00),  # 6 brown
    (0xAA, 0xAA, 0xAA),  # 7 light grey
    (0x55, 0x55, 0x55),  # 8 dark grey
    (0x55, 0x55, 0xFF),  # 9 light blue
    (0x55, 0xFF, 0x55),  # 10 light green
    (0x55, 0xFF, 0xFF),  # 11 light cyan
    (0xFF, 0x55, 0x55),  # 12 light red
    (0xFF, 0x55, 0xFF),  # 13 light magenta
    (0xFF, 0xFF, 0x55),  # 14 yellow
    (0xFF, 0xFF, 0xFF),  # 15 white
)
"""Red, green and blue (0-255) of the colours 0-15."""

EGA_BYTES = bytes(level for colour in EGA for level in colour)
"""The same as 48 bytes, as the state holds a palette."""

DAC_BITS = 0x3F
"""The bits of a level that a VGA uses."""
BRIGHTEST = 255


def dac_level(level: int) -> int:
    """Return a level of the VGA, 0-63, as one of 0-255."""
    return (level & DAC_BITS) * BRIGHTEST // DAC_BITS


_GREYS = (0, 5, 8, 11, 14, 17, 20, 24, 28, 32, 36, 40, 45, 50, 56, 63)
_WHEELS = (
    *((0, 16, 31, 47, 63), (31, 39, 47, 55, 63), (45, 49, 54, 58, 63)),
    *((0, 7, 14, 21, 28), (14, 17, 21, 24, 28), (20, 22, 24, 26, 28)),
    *((0, 4, 8, 12, 16), (8, 10, 12, 14, 16), (11, 12, 13, 15, 16)),
)
"""Levels of the circles of colours 32 to 247, from the lowest to the highest: bright, medium and dark ones, each from
strong to pale."""
_LOW_TO_HIGH, _HIGH_TO_LOW, _LOW, _HIGH = (0, 1, 2, 3), (4, 3, 2, 1), (0,) * 4, (4,) * 4
_WHEEL = (
    (*_LOW_TO_HIGH, *_HIGH, *_HIGH, *_HIGH_TO_LOW, *_LOW, *_LOW),
    (*_LOW, *_LOW, *_LOW_TO_HIGH, *_HIGH, *_HIGH, *_HIGH_TO_LOW),
    (*_HIGH, *_HIGH_TO_LOW, *_LOW, *_LOW, *_LOW_TO_HIGH, *_HIGH),
)
"""Which of the five levels red, green and blue have on the way round a circle: from blue by red and green to blue."""
VGA_BYTES = (
    EGA_BYTES
    + bytes(dac_level(grey) for grey in _GREYS for _ in range(3))
    + bytes(dac_level(levels[step]) for levels in _WHEELS for steps in zip(*_WHEEL, strict=True) for step in steps)
).ljust(3 * 256, b"\0")
"""Red, green and blue of the 256 colours of mode 13h: those of the EGA, greys, circles of 24 colours, black."""

TRANSPARENT_CEL = 16
EGA_AND_TRANSPARENT = EGA_BYTES + bytes([0xFF, 0x00, 0xDC])
"""The colours of images of cels: a transparent one after the sixteen, for programs that know nothing of that."""

COLOR_NAMES = (
    *("black", "blue", "green", "cyan", "red", "magenta", "brown", "lightgrey"),
    *("darkgrey", "lightblue", "lightgreen", "lightcyan", "lightred", "lightmagenta", "yellow", "white"),
)
"""How sources of pictures call the colours 0-15."""
