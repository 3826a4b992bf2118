"""Reads assertions about a game, such as ``score <= most_score`` or ``v30 != 7 or f40``."""

from __future__ import annotations

import ast
import operator
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from agi_emu.facts.errors import AgiError
from agi_emu.facts.numbers import number_in
from agi_emu.machine.machine import Machine
from agi_emu.machine.watchables import Watchable, watchable_of
from agi_emu.state.layout import StateLayout

NO_NAMES: Mapping[str, str] = MappingProxyType({})
_OPERATORS: Mapping[type[ast.AST], Callable[[Any, Any], Any]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Mod: operator.mod,
    ast.FloorDiv: operator.floordiv,
}
_EQUALITIES = (ast.Eq, ast.NotEq)
_Value = Callable[["StateLayout"], Any]


class AssertionSyntaxError(AgiError):
    """What was given cannot be read as an assertion."""


@dataclass(frozen=True, slots=True)
class Assertion:
    """An expression over a machine's state: something that must hold, or a value to look at."""

    text: str
    value_in: Callable[[StateLayout], int | bool | str]
    names: tuple[tuple[str, Watchable], ...] = ()
    """Each name in it, with what it stands for."""

    def value(self, machine: Machine) -> int | bool | str:
        """Return its value now; 0 where it divides by 0."""
        try:
            return self.value_in(machine.unguarded.state)
        except ZeroDivisionError:
            return 0

    def holds(self, machine: Machine) -> bool:
        """Return whether it holds now."""
        return bool(self.value(machine))

    def values(self, machine: Machine) -> str:
        """Return what its names stand for now, in words."""
        values = ((name, target.value(machine.unguarded.state)) for name, target in self.names)
        return ", ".join(f"{name} is {value if isinstance(value, str) else int(value)}" for name, value in values)


class _Reader:
    """Makes functions of the state of the nodes of an expression."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self._names = names
        self.found: dict[str, Watchable] = {}

    def read(self, node: ast.AST) -> _Value:
        """Return what a node stands for; ValueError with its text for one that no assertion has."""
        match node:
            case ast.Expression(body):
                return self.read(body)
            case ast.BoolOp(joiner, values):
                parts, joined = [self.read(each) for each in values], all if isinstance(joiner, ast.And) else any
                return lambda state: joined(part(state) for part in parts)
            case ast.UnaryOp(ast.Not(), operand):
                inner = self.read(operand)
                return lambda state: not inner(state)
            case ast.UnaryOp(ast.USub(), operand):
                inner = self._number(operand)
                return lambda state: -inner(state)
            case ast.Compare(left, operators, others):
                return self._comparison(left, operators, others)
            case ast.BinOp(left, sign, right) if type(sign) in _OPERATORS:
                first, second, does = self._number(left), self._number(right), _OPERATORS[type(sign)]
                return lambda state: does(first(state), second(state))
            case ast.Constant(value) if type(value) is int:
                return lambda state: value
            case ast.Name() | ast.Attribute():
                return self._named(ast.unparse(node))
        raise ValueError(ast.unparse(node))

    def _comparison(self, left: ast.expr, operators: list[ast.cmpop], others: list[ast.expr]) -> _Value:
        if not all(type(each) in _OPERATORS for each in operators):
            raise ValueError(ast.unparse(ast.Compare(left, operators, others)))
        nodes = [left, *others]
        is_order = any(not isinstance(each, _EQUALITIES) for each in operators)
        parts = [self._number(each) if is_order else self._text(each) or self.read(each) for each in nodes]
        if any(self._text(each) for each in nodes) and not any(self._is_string(each) for each in nodes):
            raise ValueError(ast.unparse(left))
        compare = [_OPERATORS[type(each)] for each in operators]

        def holds(state: StateLayout) -> bool:
            values = [part(state) for part in parts]
            return all(does(values[at], values[at + 1]) for at, does in enumerate(compare))

        return holds

    def _number(self, node: ast.expr) -> _Value:
        """Return a node that must not be a string."""
        value = self.read(node)
        if self._is_string(node):
            raise ValueError(ast.unparse(node))
        return value

    def _is_string(self, node: ast.expr) -> bool:
        target = self.found.get(ast.unparse(node))
        return target is not None and target.kind == "s"

    @staticmethod
    def _text(node: ast.expr) -> _Value | None:
        """Return a text, which strings can be compared with; None for any other node."""
        if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
            return None
        text = node.value
        return lambda state: text

    def _named(self, name: str) -> _Value:
        first, dot, rest = name.partition(".")
        meant = self._names.get(name) or (f"{self._names[first]}{dot}{rest}" if first in self._names else name)
        number = number_in(meant)
        if number is not None:
            return lambda state: number
        target = watchable_of("most_score" if meant == "max" else meant)
        if target is None:
            raise ValueError(name)
        self.found[name] = target
        return target.value


def parse_assertion(text: str, names: Mapping[str, str] = NO_NAMES) -> Assertion:
    """Return the assertion; AssertionSyntaxError says what is not understood.

    `names` are the author's: what each stands for, such as v30, or a number.
    """
    try:
        with warnings.catch_warnings():
            # Python only warns of ``5or v1``.
            warnings.simplefilter("error", SyntaxWarning)
            tree = ast.parse(text.strip(), mode="eval")
        reader = _Reader(names)
        value = reader.read(tree)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        wrong = f"{str(error)!r} is not understood; " if isinstance(error, ValueError) and str(error) else ""
        raise AssertionSyntaxError(
            f"assertion {text!r}: {wrong}compare numbers, v30, f40, score, room and the like, with and, or, not"
        ) from None
    return Assertion(text, value, tuple(reader.found.items()))
