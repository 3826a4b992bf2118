"""Finds the interpreter in a game's own logics, where no file and no table of releases names it.

Each clue leaves some profiles out. Of those that are left the one nearest to the default is taken.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from agi_emu.logic.code import Action, Data, Goto, If, Instruction, decode
from agi_emu.logic.opcodes import Operand
from agi_emu.versions import DEFAULT_V2, DEFAULT_V3, OLDEST, PREFERRED, VersionProfile

_QUIT = "quit"
_REST_OF_LINE = 9999
_FEW_STRINGS = 12


@dataclass(frozen=True, slots=True)
class Clue:
    """Something in the data that does not fit every interpreter."""

    phrase: str
    fits: Callable[[VersionProfile], bool]


def profile_by_clues(generation: int, clues: Iterable[Clue]) -> tuple[VersionProfile, str] | None:
    """Return the best profile that all clues fit, and why; None where they say nothing against the default."""
    default = DEFAULT_V2 if generation == 2 else DEFAULT_V3
    clues = list(clues)
    against = [clue for clue in clues if not clue.fits(default)]
    if not against:
        return None
    found = (profile for profile in PREFERRED if profile.generation == generation)
    fitting = next((profile for profile in found if all(clue.fits(profile) for clue in clues)), None)
    return (
        (fitting, " and ".join(clue.phrase for clue in clues if clue in against or not clue.fits(OLDEST)))
        if fitting
        else None
    )


def clues_of(codes: Iterable[bytes], generation: int) -> list[Clue]:
    """Return what the codes of a game's logics say; those that cannot be decoded to their end say nothing."""
    default = DEFAULT_V2 if generation == 2 else DEFAULT_V3
    last = -1
    name = ""
    string = -1
    has_bare_quit = has_rest_of_line = False
    for code in codes:
        instructions = list(decode(code))
        if not _is_whole(instructions, len(code)):
            older = list(decode(code, OLDEST))
            if generation != 2 or not _is_whole(older, len(code)) or not _uses(older, _QUIT):
                continue
            has_bare_quit = True
            instructions = older
        for each in instructions:
            if isinstance(each, Action):
                if each.opcode.number > last:
                    last, name = each.opcode.number, each.opcode.name
                operands = zip(each.opcode.operands, each.operands, strict=False)
                string = max(string, *(value for kind, value in operands if kind is Operand.STRING), -1)
            elif isinstance(each, If):
                has_rest_of_line |= any(_REST_OF_LINE in token.operands for token in each.tokens)
    found = [Clue(f"its logics use {name} ({last})", lambda p: p.last_action >= last)]
    if has_bare_quit:
        found.append(Clue("its logics have quit without an operand", lambda p: p.quit_has_no_operand))
        if has_rest_of_line:
            found.append(Clue("they have the word group 9999", lambda p: p.has_rest_of_line))
    # Strings past the last are memory; games of version 2 look there for the version.
    if generation == 3 and _FEW_STRINGS <= string < 24 and default.string_count == _FEW_STRINGS:
        found.append(Clue(f"its logics use string {string}", lambda p: p.string_count > string))
    return found


def _uses(instructions: list[Instruction], name: str) -> bool:
    return any(isinstance(each, Action) and each.opcode.name == name for each in instructions)


def _is_whole(instructions: list[Instruction], length: int) -> bool:
    """Return whether code is nothing but instructions, and every jump leads to one of them or to the end."""
    places = {each.offset for each in instructions} | {length}
    return not any(
        isinstance(each, Data) or (isinstance(each, Goto | If) and each.target not in places) for each in instructions
    )
