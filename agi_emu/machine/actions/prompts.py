"""Actions of the keyboard, the input line and prompts.

Source: reference: KEY-2, KEY-16, KEY-19, TEXT-45 to TEXT-48, WORD-1 to WORD-10.
"""

from __future__ import annotations

from agi_emu.facts.codes import STRING_BYTES
from agi_emu.machine.binding import action
from agi_emu.machine.display import input_line, text
from agi_emu.machine.display.drivers import is_hercules
from agi_emu.machine.display.message import DISPLAY_COLUMNS, drawn_message, format_text, own_message, set_string
from agi_emu.machine.display.right_to_left import aligned
from agi_emu.machine.input import keys
from agi_emu.machine.interpreter import Interpreter
from agi_emu.machine.windows import command_window, editor
from agi_emu.machine.windows.command_window import COLUMNS
from agi_emu.machine.windows.modal import Purpose, finish
from agi_emu.state.layout import ModalRecord


@action("set.key")
def set_key(m: Interpreter, character: int, scan: int, controller: int) -> None:
    """Assign a key, named by the two bytes of its key word, to a controller."""
    keys.set_key(m, character | scan << 8, controller)


@action("hold.key")
def hold_key(m: Interpreter) -> None:
    """Let the release of an arrow stop ego from now on; ego itself keeps moving until then.

    Quirk: before 3.002.098 this is a byte that counts the calls (reference: KEY-16).
    """
    keyboard = m.state.keyboard
    keyboard.hold = (keyboard.hold + 1) & 0xFF if m.profile.hold_key_counts else 1


@action("release.key")
def release_key(m: Interpreter) -> None:
    """Go back to arrows that start and stop ego in turn."""
    m.state.keyboard.hold = 0


NUMBER_SIZE = 4
_TARGET = editor.OWN_VALUES
_CURSOR_WAS_SHOWN = editor.OWN_VALUES + 1


@action("set.cursor.char")
def set_cursor_char(m: Interpreter, message: int) -> None:
    """Set the input line's cursor to the first character of a message; it shows with the next redraw."""
    shown = own_message(m, message)
    if shown is not None:
        m.state.input.cursor_char = shown[0] if shown else 0


@action("get.string")
def get_string(m: Interpreter, string: int, message: int, row: int, column: int, length: int) -> None:
    """Let the player type a string of up to `length` characters after a prompt; Esc leaves it empty.

    A row past the screen leaves the cursor where it is. Prompt and text stay on the screen.
    """
    if is_hercules(m) and not m.state.window.dialogue_open:
        set_string(m, string, b"")
        title = format_text(m, drawn_message(m, message) or b"", COLUMNS).text
        command_window.open_for(m, title, b"", 1 + string, min(length + 1, STRING_BYTES))
        return
    was_shown = m.state.input.cursor_shown
    # Quirk: the place is remembered before the cursor character is rubbed out, so the input line's cursor comes back
    # one column to the right (reference: TEXT-47).
    text.push_cursor(m)
    input_line.hide_cursor(m)
    set_string(m, string, b"")
    if row < text.ROWS:
        text.goto(m, row, column)
    size = min(length + 1, STRING_BYTES)
    _print_prompt(m, message, size)
    editor.edit(m, b"", size, purpose=Purpose.GET_STRING, values=(string, was_shown))


@finish(Purpose.GET_STRING)
def _store_string(m: Interpreter, record: ModalRecord, result: int) -> None:
    if result == editor.STORED:
        set_string(m, record.values[_TARGET], m.translation.typed(editor.edited(m)))
    text.pop_cursor(m)
    if record.values[_CURSOR_WAS_SHOWN]:
        input_line.show_cursor(m)


@action("get.num")
def get_num(m: Interpreter, message: int, variable: int) -> None:
    """Let the player type a number of up to three digits on the input row, which is not cleared before."""
    input_line.hide_cursor(m)
    text.goto(m, m.state.text.input_row, 0)
    _print_prompt(m, message, NUMBER_SIZE)
    editor.edit(m, b"", NUMBER_SIZE, purpose=Purpose.GET_NUMBER, values=(variable,))


@finish(Purpose.GET_NUMBER)
def _store_number(m: Interpreter, record: ModalRecord, result: int) -> None:
    typed = editor.edited(m) if result == editor.STORED else b""
    # Before the variable is set, so a prompt with %v shows the old value (reference: TEXT-48).
    input_line.redraw(m)
    m.vars[record.values[_TARGET]] = number_of(typed)


def number_of(typed: bytes) -> int:
    """Return the number at the start of a text, modulo 256: blanks, then digits; 0 when there are none."""
    value = 0
    for character in typed.lstrip(b" "):
        if not 0x30 <= character <= 0x39:
            break
        value = 10 * value + character - 0x30
    return value & 0xFF


def _print_prompt(m: Interpreter, message: int, size: int) -> None:
    """Print what is asked before a field for `size` - 1 characters; a language that is read from the right has it
    after the field.
    """
    prompt = drawn_message(m, message)
    if prompt is None:
        return
    shown = aligned(m, format_text(m, prompt, DISPLAY_COLUMNS).text, 0)
    area = m.state.text
    row, column = area.row, area.column
    if m.translation.is_right_to_left:
        column = max(min(column, text.COLUMNS - size - len(shown)), 0)
        text.goto(m, row, column + size)
    text.print_text(m, shown)
    if m.translation.is_right_to_left:
        text.goto(m, row, column)
