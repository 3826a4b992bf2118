"""Keeps what a game has said, room by room, in a file beside its saves: messages, the ways between rooms, pictures."""

from __future__ import annotations

import base64
import json
import zlib
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from agi_emu.facts.errors import SaveError
from agi_emu.host_files.drafts import alone_in, write_with_backup
from agi_emu.host_files.reading import SAVE, json_value, read_whole
from agi_emu.keeping.saves.room_map import RoomWay, map_as_text
from agi_emu.machine.frame import Frame
from agi_emu.state.layout import SCREEN_HEIGHT, SCREEN_WIDTH

JOURNAL_FILE = "journal.json"
MOST_MESSAGES = 5_000
"""The oldest are dropped."""
_PIXELS = SCREEN_WIDTH * SCREEN_HEIGHT
_MOST_BYTES = _PIXELS + 3 * 256
_ROOMS = frozenset(range(256))


class JournalMessage(NamedTuple):
    """A text that a game has shown: in which room, and after how many seconds by the game's own clock."""

    room: int
    seconds: int
    text: str


@dataclass(slots=True)
class JournalPages:
    """What a journal holds, the oldest first."""

    messages: list[JournalMessage] = field(default_factory=list)
    ways: list[RoomWay] = field(default_factory=list)
    screens: dict[int, str] = field(default_factory=dict)
    """Room -> its screen, packed as text."""

    @property
    def rooms(self) -> list[int]:
        """The rooms visited, in the order of the first visit."""
        return list(dict.fromkeys([*(end for way in self.ways for end in way[:2]), *self.screens]))

    def add_message(self, room: int, seconds: int, text: str) -> None:
        """Keep a text that was shown."""
        self.messages.append(JournalMessage(room, seconds, text))

    def add_way(self, start: int, end: int, direction: str) -> None:
        """Keep a way between rooms."""
        self.ways.append(RoomWay(start, end, direction))

    def add_screen(self, room: int, frame: Frame) -> None:
        """Keep what a room looks like."""
        frame = frame.of_size(SCREEN_WIDTH, SCREEN_HEIGHT)
        self.screens[room] = base64.b85encode(zlib.compress(frame.pixels + frame.colours)).decode()

    def screen_of_room(self, room: int) -> Frame | None:
        """Return what a room looks like; None if that was not kept."""
        with suppress(KeyError, ValueError, zlib.error):
            data = zlib.decompressobj().decompress(base64.b85decode(self.screens[room]), _MOST_BYTES)
            return Frame(data[:_PIXELS], data[_PIXELS:])
        return None

    def add(self, others: JournalPages) -> None:
        """Add later pages."""
        self.messages = [*self.messages, *others.messages][-MOST_MESSAGES:]
        self.ways = list(dict.fromkeys([*self.ways, *others.ways]))
        self.screens |= others.screens

    def as_text(self) -> str:
        """Return the map and the messages as a text file."""
        drawn = map_as_text(self.rooms, self.ways)
        lines = ["--- map ---", "", *drawn, ""] if drawn else []
        room = -1
        for each in self.messages:
            if each.room != room:
                lines += [f"--- room {each.room} ---", ""]
                room = each.room
            lines += [each.text, ""]
        return "\n".join(lines)


class Journal:
    """The journal of one game: gathers pages, and adds them to the file when `submit` lets it write."""

    def __init__(self, folder: Callable[[], Path], submit: Callable[[str, Callable[[], object]], None]) -> None:
        """Keep the file in a folder; `submit` gets a name and what is to be done in the background.

        Of what waits there under the same name it may do the last only.
        """
        self._folder = folder
        self._submit = submit
        self.new = JournalPages()
        """What nobody has asked to keep yet."""
        self._waiting: deque[JournalPages] = deque()
        """What is not in the file yet, besides."""

    def keep(self) -> None:
        """Add what is new to the file."""
        pages, self.new = self.new, JournalPages()
        if pages.messages or pages.ways or pages.screens:
            self._waiting.append(pages)
            self._submit(JOURNAL_FILE, self._append)

    def pages(self) -> JournalPages:
        """Return all of it; what cannot be read is left out."""
        found = JournalPages()
        with suppress(SaveError, ValueError, TypeError, KeyError):
            table: Any = json_value(read_whole(self._folder() / JOURNAL_FILE, SAVE))
            found = JournalPages(
                [JournalMessage(int(room), int(seconds), str(text)) for room, seconds, text in table["messages"]],
                [RoomWay(a, b, str(edge)) for a, b, edge in table["ways"] if {a, b} <= _ROOMS],
                {int(room): str(screen) for room, screen in table["screens"].items() if int(room) in _ROOMS},
            )
        for pages in (*self._waiting, self.new):
            found.add(pages)
        return found

    def _append(self) -> None:
        path = self._folder() / JOURNAL_FILE
        try:
            with alone_in(path.parent):
                every = Journal(self._folder, self._submit).pages()
                waiting = list(self._waiting)
                for pages in waiting:
                    every.add(pages)
                table: dict[str, Sequence[object] | dict[int, str]] = {
                    "messages": every.messages,
                    "ways": every.ways,
                    "screens": every.screens,
                }
                write_with_backup(path, json.dumps(table, ensure_ascii=False).encode())
                for _ in waiting:
                    self._waiting.popleft()
        except OSError as error:
            raise SaveError(f"{path}: {error.strerror or error}; the messages are not kept") from error
