"""The drivers of CGA and Hercules, by small games: what they do otherwise than that of the EGA.

What is expected is worked out from the claims that the tests cite.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from agi_emu._core.cga import artefacts, translated_view
from agi_emu._core.hercules import dots_of_screen, glyphs_of_face
from agi_emu.facts.adapters import CGA_CELS, CGA_HOLE, COMPOSITE, HERCULES_DOTS, NAMES, RGB
from agi_emu.facts.codes import Var
from agi_emu.facts.font import built_in_face, wide_face
from agi_emu.facts.palette import EGA_BYTES
from agi_emu.machine.frame import Frame
from agi_emu.machine.machine import Machine
from agi_emu.machine.saving.resuming import Grade, resume
from agi_emu.machine.saving.state_saving import save_state
from agi_emu.machine.settings import SMOOTH, Settings
from agi_emu.machine.windows.modal import Purpose
from agi_emu.resources import open_game
from tests.own_games.building import GameBuilder
from tests.unit.commands.conftest import play
from tests.unit.commands.covered import covers
from tests.unit.commands.stage import Stage, on_object

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


def odd_view() -> bytes:
    """Return a view of colours 1 1 2 whose mirrored cel is a cell wider than its row: drawing it changes its bytes."""
    return bytes((1, 1, 2, 0, 0, 9, 0, 9, 0, 1, 3, 0, 4, 1, 0x80, 0x12, 0x21, 0))


@covers("toggle.monitor")
def test_toggle_monitor_translates_views_that_lie_as_copies(play: Stage) -> None:
    # reference: PIC-46, PIC-48, VIEW-9: the view comes from the disk again, so its cel is turned round from there
    script = "v1 = 0; load.view(0); animate.obj(o1); set.view(o1, 0); set.loop(o1, 1); position(o1, 20, 100);"
    shown = []
    for display, toggle in (("cga-composite", ""), ("cga", "toggle.monitor();")):
        m = play.room(f"{script} draw(o1); {toggle}", views={0: odd_view()}, display=display)
        assert m.core.is_odd_view(0)
        shown.append(cells(m, 100)[18:26])
    assert shown[0] == shown[1]
    assert set(shown[0]) == {15, 2, 1}, "colours 1 and 2 change places on a television"


@pytest.mark.parametrize(("display", "nibble"), [("ega", 1), ("cga", 0), ("cga-composite", 2)])
def test_views_in_memory_that_is_kept_are_translated_too(play: Stage, display: str, nibble: int) -> None:
    # reference: PIC-46, MEM-17
    called = f"{on_object('')} return();"
    each = "if (v50 == 0) { v50 = 1; call(7); }"
    m = play.room("", each, logics={7: called}, cycles=3, display=display)
    assert m.state.heap.image == 1
    assert cells(m, 100)[80:84] == [nibble] * 4
    again = Machine(m.game, settings=m.settings)
    assert resume(again, save_state(m)).grade is Grade.EXACT
    for each_machine in (m, again):
        each_machine.cycle(beats=60)
    assert cells(again, 100) == cells(m, 100)
    assert cells(again, 100)[80:84] == [nibble] * 4


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


SHAKEN = {
    # reference: PIC-37, PIC-39, PIC-49: pixels to the right and down, or inverted colours; for how many beats
    "ega": ([(8, 4), (0, 0)], 4),
    "hercules-white": ([(8, 4), (0, 0)], 4),
    "cga": ([(-8, -2), (8, -2), (-8, 2), (8, 2), (0, 0)], 3),
    "cga-composite": ([(-16, -2), (16, -2), (-16, 2), (16, 2), (0, 0)], 3),
    "tandy": ([(-4, -4), (4, -4), (-4, 4), (4, 4), (0, 0)], 3),
    "mcga": (["inverted", (0, 0)], 3),
}


def looks(frame: Frame, still: Frame) -> object:
    """Return by how much a frame is moved, to the right and down; "inverted" where its colours are."""
    if frame.colours != still.colours:
        assert frame.colours == bytes(255 - level for level in still.colours)
        assert frame.pixels == still.pixels
        return "inverted"
    places = [(x, y) for x in range(-16, 17, 4) for y in range(-4, 5, 2)]
    return next(place for place in places if np.array_equal(frame.indices, moved(still.indices, *place)))


def moved(pixels: NDArray[np.uint8], across: int, down: int) -> NDArray[np.uint8]:
    """Return a picture that is moved to the right and down; nothing comes in."""
    height, width = pixels.shape
    found = np.zeros_like(pixels)
    part = pixels[max(-down, 0) : height - max(down, 0), max(-across, 0) : width - max(across, 0)]
    found[max(down, 0) :, max(across, 0) :][: part.shape[0], : part.shape[1]] = part
    return found


@pytest.mark.parametrize("display", SHAKEN)
def test_what_a_shake_shows(play: Stage, display: str) -> None:
    places, beats = SHAKEN[display]
    machine = "tandy" if display == "tandy" else "pc"
    begun = play.room("", "if (f200) { reset(f200); shake.screen(1); }", machine=machine, display=display)
    m = Machine(begun.game, settings=replace(begun.settings, budget=SMOOTH))
    m.cycle(beats=60)
    m.cycle(beats=60)
    still = m.frame
    m.set_flag(200, True)
    while not m.modal:
        m.advance()
    seen = []
    while m.modal:
        m.advance()
        seen.append(looks(m.frame, still))
    # The first step ends with the tick under way.
    seen = seen[next(i for i, place in enumerate(seen) if place != seen[0]) :]
    steps = [seen[at] for at in range(0, len(seen) - beats, beats)]
    turns = (places * 20)[1 : 1 + len(steps)]
    assert len(steps) >= 4
    assert steps == turns
    assert m.frame == still


def test_ctrl_alt_and_an_arrow_move_the_picture_of_a_monitor(play: Stage) -> None:
    # reference: PIC-51
    for display, step in (("cga", 8), ("cga-composite", 16), ("tandy", 4), ("ega", 0), ("hercules-green", 0)):
        m = play.room("", machine="tandy" if display == "tandy" else "pc", display=display)
        still = m.frame
        for key, across in (("ctrl-alt-left", -step), ("ctrl-alt-right", 0), ("ctrl-alt-right", step)):
            m.press(key)
            assert looks(m.frame, still) == (across, 0)
        other = Machine(m.game, settings=m.settings)
        resume(other, save_state(m))
        assert other.frame == m.frame
        for _ in range(30):
            m.press("ctrl-alt-left")
        assert m.frame.indices.any(), "it stays on the monitor"


@pytest.mark.parametrize(("display", "most"), [("ega", 19), ("hercules-green", 23)])
def test_a_window_has_more_lines_on_a_hercules(play: Stage, display: str, most: int) -> None:
    # reference: TEXT-33, TEXT-86
    for lines in (most, most + 1):
        text = r"\n".join("abcdefghijklmnopqrstuvwxyz"[:lines])
        m = play.room(f'print("{text}");', display=display)
        assert ("too verbose" in (m.message or "")) is (lines > most)
        assert (m.state.window.lines == lines) is (lines <= most)


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


@pytest.mark.parametrize(
    ("size", "note"),
    [
        (3072, ""),
        (6144, ""),
        (3000, "HGC_FONT has 3000 bytes instead of 3072 or 6144: it is not used"),
        (None, "the game comes without the file HGC_FONT: letters have the program's own face"),
    ],
)
def test_letters_of_a_hercules_come_from_the_file_beside_the_game(
    build_game: GameBuilder, size: int | None, note: str
) -> None:
    # reference: TEXT-85: 24 bytes for each glyph, of which the first lines hold one dot here
    folder: Path = build_game({0: 'if (v0 == 0) { v0 = 1; display(3, 2, "A"); } return();'})
    if size is not None:
        (folder / "HGC_FONT").write_bytes((bytes((0x80, 0x01)) + bytes(22)) * (size // 24))
    m = Machine(open_game(folder), settings=Settings(display="hercules-green"))
    m.cycle(beats=60)
    assert [each for each in m.notes if "HGC_FONT" in each] == [note] * bool(note)
    # Row 3 begins at line 12 + 14 * 2; the glyph stands in the lower twelve of its lines.
    cell = pixels_of(m, 40 + 16 * 2, 40 + 2, 16, 12)
    assert (cell == ["1" + "0" * 14 + "1", *["0" * 16] * 11]) is not bool(note)


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


def test_text_of_a_television_is_as_wide_as_its_pictures(play: Stage) -> None:
    m = play.room('text.screen(); display(0, 0, "A");', display="cga-composite")
    shown = m.frame
    assert (shown.width, shown.height, shown.colours) == (640, 200, EGA_BYTES)
    assert np.array_equal(shown.indices[:, 0::2], shown.indices[:, 1::2])
    assert bytes(shown.indices[:, ::2].tobytes()) == bytes(m.state.screen)


def test_faces_and_screens_of_another_size_are_refused() -> None:
    with pytest.raises(ValueError, match="24 bytes"):
        glyphs_of_face(bytes(25))
    with pytest.raises(ValueError, match="27840 bytes"):
        dots_of_screen(bytes(10))


def pixels_of(m: object, left: int, top: int, width: int, height: int) -> list[str]:
    """Return pixels of the monitor as hex digits, a text for each line; a television's as its dots."""
    state = m.state  # type: ignore[attr-defined]
    if state.general.adapter == NAMES.index("hercules-green"):
        shown = np.frombuffer(dots_of_screen(bytes(state.screen)), dtype=np.uint8).reshape(348, 720)
    else:
        shown = np.frombuffer(bytes(state.screen), dtype=np.uint8).reshape(200, 320)
        if state.general.adapter == COMPOSITE:
            shown = np.stack((shown >> 1, shown & 1), axis=2).reshape(200, 640)
    return ["".join(f"{pixel:x}" for pixel in row) for row in shown[top : top + height, left : left + width]]


@covers("print.at")
@pytest.mark.parametrize(
    ("display", "corner", "lines"),
    [
        # Left of the text by 5 cells and above it by 5 lines; cells are 2, 4 and 4 pixels wide, and on a Hercules two
        # lines high.
        ("ega", (70, 43), ["ffffffffff", "ff44444444", "ff44ffffff"]),
        ("cga", (70, 43), ["3333333333", "3322222222", "3322333333"]),
        ("cga-composite", (140, 43), ["111111111111", "111101000100", "111101001111"]),
        ("hercules-green", (180, 72), ["111111111111"] * 2 + ["111100000000"] * 2 + ["111100001111"] * 2),
    ],
)
def test_windows_have_the_colours_of_the_adapter(
    play: Stage, display: str, corner: tuple[int, int], lines: list[str]
) -> None:
    # reference: TEXT-31, PIC-45: red is A on RGB, 2 and 2, and 4 on a television; a Hercules knows black and white
    m = play.room('configure.screen(1, 22, 0); print.at("abcd", 5, 10, 30);', display=display)
    assert m.modal is Purpose.PRINT
    assert pixels_of(m, *corner, len(lines[0]), len(lines)) == lines


@covers("show.pri.screen")
@pytest.mark.parametrize(
    ("display", "shown"),
    [("ega", ["44", "99"]), ("cga", ["10", "21"]), ("cga-composite", ["0100", "1001"]), ("tandy", ["44", "99"])],
)
def test_priorities_are_shown_as_they_are(play: Stage, display: str, shown: list[str]) -> None:
    # reference: PIC-34, PIC-41: a priority is not translated; 9 fills the picture below the line in row 100
    low = bytes.fromhex("F209 F6 0064 9F64 F8 0096 FF")
    machine = "tandy" if display == "tandy" else "pc"
    m = play.room("configure.screen(1, 22, 0); show.pri.screen();", pictures={0: low}, display=display, machine=machine)
    assert m.modal is Purpose.SHOW_PRIORITIES
    width = len(shown[0])
    found = [pixels_of(m, 20 * width, 8 + row, width, 1)[0] for row in (50, 140)]
    assert found == shown


def test_priorities_are_patterns_on_a_hercules(play: Stage) -> None:
    # reference: PIC-34, PIC-47: those of colours 4 and 9 at the same places
    low = bytes.fromhex("F209 F6 0064 9F64 F8 0096 FF")
    m = play.room("configure.screen(1, 22, 0); show.pri.screen();", pictures={0: low}, display="hercules-green")
    for row, colour in ((50, 4), (141, 9)):
        shown = m.state.screen[160 * (6 + row) + 40 : 160 * (6 + row) + 44]
        assert list(shown) == [HERCULES_DOTS[8 * colour + 2 * (row % 4) + column % 2] for column in range(40, 44)]


@covers("set.text.attribute")
def test_letters_have_one_of_four_colours_on_a_cga(play: Stage) -> None:
    # reference: TEXT-8, TEXT-10
    shown = [0, 1, 1, 1, 2, 2, 2, 3, 3, 1, 1, 1, 2, 2, 2, 3]
    lines = "".join(f'set.text.attribute({colour}, 0); display({colour + 2}, 0, "A");' for colour in range(16))
    for display in ("cga", "cga-composite"):
        m = play.room(f'{lines} set.text.attribute(4, 1); display(20, 0, "A");', display=display)
        screen = np.frombuffer(bytes(m.state.screen), dtype=np.uint8).reshape(200, 320)
        for colour, dots in enumerate(shown):
            cell = screen[8 * (colour + 2) : 8 * (colour + 3), :8]
            assert set(cell.flat) == {0, dots}
        assert set(screen[160:168, :8].flat) == {0, 3}
        assert screen[160, 0] == 3, "black on white, whatever the colours"


@covers("text.screen")
@pytest.mark.parametrize(
    ("display", "attribute"), [("ega", 0xF4), ("cga", 0xF4), ("cga-composite", 0xF4), ("hercules-green", 0x80)]
)
def test_text_screens_keep_a_background_of_graphics(play: Stage, display: str, attribute: int) -> None:
    # reference: TEXT-8, TEXT-16, TEXT-85: it is white then; a Hercules has no text mode and inverts lower numbers
    colours = "1, 4" if display == "hercules-green" else "4, 1"
    m = play.room(f'set.text.attribute({colours}); text.screen(); display(3, 2, "A");', display=display)
    found = m.state.text_attributes[3 * 40 + 2]
    if display == "hercules-green":
        assert found & attribute, "inverted"
        assert m.frame.width == 720
        assert set(pixels_of(m, 40 + 16 * 2, 40, 16, 2)) == {"1" * 16}
    else:
        assert found == attribute
        assert m.frame.colours == EGA_BYTES


@covers("toggle.monitor")
@pytest.mark.parametrize(
    ("display", "machine", "room"),
    [("cga", "pc", 0), ("ega", "pc", 1), ("hercules-green", "pc", 1), ("mcga", "pc", 1), ("tandy", "tandy", 1)],
)
def test_toggle_monitor_does_nothing_elsewhere(play: Stage, display: str, machine: str, room: int) -> None:
    # reference: PIC-48
    run = play.room if room else play
    m = run("toggle.monitor();", display=display, machine=machine)
    assert NAMES[m.state.general.adapter] == display
