"""Every action and test of the opcode table has a test that runs it."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from tests.unit.commands.covered import NAMES

FOLDER = Path(__file__).parents[1] / "unit" / "commands"


def declared() -> set[str]:
    """Return the names that the tests of commands declare."""
    names: set[str] = set()
    for path in FOLDER.glob("test_*.py"):
        module = import_module(f"tests.unit.commands.{path.stem}")
        for name, value in vars(module).items():
            if name.startswith("test_"):
                names |= set(getattr(value, "covers", ()))
    return names


def test_every_command_has_a_test_that_runs_it() -> None:
    assert NAMES - declared() == set()
