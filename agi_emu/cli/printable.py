"""Texts for a terminal: control characters of names and messages are written as numbers."""

from __future__ import annotations

import re

_CONTROLS = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
"""All but tab and line feed: those of ASCII, the second set that some terminals obey, and what turns text round."""


def printable(text: str) -> str:
    """Return a text without control characters: an escape becomes ``\\x1b``. Lines and tabs stay."""
    return _CONTROLS.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


def printable_json(text: str) -> str:
    """Return the same JSON without control characters: those that it may hold stand in strings alone."""
    return _CONTROLS.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
