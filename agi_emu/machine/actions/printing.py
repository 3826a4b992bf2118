"""Actions that show messages: in windows, on the screen, in the log (reference: TEXT-30 to TEXT-43, CMD-34)."""

from __future__ import annotations

from agi_emu._core.message import Formatted
from agi_emu.facts.codes import Var
from agi_emu.machine.binding import action
from agi_emu.machine.display import input_line, text
from agi_emu.machine.display.message import DISPLAY_COLUMNS, format_text, own_message, shown_message
from agi_emu.machine.display.right_to_left import aligned, column_of
from agi_emu.machine.interpreter import Interpreter
from agi_emu.machine.windows import windows
from agi_emu.machine.windows.modal import Purpose, finish
from agi_emu.state.layout import ModalRecord


@action("print", by_variable="print.v")
def print_message(m: Interpreter, message: int) -> None:
    """Show a message in a window in the middle of the picture."""
    shown = shown_message(m, message)
    if shown is not None:
        windows.print_wait(m, shown, Purpose.PRINT)


@action("print.at", by_variable="print.at.v")
def print_at(m: Interpreter, message: int, row: int, column: int, width: int) -> None:
    """Show a message at a row of the picture and a column of the screen, in lines of `width` (0: the usual one)."""
    shown = shown_message(m, message)
    if shown is not None:
        windows.print_wait(m, shown, Purpose.PRINT, row=row, column=column, width=width)


@finish(Purpose.PRINT)
def _go_on(m: Interpreter, record: ModalRecord, result: int) -> None:
    """Nothing depends on how the window of a message was closed."""


@action("display")
def display(m: Interpreter, row: int, column: int, message: int) -> None:
    """Write a message from a place of the screen on; further lines begin in column 0."""
    shown = shown_message(m, message)
    if shown is None:
        return
    text.push_cursor(m)
    formatted = shown if isinstance(shown, Formatted) else format_text(m, shown, DISPLAY_COLUMNS)
    if m.state.general.text_mode:
        column = column_of(m, column, len(formatted.text.partition(b"\n")[0]))
    text.goto(m, row, column)
    text.print_text(m, aligned(m, formatted.text, 0))
    m.core.count("displayed", len(formatted.text))
    text.pop_cursor(m)


@action("display.v")
def display_v(m: Interpreter, row: int, column: int, message: int) -> None:
    """Write the message whose number, row and column are in variables."""
    display(m, m.vars[row], m.vars[column], m.vars[message])


@action("log")
def log(m: Interpreter, message: int) -> None:
    """Give the room, the line entered last and a message to the log; the host appends it to its `logfile`."""
    shown = own_message(m, message)
    if shown is None:
        return
    formatted = format_text(m, shown, DISPLAY_COLUMNS).text
    m.log_lines.append(b"\n\nRoom %d\nInput line: %s\n%s" % (m.vars[Var.ROOM], input_line.previous(m), formatted))
