"""The variables that the interpreter itself knows, as attributes of a machine."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agi_emu.facts.codes import Var

if TYPE_CHECKING:
    from agi_emu.machine.interpreter import Interpreter

NAMED_VARIABLES = {name.lower(): number for name, number in Var.__members__.items()}
"""Their numbers by their names."""


class NamedVariable:
    """One of the interpreter's own variables as an attribute of a machine."""

    def __set_name__(self, owner: type, name: str) -> None:
        """Find the variable by the attribute's name."""
        self._number = NAMED_VARIABLES[name]

    def __get__(self, machine: Interpreter, owner: type) -> int:
        """Return its value, 0-255."""
        return int(machine.vars[self._number])

    def __set__(self, machine: Interpreter, value: int) -> None:
        """Set it, as a logic would."""
        machine.vars[self._number] = value
