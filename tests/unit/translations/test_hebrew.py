"""Hebrew is read from the right: windows, menus, what is typed, numbers in it."""

from __future__ import annotations

import pytest

from agi_emu.data import demo_path
from agi_emu.facts.font import GLYPH_ROWS, HEBREW_CODE_PAGE, face_of
from agi_emu.headless.text_mirror import TextMirror
from agi_emu.machine.display.right_to_left import ordered
from agi_emu.machine.machine import Machine
from agi_emu.machine.saving.dialogs import ROWS_ABOVE_SLOTS
from tests.unit.translations.stage import machine_in, slot_after_saving


@pytest.fixture
def machine() -> Machine:
    machine = machine_in(demo_path(), "he")
    machine.run(seconds=2)
    machine.press("space")
    machine.run(seconds=1)
    return machine


def cells(machine: Machine, row: int) -> str:
    """Return a row as its cells stand from left to right."""
    found = bytes(machine.unguarded.state.text_chars)[40 * row : 40 * row + 40]
    return found.replace(b"\0", b" ").decode(HEBREW_CODE_PAGE)


def test_each_letter_has_a_glyph_of_its_own() -> None:
    face = face_of(HEBREW_CODE_PAGE)
    glyphs = [face[GLYPH_ROWS * code : GLYPH_ROWS * (code + 1)] for code in range(0x80, 0x9B)]
    assert len(set(glyphs)) == 27
    assert all(map(any, glyphs))


@pytest.mark.parametrize(
    ("read", "seen"),
    [
        ("שלום", "םולש"),
        ("יש לך 35 נקודות.", ".תודוקנ 35 ךל שי"),
        ("(F1 עוזר.)", "(.רזוע F1)"),
        ("agi_emu בשביל", "ליבשב agi_emu"),
        ("only English (so)", "only English (so)"),
    ],
)
def test_numbers_and_other_languages_keep_their_order(machine: Machine, read: str, seen: str) -> None:
    line = read.encode(HEBREW_CODE_PAGE)
    assert ordered(machine.unguarded, line).decode(HEBREW_CODE_PAGE) == seen
    assert ordered(machine.unguarded, seen.encode(HEBREW_CODE_PAGE)) == line


def test_lines_of_a_window_end_at_its_right_edge(machine: Machine) -> None:
    window = machine.unguarded.state.window
    right = window.column + window.columns
    lines = [cells(machine, row)[window.column : right] for row in range(window.row, window.row + window.lines)]
    assert all(line[-1] != " " for line in lines if line.strip())
    assert machine.message is not None
    assert machine.message.startswith("רציף הנר, שקיעה.")


def test_what_is_typed_moves_to_the_left(machine: Machine) -> None:
    machine.press("enter")
    machine.run(ticks=2)
    row = machine.unguarded.state.text.input_row
    assert cells(machine, row).endswith("_<")
    machine.type("הבט")
    machine.run(ticks=3)
    assert cells(machine, row).endswith(" _טבה<")
    machine.press("backspace")
    machine.run(ticks=3)
    assert cells(machine, row).endswith(" _בה<")
    assert machine.text.input_line == ">הב_"


def test_menus_begin_at_the_right(machine: Machine) -> None:
    machine.press("enter")
    machine.run(ticks=2)
    machine.press("esc")
    machine.run(ticks=3)
    assert cells(machine, 0).endswith("קחשמ ")
    assert cells(machine, 2).rstrip(" ").endswith("קחשמה לע")


def test_names_of_saved_games_are_drawn_from_the_right(machine: Machine) -> None:
    machine.press("enter")
    machine.run(ticks=2)
    assert slot_after_saving(machine, "שלום 3") == "שלום 3 -"
    window = machine.unguarded.state.window
    assert "- 3 םולש" in cells(machine, window.row + ROWS_ABOVE_SLOTS)


def test_the_status_line_is_told_as_it_is_read(machine: Machine) -> None:
    machine.press("enter")
    machine.run(ticks=2)
    told: list[str] = []
    TextMirror(told.append).after(machine, ())
    assert "ניקוד:0 מתוך 35  צליל:כן" in told
