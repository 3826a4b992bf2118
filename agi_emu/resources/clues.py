"""Finds the interpreter in a game's own logics and views, where no file and no table of releases names it.

Each clue leaves some profiles out. Of those that are left the one nearest to the default is taken (reference: VER-29).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from agi_emu.facts.versions import OLDEST, PREFERRED, LoopMirror, VersionProfile
from agi_emu.logic.code import Action, Data, Goto, If, Instruction, decode
from agi_emu.logic.opcodes import Operand
from agi_emu.resources.view import parse_view

_QUIT = "quit"
_REST_OF_LINE = 9999
_FEW_STRINGS = 12
_MIRRORED, _CEL_COUNT = 0x80, 0x0F
"""Bits of a loop's first byte where it says more than the count of cels (reference: VIEW-11)."""


@dataclass(frozen=True, slots=True)
class Clue:
    """Something in the data that does not fit every interpreter."""

    phrase: str
    fits: Callable[[VersionProfile], bool]


def profile_by_clues(default: VersionProfile, clues: Iterable[Clue]) -> tuple[VersionProfile, str] | None:
    """Return the best profile that all clues fit, and why; None where they say nothing against the default."""
    clues = list(clues)
    against = [clue for clue in clues if not clue.fits(default)]
    if not against:
        return None
    found = (profile for profile in PREFERRED if profile.generation == default.generation)
    fitting = next((profile for profile in found if all(clue.fits(profile) for clue in clues)), None)
    return (
        (fitting, " and ".join(clue.phrase for clue in clues if clue in against or not clue.fits(OLDEST)))
        if fitting
        else None
    )


def clues_of(codes: Iterable[bytes], default: VersionProfile) -> list[Clue]:
    """Return what the codes of a game's logics say; those that cannot be decoded to their end say nothing."""
    last = -1
    name = ""
    string = -1
    has_bare_quit = has_rest_of_line = False
    for code in codes:
        instructions, is_bare = _read(code, default)
        has_bare_quit |= is_bare
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
    if default.generation == 3 and _FEW_STRINGS <= string < 24 and default.string_count == _FEW_STRINGS:
        found.append(Clue(f"its logics use string {string}", lambda p: p.string_count > string))
    return found


def _read(code: bytes, default: VersionProfile) -> tuple[list[Instruction], bool]:
    """Return the instructions of a logic, and whether it is code only if quit has no operand; none if it never is."""
    instructions = list(decode(code))
    if _is_whole(instructions, len(code)):
        return instructions, False
    older = list(decode(code, OLDEST)) if default.generation == OLDEST.generation else []
    if older and _is_whole(older, len(code)) and _uses(older, _QUIT):
        return older, True
    return [], False


def clues_of_views(views: Iterable[bytes]) -> list[Clue]:
    """Return what the views of a game of version 2 say: whether the count of cels tells which loops are mirrored.

    It does if some count has the bit, each that has it leads to cels, and no cel itself has the bit of later versions.
    """
    found = False
    for data in views:
        later, older = (parse_view(0, data, mirror) for mirror in (LoopMirror.CEL_FLAGS, LoopMirror.CEL_COUNT_BYTE))
        for loop, older_loop in zip(later.loops, older.loops, strict=True):
            count = data[loop.offset]
            if count & _MIRRORED:
                if len(older_loop.cels) != count & _CEL_COUNT or not older_loop.cels:
                    return []
                found = True
            elif any(cel.is_mirrored for cel in loop.cels):
                return []
    phrase = "its views say in the count of cels which loops are mirrored"
    return [Clue(phrase, lambda p: p.loop_mirror is LoopMirror.CEL_COUNT_BYTE)] if found else []


def _uses(instructions: list[Instruction], name: str) -> bool:
    return any(isinstance(each, Action) and each.opcode.name == name for each in instructions)


def _is_whole(instructions: list[Instruction], length: int) -> bool:
    """Return whether code is nothing but instructions, and every jump leads to one of them or to the end."""
    places = {each.offset for each in instructions} | {length}
    return not any(
        isinstance(each, Data) or (isinstance(each, Goto | If) and each.target not in places) for each in instructions
    )
