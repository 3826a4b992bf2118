"""The input line and the status line (reference: WORD-1 to WORD-11, TIME-28)."""

from __future__ import annotations

import pytest

from agi_emu.machine.display import input_line, screen_modes, text
from tests.unit.text_machine import TextMachine

ENTER = 0x0D
ROW = 22


@pytest.fixture
def m() -> TextMachine:
    """A machine that accepts input behind the prompt ">", with the cursor "_"."""
    machine = TextMachine()
    machine.state.strings[0] = ord(">")
    machine.state.input.cursor_char = ord("_")
    input_line.accept(machine.as_machine)
    return machine


def type_text(m: TextMachine, *keys: int | str) -> None:
    for key in keys:
        for character in [key] if isinstance(key, int) else key.encode():
            input_line.take_char(m.as_machine, character)


def test_input_line_shows_prompt_text_and_cursor(m: TextMachine) -> None:
    # reference: WORD-6
    assert m.row(ROW) == ">_"
    type_text(m, "look")
    assert m.row(ROW) == ">look_"
    assert m.attributes(ROW) == "0fx6 00x34"
    type_text(m, 0x08, 0x08)
    assert m.row(ROW) == ">lo_"


def test_input_line_enter_parses_and_keeps_the_line(m: TextMachine) -> None:
    # reference: WORD-5
    type_text(m, "Look", ENTER)
    assert m.row(ROW) == ">_"
    assert input_line.previous(m.as_machine) == b"Look"
    assert m.state.input.word_number[0] == 10
    assert m.flag(2)


def test_input_line_enter_on_an_empty_line_does_nothing(m: TextMachine) -> None:
    # reference: WORD-5
    type_text(m, "Look", ENTER)
    m.set_flag(2, False)
    type_text(m, ENTER)
    assert not m.flag(2)
    assert input_line.previous(m.as_machine) == b"Look"


@pytest.mark.parametrize(
    ("string", "cursor", "v24", "limit"),
    [
        # reference: WORD-2: 40 - length of string 0, minus 1 with a cursor, at most v24.
        (b">", 0, 41, 39),
        (b">", ord("_"), 41, 38),
        (b"", 0, 41, 40),
        (b"%v1 ", ord("_"), 41, 35),
        (b">", ord("_"), 10, 10),
    ],
)
def test_input_line_length(string: bytes, cursor: int, v24: int, limit: int) -> None:
    m = TextMachine()
    m.state.strings[: len(string)] = list(string)
    m.state.input.cursor_char = cursor
    m.vars[24] = v24
    input_line.accept(m.as_machine)
    type_text(m, "x" * 50)
    assert m.state.input.length == limit


def test_input_line_of_the_oldest_interpreters_has_35_characters() -> None:
    # reference: WORD-2
    m = TextMachine(profile="2.272")
    input_line.accept(m.as_machine)
    type_text(m, "x" * 50)
    assert m.state.input.length == 35


def test_input_line_takes_keys_without_character_as_blank_cells(m: TextMachine) -> None:
    # reference: WORD-4: appended as character 0, which ends the text for the parser.
    type_text(m, "look", 0, "x")
    assert m.row(ROW) == ">look x_"
    type_text(m, ENTER)
    assert m.state.input.word_number[0] == 10
    assert input_line.previous(m.as_machine) == b"look"


def test_redraw_stops_at_a_key_without_character(m: TextMachine) -> None:
    # ground truth: fuzz/grdead, cycle 247: F6 in the line, then new.room; the blank cell is gone from the screen
    type_text(m, 0, "ab")
    assert m.row(ROW) == "> ab_"
    input_line.redraw(m.as_machine)
    assert m.row(ROW) == ">_"
    assert m.state.input.length == 3


def test_input_line_shows_control_codes_but_not_line_feed(m: TextMachine) -> None:
    # reference: WORD-3
    type_text(m, 9, 27, 10)
    assert input_line.contents(m.as_machine) == b"\x09\x1b"


def test_prevent_input_hides_the_row_and_keeps_the_text(m: TextMachine) -> None:
    # reference: WORD-10
    type_text(m, "lo")
    input_line.prevent(m.as_machine)
    assert m.row(ROW) == ""
    input_line.accept(m.as_machine)
    assert m.row(ROW) == ">lo_"


def test_cancel_and_echo_line(m: TextMachine) -> None:
    # reference: WORD-8, WORD-9
    type_text(m, "look", ENTER, "x")
    input_line.echo(m.as_machine)
    assert m.row(ROW) == ">xook_"  # reference: WORD-9: previous beyond the length of the line
    input_line.cancel(m.as_machine)
    assert m.row(ROW) == ">_"
    input_line.echo(m.as_machine)
    assert m.row(ROW) == ">look_"


def test_echo_line_without_anything_to_add_leaves_the_cursor_alone(m: TextMachine) -> None:
    # reference: WORD-9
    input_line.show_cursor(m.as_machine)
    before = m.attributes(ROW)
    text.set_attribute(m.as_machine, 4, 0)
    input_line.echo(m.as_machine)
    assert m.attributes(ROW) == before


def test_echo_line_needs_an_accepted_line(m: TextMachine) -> None:
    # reference: WORD-9
    type_text(m, "look", ENTER)
    input_line.prevent(m.as_machine)
    input_line.echo(m.as_machine)
    assert m.state.input.length == 0


def test_cursor_set_while_shown_rubs_out_the_last_character() -> None:
    # reference: WORD-7: the cursor counts as shown without a character.
    m = TextMachine()
    m.state.strings[0] = ord(">")
    input_line.accept(m.as_machine)
    type_text(m, "ab")
    m.state.input.cursor_char = ord("_")
    type_text(m, "c")
    assert m.row(ROW) == ">ac_"
    assert input_line.contents(m.as_machine) == b"abc"


def test_status_line_shows_score_and_sound() -> None:
    # reference: TIME-28, and the recordings: " Score:0 of 0                 Sound:on", 8f under every character.
    m = TextMachine()
    m.vars[3], m.vars[7] = 12, 210
    m.set_flag(9, True)
    screen_modes.draw_status(m.as_machine)
    assert m.row(0) == ""
    screen_modes.turn_status_on(m.as_machine)
    assert m.row(0) == " Score:12 of 210              Sound:on"
    assert m.attributes(0) == "00x1 8fx17 00x12 8fx9 00x1"
    assert [m.pixel(x, 0) for x in (0, 319)] == [15, 15]
    assert m.state.text.attribute == 0x0F
    m.set_flag(9, False)
    screen_modes.draw_status(m.as_machine)
    assert m.row(0).endswith("Sound:off")
    screen_modes.turn_status_off(m.as_machine)
    assert m.row(0) == ""
    assert m.pixel(0, 0) == 0


def test_status_line_in_text_mode_is_white() -> None:
    # reference: TIME-28
    m = TextMachine()
    m.state.general.text_mode = 1
    screen_modes.turn_status_on(m.as_machine)
    assert "f0" in m.attributes(0)
    assert m.pixel(319, 0) == 15


def test_status_line_keeps_the_cursor() -> None:
    m = TextMachine()
    text.goto(m.as_machine, 9, 9)
    screen_modes.turn_status_on(m.as_machine)
    assert (m.state.text.row, m.state.text.column) == (9, 9)
