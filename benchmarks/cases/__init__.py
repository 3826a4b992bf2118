"""The cases of the suite, by what they are about.

`starts`: from the command to the first picture, of new and of used homes. `games`: all games at hand. `recordings`:
making and comparing them. `many`: machines by the hundred, and their memory. `machine`: parts of a machine. `core`: the
loops.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from benchmarks.case import CASES, Case

MODULES = ("starts", "games", "recordings", "many", "machine", "core")


def all_cases(note: Callable[[str], object]) -> dict[str, Case]:
    """Return all cases by name; `note` is told of modules that this program, an older one perhaps, cannot serve."""
    for module in MODULES:
        try:
            import_module(f"benchmarks.cases.{module}")
        except (ImportError, AttributeError) as error:
            note(f"the cases of {module} are left out: {error}")
    return CASES
