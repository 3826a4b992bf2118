"""Directives of LOGIC source: #include, #define, #message (reference: LANG-28, LANG-29).

They hold for the whole file wherever they stand, so they are taken out before the statements are read.
Sierra's own compiler begins them with %, and declares a name with its kind: `%var score 40` (reference:
LANG-32). What it declares of commands, tests and words is known here anyway.
The others are for disassembled logics that are unlike what a compiler makes: `#plaintext` and `#key "..."` say how the
texts are encrypted, `#texts` gives the bytes of the whole text section, `#codelength` what the resource says of its
code, `#resource` all its bytes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import PurePosixPath

from agi_emu.facts.cipher import SIERRA_KEY
from agi_emu.facts.errors import GameError, LogicError
from agi_emu.facts.numbers import whole
from agi_emu.logic.dialects import AGI_EMU, Dialect
from agi_emu.logic.lexer import (
    LONGEST_TEXT,
    TOO_LONG,
    AlreadyToldError,
    Mistakes,
    SourceText,
    Token,
    TokenKind,
    tokenize,
)
from agi_emu.logic.mentions import DEFINING, FILE, NAME, Mention, mention_at
from agi_emu.logic.opcodes import KIND_OF_MARKER, Operand

_MARKER = re.compile("(so|io|[vfmoiswc])([0-9]+)")
_OLD_MARKERS = {"so": "o", "io": "i"}
"""How the specification's own examples call objects and items."""
MAX_MESSAGE_NUMBER = 255
_MAX_BYTE = 0xFF
MOST_TOKENS = 400_000
"""Tokens of a source with what it includes: six for each byte that its code or its texts can have."""
DEEPEST_INCLUDE = 50
MOST_CHARACTERS = 16 << 20
CHARACTERS_OF_INCLUDE = 2000
"""What including a file counts as, beside its text: files that each include another twice go far."""
TOO_LONG_SOURCE = "with what it includes, the source is too long for a logic; split it"
_DECLARED_KINDS = {"var": "v", "flag": "f", "object": "o", "view": ""}
"""Directive of Sierra's compiler -> the marker of what it declares."""
_EXPECTED = "unknown directive; expected #include, #define, #message or #messages"

MISSING_INCLUDE = "missing-include"
"""The rule of a mistake behind which names are unknown that are right."""
IncludeReader = Callable[[str], str]
"""Returns the text of an included file, named relative to the first file's folder; OSError if there is none."""


@dataclass(slots=True)
class Prepared:
    """A source whose directives are taken out."""

    tokens: list[Token] = field(default_factory=list)
    """The tokens of the statements, the last one of kind END."""
    defines: dict[str, tuple[Token, ...]] = field(default_factory=dict)
    """Name to the tokens that it stands for."""
    common_defines: dict[str, tuple[Token, ...]] = field(default_factory=dict)
    """The same of the files that every source of a dialect knows; those of the source itself go before."""
    messages: dict[int, bytes] = field(default_factory=dict)
    """The numbered messages."""
    named_messages: dict[int, Token] = field(default_factory=dict)
    """Those for whose text a name stands."""
    key: bytes = SIERRA_KEY
    """The key that encrypts the texts; empty if they are plain."""
    text_section: bytes | None = None
    """The whole text section where the source gives its bytes."""
    resource: bytes | None = None
    """The whole resource where the source gives its bytes."""
    code_length: int | None = None
    """The code length that the resource gives, if it is wrong."""
    problems: list[LogicError] = field(default_factory=Mistakes)
    """Mistakes in the directives, and characters that are not a token."""
    characters: int = 0
    """Length of the source and of all that it includes."""
    mentions: list[Mention] | None = None
    """Where names, messages and files are mentioned; None if nobody wants to know."""
    message_count: int = 0
    """The least number of messages, where `#messages` asks for undefined ones at the end."""


def marked(text: str) -> tuple[str, int] | None:
    """Return marker and number of a variable, flag, message, object, item, string, word or controller: ``v10``."""
    match = _MARKER.fullmatch(text)
    return (_OLD_MARKERS.get(match[1], match[1]), whole(match[2])) if match else None


def prepare(
    source: SourceText,
    read_include: IncludeReader | None = None,
    *,
    key: bytes = SIERRA_KEY,
    dialect: Dialect = AGI_EMU,
    mentions: list[Mention] | None = None,
) -> Prepared:
    """Return the source's tokens with those of the files that it includes, and what its directives declare.

    `key` is what the texts are encrypted with where the source does not say; what is wrong is in `problems`. `mentions`
    receives what the directives mention.
    """
    prepared = Prepared(key=key, mentions=mentions)
    _Directives(prepared, read_include, dialect).take(source, ())
    if read_include is not None:
        for name in dialect.common_files:
            try:
                text = read_include(name)
            except OSError:
                continue
            common = Prepared(mentions=mentions)
            _Directives(common, read_include, dialect).take(SourceText(name, text, source.code_page), ())
            prepared.problems += common.problems
            prepared.common_defines = common.defines | prepared.common_defines
    return prepared


def operand_names(source: SourceText) -> dict[str, str]:
    """Return what a source calls variables, flags and the like: ``{"v30": "door.state"}``; the first name counts."""
    prepared = prepare(source)
    if prepared.problems:
        raise prepared.problems[0]
    names: dict[str, str] = {}
    for name, meaning in prepared.defines.items():
        if len(meaning) == 1 and (operand := marked(meaning[0].text)):
            names.setdefault(f"{operand[0]}{operand[1]}", name)
    return names


class _Directives:
    """Goes through a file and those it includes."""

    def __init__(self, prepared: Prepared, read_include: IncludeReader | None, dialect: Dialect) -> None:
        self._prepared = prepared
        self._read_include = read_include
        self._dialect = dialect
        self._tokens: list[Token] = []
        self._position = 0

    def take(self, source: SourceText, open_files: tuple[str, ...]) -> None:
        """Take the directives out of a source; `open_files` are the files that are including it."""
        outer = self._tokens, self._position
        self._prepared.characters += len(source.text) + CHARACTERS_OF_INCLUDE
        if self._prepared.characters > MOST_CHARACTERS:
            raise source.error(0, TOO_LONG_SOURCE)
        found = islice(tokenize(source, self._prepared.problems), MOST_TOKENS)
        tokens = [self._alike(each) for each in found]
        if len(self._prepared.tokens) + len(tokens) >= MOST_TOKENS:
            self._prepared.characters = MOST_CHARACTERS
            raise source.error(0, TOO_LONG_SOURCE)
        self._tokens, self._position = tokens, 0
        while (token := self._next()).kind is not TokenKind.END:
            if token.kind is not TokenKind.DIRECTIVE:
                self._prepared.tokens.append(token)
                continue
            try:
                self._directive(token, source, open_files)
            except LogicError as problem:
                if not isinstance(problem, AlreadyToldError):
                    self._prepared.problems.append(problem)
                while self._peek().kind is not TokenKind.END and self._peek().line == token.line:
                    self._next()
        if not open_files:
            self._prepared.tokens.append(token)
        self._tokens, self._position = outer

    def _alike(self, token: Token) -> Token:
        """Return a token; names that are the same in the dialect become equal."""
        is_other = token.kind is TokenKind.NAME and self._dialect.key(token.text) != token.text
        return token._replace(text=self._dialect.key(token.text)) if is_other else token

    def _directive(self, token: Token, source: SourceText, open_files: tuple[str, ...]) -> None:
        name = token.text[1:].lower()
        is_sierras = token.text.startswith("%")
        match name:
            case "include":
                self._include(token, (*open_files, source.file))
            case "define":
                self._define(token)
            case "message":
                self._message(token)
            case "var" | "flag" | "object" | "view" if is_sierras:
                self._declare(token, _DECLARED_KINDS[name])
            case "action" | "test" | "tokens" if is_sierras:
                self._rest_of_line(token)
            case _ if is_sierras:
                raise token.error(_EXPECTED)
            case "messages":
                count = self._expect(TokenKind.NUMBER, "how many messages there are")
                if count.number > MAX_MESSAGE_NUMBER:
                    raise count.error(f"a logic has at most {MAX_MESSAGE_NUMBER} messages")
                self._prepared.message_count = count.number
            case "plaintext":
                self._prepared.key = b""
            case "key":
                self._prepared.key = self._expect(TokenKind.TEXT, "the key as a text").data
            case "texts":
                self._prepared.text_section = bytes(self._byte_list())
            case "resource":
                self._prepared.resource = bytes(self._byte_list())
            case "codelength":
                self._prepared.code_length = self._expect(TokenKind.NUMBER, "the length of the code").number & 0xFFFF
            case _:
                raise token.error(_EXPECTED)

    def _include(self, directive: Token, open_files: tuple[str, ...]) -> None:
        name = self._expect(TokenKind.TEXT, "the file's name as a text")
        if self._read_include is None:
            raise directive.error("files cannot be included here")
        folder = PurePosixPath(open_files[-1]).parent if len(open_files) > 1 else PurePosixPath()
        path = str(folder / name.data.decode("cp437").replace("\\", "/"))
        self._mention(name, FILE, path)
        if path in open_files:
            raise name.error(f"{path} includes itself")
        if len(open_files) > DEEPEST_INCLUDE:
            raise name.error(f"files are included more than {DEEPEST_INCLUDE} deep")
        try:
            text = self._read_include(path)
        except GameError as problem:
            raise name.error(str(problem), rule=MISSING_INCLUDE) from None
        except OSError as problem:
            sentence = f"cannot read {path}: {problem.strerror or problem}"
            raise name.error(sentence, rule=MISSING_INCLUDE) from problem
        self.take(SourceText(path, text, directive.source.code_page), open_files)

    def _define(self, directive: Token) -> None:
        name = self._expect(TokenKind.NAME, "a name to define")
        if marked(name.text):
            raise name.error(f"{name.text} is a built-in name and cannot be defined")
        value = self._rest_of_line(directive)
        if not value:
            raise name.error(f"expected the value of {name.text} on the same line")
        if self._dialect.lowers_values:
            value = [token._replace(data=token.data.lower()) for token in value]
        if len(value) == 1 and (operand := marked(value[0].text)):
            self._mention(value[0], KIND_OF_MARKER[operand[0]], operand[1])
        self._name(name, value)

    def _declare(self, directive: Token, marker: str) -> None:
        """Take `%var score 40`: the name of a variable, flag, object or view."""
        name = self._expect(TokenKind.NAME, "a name to declare")
        number = self._expect(TokenKind.NUMBER, "its number")
        kind = TokenKind.NAME if marker else TokenKind.NUMBER
        self._name(name, [number._replace(kind=kind, text=f"{marker}{number.text}")])

    def _rest_of_line(self, directive: Token) -> list[Token]:
        found: list[Token] = []
        while self._peek().kind is not TokenKind.END and self._peek().line == directive.line:
            found.append(self._next())
        return found

    def _name(self, name: Token, value: Sequence[Token]) -> None:
        """Let a name stand for tokens."""
        self._mention(name, NAME, name.text)
        known = self._prepared.defines.setdefault(name.text, tuple(value))
        if [token.text for token in known] != [token.text for token in value]:
            raise name.error(f"{name.text} is already defined, as {' '.join(token.text for token in known)}")

    def _message(self, directive: Token) -> None:
        number = self._expect(TokenKind.NUMBER, "the message's number")
        if not 1 <= number.number <= MAX_MESSAGE_NUMBER:
            raise number.error(f"expected a message number from 1 to {MAX_MESSAGE_NUMBER}")
        if number.number in self._prepared.messages.keys() | self._prepared.named_messages.keys():
            raise number.error(f"message {number.number} is already defined")
        self._mention(number, Operand.MESSAGE.value, number.number)
        if self._peek().kind is TokenKind.NAME:
            self._prepared.named_messages[number.number] = self._next()
            return
        data = self._expect(TokenKind.TEXT, "the message's text").data
        while self._peek().kind is TokenKind.TEXT:
            data += self._next().data
            if len(data) > LONGEST_TEXT:
                raise directive.error(TOO_LONG)
        if 0 in data:
            raise directive.error("a message cannot hold the byte 0")
        self._prepared.messages[number.number] = data

    def _mention(self, token: Token, kind: str, key: int | str) -> None:
        if self._prepared.mentions is not None:
            self._prepared.mentions.append(mention_at(token, kind, key, DEFINING))

    def _byte_list(self) -> Iterator[int]:
        while self._peek().kind is TokenKind.NUMBER:
            token = self._next()
            if token.number > _MAX_BYTE:
                raise token.error(f"expected a byte from 0 to {_MAX_BYTE}")
            yield token.number

    def _next(self) -> Token:
        token = self._tokens[self._position]
        self._position += 1
        return token

    def _peek(self) -> Token:
        return self._tokens[self._position]

    def _expect(self, kind: TokenKind, what: str) -> Token:
        token = self._peek()
        if token.kind is not kind:
            raise _expected(token, what)
        return self._next()


def _expected(token: Token, what: str) -> LogicError:
    return token.error(f"expected {what}, found {token}")
