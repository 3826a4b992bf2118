"""Formats messages: breaks lines as the original does and expands its % codes (reference: TEXT-18).

It is pure: what the codes insert comes through `Sources`.
"""

from __future__ import annotations

from typing import Protocol

from agi_emu._core import message
from agi_emu._core.message import Formatted

WINDOW_COLUMNS = 30
"""Line limit of message windows."""
DISPLAY_COLUMNS = 40
"""Line limit of `display` and of prompts."""
ESCAPE = ord("\\")
"""Takes the next character literally; while a save or restore dialog runs it is '@'."""
DIALOG_ESCAPE = ord("@")

CODES = "vmgswo"
"""Letters that mean something after a %; an interpreter may know fewer."""


class Sources(Protocol):
    """The texts that % codes can insert; None where there is nothing to insert."""

    def variable(self, number: int) -> int:
        """Return the value of a variable."""

    def shown(self, number: int) -> int:
        """Return the value of a variable that is made to text."""

    def message(self, number: int, *, logic_zero: bool) -> bytes | None:
        """Return a message of the current logic, or of logic 0."""

    def string(self, number: int) -> bytes | None:
        """Return a string."""

    def word(self, number: int) -> bytes | None:
        """Return a word of the last parsed input, counted from 1."""

    def item_name(self, number: int) -> bytes | None:
        """Return the name of an inventory item."""

    def behind(self, text: bytes) -> bytes | None:
        """Return what follows a text in memory, where a lone % at its end continues; None to stop there."""


def format_message(text: bytes, sources: Sources, *, limit: int, escape: int = ESCAPE, codes: str = CODES) -> Formatted:
    """Return `text` with its `codes` expanded and broken into lines of fewer than `limit` columns."""
    return message.format_message(text, sources, limit, escape, codes)
