"""The logics of a game, decoded, and what they say about variables, flags and resources."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from agi_emu.logic.code import Action, Data, Goto, If, Instruction, decoded
from agi_emu.logic.opcodes import END_OF_LOGIC, Opcode, Operand
from agi_emu.resources.game import Game
from agi_emu.resources.kinds import Kind
from agi_emu.resources.projects.project import BuildMemory, read_project, sources


@dataclass(frozen=True, slots=True)
class Places:
    """Names places for authors."""

    lines: Mapping[tuple[int, int], str] = field(default_factory=dict)
    """Number of a logic and offset of a statement -> file and line."""
    files: Mapping[tuple[Kind, int], str] = field(default_factory=dict)
    """Kind and number of a resource -> its source."""

    def of_code(self, logic: int, offset: int) -> str:
        """Return the place of an instruction, or of the statement that it is a part of."""
        while offset >= 0:
            if (logic, offset) in self.lines:
                return self.lines[logic, offset]
            if not self.lines:
                break
            offset -= 1
        return f"logic {logic}, offset {max(offset, 0)}" if not self.lines else self.of_logic(logic)

    def of_logic(self, logic: int) -> str:
        """Return a logic as a whole: the file of its first statement."""
        first = self.lines.get((logic, 0))
        return first.rpartition(":")[0] if first else self.of_resource(Kind.LOGIC, logic)

    def of_resource(self, kind: Kind, number: int) -> str:
        """Return a resource as a whole: its source, if that is known."""
        return self.files.get((kind, number), f"{kind} {number}")


def places_in(folder: Path, *, follow: bool = False, memory: BuildMemory | None = None) -> Places:
    """Return the places of a project."""
    files = {(kind, number): path.name for kind in Kind for number, path in sources(folder, kind).items()}
    return Places(read_project(folder, follow=follow, memory=memory).places, files)


Use = tuple[int, int]
"""Number of a logic and offset in its code."""

WRITTEN_OPERANDS: Mapping[str, tuple[int, ...]] = {
    **dict.fromkeys(("increment", "decrement", "assignn", "addn", "subn", "mul.n", "div.n"), (0,)),
    **dict.fromkeys(("assignv", "addv", "subv", "mul.v", "div.v", "rindirect"), (0,)),
    "get.posn": (1, 2),
    **dict.fromkeys(("last.cel", "current.cel", "current.loop", "current.view", "number.of.loops"), (1,)),
    **dict.fromkeys(("get.priority", "get.dir", "get.num", "get.room.v"), (1,)),
    **dict.fromkeys(("distance", "random"), (2,)),
    "mouse.posn": (0, 1),
}
"""Operands, counted from 0, through which a command only sets or changes a variable."""
SET_FLAG_OPERANDS: Mapping[str, tuple[int, ...]] = {
    **dict.fromkeys(("set", "reset", "toggle"), (0,)),
    **dict.fromkeys(("end.of.loop", "reverse.loop", "sound"), (1,)),
    "follow.ego": (2,),
    **dict.fromkeys(("move.obj", "move.obj.v"), (4,)),
}
"""Operands through which a command sets or resets a flag."""


@dataclass
class Program:
    """The decoded logics of a game."""

    game: Game
    instructions: dict[int, Sequence[Instruction]] = field(default_factory=dict)

    @classmethod
    def of(cls, game: Game, memory: BuildMemory | None = None) -> Program:
        """Decode the logics of a game; the `memory` of its builds has those that have not changed."""
        decode = memory.decode if memory else decoded
        return cls(game, {number: decode(game.logic(number).code, game.profile) for number in game.logics})

    def actions(self) -> Iterator[tuple[Use, Action]]:
        """Yield every action with its place."""
        for number, instructions in self.instructions.items():
            for instruction in instructions:
                if isinstance(instruction, Action):
                    yield (number, instruction.offset), instruction

    @cached_property
    def operands(self) -> Sequence[tuple[Use, Opcode, int, Operand, int]]:
        """Every operand of actions and tests: place, opcode, its position, kind and value."""
        return list(self._operands())

    def _operands(self) -> Iterator[tuple[Use, Opcode, int, Operand, int]]:
        for number, instructions in self.instructions.items():
            for instruction in instructions:
                if isinstance(instruction, Action):
                    yield from _operands((number, instruction.offset), instruction.opcode, instruction.operands)
                elif isinstance(instruction, If):
                    for token in instruction.tokens:
                        if token.opcode is not None:
                            yield from _operands((number, token.offset), token.opcode, token.operands)

    def uses_command(self, *names: str) -> bool:
        """Return whether any of these actions or tests stands in a logic."""
        return not self._commands.isdisjoint(names)

    @cached_property
    def _commands(self) -> set[str]:
        actions = {action.opcode.name for _, action in self.actions()}
        conditions = (each for found in self.instructions.values() for each in found if isinstance(each, If))
        return actions.union(token.opcode.name for each in conditions for token in each.tokens if token.opcode)

    def may_set_flag(self, flag: int) -> bool:
        """Return whether an action may set a flag: one that names it, or any that names flags by variables."""
        return any(
            (action.opcode.name in ("set", "toggle") and action.operands[0] == flag)
            or action.opcode.name in ("set.v", "toggle.v")
            for _, action in self.actions()
        )

    def possible_values(self, variable: int) -> set[int] | None:
        """Return the numbers that a variable can have beside 0, None if it gets others than those of assignments."""
        if self.uses_command("lindirectn", "lindirectv"):
            return None
        return self._assigned.get(variable, set())

    @cached_property
    def _assigned(self) -> dict[int, set[int] | None]:
        """For each variable that is written the numbers that it is assigned, None if it gets others."""
        found: dict[int, set[int] | None] = {}
        for _, action in self.actions():
            for index in WRITTEN_OPERANDS.get(action.opcode.name, ()):
                if index < len(action.operands):
                    variable = action.operands[index]
                    numbers = found.setdefault(variable, set())
                    if action.opcode.name != "assignn":
                        found[variable] = None
                    elif numbers is not None:
                        numbers.add(action.operands[1])
        return found


def _operands(use: Use, opcode: Opcode, operands: Sequence[int]) -> Iterator[tuple[Use, Opcode, int, Operand, int]]:
    kinds = opcode.operands if opcode.operands != (Operand.WORDS,) else (Operand.WORDS,) * len(operands)
    for index, (kind, value) in enumerate(zip(kinds, operands, strict=False)):
        yield use, opcode, index, kind, value


def reachable(instructions: Sequence[Instruction]) -> set[int]:
    """Return the offsets of the instructions that can be executed."""
    by_offset = {instruction.offset: instruction for instruction in instructions}
    found: set[int] = set()
    waiting = [0]
    while waiting:
        offset = waiting.pop()
        instruction = by_offset.get(offset)
        if offset in found or instruction is None:
            continue
        found.add(offset)
        waiting += _following(instruction)
    return found


def most_on_a_way(instructions: Sequence[Instruction], count: Callable[[Instruction], int]) -> int:
    """Return the most that the instructions on one way through a logic count, each of them passed once.

    A jump back is not followed: what it leads to was counted on the way there.
    """
    most: dict[int, int] = {}
    for instruction in reversed(instructions):
        ahead = [most.get(offset, 0) for offset in _following(instruction) if offset > instruction.offset]
        most[instruction.offset] = count(instruction) + max(ahead, default=0)
    return most.get(0, 0)


def _following(instruction: Instruction) -> Sequence[int]:
    match instruction:
        case Goto():
            return [instruction.target]
        case If():
            return [instruction.end, instruction.target]
        case Action() if instruction.opcode.number == END_OF_LOGIC:
            return []
        case Data():
            return []
        case _:
            return [instruction.end]
