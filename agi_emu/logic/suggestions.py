"""Suggests the known name that an unknown one may stand for."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return the end of a sentence with the known name that looks most like `name`; empty if none does."""
    by_lower = {each.lower(): each for each in known}
    nearest = get_close_matches(name.lower(), by_lower, n=1, cutoff=0.7)
    return f"; did you mean {by_lower[nearest[0]]}?" if nearest else ""
