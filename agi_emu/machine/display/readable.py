"""Reads the screen as strings: for scripts, tests, terminals and those who cannot see it."""

from __future__ import annotations

from dataclasses import dataclass

from agi_emu.machine.display.right_to_left import ordered
from agi_emu.machine.display.wide_letters import text_on
from agi_emu.machine.interpreter import Interpreter
from agi_emu.state.layout import TEXT_COLUMNS, TEXT_ROWS

_BLANK_FOR_NONE = bytes.maketrans(b"\0", b" ")


@dataclass(frozen=True, slots=True)
class ScreenText:
    """The text on the screen: all 25 rows, and the parts that the interpreter wrote."""

    rows: tuple[str, ...]
    """Every text row, 0-24, without blanks at its end."""
    window: str | None
    """The open message window, its lines joined by line breaks; None when no window is open."""
    input_line: str
    """The row of the input line, empty while input is prevented."""
    status_line: str
    """The row of the status line, empty while it is off."""


def row_text(m: Interpreter, row: int) -> str:
    """Return a text row as people read it; glyphs as the characters of the code page."""
    return _as_read(m, _rows(m)[row])


def _as_read(m: Interpreter, line: str) -> str:
    """Return a line of cells as people read it, from its first letter on."""
    if not m.translation.is_right_to_left:
        return line.rstrip()
    return ordered(m, line.encode(m.code_page, "replace")).decode(m.code_page, "replace").strip()


def _rows(m: Interpreter) -> list[str]:
    """Return all text rows with their blanks; every byte is a character, or stands for a wide one."""
    cells = bytes(m.state.text_chars).translate(_BLANK_FOR_NONE)
    characters = text_on(m, cells) if m.translation.is_wide else cells.decode(m.code_page, "replace")
    return [characters[start : start + TEXT_COLUMNS] for start in range(0, TEXT_COLUMNS * TEXT_ROWS, TEXT_COLUMNS)]


def window_text(m: Interpreter) -> str | None:
    """Return what the open message window says, None when none is open."""
    return _window_of(m, _rows(m)) if m.state.window.open else None


def _window_of(m: Interpreter, rows: list[str]) -> str:
    window = m.state.window
    columns = slice(window.column, window.column + window.columns)
    return "\n".join([_as_read(m, row[columns]) for row in rows[window.row : window.row + window.lines]])


def read_screen(m: Interpreter) -> ScreenText:
    """Return the text that is on the screen now."""
    whole_rows = _rows(m)
    rows = tuple([_as_read(m, row) for row in whole_rows])
    text = m.state.text
    return ScreenText(
        rows=rows,
        window=_window_of(m, whole_rows) if m.state.window.open else None,
        input_line=rows[text.input_row] if m.state.input.enabled and text.input_row < TEXT_ROWS else "",
        status_line=rows[text.status_row] if text.status_on and text.status_row < TEXT_ROWS else "",
    )


def original_window(m: Interpreter) -> str | None:
    """Return what the open message window would say without a translation; None where none is open, or not known."""
    if not m.translation.name or m.original is None or not m.state.window.open:
        return None
    # Imported when a player asks: most games have no translation.
    from agi_emu.machine.display.message import format_original
    from agi_emu.resources.catalogue import own_code_page, text_of

    return text_of(format_original(m, *m.original), own_code_page(m.game))
