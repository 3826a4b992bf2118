"""Title, author, version and a few words about a game, as its author wrote them into its property file.

`GameVersion`, `Author` and `About` are WinAGI's own properties, `Title` is our addition (reference: EXT-17).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import islice
from typing import NamedTuple

from agi_emu.host_files.reading import decoded_text

_MOST_FILES = 4
_BYTES_PER_CHARACTER = 4
PROPERTIES: Mapping[str, tuple[str, int]] = {
    "title": ("Title", 80),
    "author": ("Author", 80),
    "version": ("GameVersion", 40),
    "about": ("About", 400),
}
"""Name in `Credits` and in ``game.toml`` -> name in the property file, and the most characters."""


class Credits(NamedTuple):
    """What the author says; "" for what is not said."""

    title: str = ""
    author: str = ""
    version: str = ""
    about: str = ""

    @property
    def name(self) -> str:
        """The title and the version; "" without a title."""
        return f"{self.title} {self.version}".strip() if self.title else ""

    @property
    def properties(self) -> list[tuple[str, str]]:
        """The names and values for the property file, of what is said."""
        return [(PROPERTIES[name][0], value) for name, value in self.said.items()]

    @property
    def said(self) -> dict[str, str]:
        """What is said, by the names of the fields."""
        return {name: value for name, value in self._asdict().items() if value}


def mistake_in(name: str, text: str) -> str:
    """Return what is wrong with a text of `Credits`, "" if nothing is."""
    most = PROPERTIES[name][1]
    if len(text) <= most and text.isprintable() and '"' not in text and "\\" not in text:
        return ""
    return f"expected at most {most} characters without quotes for {name}"


def credits_in(files: Mapping[str, bytes]) -> Credits:
    """Return what the property files (``*.wag``) among some files say; the first file that says something counts."""
    found: dict[str, str] = {}
    for file in islice((name for name in files if name.endswith(".wag")), _MOST_FILES):
        properties = decoded_text(files[file], errors="replace")
        for name, (property_name, most) in PROPERTIES.items():
            pattern = rf'^[ \t]*{property_name} = "([^"\\\n]{{1,{most * _BYTES_PER_CHARACTER}}})"'
            if match := re.search(pattern, properties, re.MULTILINE):
                text = match[1].strip()[:most]
                if text.isprintable():
                    found.setdefault(name, text)
    return Credits(**found)
