"""The menu of the program, drawn over the screen of the game with the 8x8 face."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from agi_emu.frontends.host.host_events import KeyPress, Pointer
from agi_emu.frontends.window.commands import Command
from agi_emu.frontends.window.keyboard import CURSOR, ESCAPE, F12, KEYPAD, KEYPAD_ENTER, RETURN, SPACE
from agi_emu.frontends.window.overlay import (
    CHOSEN_GROUND,
    CHOSEN_INK,
    EDGE,
    FAINT,
    GROUND,
    INK,
    fill,
    write,
)
from agi_emu.state.layout import SCREEN_HEIGHT, SCREEN_WIDTH

COLUMNS = 28
"""Width of the menu in characters, its edge included."""
ROW_HEIGHT = 12
"""Screen rows from one entry to the next."""
MARGIN = 6
TITLE = "agi-emu"
NORTH, EAST, SOUTH, WEST = 1, 3, 5, 7


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the menu: what it says, what Enter does, what left and right do; no command closes the menu."""

    text: str
    command: Command | None = None
    left: Command | None = None
    right: Command | None = None


class HostMenu:
    """Which entry is chosen, and what keys and mouse do to it."""

    def __init__(self) -> None:
        """Begin closed."""
        self.is_open = False
        self._entries: Sequence[Entry] = ()
        self._chosen = 0

    def open(self, entries: Sequence[Entry]) -> None:
        """Show the menu with its first entry chosen."""
        self.is_open = True
        self._entries = entries
        self._chosen = 0

    def update(self, entries: Sequence[Entry]) -> None:
        """Give the entries new words; the choice stays."""
        self._entries = entries

    def close(self) -> None:
        """Put the menu away."""
        self.is_open = False

    def press(self, press: KeyPress) -> Command | None:
        """Move the choice or return the command chosen; Esc and F12 close the menu."""
        direction = CURSOR.get(press.scancode, KEYPAD.get(press.scancode))
        entry = self._entries[self._chosen]
        if direction in (NORTH, SOUTH):
            self._chosen = (self._chosen + (1 if direction == SOUTH else -1)) % len(self._entries)
        elif direction == WEST:
            return entry.left
        elif direction == EAST:
            return entry.right
        elif press.scancode in (RETURN, KEYPAD_ENTER, SPACE) and not press.repeated:
            return self._choose(entry)
        elif press.scancode in (ESCAPE, F12) and not press.repeated:
            self.close()
        return None

    def point(self, pointer: Pointer, position: tuple[int, int]) -> Command | None:
        """Let the mouse choose: moving over an entry marks it, a click takes it, on its left or right half.

        A click outside the menu closes it. `position` is the pixel of the screen under the mouse.
        """
        index = self._entry_at(position)
        if index is not None:
            self._chosen = index
        if not (pointer.pressed and pointer.button == 1):
            return None
        if index is None:
            self.close()
            return None
        entry = self._entries[index]
        if entry.left and entry.right:
            return entry.left if position[0] < SCREEN_WIDTH // 2 else entry.right
        return self._choose(entry)

    def draw(self, pixels: bytearray) -> None:
        """Paint the menu over a screen of palette indices."""
        left, top, width, height = self._box()
        fill(pixels, left, top, width, height, EDGE)
        fill(pixels, left + 1, top + 1, width - 2, height - 2, GROUND)
        write(pixels, (SCREEN_WIDTH - 8 * len(TITLE)) // 2, top + MARGIN, TITLE, FAINT)
        for index, entry in enumerate(self._entries):
            y = self._entry_top(index)
            ink = INK
            if index == self._chosen:
                fill(pixels, left + 4, y, width - 8, ROW_HEIGHT, CHOSEN_GROUND)
                ink = CHOSEN_INK
            write(pixels, left + 12, y + 2, entry.text[: COLUMNS - 3], ink)

    def _choose(self, entry: Entry) -> Command | None:
        if entry.command is None and not entry.left:
            self.close()
        return entry.command

    def _box(self) -> tuple[int, int, int, int]:
        width = 8 * COLUMNS
        height = ROW_HEIGHT * (len(self._entries) + 1) + 2 * MARGIN + 4
        return (SCREEN_WIDTH - width) // 2, (SCREEN_HEIGHT - height) // 2, width, height

    def _entry_top(self, index: int) -> int:
        return self._box()[1] + MARGIN + 4 + ROW_HEIGHT * (index + 1)

    def _entry_at(self, position: tuple[int, int]) -> int | None:
        left, _, width, _ = self._box()
        index = (position[1] - self._entry_top(0)) // ROW_HEIGHT
        inside = left <= position[0] < left + width and 0 <= index < len(self._entries)
        return index if inside else None
