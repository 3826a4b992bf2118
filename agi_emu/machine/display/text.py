"""Text on the screen: cursor, attributes, printing and clearing (reference: TEXT-1 to TEXT-17)."""

from __future__ import annotations

from agi_emu.facts.codes import BACKGROUND_SET, BLACK, INVERTED_WHITE, WHITE
from agi_emu.machine.costs import PRINTED, SCROLLED
from agi_emu.machine.display.drivers import is_hercules
from agi_emu.machine.display.wide_letters import print_letters
from agi_emu.machine.interpreter import Interpreter

ESCAPE = ord("\\")
"""Takes the next character literally; while a save or restore dialog runs it is '@'."""
DIALOG_ESCAPE = ord("@")

ROWS = 25
COLUMNS = 40
LAST_ROW = ROWS - 1
LAST_COLUMN = COLUMNS - 1
POWER_ON_ROWS = (0, 23, 21)
"""Rows of picture, input line and status line before any configure.screen."""
STACK_DEPTH = 5


def reset(m: Interpreter) -> None:
    """Set what the interpreter starts with (reference: TEXT-2, TEXT-8, TIME-24)."""
    text = m.state.text
    text.picture_row, text.input_row, text.status_row = POWER_ON_ROWS
    text.escape = ESCAPE
    set_attribute(m, WHITE, BLACK)


def goto(m: Interpreter, row: int, column: int) -> None:
    """Put the cursor; both are bytes, and nothing shows beyond row 24 and column 39."""
    text = m.state.text
    text.row, text.column = row & 0xFF, column & 0xFF


def push_cursor(m: Interpreter) -> None:
    """Remember the cursor's place; a sixth one is ignored."""
    text = m.state.text
    if text.position_depth < STACK_DEPTH:
        at = 2 * text.position_depth
        text.positions[at], text.positions[at + 1] = text.row, text.column
        text.position_depth += 1


def pop_cursor(m: Interpreter) -> None:
    """Put the cursor where it was remembered last; nothing if it was not."""
    text = m.state.text
    if text.position_depth:
        text.position_depth -= 1
        at = 2 * text.position_depth
        text.row, text.column = text.positions[at], text.positions[at + 1]


def push_attribute(m: Interpreter) -> None:
    """Remember the attribute; a sixth one is ignored."""
    text = m.state.text
    if text.attribute_depth < STACK_DEPTH:
        at = 3 * text.attribute_depth
        text.attributes[at : at + 3] = [text.foreground, text.background, text.attribute]
        text.attribute_depth += 1


def pop_attribute(m: Interpreter) -> None:
    """Set the attribute that was remembered last; nothing if there is none."""
    text = m.state.text
    if text.attribute_depth:
        text.attribute_depth -= 1
        at = 3 * text.attribute_depth
        text.foreground, text.background, text.attribute = text.attributes[at : at + 3]


def set_attribute(m: Interpreter, foreground: int, background: int) -> None:
    """Set the colours of text to come: all 16 of both in text mode, on black or black on white in graphics mode.

    A Hercules knows light on dark, where the foreground has the higher number, and dark on light (reference: TEXT-85).
    """
    text = m.state.text
    text.foreground = foreground
    if is_hercules(m):
        text.background = 0 if foreground > background else BACKGROUND_SET
        text.attribute = WHITE if foreground > background else INVERTED_WHITE
    elif m.state.general.text_mode:
        text.background = 0
        text.attribute = (background << 4 | foreground) & 0xFF
    elif background:
        text.background = BACKGROUND_SET
        text.attribute = INVERTED_WHITE
    else:
        text.background = 0
        text.attribute = foreground


def clear(m: Interpreter, top: int, left: int, bottom: int, right: int, colour: int) -> None:
    """Clear cells, edges included: graphics mode knows black and white, text mode takes an attribute."""
    if not m.state.general.text_mode:
        colour = WHITE if colour else BLACK
    m.screen.fill_cells(top, left, bottom, right, colour)


def clear_rows(m: Interpreter, top: int, bottom: int, colour: int) -> None:
    """Clear whole rows, both included."""
    clear(m, top, 0, bottom, LAST_COLUMN, colour)


def put_char(m: Interpreter, character: int) -> None:
    """Print a character at the cursor; 8, 10 and 13 move it, every other code has a glyph."""
    m.screen.print(bytes((character,)))


def print_text(m: Interpreter, printed: bytes, *, is_typed: bool = False) -> None:
    """Print characters from the cursor on; the codes of `printf` are not special here.

    What the player types has a byte in each cell, until it is drawn once more (`right_to_left.show_typed`).
    """
    m.core.burn(PRINTED * len(printed) + SCROLLED * printed.count(b"\n"))
    if is_typed:
        m.screen.print(printed)
    else:
        print_letters(m, printed)
