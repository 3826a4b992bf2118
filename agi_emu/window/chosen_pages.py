"""Pages to choose a moment or a game: the offer to continue at the start, the moments of a game, the shelf of games."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from pathlib import Path

from agi_emu.facts.errors import AgiError, SaveError
from agi_emu.input.host_events import HostEvent, KeyPress, Typed
from agi_emu.input.host_keyboard import BACKSPACE, DELETE, ESCAPE, F1, RETURN
from agi_emu.keeping.host_folders import shortened
from agi_emu.keeping.saves.moments import age, age_of, name_of, played, score, screen_of
from agi_emu.keeping.saves.save_folder import SavedState, StateFolder
from agi_emu.keeping.shelf.library import GameLibrary, ShelfGame, picture_of
from agi_emu.machine.frame import Frame
from agi_emu.window.pages import PageRow, WindowPage

F2 = F1 + 1
LONGEST_NAME = 30


def lines_of(saved: SavedState, now: float) -> list[str]:
    """Return what a page says under the picture of a moment."""
    summary = saved.contents.summary
    lines = [f"room {summary.room}", score(summary), f"{played(summary)} played", age_of(saved, now)]
    lines += ["during a scripted sequence"] if summary.during_sequence else []
    return [*filter(None, lines), *([saved.note] if saved.note else [])]


class OfferPage(WindowPage):
    """Asks at the start whether to continue where the game was left."""

    footer = "Enter: continue   N: start again   F12: menu   Esc: quit"

    def __init__(self, saved: SavedState, title: str, clock: Callable[[], float] = time.time) -> None:
        """Offer one moment; `title` is the game's."""
        super().__init__()
        self.title = title
        self._lines = lines_of(saved, clock())
        self._picture = screen_of(saved.data)
        self.continues = False
        """Whether the player wants to continue."""

    def rows(self) -> Sequence[PageRow]:
        """Return the two choices."""
        return (PageRow("Continue", "Enter"), PageRow("Start again", "N"))

    def take(self, index: int) -> None:
        """Continue or start again."""
        self.continues = index == 0
        self.has_chosen = True
        self.is_closed = True

    def key(self, press: KeyPress) -> None:
        """Let N start again and C continue."""
        letter = chr(press.keycode).lower() if 0 < press.keycode < 128 else ""
        if letter in ("n", "c"):
            self.take("cn".index(letter))

    def picture(self, index: int) -> Frame | None:
        """Show where the game was left."""
        return self._picture

    def lines(self, index: int) -> Sequence[str]:
        """Say where the game was left."""
        return self._lines


class MomentsPage(WindowPage):
    """Lists the saved moments of a game: one can be loaded, renamed, deleted."""

    title = "Saved moments"
    _KEYS = "Enter: load   F2: rename   Del: delete   Esc: back"

    def __init__(self, folder: StateFolder, load: Callable[[SavedState], None]) -> None:
        """List the moments in a folder; `load` is called with the one that the player chooses."""
        super().__init__()
        self._folder = folder
        self._load = load
        self._screen_of = cache(screen_of)
        self._moments = folder.states()
        self._name: str | None = None
        self._deletes = False
        self._trouble = ""

    @property
    def footer(self) -> str:  # type: ignore[override]
        """Say which keys there are."""
        if self._deletes:
            return "Delete this moment?   Enter: yes   Esc: no"
        if self._name is not None:
            return "Type a name.   Enter: keep it   Esc: as it was"
        return self._trouble or (self._KEYS if self._moments else "Nothing is saved yet.   Esc: back")

    def rows(self) -> Sequence[PageRow]:
        """Return a row per moment."""
        now = time.time()
        rows = [PageRow(_row_text(each), age_of(each, now)) for each in self._moments]
        if self._name is not None:
            rows[self.chosen] = PageRow(f"{self._name}_")
        return rows

    def picture(self, index: int) -> Frame | None:
        """Show the screen of a moment."""
        return self._screen_of(self._moments[index].data)

    def lines(self, index: int) -> Sequence[str]:
        """Say where a moment was."""
        return lines_of(self._moments[index], time.time())

    def take(self, index: int) -> None:
        """Load a moment."""
        self.is_closed = self.has_chosen = True
        self._load(self._moments[index])

    def take_event(self, event: HostEvent, position: tuple[int, int] = (0, 0)) -> None:
        """Take an event; while a name is typed or a question is open, they are for these."""
        if self._name is not None:
            self._edit(event)
        elif self._deletes and isinstance(event, KeyPress):
            self._deletes = False
            if event.scancode == RETURN:
                self._change(lambda path: self._folder.remove(path))
        elif not self._deletes:
            super().take_event(event, position)

    def key(self, press: KeyPress) -> None:
        """Take the keys that rename and delete."""
        if not self._moments:
            return
        if press.scancode == F2:
            self._name = ""
        elif press.scancode == DELETE:
            self._deletes = True

    def _edit(self, event: HostEvent) -> None:
        name = self._name or ""
        match event:
            case Typed(text) if text.isprintable():
                self._name = (name + text)[:LONGEST_NAME]
            case KeyPress(scancode=scancode) if scancode == BACKSPACE:
                self._name = name[:-1]
            case KeyPress(scancode=scancode) if scancode in (RETURN, ESCAPE):
                self._name = None
                if scancode == RETURN and name.strip():
                    self._change(lambda path: self._folder.rename(path, name.strip()))

    def _change(self, change: Callable[[Path], object]) -> None:
        """Change the file of the chosen moment, and list the folder again."""
        self._trouble = ""
        try:
            change(self._moments[self.chosen].path)
        except SaveError as error:
            self._trouble = f"not changed: {error}"
        self._moments = self._folder.states()


def _row_text(saved: SavedState) -> str:
    name, room = name_of(saved), f"room {saved.contents.summary.room}"
    return name if room in name else f"{name}, {room}"


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
        self._first_look = lru_cache(MOST_PICTURES)(lambda game, changes: picture_of(game))
        self._listed: list[ShelfGame] = []
        self._seen = (-1, "")

    @property
    def footer(self) -> str:  # type: ignore[override]
        """Say which keys there are, or what was left out."""
        if self._library.is_looking:
            return f"looking for games: {len(self._library.games())} so far"
        if not self._library.games():
            return "No games here.   F12: menu   Esc: quit"
        keys = "Enter: play  F2: from the start  letters: search  F12: menu  Esc: quit"
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
        self._library.stop()
        choice, self._choice = self._choice, None
        self.is_closed = False
        return choice

    def refuse(self, path: Path, why: str) -> None:
        """Mark a chosen game as one that cannot be played, and show the page again."""
        self._refused[str(path)] = why.removeprefix(f"{path}: ")
        self._library.start()

    def picture(self, index: int) -> Frame | None:
        """Show where a game was left, or its first seconds."""
        each = self._games()[index]
        left = self._where_left(each)
        return left[1] if left else self._first_look(each.game, self._library.changes)

    def lines(self, index: int) -> Sequence[str]:
        """Say where a game was left, which release it is, and where it is."""
        each = self._games()[index]
        left = self._where_left(each)
        problem = self._problem(each)
        return [
            each.game.title,
            *([each.game.release] if each.game.release else []),
            *([f"It cannot be played: {problem}"] if problem else []),
            *([f"It is not complete: {each.game.damage}"] if each.game.damage else []),
            *(lines_of(left[0], self._clock()) if left else ["not played yet"]),
            shortened(each.game.path),
        ]

    def _row(self, each: ShelfGame) -> PageRow:
        problem = self._problem(each)
        if problem or each.game.damage:
            return PageRow(each.game.title, "!", is_faint=bool(problem))
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


def _searched(each: ShelfGame) -> str:
    """Return the text in which a search looks: title and file name."""
    return f"{each.game.title} {Path(each.game.path).name}".casefold()
