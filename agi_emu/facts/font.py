"""The 8x8 faces: 256 glyphs each, in a code page's order, eight bytes a glyph, bit 7 the leftmost pixel."""

from __future__ import annotations

from functools import cache

from agi_emu.data import read_data

GLYPH_ROWS = 8
FACE_BYTES = 256 * GLYPH_ROWS
FACE_FILE = "font.bin"
"""A file beside a game with letters of its own, as those of `built_in_face`. Sierra's interpreters do not read it."""
WIDE_ROWS = 12
PC_CODE_PAGE = "cp437"
"""That of the PC's own font."""
RUSSIAN_CODE_PAGE = "cp866"
"""That of games made with AGDS (reference: RES-28)."""
HEBREW_CODE_PAGE = "cp862"
"""Its letters are read from the right."""
CODE_PAGES = {
    PC_CODE_PAGE: "",
    "cp850": "face_850.txt",
    HEBREW_CODE_PAGE: "face_862.txt",
    RUSSIAN_CODE_PAGE: "face_866.txt",
}
"""The code pages that there are letters for: the file with those that the PC's own font lacks."""


@cache
def built_in_face() -> bytes:
    """Return the 2048 bytes of the public-domain VGA face (the table that Debian's seabios carries)."""
    face = read_data("font_vga8.bin")
    assert len(face) == FACE_BYTES
    return face


@cache
def face_of(code_page: str) -> bytes:
    """Return the face of one of the `CODE_PAGES`."""
    if not CODE_PAGES[code_page]:
        return built_in_face()
    drawn = _drawn_glyphs(read_data(CODE_PAGES[code_page]).decode())
    return b"".join(_glyph_of(bytes([code]).decode(code_page), drawn) for code in range(256))


def wide_face(face: bytes) -> bytes:
    """Return an 8x8 face as one of 16x12, two bytes a row: the face of a Hercules where a game brings none."""
    wide = [sum(3 << 2 * bit for bit in range(8) if byte >> bit & 1).to_bytes(2, "big") for byte in range(256)]
    rows = [row * GLYPH_ROWS // WIDE_ROWS for row in range(WIDE_ROWS)]
    return b"".join(wide[face[glyph + row]] for glyph in range(0, len(face), GLYPH_ROWS) for row in rows)


def _glyph_of(character: str, drawn: dict[str, bytes]) -> bytes:
    if character in drawn:
        return drawn[character]
    code = character.encode(PC_CODE_PAGE)[0]
    return built_in_face()[GLYPH_ROWS * code : GLYPH_ROWS * (code + 1)]


def _drawn_glyphs(text: str) -> dict[str, bytes]:
    """Return the glyphs that a text draws: a character on its line, then its rows of `.` and `#`.

    A line with two characters gives the first one the glyph of the second.
    """
    glyphs: dict[str, bytes] = {}
    lines = iter(line for line in text.splitlines() if line and not line.startswith(";"))
    for line in lines:
        character, _, like = line.partition(" ")
        if like:
            glyphs[character] = _glyph_of(like, glyphs)
        else:
            rows = (next(lines).replace(".", "0").replace("#", "1") for _ in range(GLYPH_ROWS))
            glyphs[character] = bytes(int(row, 2) for row in rows)
    return glyphs
