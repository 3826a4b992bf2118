"""A window for a world that a person watches."""

from __future__ import annotations

import time

from agi_emu.machine.frame import Frame
from agi_emu.presentation.looks import plain
from agi_emu.window.host.sdl import SdlDisplay, SdlWindow
from agi_emu.window.overlay import NO_OVERLAY
from agi_emu.window.picture_out import PictureOut
from agi_emu.window.scaling import Aspect, fitting_scale, window_size


class Viewer:
    """A window that shows one picture after the other, so many in a second at most."""

    def __init__(self, title: str, pictures_per_second: int) -> None:
        """Open the window; HostError where there is no display."""
        self._pause = 1 / pictures_per_second
        display = SdlDisplay()
        scale = fitting_scale(Aspect.SHARP, *display.usable_size())
        self._window = SdlWindow(display, title, *window_size(Aspect.SHARP, scale))
        self._picture = PictureOut(self._window, Aspect.SHARP, plain)
        self._due = time.monotonic()

    def show(self, frame: Frame) -> None:
        """Show a frame, when it is time for it."""
        time.sleep(max(0.0, self._due - time.monotonic()))
        self._due = time.monotonic() + self._pause
        self._window.poll()
        self._picture.show(frame, NO_OVERLAY)

    def close(self) -> None:
        """Close the window."""
        self._window.close()
