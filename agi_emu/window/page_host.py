"""Shows pages of the program in a window, the newest on top, and gives them their events."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agi_emu.input.host_events import HostEvent, Pointer

if TYPE_CHECKING:
    from agi_emu.window.pages import WindowPage
    from agi_emu.window.picture_out import PictureOut


class PageHost:
    """The pages that are open."""

    def __init__(self, picture: PictureOut) -> None:
        """Draw them where the pictures of the game are drawn."""
        self._picture = picture
        self._pages: list[WindowPage] = []

    @property
    def is_open(self) -> bool:
        """Whether a page is shown."""
        return bool(self._pages)

    @property
    def takes_every_key(self) -> bool:
        """Whether also the keys of the program's commands are for the page on top."""
        return self.is_open and self._pages[-1].takes_every_key

    def open(self, page: WindowPage) -> None:
        """Show a page over the others."""
        self._pages.append(page)

    def close(self) -> None:
        """Close all pages."""
        self._pages.clear()

    def close_one(self) -> None:
        """Close the page on top as its own key does."""
        self._pages[-1].leave()
        self._drop_closed()

    def take(self, event: HostEvent) -> None:
        """Give an event to the page on top."""
        position = (0, 0)
        if isinstance(event, Pointer):
            from agi_emu.window.page_look import PAGE_HEIGHT, PAGE_WIDTH

            position = self._picture.position_in(event.x, event.y, PAGE_WIDTH, PAGE_HEIGHT)
        page = self._pages[-1]
        page.take_event(event, position)
        self._drop_closed()

    def show(self) -> bool:
        """Draw the page on top, if there is one; return whether there is."""
        if not self._pages:
            return False
        page = self._pages[-1]
        page.turn()
        if page.is_closed:
            self._drop_closed()
            return self.show()
        self._picture.show_page(page.look)
        return True

    def _drop_closed(self) -> None:
        self._pages = [page for page in self._pages if not page.is_closed]
