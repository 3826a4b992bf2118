"""Clean a sentence, look its words up in WORDS.TOK and store the result (reference: WORD-12, WORD-13, WORD-18).

The lookup walks the records of WORDS.TOK as the original does: their order in the file matters, and a dictionary that
is not sorted can hide words from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from agi_emu.facts.codes import PARSED_WORDS, Flag, Var
from agi_emu.facts.mercies import FIND_HIDDEN_WORDS
from agi_emu.machine.costs import PARSED_CHARACTER, WALKED_BYTE
from agi_emu.resources.words import clean

if TYPE_CHECKING:
    from agi_emu.machine.interpreter import Interpreter
    from agi_emu.resources.vocabulary import Vocabulary

WORD_BYTES = 44
NO_WORD = 255
LONGEST_WORD = 256
"""Characters of a word that the order of the dictionary hides; no line that is typed has as many."""
MOST_WALKED = 400_000
"""Bytes of the dictionary that are looked at for one sentence; no real one has a tenth of them."""
NO_WORDS: Mapping[str, int] = MappingProxyType({})

SPACE = 0x20
_LAST_CHARACTER = 0x80
_CHARACTER_MASK = 0x7F


class Match(NamedTuple):
    """A word found in the line: its group and where the rest of the line begins."""

    group: int
    end: int


def _ends_word(line: bytes, position: int) -> bool:
    return position >= len(line) or line[position] == SPACE


def _after(line: bytes, position: int) -> int:
    """Return where the line continues after a word that ends at `position`."""
    return min(position + 1, len(line))


def _walk(dictionary: bytes, line: bytes, start: int) -> tuple[Match | None, int]:
    """Return the longest entry of `dictionary` (the bytes of WORDS.TOK) at `start` of a cleaned, case-folded line.

    And how many bytes of the dictionary were looked at.
    """
    first = line[start]
    if not 0x61 <= first <= 0x7A:
        return None, 0
    found: Match | None = None
    if first in b"ai" and _ends_word(line, start + 1):
        # Quirk: the articles "a" and "i" are ignored unless the dictionary has them. With no entry of that initial the
        # original does not even step over them and loops for ever (reference: WORD-21); here the line continues.
        found = Match(0, _after(line, start + 1))
    index = 2 * (first - 0x61)
    begin = at = int.from_bytes(dictionary[index : index + 2], "big")
    if at == 0:
        return found, 0
    matched = 0
    size = len(dictionary)
    while at < size and dictionary[at] >= matched:
        same = dictionary[at] == matched
        at += 1
        complete = False
        while at < size:
            byte = dictionary[at]
            at += 1
            complete = False
            if same:
                place = start + matched
                same = place < len(line) and line[place] == (byte & _CHARACTER_MASK) ^ _CHARACTER_MASK
                if same:
                    matched += 1
                    complete = True
            if byte & _LAST_CHARACTER:
                break
        if at + 2 > size:
            break
        if complete and _ends_word(line, start + matched):
            group = int.from_bytes(dictionary[at : at + 2], "big")
            found = Match(group, _after(line, start + matched))
        if start + matched >= len(line):
            break
        at += 2
    return found, max(at - begin, 0)


def match_anywhere(words: Mapping[str, int], line: bytes, start: int) -> Match | None:
    """Find the longest entry whatever the order of the file: for dictionaries that hide words from the original."""
    for end in range(min(len(line), start + LONGEST_WORD), start, -1):
        if _ends_word(line, end):
            group = words.get(line[start:end].decode("latin-1"))
            if group is not None:
                return Match(group, _after(line, end))
    return None


def _foreign(vocabulary: Vocabulary, line: bytes, start: int) -> Match | None:
    """Find a word or phrase of another language."""
    found = vocabulary.find(line, start)
    if found is None:
        return None
    group, end = found
    return Match(group, _after(line, end) if _ends_word(line, end) else end)


class Sentence(NamedTuple):
    """The result of parsing: the kept words as (group, text), and the position from 1 of an unknown word, else 0."""

    words: tuple[tuple[int, bytes], ...]
    unknown: int
    walked: int = 0
    """How many bytes of the dictionary were looked at."""


def read_sentence(
    dictionary: bytes, text: bytes, *, hidden: Mapping[str, int] = NO_WORDS, vocabulary: Vocabulary | None = None
) -> Sentence:
    """Look up every word of a sentence; an unknown word ends it and stands last with group 0.

    The words of another language, if there is a `vocabulary`, come before those of the game. A word that the order of
    the dictionary hides is looked up in `hidden`. After `MOST_WALKED` bytes the rest of the sentence is left out.
    """
    line = clean(text) if vocabulary is None else vocabulary.cleaned(text)
    folded = bytes(byte + 0x20 if 0x41 <= byte <= 0x5A else byte for byte in line)
    words: list[tuple[int, bytes]] = []
    at = walked = 0
    while at < len(line) and len(words) < PARSED_WORDS and walked < MOST_WALKED:
        found = _foreign(vocabulary, line, at) if vocabulary is not None else None
        if found is None:
            found, looked_at = _walk(dictionary, folded, at)
            walked += looked_at
        if found is None and hidden:
            found = match_anywhere(hidden, folded, at)
        if found is None:
            words.append((0, line[at:].split(b" ", 1)[0]))
            return Sentence(tuple(words), len(words), walked)
        if found.group:
            words.append((found.group, line[at : found.end].rstrip(b" ")))
        at = found.end
    return Sentence(tuple(words), 0, walked)


def parse(m: Interpreter, text: bytes) -> None:
    """Parse a line and store its words; v9 is set for an unknown word and flag 2 when a word was kept.

    Neither flag 4 nor v9 is cleared here: the cycle does that. A line of ignored words leaves the old word count.
    """
    words = m.game.words
    hidden = words if FIND_HIDDEN_WORDS in m.settings.mercies else NO_WORDS
    sentence = read_sentence(words.raw, text, hidden=hidden, vocabulary=m.translation.vocabulary)
    m.core.burn(PARSED_CHARACTER * len(text) + WALKED_BYTE * sentence.walked)
    m.core.count("words", len(sentence.words))
    m.core.count("word_characters", len(text))
    line = m.state.input
    for index in range(PARSED_WORDS):
        line.word_number[index] = 0
        line.word_length[index] = NO_WORD
    for index, (group, word) in enumerate(sentence.words):
        line.word_number[index] = group
        kept = word[:WORD_BYTES]
        line.word_length[index] = len(kept)
        line.word_text[index * WORD_BYTES : index * WORD_BYTES + len(kept)] = list(kept)
    if sentence.unknown:
        m.vars[Var.UNKNOWN_WORD] = sentence.unknown
    if sentence.words:
        line.word_count = len(sentence.words)
        m.set_flag(Flag.HAVE_INPUT, True)


def word_text(m: Interpreter, index: int) -> bytes | None:
    """Return the text of word `index` (from 0) of the last sentence as typed, None when there is none."""
    if index >= PARSED_WORDS:
        return None
    line = m.state.input
    length = line.word_length[index]
    if length == NO_WORD:
        return None
    return bytes(line.word_text[index * WORD_BYTES : index * WORD_BYTES + length])


def kept_word(m: Interpreter, index: int) -> bytes | None:
    """Return what a string keeps of a word of the sentence: as typed, and of another language the game's own word."""
    text = word_text(m, index)
    own = m.translation.word_values
    if text is None or not own or text.decode("latin-1").lower() in m.game.words:
        return text
    return own.get(m.state.input.word_number[index], text)
