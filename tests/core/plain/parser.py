"""Plain twin of the parser: cleaning, look-up, sentence (reference: WORD-12, WORD-13, WORD-18).

It takes a dictionary as records, where the machine walks the bytes of WORDS.TOK.
"""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Record:
    """An entry as it is stored: how many characters it shares with the one before, the others, its group."""

    shared: int
    rest: str
    group: int


@dataclass(frozen=True)
class Dictionary:
    """Records in the order of the file, and for each initial the index of the record where a look-up begins."""

    records: tuple[Record, ...]
    starts: dict[str, int]

    def to_bytes(self) -> bytes:
        """Return the dictionary as WORDS.TOK."""
        places, body = [], b""
        for record in self.records:
            places.append(52 + len(body))
            letters = [ord(each) ^ 0x7F for each in record.rest]
            letters[-1] |= 0x80
            body += bytes([record.shared, *letters]) + record.group.to_bytes(2, "big")
        initials = "abcdefghijklmnopqrstuvwxyz"
        index = [places[self.starts[each]] if each in self.starts else 0 for each in initials]
        return b"".join(place.to_bytes(2, "big") for place in index) + body + b"\0"


def clean(line: str) -> str:
    """Return the words of a line, separated by one blank each."""
    return " ".join(word for word in re.split(r"[ ,.?!();:\[\]{}]", re.sub("['`\"-]", "", line)) if word)


def look_up(dictionary: Dictionary, line: str) -> tuple[int, int] | None:
    """Find the entry at the start of a cleaned line: its group and how much of the line it takes; None if unknown."""
    lower = "".join(each.lower() if "A" <= each <= "Z" else each for each in line)
    found = None
    if lower[:2] in ("a", "i", "a ", "i "):
        found = (0, 2)
    if not "a" <= lower[0] <= "z" or lower[0] not in dictionary.starts:
        return found
    equal = 0
    for record in dictionary.records[dictionary.starts[lower[0]] :]:
        if record.shared < equal:
            break
        if record.shared == equal:
            for position, letter in enumerate(record.rest):
                if lower[equal : equal + 1] != letter:
                    break
                equal += 1
                if position == len(record.rest) - 1 and lower[equal : equal + 1] in ("", " "):
                    found = (record.group, equal + 1)
        if equal >= len(lower):
            break
    return found


def sentence(dictionary: Dictionary, line: str) -> tuple[list[tuple[int, str]], int]:
    """Return the kept words with their groups, and the place (from 1) of an unknown word, which is the last; else 0."""
    left = clean(line)
    words: list[tuple[int, str]] = []
    while left and len(words) < 10:
        found = look_up(dictionary, left)
        if found is None:
            return [*words, (0, left.split(" ")[0])], len(words) + 1
        group, taken = found
        if group:
            words.append((group, left[:taken].removesuffix(" ")))
        left = left[taken:]
    return words, 0
