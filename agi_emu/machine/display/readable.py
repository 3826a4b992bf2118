"""Reads the screen as strings: for scripts, tests, terminals and those who cannot see it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from agi_emu.state.layout import TEXT_COLUMNS, TEXT_ROWS

if TYPE_CHECKING:
    from agi_emu.machine.interpreter import Interpreter

BLANK = 0x20


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


def row_text(m: Interpreter, row: int, column: int = 0, columns: int = TEXT_COLUMNS) -> str:
    """Return part of a text row; glyphs as the characters of the code page."""
    start = TEXT_COLUMNS * row + column
    end = min(start + columns, TEXT_COLUMNS * (row + 1))
    cells = bytes(m.state.text_chars[start:end]).replace(b"\0", b" ")
    return cells.decode(m.code_page)


def window_text(m: Interpreter) -> str | None:
    """Return what the open message window says, None when none is open."""
    window = m.state.window
    if not window.open:
        return None
    rows = range(window.row, min(window.row + window.lines, TEXT_ROWS))
    return "\n".join(row_text(m, row, window.column, window.columns).rstrip() for row in rows)


def read_screen(m: Interpreter) -> ScreenText:
    """Return the text that is on the screen now."""
    rows = tuple(row_text(m, row).rstrip() for row in range(TEXT_ROWS))
    text = m.state.text
    return ScreenText(
        rows=rows,
        window=window_text(m),
        input_line=rows[text.input_row] if m.state.input.enabled and text.input_row < TEXT_ROWS else "",
        status_line=rows[text.status_row] if text.status_on and text.status_row < TEXT_ROWS else "",
    )
