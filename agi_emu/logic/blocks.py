"""Recovery of if and else from jumps (reference: LANG-34 to LANG-36).

Sizes do not depend on the structure, so whatever nesting is found here compiles to the bytes that it came from.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agi_emu.logic.code import Goto, If, Instruction


@dataclass(frozen=True, slots=True)
class Conditional:
    """An `if` whose parts lie one after the other; without an else part `otherwise` is None."""

    condition: If
    then: Block
    otherwise: Block | None


@dataclass(frozen=True, slots=True)
class JumpUnless:
    """An `if` whose end lies outside the block that it stands in: a jump when the condition is false."""

    condition: If


@dataclass(frozen=True, slots=True)
class Block:
    """Statements one after the other; `end` is the offset after them."""

    statements: tuple[Statement, ...]
    end: int


Statement = Conditional | JumpUnless | Instruction


def start_of(statement: Statement) -> int:
    """Return the offset of a statement's first byte."""
    if isinstance(statement, Conditional | JumpUnless):
        return statement.condition.offset
    return statement.offset


def parts_of(statement: Statement) -> tuple[Block, ...]:
    """Return the blocks within a statement."""
    if not isinstance(statement, Conditional):
        return ()
    return (statement.then,) if statement.otherwise is None else (statement.then, statement.otherwise)


def recover(instructions: Sequence[Instruction], end: int) -> Block:
    """Return the instructions of a logic, whose code is `end` bytes long, as nested blocks."""
    return _Recovery(instructions, end).block(0, len(instructions), end, 0)


_OF_BLOCK, _OF_ELSE, _DEEPEST = 4, 2, 400
"""Depth that a nested block and an else after an if count, and the deepest nesting that becomes blocks.

Only damaged logics are deeper; their ifs become jumps, which is all that they are to an interpreter. A chain of
else-ifs costs its readers half as much, so it may be longer.
"""


class _Recovery:
    """The instructions and the index of each by its offset."""

    def __init__(self, instructions: Sequence[Instruction], end: int) -> None:
        self._instructions = instructions
        self._index = {instruction.offset: index for index, instruction in enumerate(instructions)}
        self._index[end] = len(instructions)

    def block(self, first: int, last: int, end: int, depth: int) -> Block:
        """Return the block of the instructions from `first` up to `last`, which reaches to offset `end`."""
        statements: list[Statement] = []
        index = first
        while index < last:
            instruction = self._instructions[index]
            index += 1
            if not isinstance(instruction, If):
                statements.append(instruction)
                continue
            conditional, index = self._conditional(instruction, index, last, end, depth)
            statements.append(conditional)
        return Block(tuple(statements), end)

    def _conditional(self, condition: If, first: int, last: int, end: int, depth: int) -> tuple[Statement, int]:
        """Return an if with its parts, and the index after them; `first` is the index after the condition."""
        target = condition.target
        after = self._index.get(target, -1)
        is_too_deep = depth > _DEEPEST
        if is_too_deep or not (condition.end <= target <= end and first <= after <= last):
            return JumpUnless(condition), first
        if after > first:
            final = self._instructions[after - 1]
            # A jump at the end of the body, forward to a place in this block, is what `else` compiles to.
            if isinstance(final, Goto) and target <= final.target <= end:
                after_else = self._index.get(final.target, -1)
                if after <= after_else <= last:
                    then = self.block(first, after - 1, final.offset, depth + _OF_BLOCK)
                    otherwise = self.block(after, after_else, final.target, depth + _OF_ELSE)
                    return Conditional(condition, then, otherwise), after_else
        return Conditional(condition, self.block(first, after, target, depth + _OF_BLOCK), None), after


def jump_targets(block: Block) -> Iterator[int]:
    """Yield the offsets that need a label: those of jumps that are not part of an if."""
    for statement in block.statements:
        if isinstance(statement, Goto):
            yield statement.target
        elif isinstance(statement, JumpUnless):
            yield statement.condition.target
        for part in parts_of(statement):
            yield from jump_targets(part)
