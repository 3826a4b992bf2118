"""The 16 colours of the EGA (reference: PIC-40)."""

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

COLOR_NAMES = (
    *("black", "blue", "green", "cyan", "red", "magenta", "brown", "lightgrey"),
    *("darkgrey", "lightblue", "lightgreen", "lightcyan", "lightred", "lightmagenta", "yellow", "white"),
)
"""How sources of pictures call the colours 0-15."""
