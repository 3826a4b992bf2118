"""Finds what a logic written for one interpreter cannot mean for another."""

from __future__ import annotations

from collections.abc import Iterator

from agi_emu.facts.versions import VersionProfile, first_with_action
from agi_emu.logic.code import Action, Data, decode
from agi_emu.logic.opcodes import operands_of


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
