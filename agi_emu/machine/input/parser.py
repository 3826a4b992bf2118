"""Clean a sentence, look its words up in WORDS.TOK and store the result (reference: WORD-12, WORD-13, WORD-18).

The lookup walks the records of WORDS.TOK as the original does: their order in the file matters, and a dictionary that
is not sorted can hide words from it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from agi_emu.codes import PARSED_WORDS, Flag, Var
from agi_emu.mercies import FIND_HIDDEN_WORDS

if TYPE_CHECKING:
    from agi_emu.machine.interpreter import Interpreter

WORD_BYTES = 44
NO_WORD = 255


SPACE = 0x20
_SEPARATORS = frozenset(b" ,.?!();:[]{}")
_DELETED = frozenset(b"'`-\"")
_INDEX_BYTES = 52
_LAST_CHARACTER = 0x80
_CHARACTER_MASK = 0x7F


class Match(NamedTuple):
    """A word found in the line: its group and where the rest of the line begins."""

    group: int
    end: int


def clean(text: bytes) -> bytes:
    """Reduce a sentence to words separated by one space (reference: WORD-12); case and other bytes are kept."""
    words: list[bytes] = []
    word = bytearray()
    for byte in text:
        if byte in _SEPARATORS:
            if word:
                words.append(bytes(word))
            word.clear()
        elif byte not in _DELETED:
            word.append(byte)
    if word:
        words.append(bytes(word))
    return b" ".join(words)


def _folded(line: bytes) -> bytes:
    return bytes(byte + 0x20 if 0x41 <= byte <= 0x5A else byte for byte in line)


def _ends_word(line: bytes, position: int) -> bool:
    return position >= len(line) or line[position] == SPACE


def _after(line: bytes, position: int) -> int:
    """Return where the line continues after a word that ends at `position`."""
    return min(position + 1, len(line))


def match(dictionary: bytes, line: bytes, start: int) -> Match | None:
    """Find the longest entry of `dictionary` (the bytes of WORDS.TOK) at `start` of a cleaned, case-folded line."""
    first = line[start]
    if not 0x61 <= first <= 0x7A:
        return None
    found: Match | None = None
    if first in b"ai" and _ends_word(line, start + 1):
        # Quirk: the articles "a" and "i" are ignored unless the dictionary has them. With no entry of that initial the
        # original does not even step over them and loops for ever (reference: WORD-21); here the line continues.
        found = Match(0, _after(line, start + 1))
    index = 2 * (first - 0x61)
    at = int.from_bytes(dictionary[index : index + 2], "big")
    if at == 0:
        return found
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
    return found


def match_anywhere(dictionary: bytes, line: bytes, start: int) -> Match | None:
    """Find the longest entry whatever the order of the file: for dictionaries that hide words from the original."""
    found: Match | None = None
    longest = 0
    word = b""
    at = _INDEX_BYTES
    size = len(dictionary)
    while at < size:
        prefix = dictionary[at]
        end = at + 1
        while end < size and not dictionary[end] & _LAST_CHARACTER:
            end += 1
        if end + 3 > size:
            break
        word = word[:prefix] + bytes(
            (byte & _CHARACTER_MASK) ^ _CHARACTER_MASK for byte in dictionary[at + 1 : end + 1]
        )
        if len(word) >= longest and line.startswith(word, start) and _ends_word(line, start + len(word)):
            longest = len(word)
            found = Match(int.from_bytes(dictionary[end + 1 : end + 3], "big"), _after(line, start + len(word)))
        at = end + 3
    return found


class Sentence(NamedTuple):
    """The result of parsing: the kept words as (group, text), and the position from 1 of an unknown word, else 0."""

    words: tuple[tuple[int, bytes], ...]
    unknown: int


def read_sentence(dictionary: bytes, text: bytes, *, tolerant: bool = False) -> Sentence:
    """Look up every word of a sentence; an unknown word ends it and stands last with group 0."""
    line = clean(text)
    folded = _folded(line)
    words: list[tuple[int, bytes]] = []
    at = 0
    while at < len(line) and len(words) < PARSED_WORDS:
        found = match(dictionary, folded, at)
        if found is None and tolerant:
            found = match_anywhere(dictionary, folded, at)
        if found is None:
            words.append((0, line[at:].split(b" ", 1)[0]))
            return Sentence(tuple(words), unknown=len(words))
        if found.group:
            words.append((found.group, line[at : found.end].rstrip(b" ")))
        at = found.end
    return Sentence(tuple(words), unknown=0)


def parse(m: Interpreter, text: bytes) -> None:
    """Parse a line and store its words; v9 is set for an unknown word and flag 2 when a word was kept.

    Neither flag 4 nor v9 is cleared here: the cycle does that. A line of ignored words leaves the old word count.
    """
    sentence = read_sentence(m.game.words.raw, text, tolerant=FIND_HIDDEN_WORDS in m.settings.mercies)
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
