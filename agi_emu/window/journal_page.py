"""The page of a game's journal: lists what was shown, and leads to the map of the rooms that were visited."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from agi_emu.facts.errors import SaveError
from agi_emu.input.host_events import HostEvent, KeyPress
from agi_emu.input.host_keyboard import CURSOR, F1
from agi_emu.keeping.host_folders import shortened
from agi_emu.keeping.saves.journal import Journal, JournalMessage
from agi_emu.machine.frame import Frame
from agi_emu.window.map_page import MapPage
from agi_emu.window.pages import PageRow, WindowPage
from agi_emu.window.text_pages import TextPage

F2, F5 = F1 + 1, F1 + 4
EAST = 3


class JournalPage(WindowPage):
    """Lists all messages of a game; typing searches."""

    title = "Messages"
    searches = True

    def __init__(
        self,
        journal: Journal,
        name: str,
        open_page: Callable[[WindowPage], None],
        *,
        export: Callable[[str, str], Path],
        room: int = 0,
    ) -> None:
        """List a journal; `export` writes a text under a file name and returns where; `room` is that of now."""
        super().__init__()
        self._pages = journal.pages()
        self._name = name
        self._open_page = open_page
        self._export = export
        self._room = room
        self._trouble = ""
        self.chosen = len(self._pages.messages)

    @property
    def footer(self) -> str:  # type: ignore[override]
        """Say which keys there are."""
        return self._trouble or "Enter: all  F2: map of rooms  F5: file  letters: search  Esc: back"

    def rows(self) -> Sequence[PageRow]:
        """Return a row per message."""
        return [self._row(each) for each in self._messages()]

    def _row(self, message: JournalMessage) -> PageRow:
        """Return a message as one row that does not lie over the picture."""
        note = f"room {message.room}"
        room = self.layout.columns - len(note) - 1
        text = " ".join(message.text.split())
        return PageRow(text if len(text) <= room else f"{text[: room - 2]}..", note)

    def picture(self, index: int) -> Frame | None:
        """Show the room."""
        return self._pages.screen_of_room(self._messages()[index].room)

    def lines(self, index: int) -> Sequence[str]:
        """Say the message."""
        message = self._messages()[index]
        return [f"room {message.room}", *message.text.split("\n")]

    def take(self, index: int) -> None:
        """Show all of a message."""
        message = self._messages()[index]
        self._open_page(TextPage(f"Room {message.room}", message.text.split("\n")))

    def _open_room(self, room: int) -> None:
        said = [line for each in self._pages.messages if each.room == room for line in (*each.text.split("\n"), "")]
        self._open_page(TextPage(f"Room {room}", said))

    def key(self, press: KeyPress) -> None:
        """Show the map, or write a text file."""
        if press.scancode == F2 or CURSOR.get(press.scancode) == EAST:
            self._open_page(MapPage(self._pages, self._room, self._open_room))
        elif press.scancode == F5:
            try:
                path = self._export(f"{self._name}-journal.txt", self._pages.as_text())
                self._trouble = f"written: {shortened(path)}"
            except (SaveError, OSError) as error:
                self._trouble = f"not written: {error}"

    def take_event(self, event: HostEvent, position: tuple[int, int] = (0, 0)) -> None:
        """Take an event; the next key ends a message about a file."""
        if isinstance(event, KeyPress):
            self._trouble = ""
        super().take_event(event, position)

    def _messages(self) -> list[JournalMessage]:
        words = self.search.casefold()
        return [each for each in self._pages.messages if words in each.text.casefold()]
