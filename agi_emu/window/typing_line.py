"""A line to type a sentence in while the game stands still; the game gets all of it at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from agi_emu.input.host_events import KeyPress
from agi_emu.input.host_keyboard import BACKSPACE, ESCAPE, KEYPAD_ENTER, RETURN
from agi_emu.window.overlay import CHOSEN_GROUND, EDGE, FAINT, GLYPH, GROUND, Surface

LONGEST_LINE = 36
"""Characters; games take no more than about so many."""
MARGIN = 4


class TypingLook(NamedTuple):
    """The line as it looks now; equal ones look the same."""

    text: str
    words: tuple[str, ...]

    def paint(self, surface: Surface) -> None:
        """Paint the line at the bottom."""
        height = 2 * GLYPH + 3 * MARGIN
        top = surface.height - height
        surface.fill(0, top, surface.width, height, EDGE)
        surface.fill(1, top + 1, surface.width - 2, height - 2, GROUND)
        surface.write(MARGIN, top + MARGIN, f">{self.text}_", CHOSEN_GROUND)
        words = f"Tab: {', '.join(self.words)}" if self.words else "Enter: say it   Esc: say nothing"
        surface.write(MARGIN, top + GLYPH + 2 * MARGIN, words[: (surface.width - 2 * MARGIN) // GLYPH], FAINT)


class TypingLine:
    """What is typed, byte by byte of the game's code page; closed while it is empty."""

    def __init__(self) -> None:
        """Start empty."""
        self.text = b""

    def add(self, text: bytes) -> None:
        """Type more."""
        self.text = (self.text + text)[:LONGEST_LINE]

    def press(self, press: KeyPress) -> bytes | None:
        """Take a key that edits or ends the line: return the sentence that the game gets, b"" for none yet.

        None: the key does nothing to the line.
        """
        if press.scancode in (RETURN, KEYPAD_ENTER):
            sentence, self.text = self.text, b""
            return sentence
        if press.scancode == ESCAPE:
            self.text = b""
        elif press.scancode == BACKSPACE:
            self.text = self.text[:-1]
        else:
            return None
        return b""

    def look(self, code_page: str, words: Sequence[str]) -> TypingLook | None:
        """Return the line's look; None if it is closed."""
        return TypingLook(self.text.decode(code_page, "replace"), tuple(words)) if self.text else None
