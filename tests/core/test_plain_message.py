"""The message formatter and the place of windows against a plain twin."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from agi_emu.facts.codes import MESSAGE_LINES
from agi_emu.machine.display.message import format_message
from agi_emu.machine.windows import windows
from tests.core.plain.message import Sheet, lay_out, window

SHORT = ("a", "bb", "word", "longerword", " ", "  ", "   ", "\n", "\\", "\\%", "\\ ", "@", "|", "7", "\x80")
LONG = ("x" * 29, "x" * 31)
CODES = ("%", "%%", "%x", "%v1", "%v2|5", "%v2|", "%m1", "%m2", "%m", "%g1", "%g2", "%s1", "%w1", "%w2", "%o1", "%o9")
PIECES = st.sampled_from((*SHORT, *LONG, *CODES))
TEXTS = st.lists(PIECES, max_size=40).map("".join)


class Sources:
    """The sheet of the twin, as the formatter asks for it."""

    def __init__(self, sheet: Sheet) -> None:
        self._sheet = sheet

    def variable(self, number: int) -> int:
        return self._sheet.variables.get(number, 0)

    shown = variable

    def message(self, number: int, *, logic_zero: bool) -> bytes | None:
        return self._sheet.texts.get(("g" if logic_zero else "m", number))

    def string(self, number: int) -> bytes | None:
        return self._sheet.texts.get(("s", number))

    def word(self, number: int) -> bytes | None:
        return self._sheet.texts.get(("w", number))

    def item_name(self, number: int) -> bytes | None:
        return self._sheet.texts.get(("o", number))

    def behind(self, _text: bytes) -> bytes | None:
        return None


@given(
    text=TEXTS, inserted=st.lists(TEXTS, min_size=4, max_size=4), room=st.integers(1, 60), escape=st.sampled_from("\\@")
)
def test_texts_are_laid_out_as_the_twin_does(text: str, inserted: list[str], room: int, escape: str) -> None:
    # reference: TEXT-18 to TEXT-24
    # What is inserted must not insert itself: codes of messages are left out of it.
    plain = [each.replace("%m", "%v").replace("%g", "%w").replace("%s", "%o") for each in inserted]
    names = (("m", 1), ("g", 2), ("s", 1), ("o", 3))
    texts = {name: each.encode("latin-1") for name, each in zip(names, plain, strict=True)}
    texts |= {("m", 2): b"two %m1", ("g", 1): b"<%m2>", ("w", 1): b"open", ("w", 2): b"50%v2"}
    texts[("o", 3)] = texts[("o", 3)].replace(b"%o", b"").replace(b"%w", b"")
    sheet = Sheet({1: 3, 2: 207, 9: 3}, texts)
    message = text.encode("latin-1")
    formatted = format_message(message, Sources(sheet), limit=room, escape=ord(escape))
    expected = lay_out(message, sheet, room=room, escape=escape)
    assert (formatted.text, formatted.lines, formatted.width) == expected


@given(lines=st.integers(1, MESSAGE_LINES), width=st.integers(0, 60), picture_row=st.integers(0, 4))
def test_windows_stand_where_the_twin_has_them(lines: int, width: int, picture_row: int) -> None:
    # reference: TEXT-30
    placement = windows.place(lines, width, picture_row)
    box = windows.box_around(placement, picture_row)
    row, column, x, bottom, across, down = window(lines, width, picture_row)
    assert (placement.row, placement.column) == (row, column)
    assert (box.x, box.bottom, box.width, box.height) == (x, bottom % 256, across % 256, down % 256)
