"""Declares the settings that a player can keep: name, values, default and meaning, each in one row."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from agi_emu.facts.adapters import CHOICES, OWN
from agi_emu.facts.clock_prices import PACES
from agi_emu.facts.codes import MACHINES
from agi_emu.presentation.looks import DEFAULT as DEFAULT_LOOK
from agi_emu.presentation.looks import LOOKS

Value = bool | int | float | str | tuple[int, ...]

KEYS, GAME_KEYS, GAMES = "keys", "game-keys", "games"
"""Tables of the file: keys of the program, keys that stand for others in a game, and settings of single games."""


@dataclass(frozen=True, slots=True)
class Preference:
    """A setting."""

    name: str
    meaning: str
    default: Value | None
    """None: the program decides."""
    kind: type
    """bool, int, float, str, or tuple for four whole numbers."""
    values: tuple[str, ...] = ()
    """Of a word; empty if it is free."""
    low: float = 0
    high: float = 0
    option: str = ""
    """The parameter of ``agi-emu run`` that it is the default of."""

    def problem(self, value: object) -> str:
        """Return what is wrong with a value from a file, as the rest of a sentence; "" if nothing is."""
        if self.kind is tuple:
            good = isinstance(value, list) and len(value) == 4 and all(type(each) is int for each in value)
            return "" if good else "is four whole numbers: left, top, width, height"
        if self.kind is bool:
            return "" if isinstance(value, bool) else "is true or false"
        if self.kind is str:
            good = isinstance(value, str) and (not self.values or value in self.values)
            return "" if good else f"is one of {', '.join(self.values)}" if self.values else "is a text"
        good = type(value) is int or (self.kind is float and type(value) is float)
        within = good and self.low <= value <= self.high  # type: ignore[operator]
        return "" if within else f"is a number from {self.low:g} to {self.high:g}"


PREFERENCES: Mapping[str, Preference] = {
    each.name: each
    for each in (
        Preference("volume", "volume, 0 to 100", 100, int, low=0, high=100, option="volume"),
        Preference("mute", "start without sound; F12 turns it on", False, bool),
        Preference("scale", "width of a pixel in a new window", None, int, low=1, high=16, option="scale"),
        Preference("window", "left, top, width, height of the window, as you left it", None, tuple),
        Preference("full-screen", "start in full screen", False, bool, option="fullscreen"),
        Preference("aspect", "shape of the picture", "sharp", str, ("exact", "sharp", "square"), option="aspect"),
        Preference("display", "display adapter to emulate", OWN, str, CHOICES, option="display"),
        Preference("look", "how what an EGA showed is shown", DEFAULT_LOOK, str, tuple(LOOKS), option="screen_look"),
        Preference("picture-tube", "soft pixels, and dark gaps between lines", False, bool),
        Preference("computer", "computer to emulate", "pc", str, tuple(MACHINES), option="machine"),
        Preference("pace", "computer to be as fast as", "smooth", str, tuple(PACES), option="budget"),
        Preference("language", "language to play in, where a game is translated", None, str, option="language"),
        Preference("speed", "speed; 1 is the original's", 1.0, float, low=0.1, high=100, option="speed"),
        Preference("speech", "speak all words with the voice of the system", False, bool),
        Preference("typing-pauses", "the game stands still while you type a sentence", False, bool),
        Preference("straight-walk", "a click walks straight on to the first obstacle", False, bool),
        Preference("large-text", "large text on the pages of the program", False, bool),
        Preference("extensions", "extensions to act on: none, or names with commas", None, str, option="extensions"),
    )
}
"""Every setting by its name."""
