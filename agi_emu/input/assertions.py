"""Reads assertions about a game, such as ``score <= most_score`` or ``v30 != 7 or f40``."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Callable
from ctypes import Array
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from agi_emu.facts.errors import AgiError
from agi_emu.facts.numbers import number_in
from agi_emu.machine.interpreter import NAMED_VARIABLES

if TYPE_CHECKING:
    from agi_emu.machine.machine import Machine
    from agi_emu.state.areas import Flags

_LAST = 255
_NAMES = {**NAMED_VARIABLES, "max": NAMED_VARIABLES["most_score"]}
_ALLOWED = (
    *(ast.Expression, ast.BoolOp, ast.And, ast.Or, ast.UnaryOp, ast.Not, ast.USub, ast.Compare, ast.BinOp, ast.Name),
    *(ast.Constant, ast.Load, ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Add, ast.Sub, ast.Mult),
    *(ast.Mod, ast.FloorDiv),
)


class AssertionSyntaxError(AgiError):
    """What was given cannot be read as an assertion."""


@dataclass(frozen=True, slots=True)
class Assertion:
    """Something that must hold at the end of every cycle."""

    text: str
    holds_for: Callable[[Array[Any], Flags], bool]
    names: tuple[tuple[str, str, int], ...] = ()
    """Each name in it, with what it stands for: v or f, and a number."""

    def holds(self, machine: Machine) -> bool:
        """Return whether it holds now."""
        try:
            return bool(self.holds_for(machine.vars, machine.flags))
        except ZeroDivisionError:
            return False

    def values(self, machine: Machine) -> str:
        """Return what its names stand for now, in words."""
        variables, flags = machine.vars, machine.flags
        shown = ((name, variables[number] if kind == "v" else flags[number]) for name, kind, number in self.names)
        return ", ".join(f"{name} is {int(value)}" for name, value in shown)


class _Names(ast.NodeTransformer):
    """Replaces names by elements of the variables or the flags."""

    def __init__(self) -> None:
        self.found: dict[str, tuple[str, str, int]] = {}

    def visit_Name(self, node: ast.Name) -> ast.AST:
        """Return what the name stands for."""
        kind, number = node.id[:1], node.id[1:]
        if node.id in _NAMES:
            kind, number = "v", str(int(_NAMES[node.id]))
        place = number_in(number, _LAST)
        if kind not in ("v", "f") or place is None:
            raise ValueError(node.id)
        self.found[node.id] = (node.id, kind, place)
        table = ast.Name("variables" if kind == "v" else "flags", ast.Load())
        return ast.copy_location(ast.Subscript(table, ast.Constant(place), ast.Load()), node)


def parse_assertion(text: str) -> Assertion:
    """Return the assertion; AssertionSyntaxError says what is not understood."""
    try:
        with warnings.catch_warnings():
            # Python only warns of ``5or v1``.
            warnings.simplefilter("error", SyntaxWarning)
            tree = ast.parse(text, mode="eval")
        for node in ast.walk(tree):
            if not isinstance(node, _ALLOWED) or (isinstance(node, ast.Constant) and type(node.value) is not int):
                raise ValueError(ast.unparse(node))
        names = _Names()
        body = names.visit(tree).body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        wrong = f"{str(error)!r} is not understood; " if isinstance(error, ValueError) and str(error) else ""
        raise AssertionSyntaxError(
            f"assertion {text!r}: {wrong}compare numbers, v30, f40, score, room and the like, with and, or, not"
        ) from None
    tables = [ast.arg("variables"), ast.arg("flags")]
    arguments = ast.arguments(posonlyargs=[], args=tables, kwonlyargs=[], kw_defaults=[], defaults=[])
    function = ast.fix_missing_locations(ast.Expression(ast.Lambda(arguments, body)))
    # Only the nodes above are left in it: numbers, and elements of the two arguments.
    holds_for = eval(compile(function, "assertion", "eval"), {"__builtins__": {}})
    return Assertion(text, holds_for, tuple(names.found.values()))
