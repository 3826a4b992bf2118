"""Pages of text: the keys of the program, and what is known about the game and its files."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from enum import Enum, auto
from textwrap import wrap

from agi_emu.input.host_events import HostEvent, KeyPress
from agi_emu.input.host_keyboard import DELETE, ESCAPE
from agi_emu.input.key_table import GameKeys, KeyTable, label, name_of
from agi_emu.input.player_commands import REPLAY_WORDS, WORDS, setting_name
from agi_emu.keeping.preferences.settings_table import GAME_KEYS, KEYS
from agi_emu.window.pages import PageLook, PageRow, WindowPage

KEYS_OF_GAMES = (
    ("arrows, keypad", "walk"),
    ("letters, Enter", "type to the game"),
    ("Esc", "the game's menu"),
    ("F1 to F10", "often help, save, restore"),
)


ADD = "in this game: another key for ..."


class TextPage(WindowPage):
    """Lines to read."""

    footer = "Esc: back"
    is_wide = True

    def __init__(self, title: str, lines: Sequence[str]) -> None:
        """Show lines under a title."""
        super().__init__()
        self.title = title
        self._lines = tuple(lines)

    def rows(self) -> Sequence[PageRow]:
        """Return the lines, as wide as the page."""
        columns = self.layout.columns
        return [PageRow(part) for line in self._lines for part in (wrap(line, columns) or [""])]

    @property
    def look(self) -> PageLook:
        """The look of the page: nothing is chosen, but a long text scrolls."""
        return replace(super().look, chosen=None)


class AwaitedKey(Enum):
    """The key that the page of keys waits for."""

    COMMAND = auto()
    """The new key of a command."""
    STAND_IN = auto()
    """A key that shall stand for another one in this game."""
    MEANT = auto()
    """The key for which it shall stand."""


class KeysPage(WindowPage):
    """Lists the keys of the program and those that stand for others in this game; Enter changes them."""

    title = "Keys"
    is_wide = True

    def __init__(
        self,
        keys: KeyTable,
        game_keys: GameKeys | None,
        keep: Callable[[Mapping[str, str], str], None],
        *,
        replays: bool = False,
    ) -> None:
        """List keys; `keep` gets those that the player chooses by name, and their table in the settings.

        `game_keys` None: no game runs.
        """
        super().__init__()
        self._keys = keys
        self._has_game = game_keys is not None
        self._game_keys = game_keys or GameKeys()
        self._keep = keep
        self._commands = [*WORDS, *REPLAY_WORDS] if replays else list(WORDS)
        self._words = WORDS | REPLAY_WORDS
        self._waiting: AwaitedKey | None = None
        self._stand_in = ""
        self._trouble = ""

    @property
    def footer(self) -> str:  # type: ignore[override]
        """Say what to press."""
        if self._trouble:
            return self._trouble
        if self._waiting is None:
            return "Enter: another key   Del: the game's own key again   Esc: back"
        questions = {
            AwaitedKey.COMMAND: "Press the new key for: {}",
            AwaitedKey.STAND_IN: "Press a key that shall do what another one does in this game",
            AwaitedKey.MEANT: f"Press the key that {label(self._stand_in)} shall stand for",
        }
        what = self._words[self._commands[self.chosen]] if self._waiting is AwaitedKey.COMMAND else ""
        return questions[self._waiting].format(what) + "   (Esc: as it was)"

    def rows(self) -> Sequence[PageRow]:
        """Return a row per command, one per key that stands for another one, one to add such a key; the game's keys."""
        commands = [PageRow(self._words[command], self._keys.label(command)) for command in self._commands]
        stand_ins = [
            PageRow(f"in this game: {label(key)}", label(other)) for key, other in self._game_keys.names.items()
        ]
        games = [PageRow(what, key, is_faint=True) for key, what in KEYS_OF_GAMES]
        return [*commands, *stand_ins, *[PageRow(ADD)] * self._has_game, *games]

    def take(self, index: int) -> None:
        """Wait for the new key."""
        self._trouble = ""
        at = index - len(self._commands)
        if at < 0:
            self._waiting = AwaitedKey.COMMAND
        elif at < len(self._game_keys.names):
            self._stand_in = list(self._game_keys.names)[at]
            self._waiting = AwaitedKey.MEANT
        elif at == len(self._game_keys.names) and self._has_game:
            self._waiting = AwaitedKey.STAND_IN

    def key(self, press: KeyPress) -> None:
        """Let a key that stands for another one be what it was."""
        at = self.chosen - len(self._commands)
        if press.scancode == DELETE and 0 <= at < len(self._game_keys.names):
            name = list(self._game_keys.names)[at]
            self._choose_for_game(name, name)

    def take_event(self, event: HostEvent, position: tuple[int, int] = (0, 0)) -> None:
        """Take an event; while a key is waited for, that key."""
        if self._waiting is None:
            super().take_event(event, position)
        elif isinstance(event, KeyPress) and not event.repeated:
            if event.scancode == ESCAPE:
                self._waiting, self._trouble = None, ""
            elif name := name_of(event):
                self._take_key(event, name)

    def _take_key(self, press: KeyPress, name: str) -> None:
        """Take the key that was waited for, or say why it cannot be."""
        if self._waiting is AwaitedKey.COMMAND:
            if len(name) == 1:
                self._trouble = f"The game needs the key {name} for typing: press another one, or Esc."
                return
            self._keys.choose(self._commands[self.chosen], name)
            self._keep({setting_name(self._commands[self.chosen]): name}, KEYS)
        elif self._keys.is_host_key(press):
            self._trouble = f"The key {label(name)} is the program's: press another one, or Esc."
            return
        elif self._waiting is AwaitedKey.STAND_IN:
            self._stand_in, self._waiting, self._trouble = name, AwaitedKey.MEANT, ""
            return
        else:
            self._choose_for_game(self._stand_in, name)
        self._waiting, self._trouble = None, ""

    def _choose_for_game(self, name: str, other: str) -> None:
        self._game_keys.choose(name, other)
        self._keep({name: other}, GAME_KEYS)

    @property
    def takes_every_key(self) -> bool:
        """Whether a key is waited for, so that none of them is a command."""
        return self._waiting is not None
