"""Conditions of LOGIC source: tests joined in any way, as the one form that interpreters know.

That form is a list of tests and of groups of alternatives, all of which have to hold; only a single test can be negated
(reference: LANG-4, LANG-17). What a source writes in this form becomes just that, so that a disassembled logic
compiles to its own bytes: each parenthesis around one test or around alternatives is a group. Anything else is put into
it by the laws of logic, as some editors do (reference: LANG-17).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product
from math import prod

from agi_emu.logic.cursor import TokenCursor, check_count
from agi_emu.logic.lexer import Token, TokenKind
from agi_emu.logic.mentions import COMMAND
from agi_emu.logic.names import did_you_mean
from agi_emu.logic.opcodes import IF, NOT, OR, TESTS, Operand, action_by_name, test_by_name
from agi_emu.logic.sugar import COMPARISONS, MIRRORED, OTHER_COMPARISONS, TRUTHS
from agi_emu.logic.values import ValueReader

_MAX_SAID_WORDS = 0xFF
_MOST_CLAUSES = 64
_DEEPEST = 30
_JOINING_WORDS = {"and": "&&", "or": "||", "&": "&&"}
_ONCE = ("said", "have.key")
"""Tests that change what the next one of their kind says: a sentence matches once, a key is taken."""


@dataclass(frozen=True, slots=True)
class _Test:
    """A single test."""

    code: bytes
    """With its negations in front."""
    token: Token

    @property
    def negated(self) -> _Test:
        code = self.code[1:] if self.code[0] == NOT else bytes([NOT]) + self.code
        return replace(self, code=code)


@dataclass(frozen=True, slots=True)
class _Clause:
    """Alternatives, one of which has to hold."""

    tests: tuple[_Test, ...]
    is_group: bool
    """True if they stand between the marks of a group; more than one test must."""


class ConditionReader:
    """Reads conditions."""

    def __init__(self, cursor: TokenCursor, values: ValueReader) -> None:
        self._cursor = cursor
        self._values = values
        self._depth = 0

    def read(self) -> bytes:
        """Return the condition in parentheses that comes next, with the marks at its ends."""
        self._cursor.expect("(", "before the condition")
        clauses = self._alternatives()
        token = self._cursor.peek()
        if token.text.lower() in _JOINING_WORDS:
            raise token.error(f"expected ')' or && after the test; did you mean {_JOINING_WORDS[token.text.lower()]}?")
        self._cursor.expect(")", "or && after the test")
        _check_repetition(clauses)
        code = bytearray([IF])
        for clause in clauses:
            tests = b"".join(test.code for test in clause.tests)
            code += bytes([OR]) + tests + bytes([OR]) if clause.is_group else tests
        code.append(IF)
        return bytes(code)

    def _alternatives(self) -> list[_Clause]:
        """Read conditions joined by ||; && binds more closely."""
        parts = [self._all()]
        while self._cursor.accept("||"):
            parts.append(self._all())
        return _any_of(parts)

    def _all(self) -> list[_Clause]:
        clauses = self._item()
        while self._cursor.accept("&&"):
            clauses = clauses + self._item()
        return clauses

    def _item(self) -> list[_Clause]:
        """Read a test or a condition in parentheses, and what negates it."""
        negations = 0
        while self._cursor.accept("!"):
            negations += 1
        if not self._cursor.at("("):
            test = self._test()
            return [_Clause((replace(test, code=bytes([NOT]) * negations + test.code),), is_group=False)]
        if self._depth >= _DEEPEST:
            raise self._cursor.peek().error(f"parentheses are nested more than {_DEEPEST} deep; simplify the condition")
        self._cursor.next()
        self._depth += 1
        try:
            clauses = self._alternatives()
        finally:
            self._depth -= 1
        self._cursor.expect(")", "or || after the test")
        if negations % 2:
            return _any_of([[_Clause((test.negated,), is_group=False) for test in clause.tests] for clause in clauses])
        return [replace(clause, is_group=True) for clause in clauses] if len(clauses) == 1 else clauses

    def _test(self) -> _Test:
        token = self._cursor.peek()
        if token.kind is TokenKind.NAME and self._cursor.at("(", 1):
            return _Test(self._test_command(self._cursor.next()), token)
        value = self._cursor.value()
        operator = self._cursor.peek()
        comparison = OTHER_COMPARISONS.get(operator.text, operator.text)
        if operator.kind is TokenKind.SYMBOL and comparison in COMPARISONS:
            self._cursor.next()
            if value.marker == "f":
                self._values.mention(value, Operand.FLAG, value.number, "isset")
                return _Test(self._flag_comparison(value.number, operator, comparison), token)
            right = self._cursor.value()
            if value.marker == "" and right.marker == "v":
                value, right, comparison = right, value, MIRRORED.get(comparison, comparison)
            with_number, with_variable, negated = COMPARISONS[comparison]
            opcode = test_by_name(with_variable if right.marker == "v" else with_number)
            number = self._cursor.variable(value, opcode.name)
            other = self._values.operand(right, opcode.operands[1], "this comparison", 1)
            self._values.mention_named_value(number, right)
            return _Test(bytes([*([NOT] if negated else []), opcode.number, number, other]), token)
        if value.marker == "f":
            self._values.mention(value, Operand.FLAG, value.number, "isset")
            return _Test(bytes([test_by_name("isset").number, value.number]), token)
        if value.marker in ("v", "!"):
            self._values.mention(value, Operand.VARIABLE, value.number, "greatern")
            return _Test(bytes([test_by_name("greatern").number, value.number, 0]), token)
        hint = ""
        if value.marker == "?":
            hint = did_you_mean(token.text, self._values.names)
        raise value.token.error(f"expected a test, not {value}{hint}")

    def _flag_comparison(self, flag: int, operator: Token, comparison: str) -> bytes:
        truth = TRUTHS.get(self._cursor.peek().text.lower())
        if truth is None or comparison not in ("==", "!="):
            raise operator.error("a flag is a test by itself; expected '== true', '== false' or nothing after it")
        self._cursor.next()
        is_set = truth == (comparison == "==")
        return bytes([*([] if is_set else [NOT]), test_by_name("isset").number, flag])

    def _test_command(self, name: Token) -> bytes:
        try:
            test = test_by_name(name.text)
        except KeyError:
            raise name.error(_unknown_test(name.text)) from None
        self._values.mention_token(name, COMMAND, test.name)
        values = self._cursor.arguments()
        if test.operands != (Operand.WORDS,):
            check_count(name, test.operands, len(values))
            arguments = enumerate(zip(values, test.operands, strict=True))
            operands = (self._values.operand(value, kind, name.text, at) for at, (value, kind) in arguments)
            return bytes([test.number, *operands])
        if len(values) > _MAX_SAID_WORDS:
            raise name.error(f"{name.text} takes at most {_MAX_SAID_WORDS} words; this one has {len(values)}")
        groups = b"".join(self._values.word_group(value).to_bytes(2, "little") for value in values)
        return bytes([test.number, len(values)]) + groups


_ANSWERING = (
    *("distance", "random", "last.cel", "current.cel", "current.loop", "current.view", "number.of.loops"),
    *("get.priority", "get.dir"),
)
"""Commands whose last operand is a variable for their answer."""


def _unknown_test(name: str) -> str:
    try:
        action = action_by_name(name)
    except KeyError:
        return f"unknown test {name}{did_you_mean(name, (each.name for each in TESTS))}"
    if name in _ANSWERING:
        operands = ", ".join(f"{kind.marker}{index}" for index, kind in enumerate(action.operands[:-1]))
        example = f"{name}({operands}, v40); if (v40 < 20)"
        return f"{name} is a command; put it before the if and test the variable that it sets, as in {example}"
    return f"{name} is a command; expected a test, such as {TESTS[7].name}(f30) or v30 == 1"


def _any_of(parts: list[list[_Clause]]) -> list[_Clause]:
    """Return what holds if one of several conditions does: each clause has an alternative of each of them."""
    if len(parts) == 1:
        return parts[0]
    count = prod(len(part) for part in parts)
    if count > _MOST_CLAUSES:
        raise parts[0][0].tests[0].token.error(f"this condition is too long; it needs {count} groups of alternatives")
    return [
        _Clause(tuple(test for clause in chosen for test in clause.tests), is_group=True) for chosen in product(*parts)
    ]


def _check_repetition(clauses: list[_Clause]) -> None:
    """Raise an error if a test stands in several clauses that cannot."""
    seen: set[int] = set()
    once = {bytes([test_by_name(name).number]) for name in _ONCE}
    for clause in clauses:
        for test in clause.tests:
            if test.code.lstrip(bytes([NOT]))[:1] in once:
                if id(test.token) in seen:
                    raise test.token.error(
                        f"{test.token.text} can be tested only once, but this condition would test it several times; "
                        "expected ((a || b) && c), or an if inside another"
                    )
                seen.add(id(test.token))
