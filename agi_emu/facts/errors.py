"""The errors of agi_emu, all under AgiError, and how the program ends: one sentence says what is wrong and where."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import IntEnum
from typing import Self

from agi_emu.facts.mistakes import Mistake, hinted
from agi_emu.facts.numbers import whole


class ExitCode(IntEnum):
    """Exit codes of every verb."""

    GOOD = 0
    DIFFERENCE = 1
    WRONG_USE = 2
    UNREADABLE = 3
    HOST_LACKS = 4
    TIME_LIMIT = 124
    """As timeout(1) ends."""
    INTERRUPTED = 130
    BROKEN_PIPE = 141


class AgiError(Exception):
    """Base of all errors that a user can meet."""

    exit_code = ExitCode.UNREADABLE
    """How a program ends that ends with it."""

    def __init__(self, text: object = "", mistakes: Iterable[Mistake] = ()) -> None:
        """Take the sentence, or several lines of them, and the same as data."""
        super().__init__(text)
        self.mistakes: Sequence[Mistake] = tuple(mistakes) or (Mistake(str(text)),)

    @classmethod
    def at(cls, place: str, text: str, *, rule: str = "source") -> Self:
        """Return an error at a place: a file, or a file and a line with a colon between."""
        file, _, line = place.rpartition(":")
        where = {"file": file, "line": whole(line)} if file and line.isdecimal() else {"file": place}
        return cls(f"{place}: {text}", [hinted(Mistake(text, rule=rule, **where), may_fix=False)])


class GameError(AgiError):
    """The folder or archive is not a game that can be opened."""


class ResourceError(AgiError):
    """A resource of the game is missing or damaged."""


class LogicError(AgiError):
    """A logic source or resource is wrong."""


class SaveError(AgiError):
    """A savegame or state cannot be read or written."""


class RecordingError(AgiError):
    """A recording or trace cannot be read."""


class WalkthroughError(AgiError):
    """A game does not do what a walkthrough expects."""

    exit_code = ExitCode.DIFFERENCE


class TimeLimitError(AgiError):
    """A job took longer than its time limit."""

    exit_code = ExitCode.TIME_LIMIT


class HostError(AgiError):
    """The host lacks something: a display, a sound card, a library."""

    exit_code = ExitCode.HOST_LACKS


_MOST_NAMED = 20


def together(problems: Sequence[AgiError], kind: type[AgiError], rest: str = "mistakes") -> AgiError:
    """Return one error that says everything: the first problems in words, all as data; `rest` are the others."""
    if len(problems) == 1:
        return problems[0]
    lines = [str(problem) for problem in problems[:_MOST_NAMED]]
    if len(problems) > _MOST_NAMED:
        lines.append(f"and {len(problems) - _MOST_NAMED} more {rest}")
    return kind("\n".join(lines), [mistake for problem in problems for mistake in problem.mistakes])
