"""Input of a machine: keys as the PC's keyboard gave them, never names of host keys; and names for them.

Input enters only at the stops of ``Machine.advance``; a recording stores these events with beat and cycle.
The names are those of the recordings' input scripts (``enter``, ``kp5``, ``f6`` ...) and more of the same kind; every
name means a key pressed and released.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType

from agi_emu.facts.font import PC_CODE_PAGE


@dataclass(frozen=True, slots=True)
class Key:
    """A key press that the BIOS buffer takes, as a key word (reference: KEY-1).

    `word` is 00aa for a character aa, ss00 for a key without one (F1 = 3B00h). Not for the arrow cluster.
    """

    word: int

    def __post_init__(self) -> None:
        """Refuse what the BIOS buffer cannot hold."""
        if not 0 <= self.word <= 0xFFFF:
            raise ValueError(f"a key word is 0 to 65535, not {self.word}")


@dataclass(frozen=True, slots=True)
class Arrow:
    """A key of the arrow cluster goes down or up; directions 1 (north) to 8 (north-west), 0 keypad 5 (down only)."""

    direction: int
    down: bool

    def __post_init__(self) -> None:
        """Refuse an invalid direction."""
        if not 0 <= self.direction <= 8:
            raise ValueError(f"a direction is 0 to 8, not {self.direction}")


@dataclass(frozen=True, slots=True)
class Mouse:
    """The mouse as AGIMOUSE games see it: x 0-159, y 0-199, button 0 none, 1 left, 2 right, 3 middle."""

    x: int
    y: int
    button: int


@dataclass(frozen=True, slots=True)
class SetVariable:
    """Sets a variable: for tools."""

    variable: int
    value: int


InputEvent = Key | Arrow | Mouse | SetVariable


_ARROWS = {"up": 1, "pgup": 2, "right": 3, "pgdn": 4, "down": 5, "end": 6, "left": 7, "home": 8}
_CHARACTERS = {
    "enter": 0x0D,
    "esc": 0x1B,
    "space": 0x20,
    "tab": 0x09,
    "backspace": 0x08,
    "ctrl-backspace": 0x7F,
    "ctrl-enter": 0x0A,
}
_SCANNED = {"ins": 82, "del": 83, "shift-tab": 15, "scroll-lock": 70, "ctrl-alt-left": 0x9B, "ctrl-alt-right": 0x9D}
_CTRL_CURSOR = {"left": 115, "right": 116, "end": 117, "pgdn": 118, "home": 119, "pgup": 132}
_ALT_ROWS = ((16, "qwertyuiop"), (30, "asdfghjkl"), (44, "zxcvbnm"), (120, "1234567890-="))
_FUNCTION_BANKS = {"": 59, "shift-": 84, "ctrl-": 94, "alt-": 104}


def _table() -> dict[str, tuple[InputEvent, ...]]:
    """Build the names from the key words a PC keyboard can give (reference: KEY-3)."""
    table: dict[str, tuple[InputEvent, ...]] = {}
    for code in range(33, 127):
        table[chr(code)] = (Key(code),)
    for name, direction in _ARROWS.items():
        table[name] = (Arrow(direction, down=True), Arrow(direction, down=False))
    table["kp5"] = (Arrow(0, down=True), Arrow(0, down=False))
    for name, code in _CHARACTERS.items():
        table[name] = (Key(code),)
    for name, scan in _SCANNED.items():
        table[name] = (Key(scan << 8),)
    for index in range(26):
        table[f"ctrl-{chr(ord('a') + index)}"] = (Key(index + 1),)
    for name, scan in _CTRL_CURSOR.items():
        table[f"ctrl-{name}"] = (Key(scan << 8),)
    for first, row in _ALT_ROWS:
        for index, letter in enumerate(row):
            table[f"alt-{letter}"] = (Key((first + index) << 8),)
    for prefix, first in _FUNCTION_BANKS.items():
        for index in range(10):
            table[f"{prefix}f{index + 1}"] = (Key((first + index) << 8),)
    return table


_TYPED = tuple(Key(0x0D if byte == 0x0A else byte) for byte in range(256))
"""The key that types each byte."""
KEYS = MappingProxyType(_table())
"""Every name with its events, break codes included."""


def key_events(name: str) -> tuple[InputEvent, ...]:
    """Return the events of a named key; a single character names itself, letters keep their case.

    A character beyond ASCII is typed as its byte of the code page. Raises ValueError for a name that no PC key has.
    """
    if name == " ":
        return KEYS["space"]
    if len(name) == 1 and not name.isascii():
        return text_events(name)
    events = KEYS.get(name) or KEYS.get(name.lower())
    if events is None:
        raise ValueError(f"unknown key {name!r}")
    return events


def text_events(text: str, *, enter: bool = False, code_page: str = PC_CODE_PAGE) -> tuple[InputEvent, ...]:
    """Return the key presses that type `text`, with ENTER after it when asked.

    Characters beyond ASCII are typed as the bytes of the code page, which Alt and the keypad would give; a newline is
    ENTER.
    """
    typed = f"{text}\n" if enter else text
    return tuple(map(_TYPED.__getitem__, typed.encode(code_page, errors="replace")))
