"""Keeps what a game has said, room by room, in a file beside its saves: messages, the ways between rooms, pictures.

The rooms are laid out as a map: each in a cell of its own, beside those from which it was entered.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from agi_emu.facts.errors import SaveError
from agi_emu.host_files.drafts import alone_in, write_with_backup
from agi_emu.host_files.reading import SAVE, json_value, read_whole
from agi_emu.machine.frame import Frame
from agi_emu.state.layout import SCREEN_HEIGHT, SCREEN_WIDTH


class RoomWay(NamedTuple):
    """A way that the player has gone from one room into another."""

    start: int
    end: int
    direction: str
    """north, east, south or west; "" if it was not at an edge."""


class MapCell(NamedTuple):
    """A cell of a map, counted from any other."""

    column: int
    row: int


_STEPS = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}
_CELL, _LINK = 5, 2
"""Characters of a room on a map of text, and between two rooms."""


def cells_of(rooms: Sequence[int], ways: Sequence[RoomWay]) -> dict[int, MapCell]:
    """Return the cell of each room: where its way leads from a room that has one, or as near to it as is free."""
    cells: dict[int, MapCell] = {}
    # Ways over an edge of the picture have a direction, so they, and the rooms that have some, come first.
    ways = sorted(ways, key=lambda way: not way.direction)
    directed = {room for way in ways if way.direction for room in way[:2]}
    for room in sorted(rooms, key=lambda room: room not in directed):
        if room not in cells:
            below = max((cell.row for cell in cells.values()), default=-2) + 2
            cells[room] = MapCell(0, below)
        while step := next(_steps_out_of(cells, ways), None):
            entered, wanted = step
            cells[entered] = next(cell for cell in _around(wanted) if cell not in cells.values())
    return cells


def _steps_out_of(cells: Mapping[int, MapCell], ways: Iterable[RoomWay]) -> Iterator[tuple[int, MapCell]]:
    """Yield rooms without a cell beside those that have one, and the cell that each should get."""
    for way in ways:
        across, down = _STEPS.get(way.direction, (0, 0))
        for known, other, sign in ((way.start, way.end, 1), (way.end, way.start, -1)):
            if known in cells and other not in cells:
                yield other, MapCell(cells[known].column + sign * across, cells[known].row + sign * down)


def _around(cell: MapCell) -> Iterator[MapCell]:
    """Yield a cell, then those around it, the nearest first."""
    for radius in count():
        square = range(-radius, radius + 1)
        ring = [(across, down) for across in square for down in square if max(abs(across), abs(down)) == radius]
        for across, down in sorted(ring, key=lambda step: (step[0] ** 2 + step[1] ** 2, -step[0], -step[1])):
            yield MapCell(cell.column + across, cell.row + down)


def map_as_text(rooms: Sequence[int], ways: Sequence[RoomWay]) -> Sequence[str]:
    """Return a map as lines of text: rooms by number, ways between neighbours, then where each room leads."""
    cells = cells_of(rooms, ways)
    if not cells:
        return []
    left, top = (min(cell[axis] for cell in cells.values()) for axis in range(2))
    places = {MapCell(cell.column - left, cell.row - top): room for room, cell in cells.items()}
    linked = {frozenset(way[:2]) for way in ways}
    height = 2 * max(cell.row for cell in places) + 1
    lines = [[" "] * ((_CELL + _LINK) * (max(cell.column for cell in places) + 1)) for _ in range(height)]
    for (column, row), room in places.items():
        at = (_CELL + _LINK) * column
        lines[2 * row][at : at + _CELL] = f"[{room:3}]"
        if {room, places.get(MapCell(column + 1, row))} in linked:
            lines[2 * row][at + _CELL : at + _CELL + _LINK] = "--"
        if {room, places.get(MapCell(column, row + 1))} in linked:
            lines[2 * row + 1][at + _CELL // 2] = "|"
    drawn = ["".join(line).rstrip() for line in lines]
    return [*drawn, "", *(f"room {room}: {leads_of(room, ways) or 'nowhere yet'}" for room in rooms)]


def leads_of(room: int, ways: Iterable[RoomWay]) -> str:
    """Return where the ways out of a room lead, in words; "" if none was gone."""
    return ", ".join(dict.fromkeys(f"{way.direction} to {way.end}".strip() for way in ways if way.start == room))


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
