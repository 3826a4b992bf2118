"""Turns keys of the host into keys of the PC, as INT 16h would return them for a 101-key keyboard.

Characters come from the host's text input, so that every layout works; letters with Alt and Ctrl go by the layout's
letter on the key; everything else goes by the key's place. Sources of the numbers: reference: KEY-3, KEY-9.
"""

from __future__ import annotations

from agi_emu.facts.font import PC_CODE_PAGE
from agi_emu.input.host_events import KeyPress, KeyRelease, Modifier, Typed
from agi_emu.machine.input.events import Arrow, InputEvent, Key
from agi_emu.machine.input.keys import PICTURE_LEFT, PICTURE_RIGHT, SCROLL_LOCK

RETURN, ESCAPE, BACKSPACE, TAB, SPACE = 0x28, 0x29, 0x2A, 0x2B, 0x2C
F1, F10, F11, F12 = 0x3A, 0x43, 0x44, 0x45
SCROLL_LOCK_KEY, INSERT, DELETE = 0x47, 0x49, 0x4C
KEYPAD_ENTER, KEYPAD_1, KEYPAD_0, KEYPAD_PERIOD = 0x58, 0x59, 0x62, 0x63
KEYPAD_CHARACTERS = "1234567890."

CURSOR = {0x52: 1, 0x4B: 2, 0x4F: 3, 0x4E: 4, 0x51: 5, 0x4D: 6, 0x50: 7, 0x4A: 8}
"""Directions of the grey cursor keys: up, page up, right, page down, down, end, left, home."""
KEYPAD = {0x60: 1, 0x61: 2, 0x5E: 3, 0x5B: 4, 0x5A: 5, 0x59: 6, 0x5C: 7, 0x5F: 8, 0x5D: 0}
"""Directions of the keypad's 8, 9, 6, 3, 2, 1, 4, 7 and 5."""

CTRL_DIRECTION_WORDS = {3: 116 << 8, 7: 115 << 8, 6: 117 << 8, 4: 118 << 8, 8: 119 << 8, 2: 132 << 8}
PICTURE_WORDS = {3: PICTURE_RIGHT, 7: PICTURE_LEFT}
CTRL_CHARACTERS = {ord("["): 27, ord("\\"): 28, ord("]"): 29, ord("6"): 30, ord("-"): 31, ord(" "): 32}
INSERT_WORD, DELETE_WORD, SHIFT_TAB_WORD = 82 << 8, 83 << 8, 15 << 8
FUNCTION_KEY_SCANS = {Modifier.NONE: 59, Modifier.SHIFT: 84, Modifier.CTRL: 94, Modifier.LEFT_ALT: 104}
"""BIOS scan code of F1 without and with a modifier."""

ALT_SCANS = {
    letter: first + index
    for first, row in ((16, "qwertyuiop"), (30, "asdfghjkl"), (44, "zxcvbnm"), (120, "1234567890-="))
    for index, letter in enumerate(row)
}
"""BIOS scan codes of Alt with a letter or digit."""


class HostKeyboard:
    """Turns key presses and text of the host into machine events; remembers which arrows are held."""

    def __init__(self) -> None:
        """Start with no key held."""
        self.repeats_arrows = False
        """Whether the machine wants the repeats of a held arrow: one that ignores them needs none in its recordings."""
        self.code_page = PC_CODE_PAGE
        """The code page of the game's texts."""
        self._held: dict[int, int] = {}
        self._swallow_text = False
        self._undecided = 0

    def press(self, press: KeyPress) -> list[InputEvent]:
        """Return the events of a key that goes down; none for keys whose character will follow as text."""
        events = self.settle()
        modifiers = press.modifiers
        # Windows and Command keys belong to the desktop, with the letter that they change.
        self._swallow_text = bool(modifiers & Modifier.COMMAND)
        if self._swallow_text:
            return events
        if press.scancode in CURSOR:
            return events + self._cursor(press, CURSOR[press.scancode])
        if press.scancode in KEYPAD or press.scancode in (KEYPAD_0, KEYPAD_PERIOD):
            return events + self._keypad(press)
        if press.scancode == SCROLL_LOCK_KEY:
            return events if press.repeated else [*events, Key(SCROLL_LOCK)]
        word = _place_word(press.scancode, modifiers)
        if word is None and _is_alt(modifiers):
            # Right Alt may be AltGr: only the text that follows, or its absence, shows which.
            if modifiers & Modifier.RIGHT_ALT:
                self._undecided = press.keycode
                return events
            word = _alt_word(press.keycode)
            self._swallow_text = True
        elif word is None and _is_ctrl(modifiers):
            word = _ctrl_word(press.keycode)
            self._swallow_text = True
        elif word is not None:
            self._swallow_text = True
        return events if word is None else [*events, Key(word)]

    def ignore_text(self) -> None:
        """Drop the text of a key press that was not meant for the game."""
        self._swallow_text = True
        self._undecided = 0

    def release(self, release: KeyRelease) -> list[InputEvent]:
        """Return the events of a key that goes up: only arrows matter."""
        direction = self._held.pop(release.scancode, None)
        return [] if direction is None else [Arrow(direction, down=False)]

    def typed(self, typed: Typed) -> list[InputEvent]:
        """Return the characters of a text; those that the code page lacks are left out."""
        undecided, self._undecided = self._undecided, 0
        if undecided and typed.text.lower() == chr(undecided).lower():
            word = _alt_word(undecided)
            return [] if word is None else [Key(word)]
        swallow, self._swallow_text = self._swallow_text, False
        if swallow:
            return []
        return [Key(byte) for byte in typed.text.encode(self.code_page, errors="ignore") if byte >= 32]

    def settle(self) -> list[InputEvent]:
        """Return the event of a press with right Alt that no text followed; called when the host has no more events.

        Later text belongs to no key press: input methods and on-screen keyboards send such text.
        """
        self._swallow_text = False
        undecided, self._undecided = self._undecided, 0
        word = _alt_word(undecided) if undecided else None
        return [] if word is None else [Key(word)]

    def let_go(self) -> list[InputEvent]:
        """Release every held arrow: the window has lost the keyboard, so no release will come."""
        held, self._held = self._held, {}
        self._undecided = 0
        return [Arrow(direction, down=False) for direction in held.values()]

    def _cursor(self, press: KeyPress, direction: int) -> list[InputEvent]:
        self._swallow_text = True
        if _is_alt(press.modifiers) and press.modifiers & Modifier.CTRL and direction in PICTURE_WORDS:
            return [Key(PICTURE_WORDS[direction])]
        if _is_alt(press.modifiers):
            return []
        if press.modifiers & Modifier.CTRL:
            word = CTRL_DIRECTION_WORDS.get(direction)
            return [] if word is None else [Key(word)]
        if (press.repeated or press.scancode in self._held) and not self.repeats_arrows:
            return []
        self._held[press.scancode] = direction
        return [Arrow(direction, down=True)]

    def _keypad(self, press: KeyPress) -> list[InputEvent]:
        """Return the events of a keypad key: a digit when NumLock or Shift says so, but not both."""
        self._swallow_text = True
        if _is_alt(press.modifiers):
            return []
        if bool(press.modifiers & Modifier.NUM_LOCK) != bool(press.modifiers & Modifier.SHIFT):
            return [Key(ord(KEYPAD_CHARACTERS[press.scancode - KEYPAD_1]))]
        if press.scancode in KEYPAD:
            direction = KEYPAD[press.scancode]
            if direction == 0:
                # Keypad 5 has no break code of its own and only counts without modifiers (reference: KEY-14).
                plain = not press.modifiers & (Modifier.SHIFT | Modifier.CTRL)
                return [Arrow(0, down=True)] if plain and not press.repeated else []
            return self._cursor(press, direction)
        if press.modifiers & Modifier.CTRL:
            return []
        return [Key(INSERT_WORD if press.scancode == KEYPAD_0 else DELETE_WORD)]


def _is_alt(modifiers: Modifier) -> bool:
    """Alt is held; together with Ctrl it is AltGr, which makes text."""
    return bool(modifiers & (Modifier.LEFT_ALT | Modifier.RIGHT_ALT)) and not modifiers & Modifier.CTRL


def _is_ctrl(modifiers: Modifier) -> bool:
    return bool(modifiers & Modifier.CTRL) and not modifiers & (Modifier.LEFT_ALT | Modifier.RIGHT_ALT)


def _alt_word(keycode: int) -> int | None:
    scan = ALT_SCANS.get(chr(keycode).lower()) if keycode < 128 else None
    return None if scan is None else scan << 8


def _ctrl_word(keycode: int) -> int | None:
    if ord("a") <= keycode <= ord("z"):
        return keycode - ord("a") + 1
    return CTRL_CHARACTERS.get(keycode)


def _place_word(scancode: int, modifiers: Modifier) -> int | None:
    """Return the key word of a key that makes no text; None for other keys and for words that no BIOS returns."""
    alt, ctrl, shift = _is_alt(modifiers), bool(modifiers & Modifier.CTRL), bool(modifiers & Modifier.SHIFT)
    if F1 <= scancode <= F10:
        held = ((Modifier.LEFT_ALT, alt), (Modifier.CTRL, ctrl), (Modifier.SHIFT, shift), (Modifier.NONE, True))
        bank = next(modifier for modifier, is_held in held if is_held)
        return (FUNCTION_KEY_SCANS[bank] + scancode - F1) << 8
    if alt:
        return None
    if scancode in (RETURN, KEYPAD_ENTER):
        return 10 if ctrl else 13
    if scancode == ESCAPE:
        return 27
    if scancode == BACKSPACE:
        return 127 if ctrl else 8
    if scancode == TAB and not ctrl:
        return SHIFT_TAB_WORD if shift else 9
    if scancode in (INSERT, DELETE) and not ctrl:
        return INSERT_WORD if scancode == INSERT else DELETE_WORD
    return None
