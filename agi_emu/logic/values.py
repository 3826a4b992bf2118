"""Operands of LOGIC source: what an argument stands for, and the byte that an operand kind makes of it.

reference: LANG-19, LANG-25 to LANG-29.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import InitVar, dataclass

from agi_emu.facts.codes import Var
from agi_emu.facts.errors import LogicError
from agi_emu.logic.dialects import AGI_EMU, AGI_STUDIO, HOW_TO_NAME_IT, WINAGI, Dialect
from agi_emu.logic.emitter import MessageTable
from agi_emu.logic.lexer import LONGEST_TEXT, TOO_LONG, SourceText, Token, TokenKind, tokenize
from agi_emu.logic.mentions import DEFINING, NAME, Mention, mention_at
from agi_emu.logic.names import PREDEFINED, did_you_mean
from agi_emu.logic.opcodes import KIND_OF_MARKER, Operand, form_by_variable
from agi_emu.logic.preprocessor import marked

_KINDS_OF_VALUES: Mapping[int, Operand] = {
    Var.ROOM: Operand.ROOM,
    Var.PREVIOUS_ROOM: Operand.ROOM,
    Var.EGO_VIEW: Operand.VIEW,
    Var.SELECTED_ITEM: Operand.ITEM,
}
"""What the numbers are that these variables hold."""
_PLAIN_NUMBERS = frozenset(Operand) - {kind for kind in Operand if kind.marker}
_PLAIN_NUMBERS -= {Operand.VIEW, Operand.PICTURE, Operand.SOUND, Operand.LOGIC, Operand.ROOM, Operand.WORDS}
"""Operands that are not the number of anything, and need no mention."""
_MAX_BYTE = 0xFF
_LARGEST_NEGATIVE = 128
_LONGEST_CHAIN = 50
_MAX_WORD_GROUP = 0xFFFF
BUILT_IN_WORDS = {"anyword": 1, "rol": 9999}
"""Words that every vocabulary has: any one word, and the rest of the line."""

UNKNOWN_NAME = "unknown-name"
"""The rule of a mistake that a missing definition makes."""
_WHITE = (b" ", b"\n", b"\t")
_NO_BLANK = (
    f"this text continues on the next line without a blank; {AGI_STUDIO.editor} puts one between, other editors do not"
)
_WORD_COUNT = f"{AGI_EMU.editor} counts the words of a sentence from w0, {WINAGI.editor} from w1"


@dataclass(frozen=True, slots=True)
class Value:
    """The meaning of an argument."""

    marker: str
    """`v f m o i s w c`; empty for a number, `"` for a text, `?` for a name that means nothing yet, `!` for what is
    wrong and already reported: it passes for everything."""
    number: int
    data: bytes
    token: Token
    origin: Token | None = None
    """Where a name stands in the source: the token that it stands for, if that is in a source as well."""

    def __str__(self) -> str:
        if self.marker in KIND_OF_MARKER:
            return f"{KIND_OF_MARKER[self.marker]} {self.marker}{self.number}"
        return {"": f"number {self.number}", '"': "a text"}.get(self.marker, f"unknown name '{self.token.text}'")


@dataclass(eq=False)
class ValueReader:
    """Turns tokens into values and values into operand bytes."""

    _defines: Mapping[str, tuple[Token, ...]]
    _messages: MessageTable
    _words: Mapping[str, int] | None
    _items: Sequence[str] | None
    _notes: list[str]
    dialect: InitVar[Dialect | None] = None
    _mentions: list[Mention] | None = None

    def __post_init__(self, dialect: Dialect | None) -> None:
        self._dialect = dialect or AGI_EMU
        self._is_dialect_named = dialect is not None
        count = self._dialect.item_count
        counted = {count: str(len(self._items) - 1)} if self._items and count else {}
        self._reserved = {self._dialect.key(name): meaning for name, meaning in (PREDEFINED | counted).items()}
        self._doubts: dict[str, dict[tuple[str, int], Token]] = {}

    @property
    def names(self) -> list[str]:
        """All names that stand for a value."""
        return [*self._defines, *PREDEFINED]

    def mention_token(self, token: Token, kind: str, key: str, command: str = "") -> None:
        """Remember a label, command or name at a token."""
        if self._mentions is not None:
            self._mentions.append(mention_at(token, kind, key, command))

    def take(self, tokens: Sequence[Token], position: int) -> tuple[Value, int]:
        """Return the value that begins at a position, and the position after it."""
        return self._take(tokens, position, ())

    def _take(self, tokens: Sequence[Token], position: int, within: tuple[str, ...]) -> tuple[Value, int]:
        token = tokens[position]
        if token.kind is TokenKind.SYMBOL and token.text == "&" and tokens[position + 1].text != "&":
            value, end = self._take(tokens, position + 1, within)
            if value.marker not in KIND_OF_MARKER:
                raise token.error("expected a variable, flag or similar after &")
            return Value("", value.number, b"", token), end
        if token.kind is TokenKind.NUMBER:
            return Value("", token.number, b"", token), position + 1
        if token.kind is TokenKind.SYMBOL and token.text == "-" and tokens[position + 1].kind is TokenKind.NUMBER:
            return self._negative(token, tokens[position + 1]), position + 2
        if token.kind is TokenKind.BAD:
            return Value("!", 0, b"", token), position + 1
        if token.kind is TokenKind.TEXT:
            data, end = token.data, position + 1
            while end < len(tokens) and tokens[end].kind is TokenKind.TEXT:
                data = self._joined(data, tokens[end - 1], tokens[end])
                end += 1
                if len(data) > LONGEST_TEXT:
                    raise token.error(TOO_LONG)
            return Value('"', 0, data, token), end
        if token.kind is TokenKind.NAME:
            return self._named(token, within), position + 1
        raise token.error(f"expected an operand, found {token}")

    def _joined(self, data: bytes, before: Token, token: Token) -> bytes:
        """Return a text with the one after it, which may stand on another line."""
        is_on_next_line = before.source is token.source and "\n" in token.source.text[before.end : token.offset]
        if is_on_next_line and data and not data.endswith(_WHITE):
            if self._dialect.puts_blanks:
                return data + b" " + token.data
            self._doubt(_NO_BLANK, before)
        return data + token.data

    def _doubt(self, sentence: str, token: Token) -> None:
        """Remember what means something else in another dialect."""
        if not self._is_dialect_named:
            self._doubts.setdefault(sentence, {})[token.source.file, token.offset] = token

    def doubts(self) -> Iterator[str]:
        """Yield a note for each kind of thing that means something else in another dialect."""
        for sentence, tokens in self._doubts.items():
            count = len(tokens) - 1
            more = f", as at {count} more place{'s' * (count > 1)}" if count else ""
            yield next(iter(tokens.values())).note(f"{sentence}{more}: {HOW_TO_NAME_IT}", rule="dialect")

    @staticmethod
    def _negative(minus: Token, token: Token) -> Value:
        """Return a negative number as the byte that stands for it; `reposition` reads bytes in this way."""
        if token.number > _LARGEST_NEGATIVE:
            raise minus.error(f"-{token.number} is too small; expected -{_LARGEST_NEGATIVE} to {_MAX_BYTE}")
        return Value("", -token.number & _MAX_BYTE, b"", minus)

    def _named(self, token: Token, within: tuple[str, ...]) -> Value:
        operand = marked(token.text)
        if operand is not None:
            marker, number = operand
            if number > _MAX_BYTE:
                raise token.error(f"{token.text}: numbers go from 0 to {_MAX_BYTE}")
            return Value(marker, number, b"", token)
        if token.text in within:
            raise token.error(f"the #define of {token.text} refers to itself")
        if len(within) >= _LONGEST_CHAIN:
            raise token.error(f"the #define of {within[0]} leads through more than {_LONGEST_CHAIN} others")
        is_defined = token.text in self._defines
        if self._mentions is not None and (is_defined or token.text in self._reserved):
            self._mentions.append(mention_at(token, NAME, token.text))
        if is_defined:
            meaning: Sequence[Token] = self._defines[token.text]
        elif token.text in self._reserved:
            meaning = list(tokenize(SourceText(token.text, self._reserved[token.text])))[:-1]
        else:
            return Value("?", 0, b"", token)
        value, end = self._take(meaning, 0, (*within, token.text))
        if end != len(meaning):
            raise meaning[end].error(f"expected one number, text or name for {token.text}")
        return Value(
            value.marker, value.number, value.data, token, (value.origin or value.token) if is_defined else None
        )

    def mention(self, value: Value, kind: Operand, number: int, command: str, position: int = 0) -> None:
        """Remember what a value is used as: operand `position` of a command."""
        if self._mentions is not None and value.marker != "!" and kind not in _PLAIN_NUMBERS:
            self._mentions.append(mention_at(value.token, kind.value, number, command, position))
            if value.origin is not None:
                self._mentions.append(mention_at(value.origin, kind.value, number, DEFINING))

    def mention_named_value(self, variable: int, value: Value) -> None:
        """Remember what a number is that a variable is compared with, or set to."""
        kind = _KINDS_OF_VALUES.get(variable)
        if kind is not None and value.marker == "":
            self.mention(value, kind, value.number, "")

    def operand(self, value: Value, kind: Operand, command: str, position: int = 0) -> int:
        """Return the byte of a value as operand `position` of a command, of this kind."""
        number = self._operand(value, kind, command)
        self.mention(value, kind, number, command, position)
        return number

    def _operand(self, value: Value, kind: Operand, command: str) -> int:
        if value.marker == '"' and kind is Operand.MESSAGE:
            return self.message(value)
        if value.marker == '"' and kind is Operand.ITEM:
            return self._item(value)
        if value.marker == "":
            if value.number > _MAX_BYTE:
                raise value.token.error(f"{value.number} is too big; expected 0 to {_MAX_BYTE}")
            if kind.marker:
                meant = f"{kind.marker}{value.number}"
                note = f"{command} expects {self._expectation(kind)}; {value.token.text} is taken as {meant}"
                self._notes.append(value.token.note(note, rule="operand-kind"))
            return value.number
        if value.marker == kind.marker == Operand.WORD.marker:
            return self._word(value)
        if value.marker in (kind.marker, "!"):
            return value.number
        hint = self._hint(value, kind, command)
        sentence = f"{command} expects {self._expectation(kind)} here, not {value}{hint}"
        if value.marker == "?":
            raise value.token.error(sentence, rule=UNKNOWN_NAME, may_fix=True)
        raise value.token.error(sentence, rule="operand-kind")

    def _word(self, value: Value) -> int:
        """Return the index of a word of the sentence, from 0."""
        self._doubt(_WORD_COUNT, value.token)
        first = self._dialect.first_word
        if value.number < first:
            raise value.token.error(f"{self._dialect.editor} counts the words of a sentence from w{first}")
        return value.number - first

    def _hint(self, value: Value, kind: Operand, command: str) -> str:
        """Return what may have been meant by a value of the wrong kind."""
        if value.marker == "v" and (by_variable := form_by_variable(command)) is not None:
            return f"; did you mean {by_variable}?"
        if value.marker == "?" and kind is Operand.ITEM and value.token.text in (self._items or ()):
            return f'; did you mean "{value.token.text}"?'
        if value.marker == "?" and marked(value.token.text.lower()):
            return f"; did you mean {value.token.text.lower()}?"
        return did_you_mean(value.token.text, self.names) if value.marker == "?" else ""

    @staticmethod
    def _expectation(kind: Operand) -> str:
        texts = {Operand.MESSAGE: " or a text", Operand.ITEM: " or its name as a text"}
        form = f"{kind.marker}0 to {kind.marker}{_MAX_BYTE}" if kind.marker else f"number 0 to {_MAX_BYTE}"
        article = "an" if kind.value[0] in "aeioux" else "a"
        return f"{article} {kind.value} ({form}{texts.get(kind, '')})"

    def text_of(self, name: Token) -> bytes:
        """Return the text that a name stands for."""
        value = self._named(name, ())
        if value.marker != '"':
            raise name.error(f"expected the message's text, found {name}")
        return value.data

    def message(self, value: Value) -> int:
        """Return the number of the message with this text."""
        if 0 in value.data:
            raise value.token.error("a message cannot hold the byte 0")
        try:
            return self._messages.number_of(value.data)
        except LogicError as problem:
            raise value.token.error(str(problem)) from None

    def _item(self, value: Value) -> int:
        name = value.data.decode(value.token.source.code_page, "replace")
        if self._items is None:
            raise value.token.error("item names are unknown without a game; give --game, or use i0 to i255")
        key = self._dialect.key
        found = [number for number, item in enumerate(self._items) if key(item) == key(name)]
        if not found or (len(found) > 1 and not self._dialect.ignores_case):
            other = did_you_mean(name, self._items) if not found else ""
            sentence = f"expected the name of one item; {len(found)} items are called {name!r}{other}"
            raise value.token.error(sentence, rule="unknown-item")
        return found[0]

    def word_group(self, value: Value) -> int:
        """Return the word group of an argument of `said`."""
        if value.marker == "!":
            return 0
        if value.marker == "" and value.number <= _MAX_WORD_GROUP:
            self.mention(value, Operand.WORDS, value.number, "said")
            return value.number
        # A word that is also a name (`ego`) is written as a text; a bare name is a word if nothing else.
        if value.marker not in ('"', "?"):
            raise value.token.error(f"said expects words as texts or numbers 0 to {_MAX_WORD_GROUP}, not {value}")
        # In names Sierra's compiler writes $ for a blank.
        is_text = value.marker == '"'
        code_page = value.token.source.code_page
        text = value.data.decode(code_page, "replace") if is_text else value.token.text.replace("$", " ")
        word = " ".join(text.lower().split())
        group = None if self._words is None else self._words.get(word)
        if group is None:
            group = BUILT_IN_WORDS.get(word)
        if group is None:
            why = "no vocabulary is given, as by --game"
            if self._words is not None:
                why = f"it is not in the vocabulary{did_you_mean(word, self._words)}"
            raise value.token.error(f"unknown word {word!r}: {why}", rule="unknown-word")
        self.mention(value, Operand.WORDS, group, "said")
        return group
