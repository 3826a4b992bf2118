"""Pages about saved moments: the offer to continue at the start, and the list of all moments of a game."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from agi_emu.facts.errors import SaveError
from agi_emu.input.host_events import HostEvent, KeyPress, Typed
from agi_emu.input.host_keyboard import BACKSPACE, DELETE, ESCAPE, F1, RETURN
from agi_emu.keeping.saves.moments import age_of, name_of, played, score, screen_of, where
from agi_emu.window.page_look import PageRow
from agi_emu.window.pages import WindowPage

if TYPE_CHECKING:
    from agi_emu.keeping.saves.state_folder import SavedState, StateFolder
    from agi_emu.machine.frame import Frame

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

    def __init__(self, saved: SavedState, title: str, clock: Callable[[], float] = time.time) -> None:
        """Offer one moment; `title` is the game's."""
        super().__init__()
        self.title = title
        when = age_of(saved, clock())
        self.footer = f"Enter: continue ({where(saved.contents.summary)}, {when}), N: start again"
        self._lines = lines_of(saved, clock())
        self._picture = screen_of(saved.data)
        self.continues = False
        """Whether the player wants to continue."""
        self.has_chosen = False

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

    def __init__(
        self, folder: StateFolder, load: Callable[[SavedState], None], clock: Callable[[], float] = time.time
    ) -> None:
        """List the moments in a folder; `load` is called with the one that the player chooses."""
        super().__init__()
        self._folder = folder
        self._load = load
        self._clock = clock
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
        now = self._clock()
        rows = [PageRow(_row_text(each), age_of(each, now)) for each in self._moments]
        if self._name is not None:
            rows[self.chosen] = PageRow(f"{self._name}_")
        return rows

    def picture(self, index: int) -> Frame | None:
        """Show the screen of a moment."""
        return self._screen_of(self._moments[index].data)

    def lines(self, index: int) -> Sequence[str]:
        """Say where a moment was."""
        return lines_of(self._moments[index], self._clock())

    def take(self, index: int) -> None:
        """Load a moment."""
        self.is_closed = True
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
