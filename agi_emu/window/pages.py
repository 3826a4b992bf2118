"""Pages of the program, which take the whole window: a list to choose from, by keys, mouse or typing.

The list is at the left, a picture with some lines at the right, keys at the bottom.
A page is wider than a game's screen, so that titles and a picture in full size fit beside each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import wrap

from agi_emu.input.host_events import HostEvent, KeyPress, Pointer, Typed, Wheel
from agi_emu.input.host_keyboard import BACKSPACE, CURSOR, ESCAPE, KEYPAD, KEYPAD_ENTER, RETURN
from agi_emu.machine.frame import Frame
from agi_emu.window.overlay import CHOSEN_GROUND, CHOSEN_INK, EDGE, FAINT, GLYPH, GROUND, INK, Surface

PAGE_WIDTH, PAGE_HEIGHT = 640, 400
MARGIN = 16
TITLE_TOP = 12
LIST_TOP = 36
ROW_HEIGHT = 12
ROWS = 27
"""Rows of the list that are shown at once."""
LIST_WIDTH = 272
LIST_COLUMNS = LIST_WIDTH // GLYPH
PICTURE_LEFT, PICTURE_TOP = 304, LIST_TOP
PICTURE_WIDTH, PICTURE_HEIGHT = 320, 200
LINES_TOP = PICTURE_TOP + PICTURE_HEIGHT + 10
MOST_LINES = 10
FOOTER_TOP = 376
FOOTER_LINES = 2
BLACK = bytes(3)


@dataclass(frozen=True, slots=True)
class PageRow:
    """A line of a list."""

    text: str
    note: str = ""
    """Shown at the right end."""
    is_faint: bool = False


@dataclass(frozen=True, slots=True)
class PageLook:
    """The look of a page; equal ones look the same."""

    title: str
    rows: tuple[PageRow, ...] = ()
    """Those that are shown, at most `ROWS`."""
    chosen: int | None = None
    """Index in `rows`."""
    more_above: bool = False
    more_below: bool = False
    search: str = ""
    picture: Frame | None = None
    lines: tuple[str, ...] = ()
    footer: str = ""
    is_wide: bool = False
    """Whether the lines take the place of list and picture, too."""

    def frame(self) -> Frame:
        """Return the page's picture in its place, on black."""
        pixels = bytearray(PAGE_WIDTH * PAGE_HEIGHT)
        picture = self.picture
        if picture is None or (picture.width, picture.height) != (PICTURE_WIDTH, PICTURE_HEIGHT):
            return Frame(bytes(pixels), BLACK, width=PAGE_WIDTH, height=PAGE_HEIGHT)
        shown = picture.pixels
        for row in range(PICTURE_HEIGHT):
            start = (PICTURE_TOP + row) * PAGE_WIDTH + PICTURE_LEFT
            pixels[start : start + PICTURE_WIDTH] = shown[row * PICTURE_WIDTH : (row + 1) * PICTURE_WIDTH]
        return Frame(bytes(pixels), picture.colours, width=PAGE_WIDTH, height=PAGE_HEIGHT)

    def paint(self, surface: Surface) -> None:
        """Paint everything except the picture."""
        self._paint_ground(surface)
        surface.write(MARGIN, TITLE_TOP, _cut(self.title, LIST_COLUMNS), INK)
        if self.search:
            surface.write(PICTURE_LEFT, TITLE_TOP, _cut(self.search, PICTURE_WIDTH // GLYPH), CHOSEN_GROUND)
        for index, row in enumerate(self.rows):
            self._paint_row(surface, index, row)
        for shown, top, mark in (
            (self.more_above, LIST_TOP - ROW_HEIGHT, "\x18"),
            (self.more_below, LIST_TOP + ROWS * ROW_HEIGHT, "\x19"),
        ):
            if shown:
                surface.write(MARGIN + LIST_WIDTH // 2, top + 2, mark, FAINT)
        left = MARGIN if self.is_wide else PICTURE_LEFT
        top = PICTURE_TOP + 2 if self.picture is None else LINES_TOP
        for number, line in enumerate(self._wrapped_lines()):
            surface.write(left, top + ROW_HEIGHT * number, line, INK)
        footer = wrap(self.footer, (PAGE_WIDTH - 2 * MARGIN) // GLYPH, max_lines=FOOTER_LINES, placeholder="..")
        for number, line in enumerate(footer):
            surface.write(MARGIN, FOOTER_TOP + (ROW_HEIGHT - 2) * number, line, FAINT)

    def _paint_ground(self, surface: Surface) -> None:
        right = PICTURE_LEFT + PICTURE_WIDTH
        below = PICTURE_TOP + PICTURE_HEIGHT
        surface.fill(0, 0, PAGE_WIDTH, PICTURE_TOP, GROUND)
        surface.fill(0, PICTURE_TOP, PICTURE_LEFT, PICTURE_HEIGHT, GROUND)
        surface.fill(right, PICTURE_TOP, PAGE_WIDTH - right, PICTURE_HEIGHT, GROUND)
        surface.fill(0, below, PAGE_WIDTH, PAGE_HEIGHT - below, GROUND)
        surface.fill(MARGIN, LIST_TOP - ROW_HEIGHT, PAGE_WIDTH - 2 * MARGIN, 1, EDGE)
        if self.picture is None:
            surface.fill(PICTURE_LEFT, PICTURE_TOP, PICTURE_WIDTH, PICTURE_HEIGHT, GROUND)

    def _paint_row(self, surface: Surface, index: int, row: PageRow) -> None:
        top = LIST_TOP + ROW_HEIGHT * index
        ink = FAINT if row.is_faint else INK
        if index == self.chosen:
            surface.fill(MARGIN - 4, top, LIST_WIDTH + 8, ROW_HEIGHT, CHOSEN_GROUND)
            ink = CHOSEN_INK
        room = LIST_COLUMNS - (len(row.note) + 1 if row.note else 0)
        surface.write(MARGIN, top + 2, _cut(row.text, room), ink)
        if row.note:
            surface.write(MARGIN + GLYPH * (LIST_COLUMNS - len(row.note)), top + 2, row.note, ink)

    def _wrapped_lines(self) -> Sequence[str]:
        width = (PAGE_WIDTH - 2 * MARGIN if self.is_wide else PICTURE_WIDTH) // GLYPH
        return [part for line in self.lines for part in (wrap(line, width) or [""])][:MOST_LINES]


def row_at(x: int, y: int, count: int) -> int | None:
    """Return which of the shown rows is at a place of the page; None if none is."""
    index = (y - LIST_TOP) // ROW_HEIGHT
    inside = MARGIN - 4 <= x < MARGIN + LIST_WIDTH + 4 and 0 <= index < count
    return index if inside else None


def _cut(text: str, columns: int) -> str:
    return text if len(text) <= columns else f"{text[: columns - 2]}.."


NORTH, PAGE_UP, PAGE_DOWN, SOUTH, END, HOME = 1, 2, 4, 5, 6, 8
_STEPS = {NORTH: -1, SOUTH: 1, PAGE_UP: -ROWS, PAGE_DOWN: ROWS}
WHEEL_ROWS = 3


class WindowPage:
    """A list of which the player chooses one. Subclasses say what it lists and what a choice does."""

    title = ""
    footer = ""
    searches = False
    """Whether typed letters narrow the list."""

    def __init__(self) -> None:
        """Start with the first row chosen."""
        self.is_closed = False
        self.search = ""
        self.chosen = 0
        self._first = 0

    # What a subclass gives

    def rows(self) -> Sequence[PageRow]:
        """Return all rows, those that fit the search."""
        raise AssertionError(type(self))

    def take(self, index: int) -> None:
        """Carry out what choosing a row means."""

    def picture(self, index: int) -> Frame | None:
        """Return the picture beside a row."""
        return None

    def lines(self, index: int) -> Sequence[str]:
        """Return the lines under the picture of a row."""
        return ()

    def key(self, press: KeyPress) -> None:
        """Take a key that the list itself does not use."""

    def leave(self) -> None:
        """Close the page without a choice."""
        self.is_closed = True

    @property
    def takes_every_key(self) -> bool:
        """Whether also the keys of the program's commands are for the page now."""
        return False

    # What a window asks

    def turn(self) -> None:
        """Look for news; called with every picture."""

    def take_event(self, event: HostEvent, position: tuple[int, int] = (0, 0)) -> None:
        """Take an event; `position` is the place on the page of a pointer."""
        self.chosen = min(self.chosen, max(0, len(self.rows()) - 1))
        match event:
            case KeyPress():
                self._press(event)
            case Typed(text) if self.searches and text.isprintable() and (self.search or text.strip()):
                self._narrow(self.search + text)
            case Pointer():
                self._point(event, position)
            case Wheel(steps):
                self._move(-WHEEL_ROWS * steps)

    @property
    def look(self) -> PageLook:
        """The look of the page now."""
        rows = self.rows()
        self.chosen = min(self.chosen, max(0, len(rows) - 1))
        self._first = min(
            max(self._first, self.chosen - ROWS + 1), self.chosen, max(0, len(rows) - ROWS) or self.chosen
        )
        shown = rows[self._first : self._first + ROWS]
        return PageLook(
            self.title,
            tuple(shown),
            self.chosen - self._first if rows else None,
            more_above=self._first > 0,
            more_below=self._first + ROWS < len(rows),
            search=f"search: {self.search}_" if self.search else "",
            picture=self.picture(self.chosen) if rows else None,
            lines=tuple(self.lines(self.chosen)) if rows else (),
            footer=self.footer,
        )

    def _press(self, press: KeyPress) -> None:
        direction = CURSOR.get(press.scancode, KEYPAD.get(press.scancode))
        if direction in _STEPS:
            self._move(_STEPS[direction])
        elif direction in (HOME, END):
            self.chosen = 0 if direction == HOME else max(0, len(self.rows()) - 1)
        elif press.scancode in (RETURN, KEYPAD_ENTER) and not press.repeated:
            if self.rows():
                self.take(self.chosen)
        elif press.scancode == ESCAPE and not press.repeated:
            if self.search:
                self._narrow("")
            else:
                self.leave()
        elif press.scancode == BACKSPACE and self.search:
            self._narrow(self.search[:-1])
        else:
            self.key(press)

    def _move(self, steps: int) -> None:
        self.chosen = min(max(0, self.chosen + steps), max(0, len(self.rows()) - 1))

    def _narrow(self, search: str) -> None:
        self.search = search
        self.chosen = self._first = 0

    def _point(self, pointer: Pointer, position: tuple[int, int]) -> None:
        index = row_at(*position, min(ROWS, len(self.rows()) - self._first))
        if index is None:
            return
        self.chosen = self._first + index
        if pointer.pressed and pointer.button == 1:
            self.take(self.chosen)
