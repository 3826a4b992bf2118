"""The message formatter: breaks lines as the original does and expands its % codes.

The state machine of reference: TEXT-18, which gives every recorded window of the original, visible bugs included.
It is pure: what the codes insert comes through `Sources`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

WINDOW_COLUMNS = 30
"""Line limit of message windows."""
DISPLAY_COLUMNS = 40
"""Line limit of `display` and of prompts."""
MOST_LINES = 19
"""Lines that a message window can hold."""
ESCAPE = ord("\\")
"""Takes the next character literally; while a save or restore dialog runs it is '@'."""
DIALOG_ESCAPE = ord("@")

NEWLINE = 0x0A
SPACE = 0x20
PERCENT = ord("%")
CODES = "vmgswo"
"""Letters that mean something after a %; an interpreter may know fewer."""
MOST_DIGITS = 10
DIGITS_OF_A_BYTE = 8
"""The last digits of a number, which alone reach its low byte: 10 ** 8 is a multiple of 256."""
# A message that inserts itself never ends in the original either (its stack overflows); no real text comes near.
MOST_INSERTIONS = 200
MOST_CHARACTERS = 4000
"""Characters after which a text ends. 20 lines of 40 are fewer; only texts of nothing but line feeds come to more."""
MOST_READ = 16_000
"""Characters that are looked at for one text: codes that mean nothing leave none behind."""


class Sources(Protocol):
    """The texts that % codes can insert; None where there is nothing to insert."""

    def variable(self, number: int) -> int:
        """Return the value of a variable."""

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


@dataclass(frozen=True, slots=True)
class Formatted:
    """A formatted text: lines are parted by 0Ah; `lines` and `width` are the size of its window.

    Quirk: the width is a 16-bit number without a sign. A break at a space before an explicit line feed counts fewer
    than no columns, so the widest line is one of 65,536 - n (reference: TEXT-21).
    """

    text: bytes
    lines: int
    width: int
    read: int = field(default=0, compare=False)
    """Characters that were looked at, those of texts that were inserted too."""


def format_message(text: bytes, sources: Sources, *, limit: int, escape: int = ESCAPE, codes: str = CODES) -> Formatted:
    """Return `text` with its `codes` expanded and broken into lines of fewer than `limit` columns."""
    if len(text) < limit and PERCENT not in text and escape not in text and NEWLINE not in text:
        return Formatted(text, 1, len(text), len(text))  # most texts: nothing to expand and nothing to break
    formatter = _Formatter(sources, limit, escape, codes)
    formatter.expand(text, logic_zero=False)
    formatter.end_line()
    return Formatted(bytes(formatter.output), formatter.lines, formatter.width, formatter.read)


class _Formatter:
    def __init__(self, sources: Sources, limit: int, escape: int, codes: str) -> None:
        self.sources = sources
        self.limit = limit
        self.escape = escape
        self.codes = codes
        self.output = bytearray()
        self.position = 0
        """Column in the current line, as the original counts it."""
        self.last_space: int | None = None
        """Index in the output of the space where the line can be broken."""
        self.lines = 0
        self.width = 0
        self.insertions = 0
        self.read = 0

    def end_line(self) -> None:
        self.lines += 1
        self.width = max(self.width, self.position & 0xFFFF)
        self.position = 0

    def expand(self, text: bytes, *, logic_zero: bool) -> None:
        at = 0
        end = len(text)
        while at < end:
            # Looked at only here, so short lines beyond the limit get through (reference: TEXT-42).
            if self.lines > MOST_LINES:
                return
            while self.position < self.limit:
                if at >= end or len(self.output) >= MOST_CHARACTERS or self.read >= MOST_READ:
                    return
                character = text[at]
                at += 1
                self.read += 1
                if character == self.escape:
                    if at >= end:
                        return
                    self.output.append(text[at])
                    self.position += 1
                    at += 1
                elif character == PERCENT and at >= end:
                    # Quirk: the end of the text is taken for an unknown code (reference: TEXT-25).
                    following = self.sources.behind(text)
                    if following is None:
                        return
                    text, at, end = following, 0, len(following)
                elif character == PERCENT:
                    at = self._insert(text, at, logic_zero=logic_zero)
                elif character == NEWLINE:
                    # Quirk: the space remembered is kept, so a long word can break the line before this one
                    # (reference: TEXT-21).
                    self.output.append(NEWLINE)
                    self.end_line()
                else:
                    if character == SPACE:
                        self.last_space = len(self.output)
                    self.output.append(character)
                    self.position += 1
            self._break_line()

    def _break_line(self) -> None:
        """End a line that has filled up, at its last space if there is one."""
        if self.last_space is None:
            self.output.append(NEWLINE)
            self.end_line()
            return
        space = self.last_space
        self.position -= len(self.output) - space
        self.end_line()
        self.output[space] = NEWLINE
        following = space + 1
        while following < len(self.output) and self.output[following] == SPACE:
            del self.output[following]
        self.last_space = None
        self.position = len(self.output) - following

    def _insert(self, text: bytes, at: int, *, logic_zero: bool) -> int:
        """Expand the code whose letter is at `at`; return where the text continues."""
        code = chr(text[at])
        at += 1
        if code not in self.codes:
            return at
        number, at = self._number(text, at)
        digits = 0
        if code == "v" and text[at : at + 1] == b"|":
            digits, at = self._number(text, at + 1)
        self.insertions += 1
        if self.insertions > MOST_INSERTIONS:
            return at
        inserted: bytes | None
        match code:
            case "v":
                inserted = (b"%d" % self.sources.variable(number)).rjust(min(digits, MOST_DIGITS), b"0")
            case "m":
                inserted = self.sources.message(number, logic_zero=logic_zero)
            case "g":
                inserted = self.sources.message(number, logic_zero=True)
            case "s":
                inserted = self.sources.string(number)
            case "w":
                inserted = self.sources.word(number)
            case _:
                inserted = self.sources.item_name(self.sources.variable(number))
        if inserted:
            self.expand(inserted, logic_zero=logic_zero or code == "g")
        return at

    def _number(self, text: bytes, at: int) -> tuple[int, int]:
        """Read decimal digits, none being 0; return the number as a byte and where it ends."""
        start = at
        while at < len(text) and 0x30 <= text[at] <= 0x39:
            at += 1
        self.read += at - start
        return int(text[max(start, at - DIGITS_OF_A_BYTE) : at] or b"0") & 0xFF, at
