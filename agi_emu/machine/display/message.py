"""Formats messages: breaks lines as the original does and expands its % codes (reference: TEXT-18).

The formatter is pure: what the codes insert comes through `Sources`, which for a machine are its variables, strings,
messages, words and items.
"""

from __future__ import annotations

from typing import Protocol

from agi_emu._core import message
from agi_emu._core.message import MOST_READ, Formatted
from agi_emu._core.observing import mark_message
from agi_emu.facts.codes import STRING_BYTES, WINDOW_COLUMNS, ErrorCode
from agi_emu.facts.font import WIDE_CODE_PAGES
from agi_emu.facts.mercies import EMPTY_MISSING_WORD
from agi_emu.machine import data_segment
from agi_emu.machine.binding import TrappableError
from agi_emu.machine.costs import CHARACTER, INSERTED
from agi_emu.machine.display.text import ESCAPE
from agi_emu.machine.display.wide_letters import in_lines
from agi_emu.machine.input.parser import word_text
from agi_emu.machine.interpreter import Interpreter
from agi_emu.resources.translation import UNTRANSLATED, Translation

DISPLAY_COLUMNS = 40
"""Line limit of `display` and of prompts."""

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


def format_message(
    text: bytes, sources: Sources | None, *, limit: int, escape: int = ESCAPE, codes: str = CODES, page: str = ""
) -> Formatted:
    """Return `text` with its `codes` expanded and broken into lines of fewer than `limit` columns.

    In a wide code page lines are broken as its languages do.
    """
    if page not in WIDE_CODE_PAGES:
        return message.format_message(text, sources, limit, escape, codes)
    return in_lines(message.format_message(text, sources, MOST_READ, escape, codes, True), page, limit)


STACK_FILLING = b"s" * 38 + b"x"
"""The bytes of the stack that a window shows before much has been called (golden: probe msg-missing)."""


class MachineSources:
    """The texts of a machine, as the formatter asks for them."""

    def __init__(self, m: Interpreter, translation: Translation | None = None, logic: int | None = None) -> None:
        self._m = m
        self._translation = m.translation if translation is None else translation
        self._logic = m.core.running_logic() if logic is None else logic

    def _pay(self, text: bytes | None) -> bytes | None:
        """Burn what inserting a text costs, beside its characters; return it."""
        self._m.core.burn(INSERTED)
        return text

    def variable(self, number: int) -> int:
        """Return the value of a variable."""
        return int(self._m.vars[number])

    def shown(self, number: int) -> int:
        """Return the value of a variable that is made to text."""
        value = self.variable(number)
        self._m.core.number_text(value)
        return value

    def message(self, number: int, *, logic_zero: bool) -> bytes | None:
        """Return a message of the running logic or of logic 0, None past the last one."""
        logic = 0 if logic_zero else self._logic
        mark_message(self._m.core, logic, number)
        return self._pay(self._translation.message(logic, number, message_of(self._m, logic, number)))

    def string(self, number: int) -> bytes | None:
        """Return a string up to its NUL."""
        return self._pay(self._translation.value(string_of(self._m, number)))

    def word(self, number: int) -> bytes | None:
        """Return a word of the last sentence, counted from 1.

        A sentence of ignored words leaves the count of the one before, but no words: the original then takes what lies
        at its data address 0 (reference: WORD-15, WORD-31).
        """
        if not 1 <= number <= self._m.state.input.word_count:
            return None
        text = word_text(self._m, number - 1)
        is_known = text is not None or EMPTY_MISSING_WORD in self._m.settings.mercies
        return self._pay(text if is_known else text_at_0(self._m))

    def item_name(self, number: int) -> bytes | None:
        """Return the name of an inventory item."""
        items = self._m.items
        if number >= len(items):
            return self._pay(None)
        return self._pay(self._translation.items.get(number, items[number].name))

    def behind(self, text: bytes) -> bytes | None:
        """Return the message that follows `text`, itself a message in use; None for other texts and for a player.

        Messages stand in the order of their numbers without gaps (reference: LANG-13). What follows the
        last one is not known.
        """
        if EMPTY_MISSING_WORD in self._m.settings.mercies:
            return None
        for logic in (self._m.core.running_logic(), 0):
            texts = [each for each in self._m.logic_messages(logic) if each is not None]
            for place, each in enumerate(texts[:-1]):
                if each is text:
                    return texts[place + 1]
        return None


def message_of(m: Interpreter, logic: int, number: int) -> bytes | None:
    """Return message `number` of a logic, None past the last one.

    A message that is counted but not there is error 14 (reference: TEXT-29). Number 0 passes the count's test.
    """
    messages = m.logic_messages(logic)
    if number == 0:
        return m.game.logic(logic).message_0
    if number > len(messages):
        return None
    text = messages[number - 1]
    if text is None:
        raise TrappableError(ErrorCode.MESSAGE_UNDEFINED, number)
    return text


def shown_message(m: Interpreter, number: int) -> bytes | Formatted | None:
    """Return what print and display show for a message of the running logic; None for nothing.

    Quirk: a number past the last one is not formatted, and the buffer on the stack is shown as it is up to a NUL. Early
    in a game that is what the stack was filled with, of which this returns as much as a recording shows; later it is
    what other calls have left, which nothing can know (reference: TEXT-28).
    """
    text = drawn_message(m, number)
    is_past = number > len(m.logic_messages(m.core.running_logic()))
    return Formatted(STACK_FILLING, lines=0, width=0) if text is not None and is_past else text


def drawn_message(m: Interpreter, number: int) -> bytes | None:
    """Return message `number` of the running logic, as `own_message`, in the language that is drawn."""
    logic, text = m.core.running_logic(), own_message(m, number)
    m.original = None if text is None else (logic, text)
    return m.translation.message(logic, number, text)


def own_text(m: Interpreter, text: bytes) -> bytes:
    """Return one of the interpreter's own texts in the language that is drawn."""
    m.original = (0, text)
    return m.translation.own.get(text, text)


def item_name(m: Interpreter, number: int) -> bytes:
    """Return the name of an item of the game in the language that is drawn."""
    return m.translation.items.get(number, m.items[number].name)


def own_message(m: Interpreter, number: int) -> bytes | None:
    """Return message `number` of the running logic; past the last one what stands for it, with a note.

    None for a player, who is shown nothing then, and where the interpreter's memory is not known.
    """
    logic = m.core.running_logic()
    text = message_of(m, logic, number)
    if number and text is not None:
        return text
    m.note(f"logic {logic} has no message {number}")
    if EMPTY_MISSING_WORD in m.settings.mercies:
        return None
    return text_at_0(m) if number else text


def text_at_word_count(m: Interpreter) -> bytes | None:
    """Return the text that word.to.string takes for word 10: its pointer is the number of words (reference: WORD-30).

    None where the memory is not known, or not that part of it.
    """
    known, address = text_at_0(m), m.state.input.word_count
    if known is None:
        return None
    # A text that ends before the address does not say what follows its NUL, except the game's id, which fills 8 bytes.
    lowest = bytes(known[:2]) + bytes(m.state.general.game_id)
    return lowest[address:].split(b"\0", 1)[0] if address < len(lowest) else None


def text_at_0(m: Interpreter) -> bytes | None:
    """Return the text that lies at data address 0, where the original takes what does not exist from.

    Two bytes of its own are followed by the game's id, with which the savable state begins (reference: WORD-30,
    SAVE-5). None where they are not known.
    """
    start = m.profile.memory_at_0
    return start + bytes(m.state.general.game_id).split(b"\0", 1)[0] if start else None


def string_of(m: Interpreter, number: int) -> bytes:
    """Return string `number` (0-255) up to its NUL, which may lie in a later one after the game's own strings."""
    if number >= m.profile.string_count and EMPTY_MISSING_WORD not in m.settings.mercies:
        memory = data_segment.memory_from(m, number)
    else:
        memory = bytes(memoryview(m.state.strings)[STRING_BYTES * number :])
    return memory.split(b"\0", 1)[0]


def set_string(m: Interpreter, number: int, text: bytes) -> None:
    """Store a string (0-255), cut at 39 bytes and ended by NUL; what lies after that is left as it was."""
    start = STRING_BYTES * number
    stored = text[: STRING_BYTES - 1] + b"\0"
    m.state.strings[start : start + len(stored)] = list(stored)


def format_original(m: Interpreter, logic: int, text: bytes) -> bytes:
    """Return a text of a logic formatted for a window as the game has it, without the translation."""
    sources = MachineSources(m, UNTRANSLATED, logic)
    return format_message(text, sources, limit=WINDOW_COLUMNS, codes=m.profile.message_codes).text


def format_text(m: Interpreter, text: bytes, limit: int) -> Formatted:
    """Format a text with the machine's values for lines of fewer than `limit` columns."""
    formatted = format_message(
        *(text, MachineSources(m)), limit=limit, escape=m.state.text.escape, codes=m.profile.message_codes,
        page=m.translation.code_page,
    )  # fmt: skip
    m.core.burn(CHARACTER * formatted.read)
    return formatted
