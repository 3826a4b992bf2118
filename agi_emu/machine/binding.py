"""Bind Python handlers to the rows of the opcode table, by name.

The registry is filled while the modules of ``agi_emu.machine.actions`` are imported and never changes afterwards.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

Handler = Callable[..., None]
HandlerType = TypeVar("HandlerType", bound=Handler)

HANDLERS: dict[str, Handler] = {}


class TrappableError(Exception):
    """An error that the original reports through v17 and v18 (reference: CMD-39)."""

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


def parameter_range(handler: Handler) -> tuple[int, int]:
    """Return how many operands a handler takes at least and at most (its parameters but the machine)."""
    # Not inspect.signature, which reads the same of 77 handlers in 2 ms, at each start of the program.
    most = handler.__code__.co_argcount - 1
    return most - len(handler.__defaults__ or ()), most
