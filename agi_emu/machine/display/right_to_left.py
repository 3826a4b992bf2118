"""Hebrew on the screen: the order of the letters of a line, and lines that begin at the right edge; what is typed.

Texts are kept as they are read, from their first letter on. What is typed is drawn where the original draws it, and
then again over the same cells, in its order or with its wide letters; state and cursor know nothing of that.
"""

from __future__ import annotations

import re

from agi_emu.machine.display.drivers import is_hercules
from agi_emu.machine.display.wide_letters import put_letter
from agi_emu.machine.interpreter import Interpreter
from agi_emu.state.layout import TEXT_COLUMNS, TEXT_ROWS
from agi_emu.state.progress import Wait

HEBREW = re.compile(rb"[\x80-\x9a]")
"""A letter of code page 862."""
_LEFT_TO_RIGHT = re.compile(rb"[0-9A-Za-z](?:[^\x80-\x9a]*[0-9A-Za-z])?")
"""Words and numbers of other languages, with what stands between them."""
_MIRRORED = bytes.maketrans(b"()[]{}<>", b")(][}{><")


def ordered(m: Interpreter, line: bytes) -> bytes:
    """Return a line as its cells stand from left to right; one without a Hebrew letter stays."""
    return _turned(line) if m.translation.is_right_to_left and HEBREW.search(line) else line


def _turned(line: bytes) -> bytes:
    """Return a line from its end to its beginning, with what is read from the left in it as it was."""
    return _LEFT_TO_RIGHT.sub(lambda run: run[0][::-1].translate(_MIRRORED), line[::-1].translate(_MIRRORED))


def aligned(m: Interpreter, text: bytes, columns: int) -> bytes:
    """Return the lines of a window of so many columns; Hebrew ones end at its right edge."""
    if not m.translation.is_right_to_left:
        return text
    lines = (line.rstrip(b" ") for line in text.split(b"\n"))
    return b"\n".join(ordered(m, line).rjust(columns if HEBREW.search(line) else 0) for line in lines)


def column_of(m: Interpreter, column: int, length: int) -> int:
    """Return where so many cells begin that would begin at a column if the language were read from the left."""
    return max(TEXT_COLUMNS - column - length, 0) if m.translation.is_right_to_left else column


def show_typed(m: Interpreter, prompt: bytes) -> None:
    """Draw what the player types once more, in the order of its cells: a field, or the input line after its prompt."""
    if not m.translation.has_own_layout or is_hercules(m):
        return
    line, area, modal = m.state.input, m.state.text, m.state.modal
    cursor = bytes([line.cursor_char]) if line.cursor_shown and line.cursor_char else b""
    record = modal.records[modal.depth - 1] if modal.depth else None
    if record is not None and record.wait == Wait.EDIT:
        typed = bytes(modal.edit[: modal.edit_length])
        first, row = area.column - len(typed) - len(cursor), area.row
        columns = min(record.values[0], TEXT_COLUMNS - first)
        whole = typed + cursor
        _put(m, row, first, ordered(m, whole).rjust(columns) if m.translation.is_right_to_left else whole, columns)
    elif line.enabled and record is None and area.input_row < TEXT_ROWS:
        typed = bytes(line.text[: line.length])
        whole = prompt + typed + cursor
        # A line in the game's own language stays at the left edge.
        is_own = m.translation.is_wide or (typed.strip() and not HEBREW.search(whole))
        _put(m, area.input_row, 0, whole if is_own else _turned(whole).rjust(TEXT_COLUMNS), TEXT_COLUMNS)


def _put(m: Interpreter, row: int, column: int, text: bytes, columns: int) -> None:
    """Put letters into so many cells, with blanks after them; the cursor stays."""
    letters = [*m.translation.cells(text), *b" " * columns][:columns]
    for place, letter in enumerate(letters, column):
        put_letter(m, row, place, letter)


def bytes_of_last(m: Interpreter, typed: bytes) -> int:
    """Return how many bytes the last letter of what was typed has: none if there is none."""
    return 1 + (m.translation.cells(typed)[-1] > 0xFF) if typed else 0
