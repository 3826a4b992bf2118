"""What a logic uses, found in its instructions as they are decoded for people, obvious and slow."""

from __future__ import annotations

from agi_emu.facts.versions import VersionProfile
from agi_emu.logic.code import Action, Data, Goto, If, decode
from agi_emu.logic.opcodes import Operand


def survey(code: bytes, profile: VersionProfile | None, asked: str, rest: int) -> tuple[int, int, bool, bool] | None:
    """Return last action, last string, whether action `asked` and word group `rest` are used; None: it is not code."""
    instructions = list(decode(code, profile))
    places = {each.offset for each in instructions} | {len(code)}
    if any(
        isinstance(each, Data) or (isinstance(each, Goto | If) and each.target not in places) for each in instructions
    ):
        return None
    actions = [each for each in instructions if isinstance(each, Action)]
    strings = [
        value
        for each in actions
        for kind, value in zip(each.opcode.operands, each.operands, strict=False)
        if kind is Operand.STRING
    ]
    has_rest = any(rest in token.operands for each in instructions if isinstance(each, If) for token in each.tokens)
    return (
        max((each.opcode.number for each in actions), default=-1),
        max(strings, default=-1),
        any(each.opcode.name == asked for each in actions),
        has_rest,
    )
