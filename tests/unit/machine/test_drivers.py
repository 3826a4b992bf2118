"""The drivers of CGA and Hercules, by small games: what they do otherwise than that of the EGA.

What is expected is worked out from the claims that the tests cite.
"""

from __future__ import annotations

import numpy as np
import pytest

from agi_emu._core.cga import artefacts, translated_view
from agi_emu._core.hercules import dots_of_screen, glyphs_of_face
from agi_emu.facts.adapters import CGA_CELS, CGA_HOLE, COMPOSITE, HERCULES_DOTS, NAMES, RGB
from agi_emu.facts.codes import Var
from agi_emu.facts.font import built_in_face, wide_face
from agi_emu.machine.windows.modal import Purpose
from tests.unit.commands.conftest import play
from tests.unit.commands.covered import covers
from tests.unit.commands.stage import Stage

__all__ = ["play"]

BLUE_AND_RED = bytes.fromhex("F001 F8 0000 F004 F6 0A0A 140A FF")
"""Fills the picture with blue, and draws a red line in row 10."""


def loops_view(loops: str, *cels: tuple[int, bytes]) -> bytes:
    """Return a view whose loops are these letters; equal letters share their data. A cel: transparent colour, row."""
    letters = sorted(set(loops))
    head = 5 + 2 * len(loops)
    data, places = b"", {}
    for letter in letters:
        places[letter] = head + len(data)
        bodies = [bytes([sum(byte & 15 for byte in row), 1, transparent]) + row + b"\0" for transparent, row in cels]
        begin = 1 + 2 * len(bodies)
        offsets = [begin + sum(map(len, bodies[:number])) for number in range(len(bodies))]
        data += bytes([len(bodies)]) + b"".join(each.to_bytes(2, "little") for each in offsets) + b"".join(bodies)
    table = b"".join(places[letter].to_bytes(2, "little") for letter in loops)
    return bytes([1, 1, len(loops), 0, 0]) + table + data


def cells(m: object, row: int) -> list[int]:
    """Return the colours of a row of the picture."""
    return [cell & 15 for cell in m.state.picture[160 * row : 160 * row + 160]]  # type: ignore[attr-defined]


def test_the_picture_holds_what_a_cga_shows(play: Stage) -> None:
    # reference: PIC-41, PIC-45: blue is 0 on RGB and 2 on a television, red A and 4
    for display, blue, red in (("cga", 0x0, 0xA), ("cga-composite", 0x2, 0x4)):
        m = play.room("", pictures={0: BLUE_AND_RED}, display=display)
        assert set(cells(m, 9)) == {blue}
        assert set(cells(m, 10)) == {blue, red}
        screen = np.frombuffer(bytes(m.state.screen), dtype=np.uint8).reshape(200, 320)
        assert list(screen[10, 20:22]) == [red >> 2, red & 3]


def test_rows_of_a_picture_differ_on_rgb(play: Stage) -> None:
    # reference: PIC-45: green is 5 in even rows, 4 in odd ones
    m = play.room("", pictures={0: bytes.fromhex("F002 F8 0000 FF")}, display="cga")
    assert set(cells(m, 20)) == {5}
    assert set(cells(m, 21)) == {4}


def test_a_pen_that_goes_on_in_the_next_row_keeps_its_nibble(play: Stage) -> None:
    # reference: PIC-45: a pen of size 2 at the right edge covers columns 158 to 160 of rows 98 to 102
    m = play.room("", pictures={0: bytes.fromhex("F002 F912 FA 9F64 FF")}, display="cga")
    assert [cells(m, row)[159] for row in range(97, 104)] == [15, 5, 4, 5, 4, 5, 15]
    assert [cells(m, row)[0] for row in range(98, 105)] == [15, 5, 4, 5, 4, 5, 15]


def test_transparent_colours_become_holes_in_later_cels() -> None:
    # reference: PIC-46
    row = bytes((0x12, 0x32, 0x52))
    made = translated_view(loops_view("a", (1, row), (3, row)), CGA_CELS[RGB], CGA_HOLE)
    first, second = made.split(b"\x06\x01")[1:]
    assert first[0] & 15 == second[0] & 15 == CGA_HOLE
    assert list(first[1:4]) == [0x42, 0x12, 0x22]
    assert list(second[1:4]) == [0x42, 0x42, 0x22], "1 was transparent in the cel before"


@pytest.mark.parametrize(("loops", "made"), [("aab", "216348"), ("aba", "12348a")])
def test_loops_that_share_their_data_apart_are_translated_twice(loops: str, made: str) -> None:
    # reference: PIC-46, its example: 1 to 6 on a television
    row = bytes(colour << 4 | 1 for colour in range(1, 7))
    found = translated_view(loops_view(loops, (0, row)), CGA_CELS[COMPOSITE], -1)
    at = found.index(b"\x06\x01") + 3
    shown = "".join(f"{byte >> 4:x}" for byte in found[at : at + 6])
    assert shown == {"216348": "213468", "12348a": "12348a"}[made]


def test_a_view_that_refers_to_itself_ends() -> None:
    view = bytes([1, 1, 255, 0, 0]) + b"\x05\x00" * 255
    assert len(translated_view(view, CGA_CELS[RGB], CGA_HOLE)) == len(view)
    with pytest.raises(ValueError, match="16 colours"):
        translated_view(view, b"", -1)


def test_each_run_begins_the_pattern_again_on_a_hercules(play: Stage) -> None:
    # reference: PIC-47: light blue has another pattern in odd columns; its row is that of the rows left
    runs = loops_view("a", (0, bytes((0x93, 0x91, 0x92))))
    m = play.room(
        "v1 = 0; load.view(0); animate.obj(o1); set.view(o1, 0); position(o1, 20, 100); draw(o1);",
        views={0: runs},
        display="hercules-green",
    )
    dots = [HERCULES_DOTS[8 * 9 + 2 * 1 + column] for column in (0, 1, 0, 0, 0, 1)]
    assert list(m.state.deep[160 * 100 + 20 : 160 * 100 + 26]) == dots
    assert cells(m, 100)[20:26] == [9] * 6, "the picture itself is that of an EGA"
    shown = list(m.state.screen[160 * 100 + 20 : 160 * 100 + 26])
    assert shown == dots


@covers("toggle.monitor")
def test_toggle_monitor_translates_all_again(play: Stage) -> None:
    # reference: PIC-48
    script = "v1 = 0; load.view(1); add.to.pic(1, 0, 0, 50, 120, 15, 15); animate.obj(o1); set.view(o1, 1);"
    script += "position(o1, 20, 100); draw(o1);"
    begun = play.room(script, pictures={0: BLUE_AND_RED}, display="cga-composite")
    m = play.room(f"{script} toggle.monitor();", pictures={0: BLUE_AND_RED}, display="cga")
    assert NAMES[m.state.general.adapter] == "cga-composite"
    assert m.vars[26] == 1, "it is not told"
    assert bytes(m.state.picture) == bytes(begun.state.picture)
    assert bytes(m.state.screen) == bytes(begun.state.screen)
    other = type(m)(m.game, settings=m.settings)
    other.restore(m.snapshot())
    other.cycle(beats=60)
    m.cycle(beats=60)
    assert bytes(other.state.picture) == bytes(m.state.picture), "the other core has the views so, too"


@pytest.mark.parametrize(("display", "beats"), [("cga", 30), ("ega", None), ("hercules-white", None), ("mcga", 120)])
def test_a_shake_takes_ticks_where_there_are_no_pages(play: Stage, display: str, beats: int | None) -> None:
    # reference: PIC-49: five ticks a count, 20 on an MCGA
    m = play.room("shake.screen(2);", display=display, cycles=0)
    for _ in range(60):
        m.advance()
        if m.modal:
            break
    assert m.modal is (Purpose.SHAKE if beats else None)
    assert m.state.modal.records[0].values[1] == (beats or 0)


def test_a_window_that_closes_shows_whole_pairs_of_columns(play: Stage) -> None:
    # reference: PIC-50
    source = 'clear.lines(0, 24, 0); print.at("abcd", 5, 5, 30);'
    for display, first, last in (("ega", 15, 41), ("tandy", 14, 41)):
        m = play.room(source, machine="tandy" if display == "tandy" else "pc", display=display)
        assert m.modal is Purpose.PRINT
        m.press("enter")
        m.cycle(beats=30)
        row = np.frombuffer(bytes(m.state.screen), dtype=np.uint8).reshape(200, 320)[50, ::2]
        shown = np.nonzero(row == 15)[0]
        assert (shown.min(), shown.max()) == (first, last - 1 if display == "ega" else last)


def test_text_has_cells_of_16_by_14_dots_on_a_hercules(play: Stage) -> None:
    # reference: TEXT-85
    m = play.room('display(0, 1, "A"); set.text.attribute(0, 15); display(3, 2, "A");', display="hercules-green")
    dots = np.frombuffer(dots_of_screen(bytes(m.state.screen)), dtype=np.uint8).reshape(348, 720)
    face = np.frombuffer(wide_face(built_in_face()), dtype=np.uint8).reshape(256, 12, 2)
    glyph = np.unpackbits(face[ord("A")], axis=1)
    assert np.array_equal(dots[:12, 56:72], glyph)
    assert dots[40:42, 72:88].all(), "the first lines of the cell are its ground"
    assert np.array_equal(dots[42:54, 72:88], 1 - glyph)


def test_a_line_is_typed_in_a_window_on_a_hercules(play: Stage) -> None:
    # reference: TEXT-86
    m = play.room("accept.input();", words={"look": 7}, display="hercules-green")
    m.type("l")
    m.cycle(beats=30)
    assert m.modal is Purpose.COMMAND
    m.type("ook\n")
    m.cycle(beats=60)
    assert m.modal is None
    assert list(m.state.input.word_number[:1]) == [7]
    assert m.vars[Var.KEY] == 13


@covers("open.dialogue", "get.string")
@pytest.mark.parametrize(
    ("before", "asked_in"),
    [("open.dialogue(); close.dialogue();", Purpose.COMMAND), ("open.dialogue();", Purpose.GET_STRING)],
)
def test_strings_are_asked_for_in_a_window_on_a_hercules(play: Stage, before: str, asked_in: Purpose) -> None:
    # reference: TEXT-86
    m = play.room(f'{before} get.string(2, "Name?", 5, 5, 10);', display="hercules-green")
    assert m.modal is asked_in
    m.type("Ada\n")
    m.cycle(beats=60)
    assert bytes(m.state.strings[80:84]) == b"Ada\0"


def test_a_television_gives_a_pattern_that_repeats_one_colour() -> None:
    line = bytes((0b10, 0b01)) * 160
    found = artefacts(line * 2)
    assert len(found) == 2 * 640
    assert set(found[4:600]) == {0b1001}
    with pytest.raises(ValueError, match="lines of 320"):
        artefacts(b"\0")


def test_faces_and_screens_of_another_size_are_refused() -> None:
    with pytest.raises(ValueError, match="24 bytes"):
        glyphs_of_face(bytes(25))
    with pytest.raises(ValueError, match="27840 bytes"):
        dots_of_screen(bytes(10))
