"""A place in the tokens of a LOGIC source, and what statements and conditions both read there."""

from __future__ import annotations

from agi_emu.facts.errors import LogicError
from agi_emu.logic.lexer import Token, TokenKind
from agi_emu.logic.opcodes import Operand
from agi_emu.logic.values import UNKNOWN_NAME, Value, ValueReader


class MissingAtLineEndError(LogicError):
    """A line ends without what has to stand there; the next one may be right."""


class TokenCursor:
    """Goes through tokens."""

    def __init__(self, tokens: list[Token], values: ValueReader) -> None:
        self._tokens = tokens
        self._count = len(tokens)
        self._values = values
        self.position = 0
        """Index of the token that comes next."""

    def peek(self, ahead: int = 0) -> Token:
        """Return the next token, or one after it."""
        index = self.position + ahead
        return self._tokens[index] if index < self._count else self._tokens[-1]

    @property
    def is_at_end(self) -> bool:
        """True if no token is left."""
        return self.peek().kind is TokenKind.END

    @property
    def last(self) -> Token | None:
        """The token before the next one, None at the beginning."""
        return self._tokens[self.position - 1] if self.position else None

    @property
    def is_cut_off(self) -> bool:
        """True if the source ends in a text or comment that is not closed, which was already reported."""
        return len(self._tokens) > 1 and self._tokens[-2].kind is TokenKind.BAD

    def at(self, symbol: str, ahead: int = 0) -> bool:
        """Return whether a symbol or name comes next."""
        token = self.peek(ahead)
        return token.text == symbol and (token.kind is TokenKind.SYMBOL or token.kind is TokenKind.NAME)

    def next(self) -> Token:
        """Return the next token and step past it."""
        token = self.peek()
        self.position += 1
        return token

    def accept(self, symbol: str) -> bool:
        """Step past a symbol or name if it comes next; return whether it does."""
        if self.at(symbol):
            self.position += 1
            return True
        return False

    @property
    def begins_line(self) -> bool:
        """True if the next token stands on another line than the one before it, or is the end of the file."""
        if self.position == 0:
            return True
        before, token = self._tokens[self.position - 1], self.peek()
        return token.kind is TokenKind.END or "\n" in token.source.text[before.end : token.offset]

    def expect(self, symbol: str, where: str) -> Token:
        """Return the symbol or name that has to come next, and step past it."""
        if self.at(symbol):
            return self.next()
        token = self.peek()
        if token.kind is TokenKind.BAD or self.position == 0 or not self.begins_line:
            raise self.expected(f"'{symbol}' {where}")
        before = self._tokens[self.position - 1]
        problem = before.source.error(before.end, f"expected '{symbol}' {where}, found {token}")
        raise MissingAtLineEndError(str(problem), problem.mistakes)

    def expected(self, what: str) -> LogicError:
        """Return an error about the next token."""
        token = self.peek()
        return token.error(f"expected {what}, found {token}")

    def value(self) -> Value:
        """Return the value that comes next."""
        value, self.position = self._values.take(self._tokens, self.position)
        return value

    def variable(self, value: Value, command: str, position: int = 0) -> int:
        """Return the number of a variable that is operand `position` of a command."""
        if value.marker not in ("v", "!"):
            rule = UNKNOWN_NAME if value.marker == "?" else "operand-kind"
            raise value.token.error(f"expected a variable (v0 to v255), not {value}", rule=rule)
        number = value.number
        self._values.mention(value, Operand.VARIABLE, number, command, position)
        return number

    def arguments(self) -> list[Value]:
        """Return the values in parentheses that come next."""
        self.expect("(", "before the operands")
        values: list[Value] = []
        while not self.at(")"):
            if values:
                self.expect(",", "between operands, or ')'")
            values.append(self.value())
        self.next()
        return values


def check_count(name: Token, kinds: tuple[Operand, ...], count: int) -> None:
    """Raise an error unless a command or test has as many operands as it takes."""
    if len(kinds) != count:
        names = ", ".join(kind.value for kind in kinds) or "none"
        plural = "operand" if len(kinds) == 1 else "operands"
        raise name.error(f"{name.text} expects {len(kinds)} {plural} ({names}), not {count}", rule="operand-count")
