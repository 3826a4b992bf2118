"""Shows the program's messages: in the title bar, or in a banner in full screen, which has no title bar."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from agi_emu.frontends.window.commands import BANNER_SUMMARY, KEY_SUMMARY
from agi_emu.frontends.window.overlay import BANNER_LENGTH

if TYPE_CHECKING:
    from agi_emu.frontends.window.host_window import HostWindow

SUMMARY_SECONDS = 20.0
"""How long the title bar names the keys at the start."""
NOTICE_SECONDS = 6.0
BANNER_SECONDS = 3.0
"""How long full screen shows a change of the title; a longer notice stays as long as in the title bar."""


class TitleBar:
    """Name of the game, its state in words, and a temporary notice; the banner shows the last change."""

    def __init__(self, window: HostWindow, clock: Callable[[], float]) -> None:
        """Start with a summary of the keys; `clock` counts seconds."""
        self._window = window
        self._clock = clock
        self.name = ""
        """The game's name."""
        self._notice = (KEY_SUMMARY, clock() + SUMMARY_SECONDS)
        self._title = ""
        self._told: tuple[Sequence[str], str] = ([], "")
        self._banner = ("", 0.0)

    def note(self, text: str) -> None:
        """Show a sentence for a while, from the next `show` on."""
        self._notice = (text, self._clock() + NOTICE_SECONDS)

    def show(self, state: Sequence[str], usual: str) -> None:
        """Update the title; `usual` is the banner's text when the state needs no words any more."""
        text, until = self._notice
        if self._clock() >= until:
            text = ""
        title = " ".join([self.name, *state, *([f"- {text}"] if text else [])])
        if title != self._title:
            self._title = title
            self._window.title = title
        if (state, text) != self._told:
            words = text if text != self._told[1] else " ".join(state) or usual
            self._told = (state, text)
            if words:
                words = BANNER_SUMMARY if words == KEY_SUMMARY else words
                seconds = BANNER_SECONDS if len(words) <= BANNER_LENGTH else NOTICE_SECONDS
                self._banner = (words, self._clock() + seconds)

    @property
    def banner(self) -> str:
        """What full screen shows now; empty in a window."""
        text, until = self._banner
        return text if self._window.full_screen and self._clock() < until else ""
