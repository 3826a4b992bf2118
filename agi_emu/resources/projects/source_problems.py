"""Collects all mistakes in a source of one command per line, each with its line."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from agi_emu.facts.errors import AgiError, LogicError, ResourceError, together


class SourceProblems:
    """Collects what is wrong in a file."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._problems: list[AgiError] = []

    @contextmanager
    def of_line(self, number: int) -> Iterator[None]:
        """Keep the error that comes up while a line is read."""
        try:
            yield
        except (ResourceError, LogicError, OSError) as problem:
            self._problems.append(ResourceError.at(f"{self._file}:{number}", str(problem)))

    def raise_all(self) -> None:
        """Raise one error that names everything, if anything was wrong."""
        if self._problems:
            raise together(self._problems, ResourceError, f"mistakes in {self._file}")
