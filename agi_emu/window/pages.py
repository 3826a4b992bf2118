"""Pages of the program, which take the whole window: a list to choose from, by keys, mouse or typing."""

from __future__ import annotations

from collections.abc import Sequence

from agi_emu.input.host_events import HostEvent, KeyPress, Pointer, Typed, Wheel
from agi_emu.input.host_keyboard import BACKSPACE, CURSOR, ESCAPE, KEYPAD, KEYPAD_ENTER, RETURN
from agi_emu.machine.frame import Frame
from agi_emu.window.page_look import ROWS, PageLook, PageRow, row_at

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
