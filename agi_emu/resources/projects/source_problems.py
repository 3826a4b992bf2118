"""Collects all mistakes in a source of one command per line, each with its line."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from agi_emu.facts.errors import LogicError, ResourceError

_MOST_NAMED = 20


class SourceProblems:
    """Collects what is wrong in a file."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._problems: list[str] = []

    @contextmanager
    def of_line(self, number: int) -> Iterator[None]:
        """Keep the error that comes up while a line is read."""
        try:
            yield
        except (ResourceError, LogicError, OSError) as problem:
            self._problems.append(f"{self._file}:{number}: {problem}")

    def raise_all(self) -> None:
        """Raise one error that names everything, if anything was wrong."""
        if self._problems:
            named = self._problems[:_MOST_NAMED]
            more = len(self._problems) - len(named)
            raise ResourceError("\n".join([*named, *([f"and {more} more mistakes in {self._file}"] if more else [])]))
