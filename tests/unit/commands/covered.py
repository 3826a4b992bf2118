"""Which rows of the opcode table a test is about: declared at the test, checked when it has run."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from agi_emu.logic.opcodes import ACTIONS, TESTS

TestFunction = TypeVar("TestFunction", bound=Callable[..., Any])

NAMES = frozenset(row.name for row in (*ACTIONS, *TESTS))


def covers(*names: str) -> Callable[[TestFunction], TestFunction]:
    """Declare that a test runs the actions and tests of these names; the `play` fixture fails if it does not."""
    unknown = set(names) - NAMES
    assert not unknown, f"there are no commands {sorted(unknown)}"

    def declare(test: TestFunction) -> TestFunction:
        test.covers = names  # type: ignore[attr-defined]
        return test

    return declare
