"""Finds the interpreter in a game's own logics and views, where no file and no table of releases names it.

Each clue leaves some profiles out. Of those that are left the one nearest to the default is taken (reference: VER-29).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache

from agi_emu._core.surveying import survey
from agi_emu.facts.versions import OLDEST, PREFERRED, LoopMirror, VersionProfile
from agi_emu.logic.opcodes import ACTIONS, TESTS, Operand, action_by_name, operand_count
from agi_emu.resources.view import parse_view

_TOKENS, _ASKED, _WORDS = 256, 0x80, 0xFE
"""Entries of the tables for `survey`, its mark of an action that is asked for, and what it has for lists of words."""
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
    last = string = -1
    has_bare_quit = has_rest_of_line = False
    usual, older = _tables(None), _tables(OLDEST)
    for code in codes:
        found = survey(code, *usual, _REST_OF_LINE)
        if found is None and default.generation == OLDEST.generation:
            # Perhaps it is code only if quit has no operand.
            found = survey(code, *older, _REST_OF_LINE)
            if found is None or not found[2]:
                continue
            has_bare_quit = True
        if found:
            last, string = max(last, found[0]), max(string, found[1])
            has_rest_of_line |= found[3]
    name = ACTIONS[last].name if last >= 0 else ""
    clues = [Clue(f"its logics use {name} ({last})", lambda p: p.last_action >= last)]
    if has_bare_quit:
        clues.append(Clue("its logics have quit without an operand", lambda p: p.quit_has_no_operand))
        if has_rest_of_line:
            clues.append(Clue("they have the word group 9999", lambda p: p.has_rest_of_line))
    # Strings past the last are memory; games of version 2 look there for the version.
    if default.generation == 3 and _FEW_STRINGS <= string < 24 and default.string_count == _FEW_STRINGS:
        clues.append(Clue(f"its logics use string {string}", lambda p: p.string_count > string))
    return clues


@cache
def _tables(profile: VersionProfile | None) -> tuple[bytes, bytes, bytes]:
    """Return what `survey` needs to know of an interpreter (None: of most), with `quit` as what is asked for."""
    actions, tests, marks = bytearray(b"\xff" * _TOKENS), bytearray(b"\xff" * _TOKENS), bytearray(_TOKENS)
    for each in ACTIONS[: profile.last_action + 1 if profile else None]:
        actions[each.number] = operand_count(each.number, profile)
        marks[each.number] = sum(1 << at for at, kind in enumerate(each.operands) if kind is Operand.STRING)
    marks[action_by_name("quit").number] |= _ASKED
    for each in TESTS:
        tests[each.number] = _WORDS if Operand.WORDS in each.operands else len(each.operands)
    return bytes(actions), bytes(tests), bytes(marks)


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
