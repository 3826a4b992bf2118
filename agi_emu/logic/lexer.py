"""Tokens of LOGIC source text, each knowing its place for error messages (reference: LANG-19 to LANG-21)."""

from __future__ import annotations

import re
import sys
from array import array
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple

from agi_emu.facts.errors import LogicError
from agi_emu.facts.mistakes import ERROR, WARNING, Mistake, Note, hinted
from agi_emu.facts.numbers import whole
from agi_emu.host_files.reading import decoded_text

QUOTES = "\"'"
"""Quotes around texts; the second one only in some dialects."""
SOURCE_ENCODING = "cp437"
"""Characters of texts become bytes of the PC's code page; other bytes are written as ``\\x##``."""
MOST_MISTAKES = 500
"""Mistakes after which a source is not read on."""
LONGEST_TEXT = 0xFFFF
"""Bytes of a text: more than all texts of a logic may have."""
TOO_LONG = f"this text takes more than {LONGEST_TEXT:,} bytes, the most that a logic can hold"
_NO_LINE = 0xFFFFFFFF
"""Stands for the beginning of a line after the last one."""
LONGEST_SHOWN = 200
"""Characters of a line that an error shows."""


class TokenKind(Enum):
    """The kinds of tokens; the values are how error messages call them."""

    NAME = "a name"
    NUMBER = "a number"
    TEXT = "a text"
    SYMBOL = "a symbol"
    DIRECTIVE = "a directive"
    BAD = "what is not a token"
    """Characters whose mistake is already reported; do not report it again."""
    END = "the end of the file"


class AlreadyToldError(LogicError):
    """An error at a token whose mistake is already reported."""


class Mistakes(list[LogicError]):
    """Mistakes in a source, up to a number with which nobody reads on."""

    def append(self, mistake: LogicError) -> None:
        """Add a mistake; TooManyMistakesError with the last."""
        if len(self) == MOST_MISTAKES:
            raise TooManyMistakesError(self)
        super().append(mistake)


class TooManyMistakesError(LogicError):
    """Reading a source has ended with its last mistake that counts."""

    def __init__(self, mistakes: Mistakes) -> None:
        """Keep what was found."""
        super().__init__(f"the source has more than {MOST_MISTAKES} mistakes")
        self.mistakes_read = mistakes


@dataclass(frozen=True, slots=True)
class SourceText:
    """A source file: its name for messages, its text, and the code page of what the text says to players."""

    file: str
    text: str
    code_page: str = SOURCE_ENCODING
    _line_starts: array[int] = field(default_factory=lambda: array("I", (0,)), init=False, repr=False, compare=False)
    """Offsets of the beginnings of lines, up to the one after the last that somebody has asked for.

    A list would take ten times as much memory.
    """

    def line_of(self, offset: int) -> int:
        """Return the number of the line of an offset, counted from 1."""
        starts = self._line_starts
        while starts[-1] <= offset:
            starts.append(self.text.find("\n", starts[-1]) + 1 or _NO_LINE)
        return bisect_right(starts, offset)

    def place_of(self, offset: int) -> tuple[int, int]:
        """Return line and column of an offset, both counted from 1."""
        line = self.line_of(offset)
        return line, offset - self._line_starts[line - 1] + 1

    def error(
        self,
        offset: int,
        problem: str,
        *,
        length: int = 1,
        rule: str = "syntax",
        severity: str = ERROR,
        may_fix: bool = False,
    ) -> LogicError:
        """Return an error that shows file, line, column and the line with a caret under the place.

        `length` are the characters that are wrong; `may_fix` says that what "did you mean" names can stand for them.
        """
        number = self.line_of(offset)
        start = self._line_starts[number - 1]
        end = self.text.find("\n", start)
        line = self.text[start : None if end < 0 else end].rstrip("\r")
        column = offset - start
        line = line[:LONGEST_SHOWN]
        # Tabs are kept in front of the caret so that it stands under its character.
        indent = "".join("\t" if character == "\t" else " " for character in line[:column])
        end = min(column + max(length, 1), max(len(line), column + 1)) + 1
        mistake = Mistake(problem, self.file, number, column + 1, end, rule, severity)
        text = f"{self.file}:{number}:{column + 1}: {problem}"
        if column < LONGEST_SHOWN:
            text += f"\n    {line}\n    {indent}^"
        return LogicError(text, [hinted(mistake, may_fix=may_fix)])


class Token(NamedTuple):
    """A token; `number` is the value of a NUMBER, `data` the bytes of a TEXT."""

    kind: TokenKind
    text: str
    source: SourceText
    offset: int
    number: int = 0
    data: bytes = b""

    @property
    def line(self) -> int:
        """The number of the line, counted from 1."""
        return self.source.line_of(self.offset)

    @property
    def end(self) -> int:
        """The offset after the token."""
        return self.offset + len(self.text)

    def error(self, problem: str, *, rule: str = "syntax", may_fix: bool = False) -> LogicError:
        """Return an error at this token."""
        if self.kind is TokenKind.BAD:
            return AlreadyToldError(problem)
        return self.source.error(self.offset, problem, length=len(self.text), rule=rule, may_fix=may_fix)

    def note(self, sentence: str, *, rule: str) -> Note:
        """Return a note at this token."""
        error = self.source.error(self.offset, sentence, length=len(self.text), rule=rule, severity=WARNING)
        return Note(str(error), *error.mistakes)

    def __str__(self) -> str:
        return self.kind.value if self.kind is TokenKind.END else f"'{self.text}'"


def source_text(data: bytes, code_page: str = SOURCE_ENCODING) -> str:
    """Return the text of a source: UTF-8, or else what editors of the PC wrote, their code page."""
    try:
        return decoded_text(data)
    except UnicodeDecodeError:
        return decoded_text(data, code_page, "replace")


_PATTERN = re.compile(
    r"""
      (?P<space>      [\s\x1a\ufeff]+ )
    | (?P<comment>    //[^\n]* | \[[^\n]* )
    | (?P<block>      /\* )
    | (?P<number>     (?: 0[xX][0-9a-fA-F]+ | [0-9]+ ) (?![A-Za-z0-9_.]) )
    | (?P<name>       [0-9]* [A-Za-z_] [A-Za-z0-9_.$\#%]* )
    | (?P<decimal>    [0-9]+ [0-9.]* )
    | (?P<directive>  [\#%][A-Za-z]+ )
    | (?P<quote>      ["'] )
    | (?P<symbol>     \+\+ | -- | [-+*/@!=<>]= | =[@<>] | <> | := | && | \|\| | [-+*/!=<>&(){},;:@] )
    """,
    re.VERBOSE,
)
_CURLY_QUOTES = "\u201c\u201d\u201e"
_TYPOGRAPHIC = {
    **dict.fromkeys("\u2018\u2019\u201b", "'"),
    **dict.fromkeys("\u2013\u2014", "-"),
    "\u2026": "...",
    **dict.fromkeys(_CURLY_QUOTES, '\\"'),
}
"""Characters that word processors write, and what to write in a text instead."""
_BAD_NUMBER = re.compile(r"[0-9.]+|\$[0-9A-Fa-f]+")
_PLAIN = {quote: re.compile(rf"[^{quote}\\\n]+") for quote in QUOTES}
"""What stands for itself in a text."""
_BEHIND_TEXT = re.compile(r"\s*[),;]|\s*$")
_BLOCK_EDGE = re.compile(r"/\*|\*/")
_ESCAPES = {"n": b"\n", "t": b"\t", "r": b"\r"}


def tokenize(source: SourceText, problems: list[LogicError] | None = None) -> Iterator[Token]:
    """Yield the tokens of a source without blanks and comments, the last one of kind END.

    With `problems` mistakes go there, a token of kind BAD stands for each, and reading continues; else they are raised.
    """
    offset = 0
    while offset < len(source.text):
        try:
            token, offset = _token(source, offset)
        except LogicError as problem:
            if problems is None:
                raise
            problems.append(problem)
            end = _end_of_bad(source.text, offset)
            token = Token(TokenKind.BAD, source.text[offset:end], source, offset)
            offset = end
        if token is not None:
            yield token
    yield Token(TokenKind.END, "", source, len(source.text))


def _end_of_bad(text: str, start: int) -> int:
    """Return the offset from where it is likely that characters mean again what their author meant."""
    if text.startswith("/*", start):
        return len(text)
    line_end = text.find("\n", start)
    line_end = len(text) if line_end < 0 else line_end
    if text[start] in _CURLY_QUOTES:
        return max(start, *(text.rfind(quote, start, line_end) for quote in _CURLY_QUOTES)) + 1
    if text[start] in QUOTES:
        closing = text.find(text[start], start + 1)
        if closing >= 0 and not 0 <= line_end < closing:
            # A text with a character that cannot stand in it.
            return closing + 1
        next_end = text.find("\n", line_end + 1)
        following = text[line_end + 1 : None if next_end < 0 else next_end]
        if following.count(text[start]) == 1 and _BEHIND_TEXT.match(following, following.index(text[start]) + 1):
            # The text continues on the next line and ends there.
            return text.index(text[start], line_end + 1) + 1
        # The closing quote is missing: what ends the statement is not part of the text.
        return start + 1 + len(text[start + 1 : line_end].rstrip(" \t\r(){};,"))
    bad = _BAD_NUMBER.match(text, start)
    return bad.end() if bad else start + 1


def _token(source: SourceText, offset: int) -> tuple[Token | None, int]:
    """Return the token at an offset, None for blanks and comments, and the offset after it."""
    match = _PATTERN.match(source.text, offset)
    if match is None:
        character = source.text[offset]
        instead = "; texts stand between straight quotes" if character in _CURLY_QUOTES else ""
        raise source.error(offset, f"unexpected character {character!r}{instead}")
    end = match.end()
    text = match.group()
    match match.lastgroup:
        case "number":
            value = whole(text, 16 if "x" in text.lower() else 10)
            return Token(TokenKind.NUMBER, text, source, offset, number=value), end
        case "name":
            # A name is kept once, however often it is used.
            return Token(TokenKind.NAME, sys.intern(text), source, offset), end
        case "directive":
            return Token(TokenKind.DIRECTIVE, text, source, offset), end
        case "symbol":
            return Token(TokenKind.SYMBOL, text, source, offset), end
        case "decimal":
            raise source.error(offset, f"expected a whole number, found '{text}'")
        case "quote":
            end, data = _read_text(source, offset)
            return Token(TokenKind.TEXT, source.text[offset:end], source, offset, data=data), end
        case "block":
            return None, _end_of_block_comment(source, offset)
    return None, end


def _end_of_block_comment(source: SourceText, start: int) -> int:
    """Return the offset after a block comment; they nest."""
    depth = 0
    for edge in _BLOCK_EDGE.finditer(source.text, start):
        depth += 1 if edge.group() == "/*" else -1
        if depth == 0:
            return edge.end()
    raise source.error(start, "this comment is not closed; expected */")


def _read_text(source: SourceText, start: int) -> tuple[int, bytes]:
    """Return the offset after the text whose opening quote is at `start`, and its bytes."""
    data = bytearray()
    text = source.text
    quote = text[start]
    offset = start + 1
    plain = _PLAIN[quote]
    while offset < len(text) and text[offset] not in (quote, "\n"):
        if len(data) > LONGEST_TEXT:
            raise source.error(start, TOO_LONG)
        if text[offset] != "\\":
            match = plain.match(text, offset)
            assert match is not None
            try:
                data += match[0].encode(source.code_page)
            except UnicodeEncodeError as error:
                character = match[0][error.start]
                instead = _TYPOGRAPHIC.get(character, "its byte as \\x##, or name another codepage in game.toml")
                number = source.code_page.removeprefix("cp")
                problem = f"the character {character!r} is not in code page {number}; write {instead}"
                raise source.error(offset + error.start, problem) from None
            offset = match.end()
            continue
        escape = text[offset + 1 : offset + 2]
        digits = text[offset + 2 : offset + 4]
        if escape == "x":
            if not re.fullmatch("[0-9a-fA-F]{2}", digits):
                raise source.error(offset, "expected two hexadecimal digits after \\x")
            data.append(int(digits, 16))
            offset += 4
        elif escape in ("", "\n"):
            break
        else:
            data += _ESCAPES.get(escape) or escape.encode(source.code_page, "replace")
            offset += 2
    if text[offset : offset + 1] != quote:
        how = "to continue a text, open a new one in the next line"
        raise source.error(start, f"this text is not closed; expected {quote} before the end of the line ({how})")
    return offset + 1, bytes(data)
