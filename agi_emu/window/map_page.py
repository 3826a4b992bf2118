"""The map of a journal: a little picture of each room that was visited, and lines for the ways between them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from agi_emu.input.host_events import HostEvent, KeyPress, Pointer
from agi_emu.input.host_keyboard import CURSOR, KEYPAD
from agi_emu.input.keys_for_player import STEPS
from agi_emu.keeping.saves.journal import JournalPages, MapCell, cells_of, leads_of
from agi_emu.machine.frame import Frame
from agi_emu.state.state_contents import THUMBNAIL_HEIGHT, THUMBNAIL_WIDTH
from agi_emu.window.overlay import GLYPH, OVERLAY_COLOURS, Surface
from agi_emu.window.pages import PAGE_HEIGHT, PAGE_WIDTH, PageRow, WindowPage

COLUMNS, ROWS = 6, 4
"""Cells that are seen at once."""
CELL_WIDTH, CELL_HEIGHT = 104, 81
LEFT, TOP = 20, 40
BOTTOM = TOP + ROWS * CELL_HEIGHT
LEVELS = (0x00, 0x55, 0xAA, 0xFF)
CUBE = bytes(part for red in LEVELS for green in LEVELS for blue in LEVELS for part in (red, green, blue))
"""The colours of the little pictures: those of an EGA, which many colours come near to."""
GROUND, INK, EDGE, CHOSEN = range(64, 68)
COLOURS = CUBE + bytes(part for colour in OVERLAY_COLOURS[:4] for part in colour)


class MapPage(WindowPage):
    """Shows the rooms as a map; arrows go from one to another."""

    footer = "arrows: another room   Enter: what was said there   Esc: back"

    def __init__(self, pages: JournalPages, room: int, open_room: Callable[[int], None]) -> None:
        """Begin in a room, if it was visited; `open_room` shows what was said in one."""
        super().__init__()
        self._rooms = pages.rooms
        self._ways = pages.ways
        self._cells = cells_of(self._rooms, self._ways)
        self._open_room = open_room
        self._little = cache(lambda each: _little_picture(pages.screen_of_room(each)))
        self._drawn = cache(self._draw)
        if room in self._rooms:
            self.chosen = self._rooms.index(room)

    @property
    def title(self) -> str:  # type: ignore[override]
        """Name the room that is chosen."""
        return f"Map: room {self._rooms[self.chosen]}" if self._rooms else "Map: no room was visited yet"

    @property
    def aside(self) -> str:  # type: ignore[override]
        """Say where the room leads."""
        return leads_of(self._rooms[self.chosen], self._ways) if self._rooms else ""

    def rows(self) -> Sequence[PageRow]:
        """Return the rooms; the picture shows them."""
        return [PageRow(f"room {room}", leads_of(room, self._ways)) for room in self._rooms]

    def picture(self, index: int) -> Frame | None:
        """Return the map, as large as the page."""
        return self._drawn(index, self.layout.scale)

    def take(self, index: int) -> None:
        """Show what was said in a room."""
        self._open_room(self._rooms[index])

    def take_event(self, event: HostEvent, position: tuple[int, int] = (0, 0)) -> None:
        """Take an event: an arrow goes to the nearest room on that side, the mouse to the one under it."""
        direction = CURSOR.get(event.scancode, KEYPAD.get(event.scancode)) if isinstance(event, KeyPress) else None
        if direction and self._rooms:
            self._go(*STEPS[direction])
        elif isinstance(event, Pointer):
            left, top = self._corner()
            cell = MapCell(left + (position[0] - LEFT) // CELL_WIDTH, top + (position[1] - TOP) // CELL_HEIGHT)
            room = next((room for room, each in self._cells.items() if each == cell), None)
            if room is not None and event.pressed and event.button == 1:
                self.chosen = self._rooms.index(room)
                self.take(self.chosen)
        elif not direction:
            super().take_event(event, position)

    def _go(self, across: int, down: int) -> None:
        here = self._cells[self._rooms[self.chosen]]
        found = []
        for index, room in enumerate(self._rooms):
            x, y = self._cells[room].column - here.column, self._cells[room].row - here.row
            ahead, beside = x * across + y * down, abs(x * down - y * across)
            if ahead > 0:
                found.append((ahead + 3 * beside, index))
        self.chosen = min(found, default=(0, self.chosen))[1]

    def _corner(self) -> MapCell:
        """Return the first cell that is seen: the chosen one is in the middle of a map that is larger than the page."""
        corner = []
        for axis, seen in enumerate((COLUMNS, ROWS)):
            places = [cell[axis] for cell in self._cells.values()] or [0]
            middle = self._cells[self._rooms[self.chosen]][axis] if self._rooms else 0
            corner.append(max(min(places), min(middle - seen // 2, max(places) - seen + 1)))
        return MapCell(*corner)

    def _draw(self, index: int, scale: int) -> Frame:
        surface = Surface(bytearray([GROUND]) * (PAGE_WIDTH * PAGE_HEIGHT), PAGE_WIDTH, PAGE_HEIGHT)
        left, top = self._corner()
        spots = {
            room: (LEFT + CELL_WIDTH * (cell.column - left), TOP + CELL_HEIGHT * (cell.row - top))
            for room, cell in self._cells.items()
        }
        chosen = self._rooms[index]
        seen = {room for room, (x, y) in spots.items() if LEFT <= x < PAGE_WIDTH - LEFT and TOP <= y < BOTTOM}
        for way in sorted(self._ways, key=lambda way: chosen in way[:2]):
            start, end = (way.start, way.end) if way.start in seen else (way.end, way.start)
            if start in seen:
                _draw_line(surface, spots[start], spots[end], CHOSEN if chosen in way[:2] else EDGE)
        letters = Surface(surface.pixels, PAGE_WIDTH // scale, PAGE_HEIGHT // scale, scale, PAGE_HEIGHT)
        for room in seen:
            (x, y), frame, name = spots[room], CHOSEN if room == chosen else EDGE, str(room)
            surface.fill(x - 2, y - 2, THUMBNAIL_WIDTH + 4, THUMBNAIL_HEIGHT + 4, frame)
            for row, pixels in enumerate(self._little(room)):
                at = (y + row) * PAGE_WIDTH + x
                surface.pixels[at : at + THUMBNAIL_WIDTH] = pixels
            wide = GLYPH * scale * len(name)
            at_x, at_y = (x + (THUMBNAIL_WIDTH - wide) // 2) // scale, (y + THUMBNAIL_HEIGHT + 4) // scale
            letters.fill(at_x, at_y, GLYPH * len(name), GLYPH, GROUND)
            letters.write(at_x, at_y, name, CHOSEN if room == chosen else INK)
        return Frame(bytes(surface.pixels), COLOURS, width=PAGE_WIDTH, height=PAGE_HEIGHT)


def _little_picture(screen: Frame | None) -> Sequence[bytes]:
    """Return the rows of a room's little picture in the colours of the map; of one that was not kept, only ground."""
    if screen is None:
        return [bytes([GROUND]) * THUMBNAIL_WIDTH] * THUMBNAIL_HEIGHT
    parts = [part >> 6 for part in screen.colours]
    table = bytes(16 * red + 4 * green + blue for red, green, blue in zip(*[iter(parts)] * 3, strict=True))
    pixels = screen.of_size(THUMBNAIL_WIDTH, THUMBNAIL_HEIGHT).pixels.translate(table.ljust(256, b"\0"))
    return [pixels[at : at + THUMBNAIL_WIDTH] for at in range(0, len(pixels), THUMBNAIL_WIDTH)]


def _draw_line(surface: Surface, start: tuple[int, int], end: tuple[int, int], colour: int) -> None:
    """Draw a line from the middle of a room that is seen to that of another one, as far as it is seen."""
    across, down = end[0] - start[0], end[1] - start[1]
    length = max(abs(across), abs(down), 1)
    for step in range(length):
        x = start[0] + THUMBNAIL_WIDTH // 2 + across * step // length
        y = start[1] + THUMBNAIL_HEIGHT // 2 + down * step // length
        if not (0 <= x < PAGE_WIDTH - 1 and TOP <= y < BOTTOM - 1):
            break
        surface.fill(x, y, 2, 2, colour)
