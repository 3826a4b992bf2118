"""The one door for numbers in texts: sources, messages, lists, scripts, recordings, states and options."""

from __future__ import annotations

_MOST_DIGITS = 20
"""More digits than any number here has; Python takes time for many, and refuses more than 4,300."""


def number_in(text: str | bytes, most: int, least: int = 0) -> int | None:
    """Return the number that a text of decimal digits is; None if it is none, or not from `least` to `most`."""
    if not (text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS):
        return None
    number = int(text)
    return number if least <= number <= most else None


def number_up_to(text: str | bytes, most: int) -> int:
    """Return the number that a text of decimal digits is, and `most` + 1 if it is larger than `most`."""
    return most + 1 if len(text) > _MOST_DIGITS else min(int(text), most + 1)
