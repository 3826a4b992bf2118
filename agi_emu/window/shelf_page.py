"""The shelf: a page with the player's games, each with the picture of where it was left."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from agi_emu.facts.errors import AgiError
from agi_emu.input.host_events import KeyPress
from agi_emu.input.host_keyboard import F1
from agi_emu.keeping.saves.moments import age, screen_of
from agi_emu.keeping.saves.state_folder import StateFolder
from agi_emu.window.moments_page import lines_of
from agi_emu.window.page_look import PageRow
from agi_emu.window.pages import WindowPage

if TYPE_CHECKING:
    from agi_emu.keeping.saves.state_folder import SavedState
    from agi_emu.keeping.shelf.library import GameLibrary, ShelfGame
    from agi_emu.machine.frame import Frame

F2 = F1 + 1
MOST_PICTURES = 16
"""Pictures that are kept; each is 64 KB."""


class ShelfPage(WindowPage):
    """Lists the games of a library; the choice is a path."""

    title = "Your games"
    searches = True

    def __init__(
        self,
        library: GameLibrary,
        saves_of: Callable[[ShelfGame], Path | None],
        clock: Callable[[], float] = time.time,
    ) -> None:
        """Show a library; `saves_of` returns the folder with the states of a game."""
        super().__init__()
        self._library = library
        self._saves_of = saves_of
        self._clock = clock
        self._choice: Path | None = None
        self.starts_again = False
        """Whether the chosen game starts at power-on, wherever it was left."""
        self._refused: dict[str, str] = {}
        self._where_left = lru_cache(MOST_PICTURES)(self._newest)
        self._listed: list[ShelfGame] = []
        self._seen = (-1, "")

    @property
    def footer(self) -> str:  # type: ignore[override]
        """Say which keys there are, or what was left out."""
        if self._library.is_looking:
            return f"looking for games: {len(self._library.games())} so far"
        if not self._library.games():
            return "No games here.   Esc: quit"
        keys = "Enter: play   F2: from the start   letters: search   Esc: quit"
        return self._library.left_out[0] if self._library.left_out else keys

    def rows(self) -> Sequence[PageRow]:
        """Return a row per game."""
        return [self._row(each) for each in self._games()]

    def take(self, index: int) -> None:
        """Choose a game."""
        self._choose(index, starts_again=False)

    def key(self, press: KeyPress) -> None:
        """Let F2 choose a game from its start."""
        if press.scancode == F2 and self._games():
            self._choose(self.chosen, starts_again=True)

    def take_choice(self) -> Path | None:
        """Return the chosen game once; None if the player has closed the page."""
        choice, self._choice = self._choice, None
        self.is_closed = False
        return choice

    def refuse(self, path: Path, why: str) -> None:
        """Mark a chosen game as one that cannot be played, and show the page again."""
        self._refused[str(path)] = why.removeprefix(f"{path}: ")

    def picture(self, index: int) -> Frame | None:
        """Show where a game was left."""
        left = self._where_left(self._games()[index])
        return left[1] if left else None

    def lines(self, index: int) -> Sequence[str]:
        """Say where a game was left, which release it is, and where it is."""
        each = self._games()[index]
        left = self._where_left(each)
        problem = self._problem(each)
        return [
            each.game.title,
            *([each.game.release] if each.game.release else []),
            *([f"It cannot be played: {problem}"] if problem else []),
            *(lines_of(left[0], self._clock()) if left else ["not played yet"]),
            _shortened(each.game.path),
        ]

    def _row(self, each: ShelfGame) -> PageRow:
        if self._problem(each):
            return PageRow(each.game.title, "!", is_faint=True)
        return PageRow(each.game.title, age(max(0.0, self._clock() - each.played.when)) if each.played else "")

    def _problem(self, each: ShelfGame) -> str:
        return self._refused.get(each.game.path) or each.game.problem

    def _choose(self, index: int, *, starts_again: bool) -> None:
        self._choice = Path(self._games()[index].game.path)
        self.starts_again = starts_again
        self.is_closed = True

    def _games(self) -> list[ShelfGame]:
        """Return the games that fit the search; the marked one stays marked while others are found."""
        seen = (self._library.changes, self.search)
        if seen != self._seen:
            marked = self._listed[self.chosen].game.path if self.chosen < len(self._listed) else None
            words = self.search.casefold()
            self._listed = [each for each in self._library.games() if words in _searched(each)]
            if self._seen[1] == self.search and self.chosen:
                paths = [each.game.path for each in self._listed]
                self.chosen = paths.index(marked) if marked in paths else 0
            self._seen = seen
        return self._listed

    def _newest(self, each: ShelfGame) -> tuple[SavedState, Frame | None] | None:
        try:
            folder = self._saves_of(each)
            saved = StateFolder(folder).newest_that(lambda state: True) if folder else None
        except AgiError:
            return None
        return (saved, screen_of(saved.data)) if saved else None


def _shortened(path: str) -> str:
    """Return a path with the player's home as ~."""
    home = str(Path.home())
    return f"~{path.removeprefix(home)}" if path.startswith(f"{home}{os.sep}") else path


def _searched(each: ShelfGame) -> str:
    """Return the text in which a search looks: title and file name."""
    return f"{each.game.title} {Path(each.game.path).name}".casefold()
