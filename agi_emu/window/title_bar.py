"""Shows the program's messages: in the title bar, and for a moment as a badge over the picture."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from agi_emu.input.player_commands import KEY_SUMMARY
from agi_emu.window.overlay import BANNER_LENGTH

if TYPE_CHECKING:
    from agi_emu.window.host.sdl import SdlWindow
    from agi_emu.window.window_commands import WindowCommands

SUMMARY_SECONDS = 20.0
"""How long the title bar names the menu's key at the start."""
LONGEST_NOTICE = 60
"""Characters of a notice in the title bar; the badge has room for all of it."""
BADGE_SECONDS = 2.0
"""How long a window shows a change of the title over the picture."""
NOTICE_SECONDS = 6.0
BANNER_SECONDS = 3.0
"""How long full screen shows a change of the title; a longer notice stays as long as in the title bar."""


class TitleBar:
    """Name of the game, its state in words, and a temporary notice; the badge shows the last change."""

    def __init__(self, window: SdlWindow, clock: Callable[[], float]) -> None:
        """Start with the key of the menu; `clock` counts seconds."""
        self._window = window
        self._clock = clock
        self.name = ""
        """The game's name."""
        self.errors = 0
        """How many errors the game has raised."""
        self._notice = (KEY_SUMMARY, clock() + SUMMARY_SECONDS)
        self._title = ""
        self._told: tuple[Sequence[str], str] = ([], "")
        self._banner = ("", 0.0)

    def attach(self, name: str) -> None:
        """Name another game."""
        self.name = name
        self.errors = 0

    def note(self, text: str) -> None:
        """Show a sentence for a while, from the next `show` on."""
        self._notice = (text, self._clock() + NOTICE_SECONDS)

    def show(self, commands: WindowCommands) -> None:
        """Update the title; the banner names the speed when the state needs no words any more."""
        words_of_state = (
            (commands.is_paused, "[paused]"),
            (commands.is_rewinding, "[going back]"),
            (self.errors, f"[{self.errors} error{'' if self.errors == 1 else 's'}]"),
            (commands.pacer.speed != 1, f"[{commands.speed}]"),
        )
        state = [words for is_so, words in words_of_state if is_so]
        text, until = self._notice
        if self._clock() >= until:
            text = ""
        short = text if len(text) <= LONGEST_NOTICE else f"{text[: LONGEST_NOTICE - 2]}.."
        title = " ".join([self.name, *state, *([f"- {short}"] if text else [])])
        if title != self._title:
            self._title = title
            self._window.title = title
        if (state, text) != self._told:
            words = text if text != self._told[1] else " ".join(state) or commands.speed
            self._told = (state, text)
            if words and (self._window.full_screen or words != KEY_SUMMARY):
                self._banner = (words, self._clock() + self._seconds_of(words))

    def _seconds_of(self, words: str) -> float:
        if len(words) > BANNER_LENGTH:
            return NOTICE_SECONDS
        return BANNER_SECONDS if self._window.full_screen else BADGE_SECONDS

    @property
    def banner(self) -> str:
        """What is shown over the picture now."""
        text, until = self._banner
        return text if self._clock() < until else ""
