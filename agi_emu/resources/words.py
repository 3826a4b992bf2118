"""The dictionary WORDS.TOK: words and their groups.

Source: reference: WORD-18, WORD-27, RES-37; specification 8.2. The machine's parser matches on the raw bytes,
since the order of the records decides what it finds; this listing is for everything else.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

FILE = "WORDS.TOK"
INDEX_BYTES = 52  # 26 big-endian offsets, one for each initial
_MOST_NOTES = 20
"""Of records of one kind: a file that is not a dictionary would give thousands."""
_RECORD = re.compile(rb"(.)(?=.)([\0-\x7f]*[\x80-\xff]?)(..)?", re.DOTALL)
"""How much it shares, its other characters, of which the last has bit 7, and its group, which may be cut off.

A lone byte at the end is the terminator: a record without characters.
"""
_PLAIN = bytes(~byte & 0x7F for byte in range(256))
"""The character that each byte stands for."""
_SEPARATORS = frozenset(b" ,.?!();:[]{}")
_DELETED = frozenset(b"'`-\"")


@dataclass(frozen=True, slots=True)
class Words(Mapping[str, int]):
    """Word -> group number. Of a word that stands there twice the later record counts, as in the original."""

    raw: bytes
    """The file as it is."""
    entries: tuple[tuple[str, int], ...]
    """Every record in the order of the file."""
    by_word: Mapping[str, int]
    notes: tuple[str, ...] = ()

    def __getitem__(self, word: str) -> int:
        return self.by_word[word]

    def __iter__(self) -> Iterator[str]:
        return iter(self.by_word)

    def __len__(self) -> int:
        return len(self.by_word)

    def of_group(self, group: int) -> tuple[str, ...]:
        """Return the words of a group in the order of the file."""
        return tuple(word for word, number in self.entries if number == group)

    @property
    def groups(self) -> tuple[int, ...]:
        """All group numbers, sorted."""
        return tuple(sorted({number for _, number in self.entries}))


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


def parse_words(raw: bytes) -> Words:
    """Return the words of a WORDS.TOK file; what is damaged ends the list and is noted."""
    entries = []
    notes = []
    start = _first_record(raw)
    previous, strange = "", 0
    if raw and len(raw) < INDEX_BYTES:
        notes.append(f"{FILE}: {len(raw)} bytes hold no dictionary")
    if start < INDEX_BYTES:
        letter = chr(ord("a") + _offsets(raw).index(start))
        notes.append(
            f"{FILE}: the words with {letter} begin at {start:#x}, inside the index of {INDEX_BYTES} bytes; "
            "they are read from there, as the interpreter does"
        )
    plain = raw.translate(_PLAIN).decode("ascii")
    for record in _RECORD.finditer(raw, start):
        position, end = record.span(2)
        prefix = raw[position - 1]
        if record[3] is None:
            notes.append(f"{FILE}: the record at {position - 1:#x} is cut off")
            break
        if prefix > len(previous):
            strange += 1
            if strange <= _MOST_NOTES:
                notes.append(f"{FILE}: the record at {position - 1:#x} shares {prefix} of {len(previous)} characters")
        previous = previous[:prefix] + plain[position:end]
        entries.append((previous, raw[end] << 8 | raw[end + 1]))
    if strange > _MOST_NOTES:
        notes.append(f"{FILE}: {strange - _MOST_NOTES:,} more records share more than there is")
    return Words(raw, tuple(entries), dict(entries), tuple(notes))


def _offsets(raw: bytes) -> list[int]:
    """Return what the index says, letter by letter; 0 is a letter without words."""
    return [int.from_bytes(raw[at : at + 2], "big") for at in range(0, INDEX_BYTES, 2)]


def _first_record(raw: bytes) -> int:
    """Return where the list begins: after the index, or in it where that is what the index says.

    The interpreter begins where the index sends it (reference: WORD-18) and knows no other beginning. So the list
    begins in the index if more of the offsets are beginnings of records when it is read from there.
    """
    offsets = {offset for offset in _offsets(raw) if offset}
    starts = [INDEX_BYTES, *sorted(offset for offset in offsets if offset < INDEX_BYTES)]
    if len(raw) < INDEX_BYTES or len(starts) == 1:
        return INDEX_BYTES
    reached = raw[: 1 << 16]
    return max(starts, key=lambda start: len(offsets & {each.start() for each in _RECORD.finditer(reached, start)}))
