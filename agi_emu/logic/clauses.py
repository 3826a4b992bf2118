"""Conditions of logics as what they ask: clauses, which all must hold, of tests, of which one must hold."""

from __future__ import annotations

from dataclasses import dataclass

from agi_emu.facts.codes import Flag, Var
from agi_emu.logic.code import If
from agi_emu.logic.opcodes import NOT, OR

PASSING_VARIABLES = frozenset(
    {
        Var.EGO_EDGE,
        Var.EDGE_OBJECT,
        Var.OBJECT_EDGE,
        Var.EGO_DIRECTION,
        Var.UNKNOWN_WORD,
        Var.SECONDS,
        Var.MINUTES,
        Var.HOURS,
        Var.DAYS,
        Var.ERROR_VALUE,
        Var.KEY,
        Var.INPUT_LENGTH,
        Var.SELECTED_ITEM,
        Var.MOUSE_BUTTON,
        Var.MOUSE_X,
        Var.MOUSE_Y,
    }
)
"""These change from cycle to cycle, so that their values of now say nothing about later."""
PASSING_FLAGS = frozenset(
    {
        Flag.EGO_ON_WATER,
        Flag.EGO_HIDDEN,
        Flag.HAVE_INPUT,
        Flag.EGO_ON_SIGNAL,
        Flag.HAVE_MATCH,
        Flag.NEW_ROOM,
        Flag.GAME_RESTARTED,
        Flag.GAME_RESTORED,
        Flag.SELECT_ITEM,
    }
)


@dataclass(frozen=True, slots=True, eq=False)
class Test:
    """One test of a condition."""

    __test__ = False  # pytest must not take it for a test

    name: str
    operands: tuple[int, ...]
    is_negated: bool
    offset: int


Clause = tuple[Test, ...]
"""Tests of which one must hold."""


@dataclass(frozen=True, slots=True, eq=False)
class Condition:
    """The condition of an instruction `if`: all its clauses must hold."""

    clauses: tuple[Clause, ...]


def condition_of(instruction: If) -> Condition:
    """Return what an instruction asks."""
    clauses: list[Clause] = []
    group: list[Test] | None = None
    is_negated = False
    for token in instruction.tokens:
        if token.code == NOT and token.opcode is None:
            is_negated = not is_negated
        elif token.code == OR and token.opcode is None:
            if group is None:
                group = []
            else:
                clauses.append(tuple(group))
                group = None
        elif token.opcode is not None:
            test = Test(token.opcode.name, token.operands, is_negated, token.offset)
            is_negated = False
            if group is None:
                clauses.append((test,))
            else:
                group.append(test)
    return Condition(tuple(clauses))
