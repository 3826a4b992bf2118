"""Makes a title of a file name, for games that are not known (`agi_emu.resources.releases`)."""

from __future__ import annotations

import re
from typing import NamedTuple


class TitleAndRelease(NamedTuple):
    """The name of a game, and which release of it this is, "" if unknown."""

    title: str
    release: str = ""


_SEPARATORS = re.compile(r"[\s_]+|(?<=\w)\.(?=\D)")
_WORD_START = re.compile(r"(?<!\S)[^\W\d_](?!\d)")


def title_from(name: str) -> str:
    """Return a file name as a title: blanks for other separators; capitals if a name of several words has none."""
    words = _SEPARATORS.sub(" ", name).strip()
    if " " not in words and "-" in words:
        words = words.replace("-", " ")
    if " " in words and words == words.lower():
        words = _WORD_START.sub(lambda letter: letter[0].upper(), words)
    return words or name
