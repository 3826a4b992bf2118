"""Actions on strings and on the sentence: set.string, word.to.string, parse.

Source: reference: WORD-17, WORD-29, WORD-30, WORD-32.
"""

from __future__ import annotations

from agi_emu.facts.codes import PARSED_WORDS, Flag
from agi_emu.facts.mercies import EMPTY_MISSING_WORD
from agi_emu.machine.binding import action
from agi_emu.machine.display.message import own_message, set_string, string_of, text_at_0, text_at_word_count
from agi_emu.machine.input import parser
from agi_emu.machine.interpreter import Interpreter


@action("set.string")
def store_message(m: Interpreter, number: int, message: int) -> None:
    """Copy a message as it is: its % codes are expanded when the string is shown."""
    set_string(m, number, own_message(m, message) or b"")


@action("word.to.string")
def word_to_string(m: Interpreter, number: int, word: int) -> None:
    """Copy a word of the sentence (counted from 0) as it was typed."""
    text = parser.kept_word(m, word)
    if text is None:
        # Quirk: the original copies what lies at its data address 0 (reference: WORD-30).
        is_count = word == PARSED_WORDS
        if EMPTY_MISSING_WORD not in m.settings.mercies:
            text = text_at_word_count(m) if is_count else text_at_0(m)
    set_string(m, number, text or b"")


@action("parse")
def parse(m: Interpreter, number: int) -> None:
    """Parse a string as if it had been typed; v9 is not cleared, and only the first few strings are looked at."""
    m.set_flag(Flag.HAVE_INPUT, False)
    m.set_flag(Flag.HAVE_MATCH, False)
    if number < m.profile.parsed_strings:
        parser.parse(m, string_of(m, number))
