"""Pages of the program, which take the whole window: a list to choose from, by keys, mouse or typing.

The list is at the left, a picture with some lines at the right, keys at the bottom.
A page is wider than a game's screen, so that titles and a picture in full size fit beside each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import NamedTuple

from agi_emu.input.host_events import HostEvent, KeyPress, Pointer, Typed, Wheel
from agi_emu.input.host_keyboard import BACKSPACE, CURSOR, ESCAPE, KEYPAD, KEYPAD_ENTER, RETURN
from agi_emu.machine.frame import Frame
from agi_emu.window.overlay import CHOSEN_GROUND, CHOSEN_INK, EDGE, FAINT, GLYPH, GROUND, INK, Surface

PAGE_WIDTH, PAGE_HEIGHT = 640, 400
PICTURE_WIDTH, PICTURE_HEIGHT = 320, 200
BLACK = bytes(3)
FOOTER_LINES = 2


class PageLayout(NamedTuple):
    """Where the parts of a page are, in pixels of its text; the picture in pixels of the page."""

    scale: int
    """Pixels of the page for one of the text."""
    margin: int
    title_top: int
    list_top: int
    row_height: int
    rows: int
    """Rows of the list that are shown at once."""
    columns: int
    """Characters of a row."""
    picture_left: int
    picture_top: int
    lines_left: int
    lines_top: int
    most_lines: int
    line_columns: int
    footer_top: int

    def row_at(self, x: int, y: int, count: int) -> int | None:
        """Return which of `count` shown rows is at a place of the page; None if none is."""
        index = (y // self.scale - self.list_top) // self.row_height
        left = x // self.scale - self.margin
        return index if -4 <= left < GLYPH * self.columns + 4 and 0 <= index < count else None


_BESIDE = PageLayout(1, 16, 12, 36, 12, 27, 34, 304, 36, 304, 246, 10, 40, 376)
_LARGE = PageLayout(2, 8, 5, 19, 10, 6, 38, 16, 160, 174, 82, 10, 17, 183)
LAYOUTS = {
    (False, False): _BESIDE,
    (False, True): _BESIDE._replace(columns=76),
    (True, False): _LARGE,
    (True, True): _LARGE._replace(rows=15),
}
"""By whether the text is large, and whether the list takes the place of picture and lines, too."""


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
    header: str = ""
    """Names the columns of the rows, above them."""
    picture: Frame | None = None
    """One as large as the page takes the place of the list."""
    lines: tuple[str, ...] = ()
    footer: str = ""
    layout: PageLayout = _BESIDE

    def frame(self) -> Frame:
        """Return the page's picture in its place, on black."""
        pixels = bytearray(PAGE_WIDTH * PAGE_HEIGHT)
        if self.picture is None:
            return Frame(bytes(pixels), BLACK, width=PAGE_WIDTH, height=PAGE_HEIGHT)
        if self._is_whole:
            return self.picture
        picture = self.picture.of_size(PICTURE_WIDTH, PICTURE_HEIGHT)
        shown = picture.pixels
        for row in range(PICTURE_HEIGHT):
            start = (self.layout.picture_top + row) * PAGE_WIDTH + self.layout.picture_left
            pixels[start : start + PICTURE_WIDTH] = shown[row * PICTURE_WIDTH : (row + 1) * PICTURE_WIDTH]
        return Frame(bytes(pixels), picture.colours, width=PAGE_WIDTH, height=PAGE_HEIGHT)

    @property
    def _is_whole(self) -> bool:
        return self.picture is not None and self.picture.width == PAGE_WIDTH and self.picture.height == PAGE_HEIGHT

    def paint(self, surface: Surface) -> None:
        """Paint everything except the picture."""
        at = self.layout
        self._paint_ground(surface)
        scaled = Surface(
            surface.pixels, surface.width // at.scale, surface.height // at.scale, at.scale, surface.height
        )
        columns = (scaled.width - 2 * at.margin) // GLYPH
        scaled.write(at.margin, at.title_top, _cut(self.title, columns // 2), INK)
        scaled.write(at.margin + GLYPH * columns // 2, at.title_top, _cut(self.search, columns // 2), CHOSEN_GROUND)
        footer = wrap(self.footer, columns, max_lines=FOOTER_LINES, placeholder="..")
        for number, line in enumerate(footer):
            scaled.write(at.margin, at.footer_top + (GLYPH + 1) * number, line, FAINT)
        if self._is_whole:
            return
        scaled.write(at.margin, at.list_top - GLYPH - 2, _cut(self.header, at.columns), FAINT)
        for index, row in enumerate(self.rows):
            if index != self.chosen:
                self._paint_row(scaled, index, row)
        for shown, top, mark in (
            (self.more_above, at.list_top - GLYPH - 2, "\x18"),
            (self.more_below, at.list_top + at.rows * at.row_height, "\x19"),
        ):
            if shown:
                scaled.write(at.margin + GLYPH * at.columns, top, mark, FAINT)
        top = at.picture_top // at.scale + 2 if self.picture is None else at.lines_top
        for number, line in enumerate(self._wrapped_lines()):
            scaled.write(at.lines_left, top + at.row_height * number, line, INK)
        if self.chosen is not None:
            # Last, for a long one lies over what is beside it.
            self._paint_row(scaled, self.chosen, self.rows[self.chosen])

    def _paint_ground(self, surface: Surface) -> None:
        left, top = self.layout.picture_left, self.layout.picture_top
        right, below = left + PICTURE_WIDTH, top + PICTURE_HEIGHT
        if self.picture is None:
            surface.fill(0, 0, PAGE_WIDTH, PAGE_HEIGHT, GROUND)
        elif not self._is_whole:
            surface.fill(0, 0, PAGE_WIDTH, top, GROUND)
            surface.fill(0, top, left, PICTURE_HEIGHT, GROUND)
            surface.fill(right, top, PAGE_WIDTH - right, PICTURE_HEIGHT, GROUND)
            surface.fill(0, below, PAGE_WIDTH, PAGE_HEIGHT - below, GROUND)
        edge = (self.layout.title_top + GLYPH + 2) * self.layout.scale
        surface.fill(16, edge, PAGE_WIDTH - 32, 1, EDGE)

    def _paint_row(self, surface: Surface, index: int, row: PageRow) -> None:
        at = self.layout
        top = at.list_top + at.row_height * index
        ink = FAINT if row.is_faint else INK
        # Where both have no room, the lines beside the list say what the note says.
        note = row.note if len(row.text) + len(row.note) < at.columns else ""
        room = at.columns - (len(note) + 1 if note else 0)
        if index == self.chosen:
            ink = CHOSEN_INK
            room = max(room, min(len(row.text), surface.width // GLYPH - 2 * at.margin // GLYPH))
            width = max(at.columns, len(_cut(row.text, room)))
            surface.fill(at.margin - 4, top, GLYPH * width + 8, at.row_height, CHOSEN_GROUND)
        y = top + (at.row_height - GLYPH) // 2
        surface.write(at.margin, y, _cut(row.text, room), ink)
        surface.write(at.margin + GLYPH * (at.columns - len(note)), y, note, ink)

    def _wrapped_lines(self) -> Sequence[str]:
        most = self.layout.most_lines
        return [part for line in self.lines for part in (wrap(line, self.layout.line_columns) or [""])][:most]


def _cut(text: str, columns: int) -> str:
    return text if len(text) <= columns else f"{text[: columns - 2]}.."


NORTH, PAGE_UP, PAGE_DOWN, SOUTH, END, HOME = 1, 2, 4, 5, 6, 8
WHEEL_ROWS = 3


class WindowPage:
    """A list of which the player chooses one. Subclasses say what it lists and what a choice does."""

    title = ""
    aside = ""
    """Stands beside the title while nothing is searched for."""
    footer = ""
    header = ""
    """Names the columns of the rows."""
    searches = False
    """Whether typed letters narrow the list."""
    is_wide = False
    """Whether the list takes the place of picture and lines, too."""

    def __init__(self) -> None:
        """Start with the first row chosen."""
        self.is_closed = False
        self.has_chosen = False
        """Whether the player has got what the page is for, and wants to see the game."""
        self.is_large = False
        """Whether its text is large."""
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

    @property
    def layout(self) -> PageLayout:
        """Where the parts of the page are."""
        return LAYOUTS[self.is_large, self.is_wide]

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
        rows, most = self.rows(), self.layout.rows
        self.chosen = min(self.chosen, max(0, len(rows) - 1))
        self._first = min(max(self._first, self.chosen - most + 1), self.chosen, max(0, len(rows) - most))
        shown = rows[self._first : self._first + most]
        return PageLook(
            self.title,
            tuple(shown),
            self.chosen - self._first if rows else None,
            more_above=self._first > 0,
            more_below=self._first + most < len(rows),
            search=f"search: {self.search}_" if self.search else self.aside,
            header=self.header,
            picture=self.picture(self.chosen) if rows and not self.is_wide else None,
            lines=tuple(self.lines(self.chosen)) if rows and not self.is_wide else (),
            footer=self.footer,
            layout=self.layout,
        )

    def _press(self, press: KeyPress) -> None:
        direction = CURSOR.get(press.scancode, KEYPAD.get(press.scancode))
        rows = self.layout.rows
        steps = {NORTH: -1, SOUTH: 1, PAGE_UP: -rows, PAGE_DOWN: rows}
        if direction in steps:
            self._move(steps[direction])
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
        layout = self.layout
        index = layout.row_at(*position, min(layout.rows, len(self.rows()) - self._first))
        if index is None:
            return
        self.chosen = self._first + index
        if pointer.pressed and pointer.button == 1:
            self.take(self.chosen)
