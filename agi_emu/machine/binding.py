"""Bind Python handlers to the rows of the opcode table, by name.

The registry is filled while the modules of ``agi_emu.machine.actions`` are imported and never changes afterwards.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from agi_emu.machine.interpreter import Interpreter

Handler = Callable[..., None]
HandlerType = TypeVar("HandlerType", bound=Handler)

HANDLERS: dict[str, Handler] = {}


class TrappableError(Exception):
    """An error that the original reports through v17 and v18 (reference: CMD-39)."""

    def __init__(self, code: int, value: int) -> None:
        super().__init__(f"interpreter error {code}, value {value}")
        self.code = code
        self.value = value & 0xFF


def action(name: str, *, by_variable: str = "") -> Callable[[HandlerType], HandlerType]:
    """Bind a handler ``f(machine, *operand_bytes)`` to the action called `name`.

    The action called `by_variable` differs in its first operand, the variable that holds the value.
    """

    def bind(handler: HandlerType) -> HandlerType:
        assert name not in HANDLERS, f"{name} is bound twice"
        HANDLERS[name] = handler
        if by_variable:
            HANDLERS[by_variable] = through_variable(handler)
        return handler

    return bind


def through_variable(handler: Handler) -> Handler:
    """Return a handler that finds its first operand in a variable."""

    @wraps(handler)
    def indirect(m: Interpreter, variable: int, *operands: int) -> None:
        handler(m, m.vars[variable], *operands)

    return indirect


def parameter_range(handler: Handler) -> tuple[int, int]:
    """Return how many operands a handler takes at least and at most (its parameters but the machine)."""
    # Not inspect.signature, which reads the same of 77 handlers in 2 ms, at each start of the program.
    declared = getattr(handler, "__wrapped__", handler)
    most = declared.__code__.co_argcount - 1
    return most - len(declared.__defaults__ or ()), most
