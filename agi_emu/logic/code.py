"""Decoding of LOGIC code into instructions, for tracer, disassembler and the search for extensions.

Nothing here raises on damaged code: what cannot be an instruction comes out as `Data`. It also finds what a logic
written for one interpreter cannot mean for another.
Layout of code: reference: LANG-2 to LANG-5, LANG-10.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from agi_emu.facts.versions import VersionProfile, first_with_action
from agi_emu.logic.opcodes import ACTIONS, GOTO, IF, NOT, OR, TESTS, Opcode, Operand, operand_count, operands_of


@dataclass(frozen=True, slots=True)
class Action:
    """An action with the raw bytes of its operands."""

    offset: int
    end: int
    """Offset of the byte after the instruction; so for all kinds."""
    opcode: Opcode
    operands: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Goto:
    """A jump; `target` may lie outside the code."""

    offset: int
    end: int
    target: int


@dataclass(frozen=True, slots=True)
class ConditionToken:
    """A token of a condition: a test, `NOT` or `OR`."""

    offset: int
    code: int
    """The byte itself: a test's number, or `NOT` or `OR`."""
    opcode: Opcode | None
    """The test; None for `NOT` and `OR`."""
    operands: tuple[int, ...]
    """The test's operands: bytes; for `said`, 16-bit word groups."""


@dataclass(frozen=True, slots=True)
class If:
    """A condition; if it is false, execution continues at `target`, which may lie outside the code."""

    offset: int
    end: int
    tokens: tuple[ConditionToken, ...]
    target: int


@dataclass(frozen=True, slots=True)
class Data:
    """Bytes up to the end of the code that are not an instruction in this interpreter."""

    offset: int
    end: int
    data: bytes


Instruction = Action | Goto | If | Data


def decode(code: bytes, profile: VersionProfile | None = None) -> Iterator[Instruction]:
    """Yield the instructions of a logic's code in order; the first undecodable byte and all after it are one `Data`.

    Without a profile every action 0 to 181 is known.
    """
    offset = 0
    while offset < len(code):
        instruction = decode_at(code, offset, profile)
        yield instruction
        offset = instruction.end


def decoded(code: bytes, profile: VersionProfile | None = None) -> tuple[Instruction, ...]:
    """Return all instructions of a logic's code, as `decode`."""
    return tuple(decode(code, profile))


def decode_at(code: bytes, offset: int, profile: VersionProfile | None = None) -> Instruction:
    """Return the instruction at an offset; `Data` up to the end of the code if there is none."""
    last_action = len(ACTIONS) - 1 if profile is None else profile.last_action
    number = code[offset] if 0 <= offset < len(code) else -1
    instruction: Instruction | None = None
    if number == IF:
        instruction = _decode_if(code, offset)
    elif number == GOTO:
        target = _jump_target(code, offset + 1)
        instruction = None if target is None else Goto(offset, offset + 3, target)
    elif 0 <= number <= last_action:
        end = offset + 1 + operand_count(number, profile)
        if end <= len(code):
            instruction = Action(offset, end, ACTIONS[number], tuple(code[offset + 1 : end]))
    return instruction or Data(offset, max(offset, len(code)), bytes(code[offset:]))


def _decode_if(code: bytes, offset: int) -> If | None:
    tokens: list[ConditionToken] = []
    position = offset + 1
    while position < len(code) and code[position] != IF:
        token = token_of_condition(code, position)
        if token is None:
            return None
        tokens.append(token)
        position += _token_size(token)
    target = _jump_target(code, position + 1)
    return None if target is None else If(offset, position + 3, tuple(tokens), target)


def token_of_condition(code: bytes, offset: int) -> ConditionToken | None:
    """Return the token of a condition at an offset; None if there is none, or the code ends within it."""
    number = code[offset]
    if number in (NOT, OR):
        return ConditionToken(offset, number, None, ())
    if number >= len(TESTS):
        return None
    test = TESTS[number]
    start = offset + 1
    if test.operands != (Operand.WORDS,):
        end = start + len(test.operands)
        return ConditionToken(offset, number, test, tuple(code[start:end])) if end <= len(code) else None
    count = code[start] if start < len(code) else len(code)
    end = start + 1 + 2 * count
    if end > len(code):
        return None
    return ConditionToken(offset, number, test, tuple(code[i] | code[i + 1] << 8 for i in range(start + 1, end, 2)))


def _token_size(token: ConditionToken) -> int:
    if token.opcode is None:
        return 1
    if token.opcode.operands == (Operand.WORDS,):
        return 2 + 2 * len(token.operands)
    return 1 + len(token.operands)


def _jump_target(code: bytes, offset: int) -> int | None:
    """Return where the signed distance at an offset leads, counted from the byte after it; None if it is cut off."""
    if offset + 2 > len(code):
        return None
    return offset + 2 + int.from_bytes(code[offset : offset + 2], "little", signed=True)


def unsupported_commands(code: bytes, profile: VersionProfile, other: VersionProfile) -> Iterator[tuple[int, str]]:
    """Yield the offset of each command that `other` lacks or counts otherwise, and what is wrong with it."""
    for instruction in decode(code, profile):
        if isinstance(instruction, Data):
            yield instruction.offset, f"these bytes are not a command of {profile.name}"
        elif isinstance(instruction, Action):
            opcode = instruction.opcode
            if opcode.number > other.last_action:
                yield (
                    instruction.offset,
                    f"{opcode.name} needs interpreter {first_with_action(opcode.number)}; {other.name} lacks it",
                )
            elif len(operands_of(opcode, profile)) != len(operands_of(opcode, other)):
                count = len(operands_of(opcode, other))
                yield instruction.offset, f"{opcode.name} has {count} operands in {other.name}"
