"""Pages over the desk: a list that typing narrows or makes, and the key or click to press in a tick."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from agi_emu.facts.errors import AgiError
from agi_emu.input.host_events import HostEvent, KeyPress, Pointer, Typed
from agi_emu.input.host_keyboard import F12, HostKeyboard
from agi_emu.machine.frame import Frame
from agi_emu.machine.input.events import KEYS, Arrow, InputEvent, Mouse, key_events
from agi_emu.window.pages import PICTURE_HEIGHT, PICTURE_WIDTH, PageRow, WindowPage

Act = Callable[[], object]
Offer = tuple[str, str, Act]
"""A row: its text, its note, and what choosing it does."""
KEY_NAMES = sorted(KEYS, key=lambda name: len(name) == 1)
"""The arrows and other keys that have a word for a name come first."""


class OffersPage(WindowPage):
    """Lists what is offered for the text that is typed; one of it is done."""

    searches = True
    hint = "letters: type   Enter or click: take   Esc: back"

    def __init__(
        self,
        title: str,
        offers: Callable[[str], Sequence[Offer]],
        do: Callable[[Act], None],
        picture: Callable[[int], Frame] | None = None,
    ) -> None:
        """Begin with nothing typed; `offers` raises AgiError or ValueError for a text that says nothing yet."""
        super().__init__()
        self.title, self.is_wide = title, picture is None
        self._offers, self._do, self._picture = offers, do, picture
        self._listed: Sequence[Offer] = ()
        self._asked: str | None = None
        """For which text that is."""

    def rows(self) -> Sequence[PageRow]:
        """Return what is offered now."""
        return [PageRow(text, note) for text, note, _ in self._offered()]

    def take(self, index: int) -> None:
        """Close, and do what was chosen."""
        self.is_closed = True
        self._do(self._offered()[index][2])

    def picture(self, index: int) -> Frame | None:
        """Show the picture of a row, if rows have one."""
        return self._picture(index) if self._picture else None

    def _offered(self) -> Sequence[Offer]:
        if self.search != self._asked:
            self._asked, self._listed, self.footer = self.search, (), self.hint
            try:
                self._listed = self._offers(self.search)
            except (AgiError, ValueError) as error:
                self.footer = str(error)
        return self._listed


class KeyPage(OffersPage):
    """Waits for a key, for a click on the name of one, or for a click into the picture of the game."""

    hint = "Press a key of the game, or click its name; a click into the picture is one of the mouse.   F12: back"
    takes_every_key = True

    def __init__(
        self, title: str, press: Callable[[Sequence[InputEvent]], None], do: Callable[[Act], None], picture: Frame
    ) -> None:
        """`press` gets the events of the key or click."""
        offers = [(name, "", partial(press, key_events(name))) for name in KEY_NAMES]
        super().__init__(title, lambda text: offers, do, lambda index: picture)
        self._press_events = press
        self._keyboard = HostKeyboard()

    def take_event(self, event: HostEvent, position: tuple[int, int] = (0, 0)) -> None:
        """Take a key as the game would get it; of a letter, the text that follows."""
        x, y = position[0] - self.layout.picture_left, position[1] - self.layout.picture_top
        match event:
            case KeyPress(scancode=scancode) if scancode == F12:
                self.leave()
            case KeyPress():
                self._finish(self._keyboard.press(event))
            case Typed():
                self._finish(self._keyboard.typed(event))
            case Pointer(pressed=True) if 0 <= x < PICTURE_WIDTH and 0 <= y < PICTURE_HEIGHT:
                self._finish([Mouse(x // 2, y, event.button)])
            case _:
                super().take_event(event, position)

    def _finish(self, events: Sequence[InputEvent]) -> None:
        if events:
            self.is_closed = True
            taps = [Arrow(each.direction, down=False) for each in events if isinstance(each, Arrow)]
            self._do(partial(self._press_events, [*events, *taps]))
