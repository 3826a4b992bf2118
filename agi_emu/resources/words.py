"""The dictionary WORDS.TOK: words and their groups.

Source: reference: WORD-18, WORD-27, RES-37; specification 8.2. The machine's parser matches on the raw bytes,
since the order of the records decides what it finds; this listing is for everything else.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

INDEX_BYTES = 52  # 26 big-endian offsets, one for each initial
_LAST = 0x80
_CIPHER = 0x7F


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


def parse_words(raw: bytes) -> Words:
    """Return the words of a WORDS.TOK file; what is damaged ends the list and is noted."""
    entries = []
    notes = []
    position = INDEX_BYTES
    previous = b""
    if raw and len(raw) < INDEX_BYTES:
        notes.append(f"WORDS.TOK: {len(raw)} bytes hold no dictionary")
    # A lone byte at the end is the terminator: a record without characters.
    while position + 1 < len(raw):
        prefix = raw[position]
        end = position + 1
        while end < len(raw) and not raw[end] & _LAST:
            end += 1
        if end + 3 > len(raw):
            notes.append(f"WORDS.TOK: the record at {position:#x} is cut off")
            break
        if prefix > len(previous):
            notes.append(f"WORDS.TOK: the record at {position:#x} shares {prefix} of {len(previous)} characters")
        characters = bytes((byte & _CIPHER) ^ _CIPHER for byte in raw[position + 1 : end + 1])
        previous = previous[:prefix] + characters
        entries.append((previous.decode("ascii"), int.from_bytes(raw[end + 1 : end + 3], "big")))
        position = end + 3
    return Words(raw, tuple(entries), dict(entries), tuple(notes))
