"""Finds a title for games that are not known (`agi_emu.resources.releases`): in their texts, or in a file name.

Authors write it into the window about the game, before version or name, or thank for playing.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterable
from itertools import islice
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


MOST_TEXTS = 4000
LONGEST_TEXT = 300
LONGEST_TITLE = 56
FIRST_OF_HELPERS = 90
"""Logics from here on hold what a whole game needs, in the template that most authors begin with."""
WELCOMING = range(3)
"""Logics that may welcome the player."""
_VERSION = re.compile(r"[\s(,:|-]*\b(?:(?:full|demo)\s+)?(?:version:?\s|v(?:er)?[. ]{0,2}\d)", re.IGNORECASE)
_AUTHOR = re.compile(
    r"\W*\b(?:(?:is|was|were|has been)\s+)?(?:a game\s+)?"
    r"(?:(?:written|designed|created|made|done|programmed)(?: and \w+)? by|by:?|par|copyright|\(c\))\s+\S",
    re.IGNORECASE,
)
_THANKS = re.compile(
    r"\b(?:thanx|thanks|thank you)(?: very much)? for playing (?:my game |the demo of )?(.+?)(?:[.!?\n]|, |$)",
    re.IGNORECASE | re.DOTALL,
)
_WELCOME = re.compile(r"\W*welcome to (?:(?:my|the) demo of |my game )?(.+?)(?:[.!?,\n]|$)", re.IGNORECASE | re.DOTALL)
_PROSE = re.compile(
    r"\b(?:you|your|i|my|this|template|sierra|press|it|are|can|was|been|credits|game|interpreter)\b", re.IGNORECASE
)
_SPACED = re.compile(r"(?:\w )+\w")


def title_said(texts: Iterable[tuple[int, str]]) -> str:
    """Return the title that a game's texts say, each given with the number of its logic; "" if they say none.

    What stands before the version comes first, then what the player is thanked for, what stands before the author,
    and where the player is welcome.
    """
    found = ["", "", "", ""]
    for number, text in islice(texts, MOST_TEXTS):
        if len(text) > LONGEST_TEXT:
            continue
        is_general = number == 0 or number >= FIRST_OF_HELPERS
        ends = [at.start() for pattern in (_VERSION, _AUTHOR) if is_general and (at := pattern.search(text))]
        thanks = _THANKS.search(text)
        welcome = _WELCOME.match(text) if number in WELCOMING else None
        said = (
            text[: min(ends)] if ends and _VERSION.search(text) else "",
            thanks[1] if thanks else "",
            text[: min(ends)] if ends and number == 0 else "",
            welcome[1] if welcome else "",
        )
        found = [each or _tidy(new) for each, new in zip(found, said, strict=True)]
    return next(filter(None, found), "")


def _tidy(text: str) -> str:
    """Return a piece of text as a title, "" if it cannot be one."""
    words = re.sub(r"\s*[-=_*~]{3,}.*", "", text, flags=re.DOTALL)
    words = re.sub(r"[\s|]+", " ", words).strip(" -=*_~.,:;|\\/\"'()[]<>!")
    words = words.removeprefix("About ").strip(" '\"")
    if _SPACED.fullmatch(words):
        words = words.replace(" ", "")
    if words in (words.upper(), words.lower()):
        words = string.capwords(words)
    is_short = 4 <= len(words) <= LONGEST_TITLE
    return words if is_short and "%" not in words and words.isprintable() and not _PROSE.search(words) else ""
