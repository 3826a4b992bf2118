"""Pages of text: the keys of the program, and what is known about the game and its files."""

from __future__ import annotations

from collections.abc import Sequence

from agi_emu.frontends.window.commands import REPLAY_WORDS, WORDS
from agi_emu.frontends.window.key_table import KeyTable
from agi_emu.frontends.window.page_look import Row
from agi_emu.frontends.window.pages import Page

GAME_KEYS = (
    ("arrows, keypad", "walk"),
    ("letters, Enter", "type to the game"),
    ("Esc", "the game's menu"),
    ("F1 to F10", "as the game says, often F1 help, F5 save, F7 restore"),
)


class TextPage(Page):
    """Rows to read; choosing one closes the page."""

    footer = "Esc: back"

    def __init__(self, title: str, rows: Sequence[Row], lines: Sequence[str] = ()) -> None:
        """Show rows under a title, and lines beside them."""
        super().__init__()
        self.title = title
        self._rows = tuple(rows)
        self._lines = tuple(lines)

    def rows(self) -> Sequence[Row]:
        """Return the rows."""
        return self._rows

    def lines(self, index: int) -> Sequence[str]:
        """Return the lines beside the rows."""
        return self._lines

    def take(self, index: int) -> None:
        """Close the page."""
        self.is_closed = True


def keys_page(keys: KeyTable, *, replays: bool = False) -> TextPage:
    """Return the list of keys."""
    words = WORDS | REPLAY_WORDS if replays else WORDS
    rows = [Row(keys.label(command), what) for command, what in words.items() if keys.label(command)]
    rows += [Row("Ctrl+Shift+1 to 0", "slot of the quick save"), Row("")]
    rows += [Row(key, what) for key, what in GAME_KEYS]
    lines = ("All other keys go to the game.", "", "agi-emu config --edit changes these keys.")
    return TextPage("Keys", rows, lines)
