"""The one door for numbers in texts: sources, messages, lists, scripts, recordings, states and options."""

from __future__ import annotations

LARGEST = 10**19
"""More than any limit here, and than a time in nanoseconds.

Python takes time for longer numbers, and refuses those of more than 4,300 digits.
"""
_MOST_DIGITS = 19


def whole(digits: str | bytes, base: int = 10) -> int:
    """Return the number that digits stand for; `LARGEST` for too many of them."""
    return int(digits, base) if len(digits) <= _MOST_DIGITS else LARGEST


def number_in(text: str, most: int = LARGEST - 1, least: int = 0) -> int | None:
    """Return the number that a text of decimal digits is; None if it is none, or not from `least` to `most`."""
    number = whole(text) if text.isascii() and text.isdecimal() else -1
    return number if least <= number <= most else None


def parsed_number(text: str, most: int, what: str) -> int:
    """Return the number from 0 to `most` that a text is; ValueError, which says what it is of, if it is none."""
    number = number_in(text, most)
    if number is None:
        raise ValueError(f"{what} {text!r} is not a number from 0 to {most}")
    return number
