"""The one table of opcodes: every action and test of the LOGIC language, declared once.

The rows are in data/actions.tsv and data/tests.tsv. Dispatch, decoding, compiler, disassembler, tracer and the manual
read this table; no opcode number stands elsewhere.
Source of the rows: reference: CMD-1, CMD-7, CMD-36; of `records`: reference: SAVE-10, SAVE-11.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, IntEnum
from types import MappingProxyType
from typing import Literal, NamedTuple, cast

from agi_emu.data import read_table
from agi_emu.facts.versions import VersionProfile

END_OF_LOGIC = 0x00
"""The action `return`: ends a logic."""
IF = 0xFF
"""Begins and ends a condition; the end is followed by the signed 16-bit distance to skip when it is false."""
GOTO = 0xFE
"""An unconditional jump by the signed 16-bit distance after it."""
NOT = 0xFD
"""In a condition: negates the next test only."""
OR = 0xFC
"""In a condition: begins and ends a group of alternatives."""


class Operand(Enum):
    """The meaning of an operand byte. Every operand is one byte, except the words of `said` (see `WORDS`)."""

    NUMBER = "number"
    VARIABLE = "variable"
    FLAG = "flag"
    MESSAGE = "message"
    OBJECT = "object"
    ITEM = "item"
    STRING = "string"
    WORD = "word"
    """Index of a word of the parsed sentence, counted from 0."""
    CONTROLLER = "controller"
    # Numbers of a special kind; in a source they are plain numbers.
    VIEW = "view"
    LOOP = "loop"
    CEL = "cel"
    PICTURE = "picture"
    SOUND = "sound"
    LOGIC = "logic"
    ROOM = "room"
    X = "x"
    Y = "y"
    PRIORITY = "priority"
    ROW = "row"
    COLUMN = "column"
    WIDTH = "width"
    COLOR = "color"
    WORDS = "words"
    """A list of word groups: one byte with their number, then two bytes (low, high) for each. Only `said` has it."""

    @property
    def marker(self) -> str:
        """The letter in front of such an operand in a source (`v10`, `f5`); empty for plain numbers and `WORDS`."""
        return _MARKERS.get(self, "")


_MARKERS = {
    Operand.VARIABLE: "v",
    Operand.FLAG: "f",
    Operand.MESSAGE: "m",
    Operand.OBJECT: "o",
    Operand.ITEM: "i",
    Operand.STRING: "s",
    Operand.WORD: "w",
    Operand.CONTROLLER: "c",
}
KIND_OF_MARKER: Mapping[str, str] = MappingProxyType({kind.marker: kind.value for kind in Operand if kind.marker})
"""The name of a kind of operand by the letter in front of it."""


class Record(IntEnum):
    """The kinds of entries of the script list, which a restored game plays back (reference: SAVE-10, SAVE-11)."""

    LOAD_LOGICS = 0
    LOAD_VIEW = 1
    LOAD_PIC = 2
    LOAD_SOUND = 3
    DRAW_PIC = 4
    ADD_TO_PIC = 5
    DISCARD_PIC = 6
    DISCARD_VIEW = 7
    OVERLAY_PIC = 8


Where = Literal["core", "python", "both", "nobody"]


class Opcode(NamedTuple):
    """One action or test."""

    number: int
    name: str
    """As in the published command list, with dots: ``set.view.v``."""
    operands: tuple[Operand, ...]
    meaning: str
    where: Where = "python"
    """Who executes it: the compiled core, a Python handler bound by name, both (the core in the usual case, the
    handler in all others), or nobody."""
    records: Record | None = None
    """The entry that it appends to the script list, if any."""
    overrides: Mapping[str, tuple[Operand, ...]] = MappingProxyType({})
    """Operands where they differ, by the field of the version profile that says so."""

    @property
    def is_null(self) -> bool:
        """Whether the DOS interpreters do nothing.

        Quirk: such a command eats no operand, the operand bytes are executed as the next commands (2.936: ``AF 01 5A``
        increments v90; reference: CMD-4).
        """
        return self.where == "nobody"

    @property
    def python_name(self) -> str:
        """The name as a Python identifier: ``set_view_v``."""
        return self.name.replace(".", "_")


def _table(name: str) -> tuple[Opcode, ...]:
    """Read a table of opcodes, whose numbers count from 0."""
    opcodes = []
    for number, (code, command, operands, where, record, elsewhere, meaning) in enumerate(read_table(name)):
        assert code == str(number), f"{name}: {code} is out of order"
        field, _, other_operands = elsewhere.partition(":")
        opcodes.append(
            Opcode(
                number,
                command,
                _kinds(operands),
                meaning,
                cast(Where, where),
                Record[record] if record else None,
                MappingProxyType({field: _kinds(other_operands)} if field else {}),
            )
        )
    return tuple(opcodes)


def _kinds(names: str) -> tuple[Operand, ...]:
    return tuple(map(Operand, names.split()))


ACTIONS: tuple[Opcode, ...] = _table("actions.tsv")
"""The actions; the index is the number, 0 to 181."""

TESTS: tuple[Opcode, ...] = _table("tests.tsv")
"""The tests; the index is the number, 0 to 18. 19, in.motion.using.mouse, exists on other machines than the PC only."""

_ACTIONS_BY_NAME = {opcode.name: opcode for opcode in ACTIONS}
_TESTS_BY_NAME = {opcode.name: opcode for opcode in TESTS}
# Names that sources of the 1990s use (reference: LANG-25).
_ACTIONS_BY_NAME |= {f"unknown{number}": ACTIONS[number] for number in range(170, 182)}
_TESTS_BY_NAME["issetv"] = _TESTS_BY_NAME["isset.v"]


def action_by_name(name: str) -> Opcode:
    """Return the action of this name (``set.view.v``; also ``unknown170`` ...); KeyError if there is none."""
    return _ACTIONS_BY_NAME[name]


def test_by_name(name: str) -> Opcode:
    """Return the test of this name (``equaln``; ``issetv`` is ``isset.v``); KeyError if there is none."""
    return _TESTS_BY_NAME[name]


test_by_name.__test__ = False  # type: ignore[attr-defined]  # pytest must not take it for a test


def form_by_variable(name: str) -> str | None:
    """Return the command or test that takes in variables what this one takes as it is: ``set.view.v``."""
    by_variable = f"{name}.v"
    return by_variable if by_variable in _ACTIONS_BY_NAME or by_variable in _TESTS_BY_NAME else None


def operands_of(opcode: Opcode, profile: VersionProfile | None = None) -> tuple[Operand, ...]:
    """Return the operands that a source gives to an opcode in an interpreter (None: in most of them)."""
    if profile is not None:
        for name, operands in opcode.overrides.items():
            if getattr(profile, name):
                return operands
    return opcode.operands


def operand_count(number: int, profile: VersionProfile | None = None) -> int:
    """Return how many operand bytes the action `number` (0-181) eats when an interpreter executes it.

    That is the number of declared operands except for the null commands, which take none (see `Opcode.is_null`).
    """
    opcode = ACTIONS[number]
    return 0 if opcode.is_null else len(operands_of(opcode, profile))
