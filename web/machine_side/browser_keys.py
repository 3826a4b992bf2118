"""Names of keys in a browser: `KeyboardEvent.code` names a place on the keyboard, as scan codes do."""

from __future__ import annotations

from agi_emu.input.host_events import KeyPress, KeyRelease, Modifier
from agi_emu.input.key_table import PLACES

_LETTER_A = 0x04
_LETTERS = {f"Key{chr(ord('A') + index)}": _LETTER_A + index for index in range(26)}
_DIGITS = {f"Digit{digit}": PLACES[str(digit)] for digit in range(10)}
_KEYPAD_SIGNS = {"NumpadDivide": 0x54, "NumpadMultiply": 0x55, "NumpadSubtract": 0x56, "NumpadAdd": 0x57}
_NAMED = {
    **{f"F{number}": PLACES[f"f{number}"] for number in range(1, 13)},
    **{f"Numpad{digit}": PLACES[f"keypad{digit}"] for digit in range(10)},
    **{f"Arrow{name}": PLACES[name.lower()] for name in ("Up", "Right", "Down", "Left")},
    **{name: PLACES[name.lower()] for name in ("PageUp", "PageDown", "End", "Home", "Enter", "Escape", "Backspace")},
    **{name: PLACES[name.lower()] for name in ("Tab", "Space", "Insert", "Delete", "ScrollLock")},
    "NumpadEnter": PLACES["keypadenter"],
    "NumpadDecimal": 0x63,
}
SCAN_CODES = _LETTERS | _DIGITS | _KEYPAD_SIGNS | _NAMED
"""Scan code of each key that a PC of the time has."""


def key_press(code: str, key: str, modifiers: int, *, repeated: bool = False) -> KeyPress:
    """Return the press of the key `code`, whose character is `key`; `modifiers` as `Modifier` has them."""
    character = key.lower() if len(key) == 1 else ""
    if not character.isascii() and code in _LETTERS:
        # Alt makes other characters of letters on some systems; the game gets the letter.
        character = code[-1].lower()
    return KeyPress(SCAN_CODES.get(code, 0), ord(character) if character else 0, Modifier(modifiers), repeated)


def key_release(code: str) -> KeyRelease:
    """Return the release of the key `code`."""
    return KeyRelease(SCAN_CODES.get(code, 0))
