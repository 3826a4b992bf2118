"""get.string, get.num and the line editor."""

from __future__ import annotations

import pytest

from agi_emu.facts.codes import EventType
from agi_emu.machine.actions import prompts
from agi_emu.machine.display import input_line
from agi_emu.machine.display.message import string_of
from tests.unit.text_machine import TextMachine

ENTER, ESC, BACKSPACE, F1 = 0x0D, 0x1B, 0x08, 0x3B00


@pytest.fixture
def m() -> TextMachine:
    """A machine that accepts input, with two prompts."""
    machine = TextMachine()
    machine.state.strings[0] = ord(">")
    machine.state.input.cursor_char = ord("_")
    machine.messages[0] = (b"Name? ", b"How many? ")
    input_line.accept(machine.as_machine)
    return machine


def test_get_string_stores_what_enter_ends(m: TextMachine) -> None:
    # reference: TEXT-45, TEXT-46
    prompts.get_string(m.as_machine, 3, 1, 5, 2, 10)
    assert m.row(5) == "  Name? _"
    m.press("Grahan", BACKSPACE, "m")
    m.turn((EventType.DIRECTION, 3))
    assert m.row(5) == "  Name? Graham_"
    m.press(ENTER)
    assert string_of(m.as_machine, 3) == b"Graham"
    assert m.row(5) == "  Name? Graham"
    assert m.row(22) == "> _"
    assert not m.waits


def test_get_string_left_with_esc_is_empty(m: TextMachine) -> None:
    # reference: TEXT-46
    m.state.strings[120:123] = list(b"old")
    prompts.get_string(m.as_machine, 3, 1, 5, 2, 10)
    assert string_of(m.as_machine, 3) == b""
    m.press("abc", ESC)
    assert string_of(m.as_machine, 3) == b""
    assert m.row(5) == "  Name? abc"


@pytest.mark.parametrize(("length", "kept"), [(0, 0), (3, 3), (39, 39), (200, 39)])
def test_get_string_length(m: TextMachine, length: int, kept: int) -> None:
    # reference: TEXT-46: at most min(length, 39) characters.
    prompts.get_string(m.as_machine, 3, 1, 5, 2, length)
    m.press("x" * 45, ENTER)
    assert string_of(m.as_machine, 3) == b"x" * kept


def test_get_string_below_the_screen_stays_at_the_cursor(m: TextMachine) -> None:
    # reference: TEXT-46
    prompts.get_string(m.as_machine, 3, 1, 25, 2, 10)
    assert m.row(22) == ">Name? _"


@pytest.mark.parametrize("key", [0x03, 0x18])
def test_editor_clearing_keys_delete_everything(m: TextMachine, key: int) -> None:
    # reference: TEXT-45
    prompts.get_string(m.as_machine, 3, 1, 5, 0, 10)
    m.press("abc", key, "d", ENTER)
    assert string_of(m.as_machine, 3) == b"d"
    assert m.row(5) == "Name? d"


def test_editor_takes_keys_without_character_as_the_end(m: TextMachine) -> None:
    # reference: TEXT-45: a function key counts as character 0: blank cell, the string ends there.
    prompts.get_string(m.as_machine, 3, 1, 5, 0, 10)
    m.press("ab", F1, "c", 0x09, ENTER)
    assert string_of(m.as_machine, 3) == b"ab"
    assert m.row(5).startswith("Name? ab c")


@pytest.mark.parametrize(
    ("typed", "value"),
    # reference: TEXT-48: "300" 44, "1a2" 1, "-1" 0; three characters at most.
    [("300", 44), ("1a2", 1), ("-1", 0), (" 7", 7), ("1234", 123), ("", 0)],
)
def test_get_num(m: TextMachine, typed: str, value: int) -> None:
    m.vars[60] = 99
    prompts.get_num(m.as_machine, 2, 60)
    m.press(typed, ENTER)
    assert m.vars[60] == value
    assert m.row(22) == ">_"


def test_get_num_left_with_esc_is_0(m: TextMachine) -> None:
    # reference: TEXT-48
    m.vars[60] = 99
    prompts.get_num(m.as_machine, 2, 60)
    assert m.row(22) == "How many? _"
    m.press("12", ESC)
    assert m.vars[60] == 0


def test_get_num_redraws_the_input_line_before_it_sets_the_variable(m: TextMachine) -> None:
    # reference: TEXT-48: after the editing "input line redrawn (if enabled); v := value"; %v60 stands in s0.
    for i, character in enumerate(b"%v60>\0"):
        m.state.strings[i] = character
    m.vars[60] = 9
    prompts.get_num(m.as_machine, 2, 60)
    m.press("12", ENTER)
    assert (m.row(22), m.vars[60]) == ("9>_", 12)


def test_set_cursor_char_takes_the_first_character(m: TextMachine) -> None:
    # reference: WORD-6
    m.messages[0] = (b"#!", b"")
    prompts.set_cursor_char(m.as_machine, 1)
    assert m.state.input.cursor_char == ord("#")
    prompts.set_cursor_char(m.as_machine, 2)
    assert m.state.input.cursor_char == 0
