"""Tokens of LOGIC source text, each knowing its place for error messages (reference: logic-language.md 2)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from agi_emu.errors import LogicError

SOURCE_ENCODING = "cp437"
"""Characters of texts become bytes of the PC's code page; other bytes are written as ``\\x##``."""


class Kind(Enum):
    """The kinds of tokens; the values are how error messages call them."""

    NAME = "a name"
    NUMBER = "a number"
    TEXT = "a text"
    SYMBOL = "a symbol"
    DIRECTIVE = "a directive"
    END = "the end of the file"


@dataclass(frozen=True, slots=True)
class Source:
    """A source file: its name for messages, and its text."""

    file: str
    text: str

    def error(self, offset: int, problem: str) -> LogicError:
        """Return an error that shows file, line, column and the line with a caret under the place."""
        start = self.text.rfind("\n", 0, offset) + 1
        end = self.text.find("\n", start)
        line = self.text[start : None if end < 0 else end].rstrip("\r")
        number = self.text.count("\n", 0, offset) + 1
        column = offset - start
        # Tabs are kept in front of the caret so that it stands under its character.
        indent = "".join("\t" if character == "\t" else " " for character in line[:column])
        return LogicError(f"{self.file}:{number}:{column + 1}: {problem}\n    {line}\n    {indent}^")


@dataclass(frozen=True, slots=True)
class Token:
    """A token; `number` is the value of a NUMBER, `data` the bytes of a TEXT."""

    kind: Kind
    text: str
    source: Source
    offset: int
    number: int = 0
    data: bytes = b""

    @property
    def line(self) -> int:
        """The number of the line, counted from 1."""
        return self.source.text.count("\n", 0, self.offset) + 1

    def error(self, problem: str) -> LogicError:
        """Return an error at this token."""
        return self.source.error(self.offset, problem)

    def __str__(self) -> str:
        return self.kind.value if self.kind is Kind.END else f"'{self.text}'"


_PATTERN = re.compile(
    r"""
      (?P<space>      [\s\x1a\ufeff]+ )
    | (?P<comment>    //[^\n]* | \[[^\n]* )
    | (?P<block>      /\* )
    | (?P<number>     0[xX][0-9a-fA-F]+\b | [0-9]+\b )
    | (?P<name>       [A-Za-z_][A-Za-z0-9_.]* )
    | (?P<directive>  \#[A-Za-z]+ )
    | (?P<quote>      " )
    | (?P<symbol>     \+\+ | -- | [-+*/@!=<>]= | =@ | && | \|\| | [-+*/!=<>&(){},;:@] )
    """,
    re.VERBOSE,
)
_BLOCK_EDGE = re.compile(r"/\*|\*/")
_ESCAPES = {"n": b"\n", "t": b"\t", "r": b"\r"}


def tokenize(source: Source, problems: list[LogicError] | None = None) -> Iterator[Token]:
    """Yield the tokens of a source without blanks and comments, the last one of kind END.

    With `problems` what is wrong goes there and the next characters are looked at, else it is raised.
    """
    offset = 0
    while offset < len(source.text):
        try:
            token, offset = _token(source, offset)
        except LogicError as problem:
            if problems is None:
                raise
            problems.append(problem)
            # A text or comment without an end goes wrong up to the end of its line at least.
            line_end = source.text.find("\n", offset)
            is_long = source.text[offset] in '"/'
            offset = offset + 1 if not is_long else len(source.text) if line_end < 0 else line_end
            continue
        if token is not None:
            yield token
    yield Token(Kind.END, "", source, len(source.text))


def _token(source: Source, offset: int) -> tuple[Token | None, int]:
    """Return the token at an offset, None for blanks and comments, and the offset behind it."""
    match = _PATTERN.match(source.text, offset)
    if match is None:
        raise source.error(offset, f"unexpected character {source.text[offset]!r}")
    end = match.end()
    text = match.group()
    match match.lastgroup:
        case "number":
            value = int(text, 16) if "x" in text.lower() else int(text)
            return Token(Kind.NUMBER, text, source, offset, number=value), end
        case "name":
            return Token(Kind.NAME, text, source, offset), end
        case "directive":
            return Token(Kind.DIRECTIVE, text, source, offset), end
        case "symbol":
            return Token(Kind.SYMBOL, text, source, offset), end
        case "quote":
            end, data = _read_text(source, offset)
            return Token(Kind.TEXT, source.text[offset:end], source, offset, data=data), end
        case "block":
            return None, _end_of_block_comment(source, offset)
    return None, end


def _end_of_block_comment(source: Source, start: int) -> int:
    """Return the offset behind a block comment; they nest."""
    depth = 0
    for edge in _BLOCK_EDGE.finditer(source.text, start):
        depth += 1 if edge.group() == "/*" else -1
        if depth == 0:
            return edge.end()
    raise source.error(start, "this comment has no end; expected */")


def _read_text(source: Source, start: int) -> tuple[int, bytes]:
    """Return the offset behind the text whose opening quote is at `start`, and its bytes."""
    data = bytearray()
    text = source.text
    offset = start + 1
    while offset < len(text) and text[offset] not in '"\n':
        character = text[offset]
        if character != "\\":
            try:
                data += character.encode(SOURCE_ENCODING)
            except UnicodeEncodeError:
                raise source.error(offset, f"{character!r} is not in code page 437; write its byte as \\x##") from None
            offset += 1
            continue
        escape = text[offset + 1 : offset + 2]
        digits = text[offset + 2 : offset + 4]
        if escape == "x":
            if not re.fullmatch("[0-9a-fA-F]{2}", digits):
                raise source.error(offset, "expected two hexadecimal digits behind \\x")
            data.append(int(digits, 16))
            offset += 4
        elif escape in ("", "\n"):
            break
        else:
            data += _ESCAPES.get(escape) or escape.encode(SOURCE_ENCODING, "replace")
            offset += 2
    if text[offset : offset + 1] != '"':
        raise source.error(start, 'this text has no end; expected " before the end of the line')
    return offset + 1, bytes(data)
