"""The 8x8 faces: 256 glyphs each, in a code page's order, eight bytes a glyph, bit 7 the leftmost pixel."""

from __future__ import annotations

import re
from functools import cache, lru_cache

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
WIDE_CODE_PAGES = frozenset({"cp932", "cp936", "cp949", "cp950"})
"""Those of Japanese, simplified Chinese, Korean and traditional Chinese: a letter beyond ASCII has two bytes."""
CODE_PAGES: dict[str, tuple[str, ...]] = {
    PC_CODE_PAGE: (),
    "cp850": ("face_850.txt",),
    HEBREW_CODE_PAGE: ("face_862.txt",),
    RUSSIAN_CODE_PAGE: ("face_866.txt",),
    "cp1252": ("face_850.txt", "face_1252.txt"),
    **dict.fromkeys(sorted(WIDE_CODE_PAGES), ()),
}
"""The code pages that there are letters for: the files with those that the PC's own font lacks."""
WIDE_DOTS = 16
"""Width and height of a letter of a `WideFace`."""


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
    drawn = _drawn_glyphs("\n".join(read_data(name).decode() for name in CODE_PAGES[code_page]))
    return b"".join(_glyph_of(bytes([code]).decode(code_page, "replace"), drawn) for code in range(256))


class WideFace:
    """Letters of 16x16 dots: a file of GNU Unifont, whose lines have a code point and rows in hexadecimal."""

    def __init__(self, text: bytes) -> None:
        """Take the whole file; a line is looked at when its letter is drawn."""
        self._text = text
        self.dots = lru_cache(4096)(self._dots)

    def part(self, code_page: str) -> bytes:
        """Return the lines of the file for the letters of a code page."""
        lines = (line for line in self._text.splitlines(keepends=True) if _HEX_LINE.fullmatch(line))
        return b"".join(line for line in lines if chr(int(line.split(b":")[0], 16)).encode(code_page, "ignore"))

    def _dots(self, letter: str) -> bytes:
        """Return 16 rows of 16 bytes, 1 for a lit dot; a narrow letter in the middle, blank for an unknown one."""
        line = b"%04X:" % ord(letter)
        start = 0 if self._text.startswith(line) else self._text.find(b"\n" + line) + 1
        found = _HEX_LINE.match(self._text, start)
        digits = found[1].decode() if found and found[0].startswith(line) else "0" * 64
        size = len(digits) // WIDE_DOTS
        rows = (f"{int(digits[at : at + size], 16):0{4 * size}b}" for at in range(0, len(digits), size))
        return "".join(row.center(WIDE_DOTS, "0") for row in rows).encode().translate(_OF_DIGITS)


_HEX_LINE = re.compile(rb"[0-9A-F]+:((?:[0-9A-F]{32}){1,2})\r?\n")
_OF_DIGITS = bytes.maketrans(b"01", b"\0\1")


def wide_face(face: bytes) -> bytes:
    """Return an 8x8 face as one of 16x12, two bytes a row: the face of a Hercules where a game brings none."""
    wide = [sum(3 << 2 * bit for bit in range(8) if byte >> bit & 1).to_bytes(2, "big") for byte in range(256)]
    rows = [row * GLYPH_ROWS // WIDE_ROWS for row in range(WIDE_ROWS)]
    return b"".join(wide[face[glyph + row]] for glyph in range(0, len(face), GLYPH_ROWS) for row in rows)


def glyph_of(face: bytes, code: int) -> bytes:
    """Return the rows of a letter in an 8x8 face."""
    return face[GLYPH_ROWS * code : GLYPH_ROWS * (code + 1)]


def _glyph_of(character: str, drawn: dict[str, bytes]) -> bytes:
    if character in drawn:
        return drawn[character]
    return glyph_of(built_in_face(), character.encode(PC_CODE_PAGE, "replace")[0])


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
