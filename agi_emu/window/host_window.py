"""Declares what the front end needs from a window of the host."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from agi_emu.input.host_events import HostEvent, PointerShape


class HostWindow(Protocol):
    """A window of the host, as `agi_emu.window.host.sdl.SdlWindow` opens it."""

    title: str
    full_screen: bool

    def size(self) -> tuple[int, int]:
        """Return its size in pixels."""

    def canvas(self) -> tuple[Any, int]:
        """Return a writable buffer of 32-bit pixels and the length of its rows in pixels."""

    def colour(self, red: int, green: int, blue: int) -> int:
        """Return the pixel of a colour."""

    def clear(self) -> None:
        """Make the canvas black."""

    def update(self, top: int, bottom: int) -> None:
        """Show rows `top` to `bottom` - 1 on the screen."""

    def resize(self, width: int, height: int) -> None:
        """Change its size, in points; nothing in full screen."""

    def show_pointer(self, *, visible: bool) -> None:
        """Show or hide the mouse over the window."""

    def show_cursor(self, cursor: PointerShape) -> None:
        """Give the mouse a shape over the window."""

    def clipboard(self) -> str:
        """Return the text on the clipboard; empty if there is none."""

    def poll(self) -> list[HostEvent]:
        """Return the events since the last call."""
