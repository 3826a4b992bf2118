"""The built-in 8x8 face: 256 glyphs in code page 437's order, eight bytes each, bit 7 the leftmost pixel."""

from __future__ import annotations

from functools import cache

from agi_emu.data import read_data

FACE_BYTES = 256 * 8


@cache
def built_in_face() -> bytes:
    """Return the 2048 bytes of the public-domain VGA face (the table that Debian's seabios carries)."""
    face = read_data("font_vga8.bin")
    assert len(face) == FACE_BYTES
    return face
