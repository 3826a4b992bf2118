"""Says in plain words what is wrong with an argument, and which word may have been meant."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable

import click

_GIVEN = re.compile("'(.*?)' is not (?:one of|a valid)", re.DOTALL)
_RANGE = re.compile(r"is not a valid (?:integer|float)(?: range)?\.")
"""What click says of a word that is not a number, in the words of programmers."""


def did_you_mean(word: str, words: Iterable[str]) -> str:
    """Return a question with the nearest of the words, to append to a sentence; "" if none is near."""
    similar = difflib.get_close_matches(word.lower(), list(words), n=1)
    return "".join(f" Did you mean {each}?" for each in similar)


def in_plain_words(error: click.BadParameter) -> click.BadParameter:
    """Return the error of a wrong value with a sentence for players."""
    given = _GIVEN.search(error.message)
    kind = None if error.param is None else error.param.type
    if given is None:
        return error
    if isinstance(kind, click.Choice):
        message = error.message + did_you_mean(given[1], map(str, kind.choices))
    elif isinstance(kind, click.types.IntParamType):
        message = _RANGE.sub("is not a whole number.", error.message)
    else:
        message = _RANGE.sub("is not a number.", error.message)
    return click.BadParameter(message, error.ctx, error.param, error.param_hint)
