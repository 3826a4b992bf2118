"""Draws pictures in a window of the host: look, overlay, colours and size."""

from __future__ import annotations

from array import array
from collections.abc import Set
from typing import TYPE_CHECKING

from agi_emu._core.scale import Scaler
from agi_emu.input.player_commands import SWITCHES, PlayerCommand
from agi_emu.state.layout import SCREEN_HEIGHT, SCREEN_WIDTH
from agi_emu.window.overlay import FIRST_OVERLAY_COLOUR, NO_OVERLAY, OVERLAY_COLOURS, Overlay, overlay_size
from agi_emu.window.scaling import Aspect, place

if TYPE_CHECKING:
    from agi_emu.machine.frame import Frame
    from agi_emu.presentation.looks import ScreenLook
    from agi_emu.window.host.sdl import SdlWindow
    from agi_emu.window.pages import PageLook

PICTURE_TUBE = SWITCHES[PlayerCommand.PICTURE_TUBE]
COLOURS = 256
"""Of the picture; the table of pixels has as many for the layer over it."""


class PictureOut:
    """Draws what changed since the last picture; draws everything after `redraw`."""

    def __init__(self, window: SdlWindow, aspect: Aspect, mode: ScreenLook, switches: Set[str] = frozenset()) -> None:
        """Draw into an open window; `switches` are the names of the settings that are on."""
        self._window = window
        self._switches = switches
        self._is_soft = False
        """Whether what was drawn last looks as on a picture tube."""
        self.aspect = aspect
        """How the picture fills the window; `redraw` after a change."""
        self.mode = mode
        """How frames are shown."""
        self._mode_shown = mode
        self._frame: Frame | None = None
        self.shown: Frame | None = None
        """The picture shown, without the overlay; None before the first one."""
        self._overlay = NO_OVERLAY
        self._size = (SCREEN_WIDTH, SCREEN_HEIGHT)
        """Of what was drawn last."""
        self._pixels = b""
        self._layer: bytes | None = None
        self._colours: tuple[bytes, bool] = (b"", False)
        self._lut = array("I", bytes(4 * 2 * COLOURS))
        self._scaler = Scaler(1, 1)
        self._placement = place(aspect, *window.size())
        self._redraws = True

    def redraw(self) -> None:
        """Draw everything with the next picture: the window was resized, or lost its contents."""
        self._redraws = True

    def show(self, frame: Frame, overlay: Overlay) -> None:
        """Show a frame with the overlay over it."""
        is_soft = PICTURE_TUBE in self._switches
        if self._overlay.page is not None or is_soft != self._is_soft:
            self._redraws = True
        if self.shown is None or frame != self._frame or self._mode_shown is not self.mode:
            self.shown = self.mode(frame)
        elif overlay == self._overlay and not self._redraws:
            return
        self._frame = frame
        self._mode_shown = self.mode
        self._overlay = overlay
        self._is_soft = is_soft
        self._draw(self.shown, overlay, is_dim=overlay.menu is not None)

    def show_page(self, page: PageLook, overlay: Overlay) -> None:
        """Show a page of the program with the overlay over it; the next frame shows the game again."""
        overlay = overlay._replace(page=page)
        if overlay != self._overlay or self._redraws:
            self._redraws |= self._is_soft
            self._is_soft = False
            self._draw(page.frame(), overlay, is_dim=overlay.menu is not None)
        self._overlay = overlay

    def position_in(self, x: int, y: int, width: int, height: int) -> tuple[int, int]:
        """Return the pixel of a picture of width x height under a pixel of the window."""
        return self._placement.screen_position(x, y, width, height)

    def screen_position(self, x: int, y: int) -> tuple[int, int]:
        """Return the pixel of the game's screen under a pixel of the window."""
        return self._placement.screen_position(x, y)

    def overlay_position(self, x: int, y: int) -> tuple[tuple[int, int], tuple[int, int]]:
        """Return the overlay's pixel under a pixel of the window; and the overlay's size."""
        size = overlay_size(*self._size)[:2]
        return self._placement.screen_position(x, y, *size), size

    def _draw(self, shown: Frame, overlay: Overlay, *, is_dim: bool) -> None:
        size = self._size = shown.width, shown.height
        layer = overlay.painted(*size)
        if (self._scaler.source_width, self._scaler.source_height) != size:
            self._redraws = True
        first, last = 0, shown.height - 1
        if self._redraws:
            self._place(*size)
            self._window.clear()
        if self._redraws or self._colours != (shown.colours, is_dim):
            self._mix_colours(shown.colours, is_dim=is_dim)
        else:
            rows = self._changed_rows(shown, layer)
            if rows is None:
                return
            first, last = rows
        spot = self._placement
        if self._is_soft:
            self._scaler.draw(shown.pixels, self._lut, *self._window.small_canvas(*size), 0, 0, layer=layer)
            self._window.soften(*spot)
            begin, end = 0, spot.height
        else:
            begin, end = self._scaler.draw(
                *(shown.pixels, self._lut, *self._window.canvas(), spot.left, spot.top, first, last), layer=layer
            )
        if self._redraws:
            self._window.update(0, self._window.size()[1])
        else:
            self._window.update(spot.top + begin, spot.top + end)
        self._redraws = False
        self._pixels, self._layer = shown.pixels, layer

    def _changed_rows(self, shown: Frame, layer: bytes | None) -> tuple[int, int] | None:
        """Return the first and the last row that differ from the last picture; None if none does."""
        found = [changed_rows(self._pixels, shown.pixels, shown.width)]
        if layer is not None or self._layer is not None:
            clear = bytes(len(shown.pixels))
            found.append(changed_rows(self._layer or clear, layer or clear, shown.width))
        changed = [rows for rows in found if rows]
        if not changed:
            return None
        return min(first for first, _ in changed), max(last for _, last in changed)

    def _place(self, width: int, height: int) -> None:
        """Measure the window and place a picture of this size in it."""
        self._placement = spot = place(self.aspect, *self._window.size())
        scaler = self._scaler
        now = (scaler.width, scaler.height, scaler.source_width, scaler.source_height)
        wanted = (width, height, width, height) if self._is_soft else (spot.width, spot.height, width, height)
        if now != wanted:
            self._scaler = Scaler(*wanted)

    def _mix_colours(self, colours: bytes, *, is_dim: bool) -> None:
        """Fill the table of pixels: the picture's colours, dark under the menu, and the overlay's own."""
        self._colours = (colours, is_dim)
        for index in range(len(colours) // 3):
            red, green, blue = (part // 2 if is_dim else part for part in colours[3 * index : 3 * index + 3])
            self._lut[index] = self._window.colour(red, green, blue)
        for index, (red, green, blue) in enumerate(OVERLAY_COLOURS, start=COLOURS + FIRST_OVERLAY_COLOUR):
            self._lut[index] = self._window.colour(red, green, blue)


def changed_rows(before: bytes, after: bytes, width: int) -> tuple[int, int] | None:
    """Return the first and the last row of a picture that differ; None if none does."""
    if before == after:
        return None
    rows = range(0, len(after), width)
    first = next(at for at in rows if before[at : at + width] != after[at : at + width])
    last = next(at for at in reversed(rows) if before[at : at + width] != after[at : at + width])
    return first // width, last // width
