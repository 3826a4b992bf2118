"""The window in which a line is typed on a Hercules, which has no input line (reference: TEXT-86).

The game stands still until the line is entered.
"""

from __future__ import annotations

from agi_emu.facts.codes import BLACK, STRING_BYTES, WHITE, Key, Var
from agi_emu.machine.display import input_line, text
from agi_emu.machine.display.drivers import is_hercules
from agi_emu.machine.display.message import own_text, set_string
from agi_emu.machine.interpreter import Interpreter
from agi_emu.machine.windows import editor, windows
from agi_emu.machine.windows.modal import Purpose, finish
from agi_emu.state.layout import ModalRecord

TITLE = b"ENTER COMMAND"
COLUMNS, LINES = 36, 3
NOTHING_TO_DO = (Key.ENTER, Key.LINE_FEED, Key.BACKSPACE, Key.ESC)
"""Keys that mean nothing where no line is under way."""
_STRING = editor.OWN_VALUES
NO_STRING = 0
"""Of the record, where the line goes to the parser; else 1 + the number of the string."""


def take_char(m: Interpreter, character: int) -> None:
    """Let a key act on the line that the player types: in the input line, or in a window that it opens."""
    if not is_hercules(m):
        input_line.take_char(m, character)
    elif character not in NOTHING_TO_DO:
        open_for(m, TITLE, bytes([character]), NO_STRING)


def open_for(m: Interpreter, title: bytes, begun: bytes, string: int, size: int = 0) -> None:
    """Open the window with what is typed already; `size` is that of a string, the input line has its own."""
    was_open = m.state.window.dialogue_open
    text.push_attribute(m)
    text.push_cursor(m)
    title = own_text(m, title) if title is TITLE else title
    left = max(COLUMNS - len(title), 0) // 2
    place = windows.open_window(m, b" " * left + title, width=COLUMNS, height=LINES, fixed=True)
    row = place.row + LINES - 1
    text.set_attribute(m, WHITE, BLACK)
    text.clear(m, row, place.column, row, place.column + COLUMNS - 1, BLACK)
    text.goto(m, row, place.column)
    most = min(size, COLUMNS) if string else input_line.length_limit(m) + 1
    editor.edit(m, begun, most, purpose=Purpose.COMMAND, values=(string, was_open))


@finish(Purpose.COMMAND)
def _take_line(m: Interpreter, record: ModalRecord, result: int) -> None:
    string, was_open = record.values[_STRING : _STRING + 2]
    windows.close(m)
    m.state.window.dialogue_open = was_open
    text.pop_cursor(m)
    text.pop_attribute(m)
    m.vars[Var.KEY] = Key.ENTER if result == editor.STORED else Key.ESC
    if result != editor.STORED:
        return
    entered = editor.edited(m)
    if string:
        set_string(m, string - 1, m.translation.typed(entered)[: STRING_BYTES - 1])
        return
    line = m.state.input
    line.length = len(entered)
    line.text[: len(entered)] = list(entered)
    input_line.enter(m)
