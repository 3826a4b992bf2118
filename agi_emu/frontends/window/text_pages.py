"""Pages of text: the keys of the program, and what is known about the game and its files."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from agi_emu.frontends.host.host_events import HostEvent, KeyPress
from agi_emu.frontends.window.commands import REPLAY_WORDS, WORDS, Command
from agi_emu.frontends.window.key_table import KeyTable, name_of
from agi_emu.frontends.window.keyboard import ESCAPE
from agi_emu.frontends.window.page_look import PageLook, Row
from agi_emu.frontends.window.pages import Page

GAME_KEYS = (
    ("arrows, keypad", "walk"),
    ("letters, Enter", "type to the game"),
    ("Esc", "the game's menu"),
    ("F1 to F10", "as the game says, often F1 help, F5 save, F7 restore"),
)


class TextPage(Page):
    """Lines to read."""

    footer = "Esc: back"

    def __init__(self, title: str, lines: Sequence[str]) -> None:
        """Show lines under a title."""
        super().__init__()
        self.title = title
        self._lines = tuple(lines)

    def rows(self) -> Sequence[Row]:
        """Return no rows: there is nothing to choose."""
        return ()

    @property
    def look(self) -> PageLook:
        """The look of the page."""
        return PageLook(self.title, lines=self._lines, footer=self.footer, is_wide=True)


class KeysPage(Page):
    """Lists the keys of the program; Enter gives a command another key."""

    title = "Keys"

    def __init__(self, keys: KeyTable, keep: Callable[[Command, str], None], *, replays: bool = False) -> None:
        """List the keys of a table; `keep` is called with a command and the name of its new key."""
        super().__init__()
        self._keys = keys
        self._keep = keep
        self._commands = [*WORDS, *REPLAY_WORDS] if replays else list(WORDS)
        self._words = WORDS | REPLAY_WORDS
        self._waits = False
        self._trouble = ""

    @property
    def footer(self) -> str:  # type: ignore[override]
        """Say what to press."""
        if self._trouble:
            return self._trouble
        if self._waits:
            return f"Press the new key for: {self._words[self._commands[self.chosen]]}   (Esc: as it was)"
        return "Enter: another key   Esc: back"

    def rows(self) -> Sequence[Row]:
        """Return a row per command."""
        return [Row(self._words[command], self._keys.label(command)) for command in self._commands]

    def lines(self, index: int) -> Sequence[str]:
        """Say which keys the game has."""
        slots = ("Ctrl+Shift+1 to 0: slot of the quick save", "", "All other keys go to the game:")
        return [f"{self._words[self._commands[index]]}", "", *slots, *(f"{key}: {what}" for key, what in GAME_KEYS)]

    def take(self, index: int) -> None:
        """Wait for the new key."""
        self._waits = True
        self._trouble = ""

    def take_event(self, event: HostEvent, position: tuple[int, int] = (0, 0)) -> None:
        """Take an event; while a key is waited for, that key."""
        if not self._waits:
            super().take_event(event, position)
        elif isinstance(event, KeyPress) and not event.repeated:
            name = name_of(event)
            if event.scancode == ESCAPE:
                self._waits = False
                self._trouble = ""
            elif len(name) == 1:
                self._trouble = f"The game needs the key {name} for typing: press another one, or Esc."
            elif name:
                self._waits = False
                self._trouble = ""
                self._keys.choose(self._commands[self.chosen], name)
                self._keep(self._commands[self.chosen], name)

    @property
    def takes_every_key(self) -> bool:
        """Whether a key is waited for, so that none of them is a command."""
        return self._waits
