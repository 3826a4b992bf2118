"""Finds a title for games that are not known (`agi_emu.resources.releases`): in their texts, or in a file name.

Authors write it into the window about the game, before version or name, or thank for playing; and the file's name is
often a short form of it, as `spbike` is for "Speeder Bike Challenge".
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterable
from itertools import islice
from typing import NamedTuple

from agi_emu.resources.credits import Credits
from agi_emu.resources.releases import RELEASES, TITLES


class TitleAndRelease(NamedTuple):
    """The name of a game, and which release of it this is, "" if unknown."""

    title: str
    release: str = ""


def known_naming(md5: str, said: Credits) -> TitleAndRelease | None:
    """Return title and release by the MD5 of a log directory, or else as the author says; None if nothing is known."""
    release = RELEASES.get(md5)
    if release is not None:
        return TitleAndRelease(release.title, release.description)
    if md5 in TITLES:
        return TitleAndRelease(*TITLES[md5])
    return TitleAndRelease(said.title, said.version) if said.title else None


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
SHORTEST_NAME = 4
"""Letters of a file name that can be a short form of a title."""
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
_AROUND = re.compile(r"^(?:About|You are playing) | (?:help|made|v?\d+\.\d.*)$", re.IGNORECASE)
_SPACED = re.compile(r"(?:\w )+\w")


def title_said(texts: Iterable[tuple[int, str]], name: str = "") -> str:
    """Return the title that a game's texts say, each given with the number of its logic; "" if they say none.

    What stands before the version comes first, then what the player is thanked for, what stands before the author,
    and where the player is welcome. A title of which the file's `name` is a short form goes before all others, and may
    stand alone.
    """
    begins = re.compile(rf"\W*(?:the |an? )?{re.escape(name[:1])}", re.IGNORECASE)
    found = [""] * 4
    fitting = [""] * 5
    for number, text in islice(texts, MOST_TEXTS):
        if len(text) > LONGEST_TEXT:
            continue
        is_first, is_general = number in WELCOMING, number in WELCOMING or number >= FIRST_OF_HELPERS
        ends = [at.start() for pattern in (_VERSION, _AUTHOR) if is_general and (at := pattern.search(text))]
        before = text[: min(ends)] if ends else ""
        thanks = _THANKS.search(text)
        welcome = _WELCOME.match(text) if is_first else None
        said = (
            before if _VERSION.search(text) else "",
            thanks[1] if thanks else "",
            before if is_first else "",
            welcome[1] if welcome else "",
            text if is_general and len(text) <= 2 * LONGEST_TITLE and begins.match(text) else "",
        )
        if not any(said):
            continue
        tidied = [_tidy(each) if each else "" for each in said]
        fitting = [each or (new if _is_short_for(name, new) else "") for each, new in zip(fitting, tidied, strict=True)]
        # Without a name to fit, only logic 0 and the helpers are trusted with what stands before version or author.
        allowed = (number not in WELCOMING[1:], True, number == 0, True)
        found = [each or (new if fits else "") for each, new, fits in zip(found, tidied, allowed, strict=False)]
    return next(filter(None, (*fitting, *found)), "")


def _is_short_for(name: str, title: str) -> bool:
    """Return whether a file name is a short form of a title: of words in their order some letters, always the first."""
    letters = [each for each in name.casefold() if each.isalnum()]
    ends = {0}
    for word in re.findall(r"[^\W_]+", title.casefold().replace("'", "")):
        for start in tuple(ends):
            at, end = 0, start
            while end < len(letters) and (at := word.find(letters[end], at) + 1) and (end > start or at == 1):
                end += 1
                ends.add(end)
    return len(letters) >= SHORTEST_NAME and len(letters) in ends


def _tidy(text: str) -> str:
    """Return a piece of text as a title, "" if it cannot be one."""
    words = re.sub(r"\s*[-=_*~]{3,}.*", "", text, flags=re.DOTALL)
    words = re.sub(r"[\s|]+", " ", words).strip(" -=*_~.,:;|\\/\"'()[]<>!")
    words = _AROUND.sub("", words).strip(" '\"")
    if _SPACED.fullmatch(words):
        words = words.replace(" ", "")
    if words in (words.upper(), words.lower()):
        words = string.capwords(words)
    is_short = 4 <= len(words) <= LONGEST_TITLE
    return words if is_short and "%" not in words and words.isprintable() and not _PROSE.search(words) else ""
