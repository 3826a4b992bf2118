"""Prints the words of a game as plain text: every message window and every text screen."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from agi_emu.machine.input.events import InputEvent
from agi_emu.state.layout import TEXT_COLUMNS, TEXT_ROWS

if TYPE_CHECKING:
    from agi_emu.machine.machine import Machine

SEVERAL_BLANK_ROWS = re.compile("\n{3,}")
SETTLED_BEATS = 12
"""Beats for which a text screen must stay unchanged before it is printed, since it is written piece by piece."""


class TextMirror:
    """An observer that reports each window once, when it opens, and each text screen once it is complete."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        """Call `tell` with the text of every window, lines separated by newlines."""
        self._tell = tell
        self._window: tuple[int, ...] | None = None
        self._window_text = ""
        self._screen = b""
        self._told_screen = b""
        self._still = 0

    def after(self, machine: Machine, events: Sequence[InputEvent]) -> None:
        """Look at the window and the text screen after a stop."""
        self._look_at_window(machine)
        self._look_at_screen(machine)

    def _look_at_window(self, machine: Machine) -> None:
        window = machine.state.window
        if not window.open:
            self._window = None
            return
        place = (window.row, window.column, window.lines, window.columns)
        if place == self._window and not machine.state.modal.depth:
            # Nothing waits: text painted into an old window belongs to the game, not to the message.
            return
        bottom = min(window.row + window.lines, TEXT_ROWS)
        text = text_of(
            bytes(machine.state.text_chars), window.row, window.column, bottom, window.column + window.columns
        )
        if (place, text) != (self._window, self._window_text):
            self._window, self._window_text = place, text
            if text:
                self._tell(text)

    def _look_at_screen(self, machine: Machine) -> None:
        if not machine.state.general.text_mode:
            self._told_screen = b""
            return
        screen = bytes(machine.state.text_chars)
        self._still = self._still + 1 if screen == self._screen else 0
        self._screen = screen
        if self._still == SETTLED_BEATS and screen != self._told_screen:
            self._told_screen = screen
            text = text_of(screen, 0, 0, TEXT_ROWS, TEXT_COLUMNS)
            if text:
                self._tell(SEVERAL_BLANK_ROWS.sub("\n\n", text))


def text_of(cells: bytes, top: int, left: int, bottom: int, right: int) -> str:
    """Return the text in a rectangle of cells (`bottom` and `right` are past it), without the blanks around it.

    The characters are code page 437; the codes below 32 have glyphs there, which plain text cannot show.
    """
    rows = []
    for row in range(top, bottom):
        line = cells[row * TEXT_COLUMNS + left : row * TEXT_COLUMNS + min(right, TEXT_COLUMNS)]
        shown = bytes(code if code >= 32 and code != 127 else 32 for code in line)
        rows.append(shown.decode("cp437").rstrip())
    return "\n".join(rows).strip("\n")
