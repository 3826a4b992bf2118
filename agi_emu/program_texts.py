"""Texts of the original program: those that its boxes show, and where they lie after the strings of the game.

A string has 40 bytes and its number is not checked, so one past the last string shows the program's own data, up to
the next 0; games read the version there (reference: CMD-30). Known are texts, by their offsets in AGIDATA.OVL.
What lies between them is addresses and variables for the most part, is not known, and is left 0 (reference:
CMD-30).
"""

from __future__ import annotations

from agi_emu.codes import STRING_BYTES

STRINGS_AT = 525
"""Offset of string 0 in AGIDATA.OVL, except in 3.002.149 (reference: CMD-30)."""

TITLE = b"Adventure Game Interpreter\n      Version "
ASK_QUIT = b"Press ENTER to quit.\nPress ESC to keep playing."
ASK_RESTART = b"Press ENTER to restart\nthe game.\n\nPress ESC to continue\nthis game."
NO_MEMORY = b"No memory.\nWant %d, have %d"
HEAP_SIZE, ROOM_MEMORY, MAX_SCRIPT = b"heapsize: %u\nnow: %u  max: %u\n", b"rm.0, etc.: %u\n", b"max script: %d"
"""Of show.mem."""
_WRONG_DISK_END = b"quit."
_SMALL_COMPUTER_END = b" your computer does\nnot have enough memory to\nplay this game.\n256K of RAM is required."

Texts = tuple[tuple[int, bytes], ...]
"""Offsets in AGIDATA.OVL and what stands there, a 0 after each."""

STRING_255: Texts = ((STRINGS_AT + STRING_BYTES * 255, b"\x01"),)
"""It lies after the end of the file; all that is known of it is that it is not empty (reference: CMD-30)."""


def title_text(name: str, version_at: int) -> Texts:
    """Return the title of an interpreter, in which "Version" stands at offset `version_at` (reference: RES-38)."""
    return ((version_at - TITLE.index(b"Version"), TITLE + name.encode()),)


def texts_of_2_9(name: str, version_at: int) -> Texts:
    """Return all texts seen in strings of 2.917 and 2.936, in which only the first lies elsewhere beside the title."""
    ((title_at, title),) = title_text(name, version_at)
    return (
        (1507, ASK_QUIT),
        (title_at - 174, NO_MEMORY),
        (title_at - 146, HEAP_SIZE + ROOM_MEMORY + MAX_SCRIPT),
        (title_at - 6, _WRONG_DISK_END),
        (title_at, title),
        (title_at + 48, ASK_RESTART),
        (title_at + 122, _SMALL_COMPUTER_END),
        *STRING_255,
    )


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
