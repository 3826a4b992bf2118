"""The input line: what the player types while the game runs (reference: WORD-1 to WORD-11).

A key without a character is kept as character 0: a blank cell that counts, and the end of the line for the parser.
"""

from __future__ import annotations

from agi_emu.facts.codes import BLACK, Key, Var
from agi_emu.machine.display import text
from agi_emu.machine.display.drivers import is_hercules
from agi_emu.machine.display.message import DISPLAY_COLUMNS, format_text, string_of
from agi_emu.machine.display.right_to_left import bytes_of_last, show_typed
from agi_emu.machine.input import parser
from agi_emu.machine.interpreter import Interpreter

LINE_BYTES = 41
PROMPT_STRING = 0
LENGTH_IN_DIALOGUE = 36


def typed(m: Interpreter) -> bytes:
    """Return the line under way as far as the parser will see it."""
    return contents(m).split(b"\0", 1)[0]


def contents(m: Interpreter) -> bytes:
    """Return the characters of the line under way, character 0 included."""
    line = m.state.input
    return bytes(line.text[: line.length])


def previous(m: Interpreter) -> bytes:
    """Return the line entered last."""
    line = m.state.input
    return bytes(line.previous[: line.previous_length])


def show_cursor(m: Interpreter) -> None:
    """Print the cursor character.

    Quirk: the cursor counts as shown even without a character; if one is set then, the next `hide_cursor` rubs out
    what stands before it (reference: WORD-7).
    """
    line = m.state.input
    if not line.cursor_shown:
        line.cursor_shown = 1
        if line.cursor_char:
            text.put_char(m, line.cursor_char)


def hide_cursor(m: Interpreter) -> None:
    """Rub out the cursor character."""
    line = m.state.input
    if line.cursor_shown:
        line.cursor_shown = 0
        if line.cursor_char:
            text.put_char(m, Key.BACKSPACE)


def redraw(m: Interpreter) -> None:
    """Draw prompt, text and cursor again, if input is accepted; a Hercules has no such line (reference: TEXT-86)."""
    area = m.state.text
    if not m.state.input.enabled or is_hercules(m):
        return
    hide_cursor(m)
    text.clear_rows(m, area.input_row, area.input_row, area.background)
    text.goto(m, area.input_row, 0)
    text.print_text(m, _prompt(m))
    # A key without a character (stored as 0) and what follows it count, but are not printed again.
    text.print_text(m, typed(m), is_typed=True)
    show_cursor(m)
    show_typed(m, _prompt(m))


def _prompt(m: Interpreter) -> bytes:
    return format_text(m, m.translation.value(string_of(m, PROMPT_STRING)), DISPLAY_COLUMNS).text


def length_limit(m: Interpreter) -> int:
    """Return how many characters the line may have now."""
    fixed = m.profile.fixed_input_length
    if fixed is not None:
        return fixed
    line = m.state.input
    prompt = m.translation.value(string_of(m, PROMPT_STRING))
    limit = LENGTH_IN_DIALOGUE if m.state.window.dialogue_open else text.COLUMNS - len(prompt)
    if line.cursor_char:
        limit -= 1
    return min(limit, int(m.vars[Var.INPUT_LENGTH]), LINE_BYTES)


def take_char(m: Interpreter, character: int) -> None:
    """Let a key act on the line; 13 parses it."""
    hide_cursor(m)
    match character:
        case Key.BACKSPACE:
            _delete_last(m)
        case Key.LINE_FEED:
            pass
        case Key.ENTER:
            enter(m)
        case _:
            _append(m, character)
    show_cursor(m)
    if m.translation.has_own_layout:
        show_typed(m, _prompt(m))


def cancel(m: Interpreter) -> None:
    """Delete the whole line.

    Quirk: it is painted as backspaces at the cursor even while input is prevented (reference: WORD-8). Without
    a character there is no backspace, and a cursor that is hidden stays so (our reading).
    """
    while m.state.input.length:
        take_char(m, Key.BACKSPACE)


def echo(m: Interpreter) -> None:
    """Append what the line entered last has beyond this one, if input is accepted."""
    line = m.state.input
    rest = previous(m)[line.length :]
    if not line.enabled or not rest:
        return
    hide_cursor(m)
    for character in rest:
        line.text[line.length] = character
        line.length += 1
        text.put_char(m, character)
    show_cursor(m)
    if m.translation.has_own_layout:
        show_typed(m, _prompt(m))


def accept(m: Interpreter) -> None:
    """Show the line and let keys act on it."""
    m.state.input.enabled = 1
    redraw(m)


def prevent(m: Interpreter) -> None:
    """Hide the line; its text is kept."""
    m.state.input.enabled = 0
    hide_cursor(m)
    if is_hercules(m):
        return
    row = m.state.text.input_row
    text.clear_rows(m, row, row, BLACK)


def _append(m: Interpreter, character: int) -> None:
    line = m.state.input
    if line.length < length_limit(m):
        line.text[line.length] = character
        line.length += 1
        text.put_char(m, character)


def _delete_last(m: Interpreter) -> None:
    line = m.state.input
    for _ in range(bytes_of_last(m, contents(m))):
        line.length -= 1
        text.put_char(m, Key.BACKSPACE)


def enter(m: Interpreter) -> None:
    """Let the parser see the line under way, and begin another."""
    line = m.state.input
    if not line.length:
        return
    entered = typed(m)
    line.previous_length = len(entered)
    line.previous[: len(entered)] = list(entered)
    parser.parse(m, entered)
    line.length = 0
    redraw(m)
