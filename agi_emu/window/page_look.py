"""Paints a page of the program: a list at the left, a picture with some lines at the right, keys at the bottom.

A page is wider than a game's screen, so that titles and a picture in full size fit beside each other.
"""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import wrap
from typing import TYPE_CHECKING

from agi_emu.machine.frame import Frame
from agi_emu.window.overlay import CHOSEN_GROUND, CHOSEN_INK, EDGE, FAINT, GLYPH, GROUND, INK, Surface

if TYPE_CHECKING:
    from collections.abc import Sequence

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
