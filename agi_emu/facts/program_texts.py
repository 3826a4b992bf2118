"""Texts of the original program: those that its boxes show, and where they lie after the strings of the game.

A string has 40 bytes and its number is not checked, so one past the last string shows the program's own data, up to
the next 0; games read the version there (reference: CMD-30). Known are texts, by their offsets in AGIDATA.OVL, and of
2.917 and 2.936 the tables that strings 26 to 54 begin in. The rest is addresses and variables for the most part, is
not known, and is left 0.
"""

from __future__ import annotations

from collections.abc import Iterable

from agi_emu.facts.codes import STRING_BYTES

STRINGS_AT = 525
"""Offset of string 0 in AGIDATA.OVL, except in 3.002.149 (reference: CMD-30)."""

TITLE = b"Adventure Game Interpreter\n      Version "
ASK_QUIT = b"Press ENTER to quit.\nPress ESC to keep playing."
ASK_RESTART = b"Press ENTER to restart\nthe game.\n\nPress ESC to continue\nthis game."
NO_MEMORY = b"No memory.\nWant %d, have %d"
HEAP_SIZE, ROOM_MEMORY, MAX_SCRIPT = b"heapsize: %u\nnow: %u  max: %u\n", b"rm.0, etc.: %u\n", b"max script: %d"
"""Of show.mem."""
OBJECT_STATUS = b"Object %d:\nx: %d  xsize: %d\ny: %d  ysize: %d\npri: %d\nstepsize: %d"
"""Of obj.status.v."""
DEBUGGING = OBJECT_STATUS, HEAP_SIZE, ROOM_MEMORY, MAX_SCRIPT
"""What only debugging shows."""
_WRONG_DISK_END = b"quit."
_SMALL_COMPUTER_END = b" your computer does\nnot have enough memory to\nplay this game.\n256K of RAM is required."

Texts = tuple[tuple[int, bytes], ...]
"""Offsets in AGIDATA.OVL and what stands there, a 0 after each."""
Words = tuple[tuple[int, str], ...]
"""Offsets in AGIDATA.OVL of words that change while the program runs, and what each says."""

STRING_255: Texts = ((STRINGS_AT + STRING_BYTES * 255, b"\x01"),)
"""It lies after the end of the file; all that is known of it is that it is not empty (reference: CMD-30)."""


def title_text(name: str, version_at: int) -> Texts:
    """Return the title of an interpreter, in which "Version" stands at offset `version_at` (reference: RES-38)."""
    return ((version_at - TITLE.index(b"Version"), TITLE + name.encode()),)


TABLES_OF_2_917 = (
    *("8a4f", "3e7302c0 2d730280 bd7301", "3d1101", "b13901", "207c0360 773a02"),
    *("ed3d0240 253e0240 5d3e0240 953e0240 b97902", "516a01", "d06b01", "b56e0240 1d6c05", "877a04"),
    *("5d51", "397901", "9838", "424f0320 686f", "8578", "768c03", "799201", "262701"),
    *("20447572 67616e", "a0080180 ad0801", "db0805", "", "", "", "", "", "", "", "08"),
)
TABLES_OF_2_936 = (
    *("5150", "057402c0 f4730280 847401", "3d1101", "b13901", "e77c0360 773a02"),
    *("ed3d0240 253e0240 5d3e0240 953e0240 807a02", "186b01", "976c01", "7c6f0240 e46c05", "4e7b04"),
    *("2552", "", "9838", "09500320 2f70", "4c79", "3d8d03", "409301", "262701"),
    *("010101", "840802c0 9b0801", "e80805", "", "", "", "", "", "", "", "01"),
)
"""What strings 26 to 54 begin with, up to the next 0. From 26 on that is the table of the actions: address of the
routine (a word), how many operands, which of them are variables. So string 26 + n shows action 10 n and those after
it. Then come the automatic loops, the key of messages, the table of the tests, and the steps of directions."""
_FIRST_TABLE_STRING = 26


def texts_of_2_9(name: str, version_at: int, tables: Iterable[str]) -> Texts:
    """Return all that is known of strings of 2.917 and 2.936: the tables in hexadecimal, and the same texts."""
    ((title_at, title),) = title_text(name, version_at)
    return (
        *((_offset_of(_FIRST_TABLE_STRING + place), bytes.fromhex(row)) for place, row in enumerate(tables)),
        (1507, ASK_QUIT),
        (title_at - 174, NO_MEMORY),
        (title_at - 146, HEAP_SIZE + ROOM_MEMORY + MAX_SCRIPT),
        (title_at - 6, _WRONG_DISK_END),
        (title_at, title),
        (title_at + 48, ASK_RESTART),
        (title_at + 122, _SMALL_COMPUTER_END),
        *STRING_255,
    )


_ITEM_WORDS = ("objects", "objects-end", "objects-bytes", "items", "names", "items-bytes")
_MEMORY_WORDS = ("memory-in-use", "memory-start", "memory-kept", "memory-end")


def words_of_2_9(version_at: int) -> Words:
    """Return the words of 2.917 and 2.936 that change, as far as a recording shows what they are."""
    title_at = version_at - TITLE.index(b"Version")
    return tuple(
        (start + 2 * place, name)
        for start, names in ((title_at - 320, _ITEM_WORDS), (title_at - 86, _MEMORY_WORDS))
        for place, name in enumerate(names)
    )


def _offset_of(string: int) -> int:
    return STRINGS_AT + STRING_BYTES * string


def texts_that_games_read(texts: Texts) -> Texts:
    """Return what of an interpreter's texts games look for: the version, from the start of a string on, and string 255.

    A string has 39 characters here, as everywhere else in a friendly machine.
    """
    found = []
    for offset, text in texts:
        if text.startswith(TITLE):
            first = offset + (STRINGS_AT - offset) % STRING_BYTES
            starts = range(first, offset + len(text), STRING_BYTES)
            found += [(start, text[start - offset :][: STRING_BYTES - 1]) for start in starts]
    return (*found, *(each for each in texts if each in STRING_255))
