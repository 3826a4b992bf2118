"""Chinese, Japanese and Korean: letters of two bytes in a cell each, and where their lines may be broken.

On a screen of 320x200 a cell has no room for such a letter. The machine draws a sign there that says which one it is,
the same with any face and with none, so what a machine shows depends on no file of the host. A frame of twice the size,
where a cell has 16x16 dots, has the letters of a face in their place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from agi_emu._core.message import Formatted
from agi_emu.facts.font import GLYPH_ROWS, WIDE_DOTS, WideFace
from agi_emu.machine.interpreter import Interpreter
from agi_emu.state.layout import SCREEN_WIDTH, TEXT_COLUMNS, TEXT_ROWS

MARK = 0xDC
"""The character of a cell with a sign: unlit above and lit below, so it shows both colours before the sign is drawn."""
_ENDS = re.escape("、。，．・！？；：）」』】〉》〕〗”’…‥—～ー々ゝゞぁぃぅぇぉっゃゅょァィゥェォッャュョ,.!?:;)]}%")
_BEGINS = re.escape("（「『【〈《〔〖“‘([{")
_UNIT = f"[{_BEGINS}]*(?:[!-~]+|[^ ])[{_ENDS}]*| +"
"""What is not broken: a letter with the signs that no line may begin or end with, or a word of other letters."""
_RUNS = rb"(?s)[\x81-\xfe][\x40-\xfe]|[^\x81-\xfe]+|."


def in_lines(whole: Formatted, page: str, limit: int) -> Formatted:
    """Return a text whose codes are expanded in lines of fewer than `limit` columns."""
    texts = whole.text.decode(page, "replace").split("\n")
    lines = [line for text in texts for line in _broken(text, max(limit - 1, 1))]
    return Formatted("\n".join(lines).encode(page, "replace"), len(lines), max(map(len, lines)), whole.read)


def _broken(text: str, columns: int) -> Iterator[str]:
    line = ""
    for each in re.findall(_UNIT, text):
        unit = each
        if line and len(line) + len(unit.rstrip(" ")) > columns:
            yield line.rstrip(" ")[:columns]
            line = ""
        while len(unit.rstrip(" ")) > columns:
            yield unit[:columns]
            unit = unit[columns:]
        line += unit
    yield line[:columns]


def print_letters(m: Interpreter, text: bytes) -> None:
    """Print a text from the cursor on; in a wide code page a letter of two bytes in one cell."""
    if not m.translation.is_wide:
        m.screen.print(text)
        return
    area = m.state.text
    for run in re.findall(_RUNS, text):
        row, column = area.row, area.column
        is_sign = len(run) == 2 and run[0] > 0x80
        m.screen.print(bytes([MARK]) if is_sign else run)
        if is_sign:
            _draw_sign(m, row, column, int.from_bytes(run, "big"), is_grey=False)


def put_letter(m: Interpreter, row: int, column: int, letter: int, *, is_grey: bool = False) -> None:
    """Put a letter into a cell; the cursor stays."""
    is_wide = letter > 0xFF
    m.screen.put(row, column, MARK if is_wide else letter, m.state.text.attribute, halftone=is_grey and not is_wide)
    if is_wide:
        _draw_sign(m, row, column, letter, is_grey=is_grey)


def _signs(pixels: bytes, cells: bytes, page: str) -> Iterator[tuple[int, str, bool]]:
    """Yield the cells of a screen that show the sign of a letter, the letter, and whether it is in half tone.

    A cell that something has been drawn over shows none.
    """
    for cell in (at for at, character in enumerate(cells) if character == MARK):
        shown = b"".join(pixels[at : at + GLYPH_ROWS] for at in _rows_of(*divmod(cell, TEXT_COLUMNS)))
        colours = bytearray(b"\2" * 256)
        colours[shown[0]], colours[shown[-1]] = 1, 0
        dots = shown.translate(colours)
        letter = 0
        for line in range(GLYPH_ROWS, 5 * GLYPH_ROWS, GLYPH_ROWS):
            for dot in dots[line + 2 : line + 6]:
                letter = letter << 1 | dot & 1
        for is_grey in (False, True):
            if dots == _sign(letter, is_grey=is_grey):
                yield cell, letter.to_bytes(2, "big").decode(page, "replace")[0], is_grey


def enlarged(pixels: bytes, cells: bytes, face: WideFace, page: str) -> bytes:
    """Return the pixels of a screen twice as wide and high, with the letters of a face where it shows their signs."""
    width = 2 * SCREEN_WIDTH
    doubled = bytearray(2 * len(pixels))
    doubled[0::2] = doubled[1::2] = pixels
    found = bytearray(b"".join(doubled[at : at + width] * 2 for at in range(0, len(doubled), width)))
    for cell, letter, is_grey in _signs(pixels, cells, page):
        row, column = divmod(cell, TEXT_COLUMNS)
        dots = face.dots(letter)
        first = _rows_of(row, column)[0]
        colours = bytes.maketrans(b"\0\1", bytes((pixels[first + GLYPH_ROWS - 1], pixels[first])))
        for line in range(WIDE_DOTS):
            at = WIDE_DOTS * column + width * (WIDE_DOTS * row + line)
            across = dots[WIDE_DOTS * line : WIDE_DOTS * (line + 1)]
            if is_grey:
                across = bytes(dot & (line + place) for place, dot in enumerate(across))
            found[at : at + WIDE_DOTS] = across.translate(colours)
    return bytes(found)


def text_on(m: Interpreter, cells: bytes) -> str:
    """Return the letters that the screen shows, one for each cell."""
    found = list(cells.decode("ascii", "replace"))
    for cell, letter, _ in _signs(bytes(m.state.screen), cells, m.code_page):
        found[cell] = letter
    return "".join(found)


def _rows_of(row: int, column: int) -> range:
    first = GLYPH_ROWS * (row * SCREEN_WIDTH + column)
    return range(first, first + GLYPH_ROWS * SCREEN_WIDTH, SCREEN_WIDTH)


def _draw_sign(m: Interpreter, row: int, column: int, letter: int, *, is_grey: bool) -> None:
    """Draw a sign over a `MARK`, in its colours."""
    if row >= TEXT_ROWS or column >= TEXT_COLUMNS:
        return
    screen = memoryview(m.state.screen).cast("B")
    places = _rows_of(row, column)
    colours = bytes.maketrans(b"\0\1", bytes((screen[places[0]], screen[places[-1]])))
    sign = _sign(letter, is_grey=is_grey).translate(colours)
    for line, at in enumerate(places):
        screen[at : at + GLYPH_ROWS] = sign[GLYPH_ROWS * line : GLYPH_ROWS * (line + 1)]
    m.screen.touch()


@lru_cache(4096)
def _sign(letter: int, *, is_grey: bool) -> bytes:
    """Return the dots of the sign for a letter, eight bytes a row: in a frame four bits in each of four rows."""
    edge = 0xAA if is_grey else 0xFE
    rows = (edge, *(0x82 | (letter >> shift & 15) << 2 for shift in (12, 8, 4, 0)), edge, 0, 0)
    return bytes(row >> 7 - dot & 1 for row in rows for dot in range(GLYPH_ROWS))
