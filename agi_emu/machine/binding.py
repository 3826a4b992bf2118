"""Bind Python handlers to the rows of the opcode table, by name.

The registry is filled while the modules of ``agi_emu.machine.actions`` are imported and never changes afterwards.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, TypeVar

Handler = Callable[..., None]
HandlerType = TypeVar("HandlerType", bound=Handler)

HANDLERS: dict[str, Handler] = {}


class TrappableError(Exception):
    """An error that the original reports through v17 and v18 (reference: commands.md 8)."""

    def __init__(self, code: int, value: int) -> None:
        super().__init__(f"interpreter error {code}, value {value}")
        self.code = code
        self.value = value & 0xFF


def action(name: str) -> Callable[[HandlerType], HandlerType]:
    """Bind a handler ``f(machine, *operand_bytes)`` to the action called `name`."""

    def bind(handler: HandlerType) -> HandlerType:
        assert name not in HANDLERS, f"{name} is bound twice"
        HANDLERS[name] = handler
        return handler

    return bind


def parameter_range(handler: Callable[..., Any]) -> tuple[int, int]:
    """Return how many operands a handler takes at least and at most (its parameters but the machine)."""
    parameters = list(inspect.signature(handler).parameters.values())[1:]
    required = sum(parameter.default is inspect.Parameter.empty for parameter in parameters)
    return required, len(parameters)
