"""Letters on the screen, for those who play without a keyboard: with a gamepad, a mouse or a finger."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from agi_emu.input.host_events import KeyPress, Pointer
from agi_emu.input.host_keyboard import BACKSPACE, CURSOR, ESCAPE, KEYPAD_ENTER, RETURN
from agi_emu.window.overlay import CHOSEN_GROUND, CHOSEN_INK, EDGE, GLYPH, GROUND, INK, Surface

ENTER, ERASE, BLANK, HIDE = "enter", "erase", "space", "hide"
ROWS = (
    tuple("abcdefghij"),
    tuple("klmnopqrst"),
    tuple("uvwxyz.,!?"),
    tuple("0123456789"),
    (BLANK, ERASE, ENTER, HIDE),
)
WIDTH, HEIGHT = 300, 72
WORDS_IN_ROW, WORD_ROWS = 3, 2
"""Words of the game to pick, below the letters."""
LONGEST_WORD = WIDTH // WORDS_IN_ROW // GLYPH - 1
ROW_HEIGHT = 14
MARGIN = 1
TOP = 8
"""Below the status line; the input line at the bottom stays seen."""
KEYS = {ENTER: "enter", ERASE: "backspace", BLANK: "space"}
"""Names of the keys that are not characters."""


class BoardLook(NamedTuple):
    """The board as it looks now; equal ones look the same."""

    row: int
    column: int
    rows: tuple[tuple[str, ...], ...] = ROWS

    def paint(self, surface: Surface) -> None:
        """Paint the board."""
        left = (surface.width - WIDTH) // 2
        height = HEIGHT + ROW_HEIGHT * (len(self.rows) - len(ROWS))
        surface.fill(left, TOP, WIDTH, height, EDGE)
        surface.fill(left + MARGIN, TOP + MARGIN, WIDTH - 2 * MARGIN, height - 2 * MARGIN, GROUND)
        for row, names in enumerate(self.rows):
            width = WIDTH // len(names)
            for column, name in enumerate(names):
                x, y = left + column * width, TOP + MARGIN + row * ROW_HEIGHT
                is_chosen = (row, column) == (self.row, self.column)
                if is_chosen:
                    surface.fill(x + MARGIN, y, width - 2 * MARGIN, ROW_HEIGHT, CHOSEN_GROUND)
                shown = name[:LONGEST_WORD]
                surface.write(x + (width - GLYPH * len(shown)) // 2, y + 3, shown, CHOSEN_INK if is_chosen else INK)


class LetterBoard:
    """Which letter is chosen, and what keys and mouse do to it."""

    def __init__(self) -> None:
        """Start closed."""
        self.is_open = False
        self._row = 0
        self._column = 0
        self._rows: tuple[tuple[str, ...], ...] = ROWS

    def offer(self, words: Sequence[str]) -> None:
        """Show these words below the letters, as many as there is room for; after the last word Enter is chosen."""
        rows = [tuple(words[at : at + WORDS_IN_ROW]) for at in range(0, len(words), WORDS_IN_ROW)]
        self._rows = (*ROWS, *rows[:WORD_ROWS])
        if self._row >= len(self._rows):
            self._row, self._column = len(ROWS) - 1, ROWS[-1].index(ENTER)
        self._column = min(self._column, len(self._rows[self._row]) - 1)

    def toggle(self) -> None:
        """Open the board, or close it."""
        self.is_open = not self.is_open

    @property
    def look(self) -> BoardLook | None:
        """The board's look; None if it is closed."""
        return BoardLook(self._row, self._column, self._rows) if self.is_open else None

    def takes(self, press: KeyPress) -> bool:
        """Return whether a key is for the board: arrows, Enter, Esc and Backspace are, letters are typed as ever."""
        return press.scancode in (*CURSOR, RETURN, KEYPAD_ENTER, ESCAPE, BACKSPACE)

    def press(self, press: KeyPress) -> str:
        """Move the choice; return the name of the key that is typed, a whole word with a blank, or nothing."""
        direction = CURSOR.get(press.scancode)
        if direction is not None:
            self._move(direction)
        elif press.scancode == ESCAPE:
            self.is_open = False
        elif press.scancode == BACKSPACE:
            return KEYS[ERASE]
        else:
            return self._choose()
        return ""

    def point(self, pointer: Pointer, position: tuple[int, int], size: tuple[int, int]) -> str:
        """Let the mouse choose; return the name of the key that is typed. A click beside the board closes it."""
        left = (size[0] - WIDTH) // 2
        row, across = (position[1] - TOP - MARGIN) // ROW_HEIGHT, position[0] - left
        is_inside = 0 <= row < len(self._rows) and 0 <= across < WIDTH
        if is_inside:
            count = len(self._rows[row])
            self._row, self._column = row, min(across * count // WIDTH, count - 1)
        if not (pointer.pressed and pointer.button == 1):
            return ""
        if not is_inside:
            self.is_open = False
            return ""
        return self._choose()

    def _move(self, direction: int) -> None:
        down = {1: -1, 2: -1, 8: -1, 4: 1, 5: 1, 6: 1}.get(direction, 0)
        across = {6: -1, 7: -1, 8: -1, 2: 1, 3: 1, 4: 1}.get(direction, 0)
        before = len(self._rows[self._row])
        self._row = (self._row + down) % len(self._rows)
        here = len(self._rows[self._row])
        self._column = (self._column * here // before + across) % here

    def _choose(self) -> str:
        name = self._rows[self._row][self._column]
        if name == HIDE:
            self.is_open = False
            return ""
        return f"{name} " if self._row >= len(ROWS) else KEYS.get(name, name)
