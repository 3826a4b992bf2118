"""Cursor, attributes and printing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from agi_emu.machine.display import input_line, screen_modes, text
from tests.unit.text_machine import TextMachine


def test_text_breaks_lines_at_column_40_to_the_reset_column() -> None:
    # reference: TEXT-3, TEXT-4: beyond 39 like 0Dh, to the reset column, also inside a window.
    m = TextMachine()
    m.state.text.reset_column = 5
    text.goto(m.as_machine, 3, 37)
    text.print_text(m.as_machine, b"abcdef")
    assert m.rows() == {3: " " * 37 + "abc", 4: "     def"}


@pytest.mark.parametrize("code", [0x0A, 0x0D])
def test_text_line_break_stays_on_row_24_and_clears_nothing(code: int) -> None:
    # reference: TEXT-4
    m = TextMachine()
    text.goto(m.as_machine, 23, 0)
    text.print_text(m.as_machine, b"one%ctwo%cthree" % (code, code))
    assert m.rows() == {23: "one", 24: "three"}


def test_text_other_control_codes_are_glyphs() -> None:
    # reference: TEXT-3
    m = TextMachine()
    text.print_text(m.as_machine, bytes([1, 9, 27, 31]))
    assert list(m.state.text_chars[:5]) == [1, 9, 27, 31, 0]
    assert m.state.text.column == 4


@pytest.mark.parametrize(
    ("row", "column", "after"),
    [(10, 5, (10, 4)), (10, 0, (10, 0)), (21, 0, (21, 0)), (22, 0, (21, 39))],
)
def test_text_backspace_goes_up_a_row_only_below_row_21(row: int, column: int, after: tuple[int, int]) -> None:
    # reference: TEXT-5: column 0 and row > 21: the row above, column 39; else it stays.
    m = TextMachine()
    for cell in range(1000):
        m.state.text_chars[cell] = 65
    text.goto(m.as_machine, row, column)
    text.put_char(m.as_machine, 0x08)
    assert (m.state.text.row, m.state.text.column) == after
    assert [cell for cell in range(1000) if not m.state.text_chars[cell]] == [40 * after[0] + after[1]]


def test_text_backspace_clears_with_the_background() -> None:
    # reference: TEXT-5
    m = TextMachine()
    text.set_attribute(m.as_machine, 0, 15)
    text.print_text(m.as_machine, b"ab\b")
    assert m.pixel(8, 0) == 15
    assert m.attributes(0) == "8fx1 00x39"


@pytest.mark.parametrize(
    ("text_mode", "given", "stored"),
    [
        # reference: TEXT-8: foreground, stored background, combined attribute.
        (False, (3, 0), (3, 0, 0x03)),
        (False, (3, 7), (3, 0xFF, 0x8F)),
        (False, (0, 15), (0, 0xFF, 0x8F)),
        (False, (0x85, 0), (0x85, 0, 0x85)),
        (True, (3, 7), (3, 0, 0x73)),
        (True, (0, 15), (0, 0, 0xF0)),
    ],
)
def test_text_attribute(text_mode: bool, given: tuple[int, int], stored: tuple[int, int, int]) -> None:
    m = TextMachine()
    m.state.general.text_mode = text_mode
    text.set_attribute(m.as_machine, *given)
    area = m.state.text
    assert (area.foreground, area.background, area.attribute) == stored


def test_text_stacks_are_five_deep_and_ignore_the_rest() -> None:
    # reference: TEXT-6
    m = TextMachine()
    for number in range(7):
        text.goto(m.as_machine, number, 2 * number)
        text.set_attribute(m.as_machine, number, 0)
        text.push_cursor(m.as_machine)
        text.push_attribute(m.as_machine)
    seen = []
    for _ in range(7):
        text.pop_cursor(m.as_machine)
        text.pop_attribute(m.as_machine)
        seen.append((m.state.text.row, m.state.text.column, m.state.text.attribute))
    assert seen == [(4, 8, 4), (3, 6, 3), (2, 4, 2), (1, 2, 1), (0, 0, 0), (0, 0, 0), (0, 0, 0)]


def test_text_clear_knows_black_and_white_in_graphics_mode() -> None:
    # reference: TEXT-14
    m = TextMachine()
    text.clear_rows(m.as_machine, 2, 2, 3)
    text.clear_rows(m.as_machine, 3, 3, 0)
    assert [m.pixel(0, 16), m.pixel(0, 24)] == [15, 0]
    assert m.attributes(2) == "00x40"


def test_text_screen_shows_a_stored_background_and_loses_it() -> None:
    # reference: TEXT-16: foreground 3 with stored background FFh gives F3.
    m = TextMachine()
    text.set_attribute(m.as_machine, 3, 1)
    text.goto(m.as_machine, 9, 9)
    screen_modes.show_text(m.as_machine)
    assert m.attributes(24) == "f3x40"
    assert m.pixel(319, 199) == 15
    assert (m.state.text.row, m.state.text.column, m.state.text.background) == (0, 0, 0)
    screen_modes.show_graphics(m.as_machine)
    assert m.state.text.attribute == 3
    assert m.pixel(319, 199) == 0


@pytest.mark.parametrize("change", [screen_modes.show_text, screen_modes.show_graphics])
def test_a_change_of_the_mode_takes_the_cursor_away_first(change: Callable[[Any], None]) -> None:
    # reference: TEXT-16, TEXT-17
    m = TextMachine()
    m.state.input.cursor_char = ord("_")
    text.goto(m.as_machine, 9, 9)
    input_line.show_cursor(m.as_machine)
    change(m.as_machine)
    assert not m.state.input.cursor_shown
    assert m.row(0) == m.row(9) == ""


def test_graphics_copies_the_picture_even_when_it_is_not_visible() -> None:
    # reference: TEXT-17
    m = TextMachine()
    for cell in range(len(m.state.picture)):
        m.state.picture[cell] = 0x49
    screen_modes.show_graphics(m.as_machine)
    assert [m.pixel(0, y) for y in (7, 8, 175, 176)] == [0, 9, 9, 0]
