"""Known games by the MD5 of their log directory: LOGDIR, or the combined directory of version 3.

Source: reference: VER-24, VER-27, EXT-3. Where two interpreters were shipped with the same resources, the first one is
that of the resources' own time; what is a guess there has a question mark. The table is data/games.tsv.
"""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple

from agi_emu.data import read_table


class Extension(StrEnum):
    """Additions of fan interpreters to the original; settings say which are acted on."""

    AGI256 = "AGI256"
    """Pictures with 256 colours."""
    AGIPAL = "AGIPAL"
    """Palettes in files, chosen by shake.screen."""
    AGIMOUSE = "AGIMOUSE"
    """The mouse in v27, v28, v29, read by push.script."""
    AGDS = "AGDS"
    """The Russian AGI Development System."""


class Release(NamedTuple):
    """A release of one of Sierra's games: id, which one it is, and the interpreter that came with it."""

    id: str
    description: str
    profile: str
    others: tuple[str, ...] = ()
    """Interpreters that came with the same resources."""
    is_guess: bool = False
    """Nobody has said which interpreter came with it."""
    title: str = ""
    """The name of the game."""


INTERPRETER_OF_PREFIX: Mapping[str, str] = MappingProxyType(
    {
        "bc": "3.002.098",
        "dm": "3.002.102",
        "gr": "3.002.149",
        "kq4": "3.002.086",
        "mh": "3.002.107",
        "mh1": "3.002.107",
        "mh2": "3.002.149",
    }
)
"""What Sierra's games of version 3 came with, by what stands in front of `dir` (reference: VER-28)."""

ROOMS_LED_ELSEWHERE: Mapping[tuple[str, str], Mapping[int, int]] = MappingProxyType(
    {("GR", "3.002.149"): MappingProxyType(dict.fromkeys((0x7E, 0x7F, 0x80), 0x49))}
)
"""By id of the game and its interpreter: rooms that new.room, with a number, takes for another one.

Gold Rush came with a 3.002.149 of its own; that of Manhunter 2 does not do so (reference: TIME-19:
likely).
"""


class _KnownGame(NamedTuple):
    """A row of data/games.tsv; the games of fans have no id and no interpreters."""

    md5: str
    id: str
    title: str
    release: str
    interpreters: str
    """Those that came with it, the first that of the resources' time; a guess ends with a question mark."""
    extensions: str
    """Letters of `_LETTERS`; "-": it was looked at and uses none."""

    def as_release(self) -> Release:
        """Return it as one of Sierra's releases."""
        first, *others = self.interpreters.removesuffix("?").split()
        return Release(self.id, self.release, first, tuple(others), self.interpreters.endswith("?"), self.title)


_LETTERS = {"V": Extension.AGI256, "P": Extension.AGIPAL, "M": Extension.AGIMOUSE}
_GAMES = [_KnownGame(*row) for row in read_table("games.tsv")]

RELEASES: Mapping[str, Release] = MappingProxyType({each.md5: each.as_release() for each in _GAMES if each.id})
"""Sierra's releases by the MD5 (hex) of their log directory."""

TITLES: Mapping[str, tuple[str, str]] = MappingProxyType(
    {each.md5: (each.title, each.release) for each in _GAMES if each.title and not each.id}
)
"""Title and release of fan games by the MD5 (hex) of their log directory. A title is what the author calls it."""

KNOWN_EXTENSIONS: Mapping[str, frozenset[Extension]] = MappingProxyType(
    {
        each.md5: frozenset(_LETTERS[letter] for letter in each.extensions.strip("-"))
        for each in _GAMES
        if each.extensions
    }
)
"""Additions that fan games are known to use, if any, by the MD5 (hex) of their log directory."""
