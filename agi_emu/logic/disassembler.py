"""The disassembler: a LOGIC resource to source that compiles to the same bytes (reference: LANG-33 to LANG-37)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from agi_emu.facts.cipher import SIERRA_KEY, exclusive_or
from agi_emu.facts.versions import VersionProfile
from agi_emu.logic.blocks import Block, Conditional, JumpUnless, Statement, jump_targets, parts_of, recover, start_of
from agi_emu.logic.code import Action, ConditionToken, Data, Goto, If, Instruction, decode
from agi_emu.logic.dialects import AGI_EMU, Dialect
from agi_emu.logic.emitter import text_section
from agi_emu.logic.lexer import SOURCE_ENCODING
from agi_emu.logic.names import NAMED_VALUES, RESERVED
from agi_emu.logic.opcodes import NOT, OR, Opcode, Operand
from agi_emu.logic.sugar import ASSIGNMENTS, COMPARISONS, RAW_BYTES
from agi_emu.logic.values import BUILT_IN_WORDS

_INDENT = "  "
_BYTES_PER_LINE = 16
_SHORTEST = 2
"""A resource begins with the length of its code, in two bytes."""
_RAW_FORM = re.compile(rf"^(?:#texts|#resource|#codelength|\s*{RAW_BYTES}\(|\s*goto\(@|\s*ifnot .* goto\(@)", re.M)
_FLAG_TEST = "isset"
"""A flag with a name is a test by itself; one without is easier to read as a test."""
_TAKE_NAMED_VALUES = ("assignn", "equaln")
"""Operands that are values of the variable in front of them."""
_FIRST_PRINTABLE, _DELETE = 0x20, 0x7F

_STATEMENT_FORMS = {name: f"{{0}} {operator} {{1}};" for operator, names in ASSIGNMENTS.items() for name in names} | {
    "increment": "{0}++;",
    "decrement": "{0}--;",
    "lindirectn": "*{0} = {1};",
    "lindirectv": "*{0} = {1};",
    "rindirect": "{0} = *{1};",
}
_TEST_FORMS = {
    (name, negated): f"{{0}} {operator} {{1}}" for operator, (*names, negated) in COMPARISONS.items() for name in names
}

OperandWriter = Callable[[Opcode, Sequence[int]], list[str]]
"""Writes the operands of an action or test."""


@dataclass(frozen=True, slots=True)
class SourceNames:
    """The names that a source uses."""

    words: Mapping[str, int] = field(default_factory=dict)
    """The vocabulary in the order of its file: the first word of a group stands for it."""
    items: Sequence[bytes] = ()
    """Names of the inventory by number: a name that only one item has stands for it."""
    names: Mapping[str, str] = field(default_factory=dict)
    """Names for variables, flags and similar: ``{"v30": "door.state"}``; used ones are defined at the beginning."""
    has_reserved_names: bool = False
    """True to use the names that need no definition (`names.PREDEFINED`)."""
    dialect: Dialect = AGI_EMU
    code_page: str = SOURCE_ENCODING
    """Of the texts and of the names of items."""
    file: str = ""
    """The file that defines `names`, which a source that uses one includes in place of definitions of its own."""


def disassemble_logic(
    resource: bytes,
    naming: SourceNames | None = None,
    *,
    profile: VersionProfile | None = None,
    key: bytes | None = None,
    offsets: bool = False,
) -> str:
    """Return the source of a LOGIC resource; `compile_logic` makes the same bytes of it, whatever they are.

    `key` is what the texts are encrypted with, empty if they are plain, None if as the `profile` does (without one as
    Sierra's); the source names any other. With `offsets` each statement carries its offset and bytes as a comment.
    """
    naming = naming or SourceNames()
    if len(resource) < _SHORTEST:
        return "\n".join(["// The resource is too short to hold code.", *_byte_lines("#resource", resource)]) + "\n"
    length = int.from_bytes(resource[:2], "little")
    code = resource[2 : 2 + length]
    lines: list[str] = []
    if len(code) < length:
        lines += [f"// The code of {length} bytes is cut off.", f"#codelength {length}"]
    usual_key = SIERRA_KEY if profile is None else profile.message_key
    section = resource[2 + length :]
    texts = _Texts.read(section, usual_key if key is None else key, usual_key, naming.code_page)
    block = recover([_expressible(instruction, code) for instruction in decode(code, profile)], len(code))
    vocabulary = _Vocabulary(
        spoken_words(naming.words),
        _single_items(naming.items, naming.dialect, naming.code_page),
        naming.names,
        naming.has_reserved_names,
        naming.dialect.first_word,
        naming.code_page,
    )
    writer = _Writer(block, texts, vocabulary, code if offsets else None)
    statements = list(writer.lines())
    if naming.file and writer.used_names:
        lines.append(f'#include "{naming.file}"')
    else:
        lines += writer.definitions()
    return "\n".join([*lines, *statements, *texts.directives()]) + "\n"


def needs_raw_form(source: str) -> bool:
    """Return whether a disassembled source has parts that are bytes instead of statements."""
    return _RAW_FORM.search(source) is not None


def _byte_lines(directive: str, data: bytes) -> Iterator[str]:
    yield directive
    for at in range(0, len(data), _BYTES_PER_LINE):
        yield " ".join(f"0x{byte:02X}" for byte in data[at : at + _BYTES_PER_LINE])


def quoted(data: bytes, code_page: str = SOURCE_ENCODING) -> str:
    """Return bytes as a text of the source language."""
    escapes = {0x0A: "\\n", 0x22: '\\"', 0x5C: "\\\\"}
    return '"' + "".join(escapes.get(byte) or _character(byte, code_page) for byte in data) + '"'


def _character(byte: int, code_page: str) -> str:
    if byte < _FIRST_PRINTABLE or byte == _DELETE:
        return f"\\x{byte:02X}"
    # Some code pages lack a few characters; what stands for those is not printable.
    character = bytes([byte]).decode(code_page, "surrogateescape")
    # The unbreakable blank of the code page would be lost in an editor.
    return character if character.isprintable() else f"\\x{byte:02X}"


def spoken_words(words: Mapping[str, int]) -> dict[int, str]:
    """Return the first word of each group, if a compiler finds the group by it again."""
    spoken = {group: word for word, group in BUILT_IN_WORDS.items()}
    for word, group in words.items():
        if word == " ".join(word.lower().split()):
            spoken.setdefault(group, word)
    return {group: word for group, word in spoken.items() if words.get(word, group) == group}


def _single_items(names: Sequence[bytes], dialect: Dialect, code_page: str) -> dict[int, bytes]:
    """Return the names that stand for one item only."""
    keys = [dialect.key(name.decode(code_page, "replace")) for name in names]
    counts = Counter(keys)
    return {number: name for number, name in enumerate(names) if counts[keys[number]] == 1}


def _expressible(instruction: Instruction, code: bytes) -> Instruction:
    """Return the instruction, or its bytes if it is a condition that no source stands for."""
    if not isinstance(instruction, If) or _condition_text(instruction.tokens, _no_names) is not None:
        return instruction
    return Data(instruction.offset, instruction.end, code[instruction.offset : instruction.end])


def _no_names(opcode: Opcode, numbers: Sequence[int]) -> list[str]:
    """Return operands for which it does not matter how they are written."""
    return [""] * len(numbers)


def _condition_text(tokens: Sequence[ConditionToken], written: OperandWriter) -> str | None:
    """Return a condition as source, None if it has none: an empty one, or groups and negations out of place."""
    items: list[str] = []
    group: list[str] | None = None
    groups: list[list[str]] = []
    negations = 0
    for token in tokens:
        if token.code == NOT:
            negations += 1
        elif token.code == OR:
            if negations or group == []:
                return None
            if group is None:
                group = []
            else:
                items.append(f"({' || '.join(group)})")
                groups.append(group)
                group = None
        else:
            (items if group is None else group).append(test_text(token, negations, written))
            negations = 0
    if negations or group is not None or not items:
        return None
    if len(items) == len(groups) == 1 and len(groups[0]) > 1:
        # Alternatives alone are a group without parentheses of their own.
        return " || ".join(groups[0])
    return " && ".join(items)


def test_text(token: ConditionToken, negations: int, written: OperandWriter) -> str:
    """Return a test as source, negated so many times."""
    test = token.opcode
    assert test is not None, "NOT and OR are not tests"
    operands = written(test, token.operands)
    form = _TEST_FORMS.get((test.name, negations % 2 == 1))
    if form is not None:
        return "!" * (negations // 2 * 2) + form.format(*operands)
    if test.name == _FLAG_TEST and negations <= 1 and not operands[0][1:].isdecimal():
        return "!" * negations + operands[0]
    return f"{'!' * negations}{test.name}({', '.join(operands)})"


def _starts(block: Block) -> Iterator[int]:
    """Yield the offsets of all statements."""
    for statement in block.statements:
        yield start_of(statement)
        for part in parts_of(statement):
            yield from _starts(part)


def _ends(block: Block) -> Iterator[int]:
    """Yield the offsets where blocks end."""
    for statement in block.statements:
        for part in parts_of(statement):
            yield from _ends(part)
    yield block.end


@dataclass(frozen=True, slots=True)
class _Texts:
    """The messages of a logic, and the bytes of its text section if a compiler would make others."""

    messages: tuple[bytes | None, ...]
    key: bytes
    usual_key: bytes
    unusual: bytes | None
    code_page: str
    shown: dict[int, None] = field(default_factory=dict)
    """The messages whose texts stand in the code, in their order there."""

    @classmethod
    def read(cls, section: bytes, key: bytes, usual_key: bytes, code_page: str) -> _Texts:
        count = section[0] if section else 0
        start = 3 + 2 * count
        end = min(int.from_bytes(section[1:3], "little") + 1, len(section))
        texts = section[start:end]
        plain = section[:start] + (exclusive_or(texts, key) if key else texts) + section[end:]
        messages: list[bytes | None] = []
        for place in range(3, min(start, len(section) - 1), 2):
            offset = int.from_bytes(section[place : place + 2], "little")
            messages.append(plain[1 + offset :].partition(b"\0")[0] if offset else None)
        usual = section == text_section(messages, key)
        return cls(tuple(messages), key, usual_key, None if usual else section, code_page)

    def operand(self, number: int) -> str:
        """Return a message as an operand: its text if the compiler finds the number by it, else the number."""
        text = self.messages[number - 1] if 1 <= number <= len(self.messages) else None
        if text is None or self.unusual is not None or self.messages.index(text) != number - 1:
            return f"m{number}"
        self.shown[number] = None
        return quoted(text, self.code_page)

    def declared(self) -> int:
        """Return how many messages must be declared: the compiler numbers those after them as they come in the code."""
        count = len(self.messages)
        if self.unusual is not None or None in self.messages:
            return count
        for least in range(count):
            if [number for number in self.shown if number > least] == [*range(least + 1, count + 1)]:
                return least
        return count

    def directives(self) -> Iterator[str]:
        """Yield the lines that declare the messages."""
        if self.unusual is not None:
            yield "\n// The text section is unlike what a compiler makes; these are its bytes."
            yield from _byte_lines("#texts", self.unusual)
        elif self.messages and (self.declared() or self.key != self.usual_key):
            yield ""
            if self.key != self.usual_key:
                yield f"#key {quoted(self.key, self.code_page)}" if self.key else "#plaintext"
            if self.messages[-1] is None:
                yield f"#messages {len(self.messages)}"
        for number, text in enumerate(self.messages[: self.declared()], start=1):
            if text is not None:
                comment = "// " if self.unusual is not None else ""
                yield f"{comment}#message {number} {quoted(text, self.code_page)}"


@dataclass(frozen=True, slots=True)
class _Vocabulary:
    """The names of operands."""

    words: Mapping[int, str]
    """Word groups."""
    items: Mapping[int, bytes]
    names: Mapping[str, str]
    """Names that need a definition, by operand."""
    has_reserved_names: bool
    first_word: int
    """The number of the first word of the sentence."""
    code_page: str

    def reserved(self, operand: str) -> str:
        """Return the name that an operand has in every source, or else the operand."""
        name = RESERVED.get(operand, operand) if self.has_reserved_names else operand
        return operand if name in self.names.values() else name

    def value(self, variable: int, number: int) -> str:
        """Return what a value of a variable is called in every source, or else the number."""
        called = NAMED_VALUES.get(f"v{variable}", ()) if self.has_reserved_names else ()
        name = called[number] if number < len(called) else str(number)
        return str(number) if name in self.names.values() else name


@dataclass(eq=False)
class _Writer:
    """Turns blocks into lines."""

    _block: Block
    _texts: _Texts
    _vocabulary: _Vocabulary
    _annotated_code: bytes | None

    def __post_init__(self) -> None:
        self.used_names: set[str] = set()
        self._starts = set(_starts(self._block))
        places = self._starts | set(_ends(self._block))
        targets = sorted(set(jump_targets(self._block)))
        # A jump into the middle of an instruction, or out of the code, has no place for a label.
        self._labels = {target: f"Label{n}" for n, target in enumerate((t for t in targets if t in places), start=1)}
        self._unwritten = set(self._labels)

    def lines(self) -> Iterator[str]:
        """Yield the lines of the code."""
        yield from self._lines_of(self._block, "")

    def _lines_of(self, block: Block, indent: str) -> Iterator[str]:
        for statement in block.statements:
            yield from self._label(start_of(statement))
            if isinstance(statement, Conditional):
                yield from self._conditional(statement, indent)
            else:
                yield self._annotated(indent + self._simple(statement), statement)
        # Where the next statement begins at the same offset the label stands there, after all that ends here.
        if block.end not in self._starts:
            yield from self._label(block.end)

    def _label(self, offset: int) -> Iterator[str]:
        """Yield the label of an offset, once."""
        if offset in self._unwritten:
            self._unwritten.remove(offset)
            yield f"{self._labels[offset]}:"

    def definitions(self) -> Iterator[str]:
        """Yield the definitions of the names that the lines use; they are known once all lines are."""
        for operand in sorted(self.used_names, key=lambda operand: (operand[0], int(operand[1:]))):
            yield f"#define {self._vocabulary.names[operand]} {operand}"

    def _annotated(self, line: str, statement: Statement) -> str:
        """Return a line with its offset and bytes, if that is asked for."""
        if self._annotated_code is None:
            return line
        start = start_of(statement)
        instruction = statement.condition if isinstance(statement, Conditional | JumpUnless) else statement
        return f"{line}  // {start}: {self._annotated_code[start : instruction.end].hex(' ').upper()}"

    def _conditional(self, statement: Conditional, indent: str) -> Iterator[str]:
        """Yield an if and, as long as an else holds nothing but another if, the chain of them."""
        keyword = "if"
        while True:
            condition = _condition_text(statement.condition.tokens, self._operands)
            assert condition is not None, "recovered from conditions that have a source form"
            yield self._annotated(f"{indent}{keyword} ({condition}) {{", statement)
            yield from self._lines_of(statement.then, indent + _INDENT)
            if statement.otherwise is None:
                break
            inner = statement.otherwise.statements
            is_chain = len(inner) == 1 and isinstance(inner[0], Conditional)
            if not is_chain or start_of(inner[0]) in self._unwritten:
                yield f"{indent}}} else {{"
                yield from self._lines_of(statement.otherwise, indent + _INDENT)
                break
            assert isinstance(inner[0], Conditional)
            statement = inner[0]
            keyword = "} else if"
        yield f"{indent}}}"

    def _simple(self, statement: Statement) -> str:
        match statement:
            case Action():
                return self._action(statement)
            case Goto():
                return f"goto({self._target(statement.target)});"
            case JumpUnless(condition):
                text = _condition_text(condition.tokens, self._operands)
                return f"ifnot ({text}) goto({self._target(condition.target)});"
            case Data():
                return f"{RAW_BYTES}({', '.join(f'0x{byte:02X}' for byte in statement.data)});"
        raise AssertionError(f"no statement: {statement}")

    def _target(self, offset: int) -> str:
        return self._labels.get(offset) or f"@{offset}"

    def _action(self, action: Action) -> str:
        operands = self._operands(action.opcode, action.operands)
        form = _STATEMENT_FORMS.get(action.opcode.name)
        if form is not None:
            return form.format(*operands)
        return f"{action.opcode.name}({', '.join(operands)});"

    def _operands(self, opcode: Opcode, numbers: Sequence[int]) -> list[str]:
        is_list = opcode.operands == (Operand.WORDS,)
        kinds = (Operand.WORDS,) * len(numbers) if is_list else opcode.operands
        operands = [self._operand(kind, number) for kind, number in zip(kinds, numbers, strict=False)]
        if opcode.name in _TAKE_NAMED_VALUES:
            operands[1] = self._vocabulary.value(numbers[0], numbers[1])
        return operands

    def _operand(self, kind: Operand, number: int) -> str:
        if kind is Operand.MESSAGE:
            return self._texts.operand(number)
        if kind is Operand.WORDS:
            word = self._vocabulary.words.get(number)
            return (
                str(number)
                if word is None
                else quoted(word.encode(self._vocabulary.code_page), self._vocabulary.code_page)
            )
        if kind is Operand.ITEM and number in self._vocabulary.items:
            return quoted(self._vocabulary.items[number], self._vocabulary.code_page)
        operand = f"{kind.marker}{number + self._vocabulary.first_word * (kind is Operand.WORD)}"
        if operand in self._vocabulary.names:
            self.used_names.add(operand)
            return self._vocabulary.names[operand]
        return self._vocabulary.reserved(operand)
