"""Finds the commands of a game that show, keep or ask with its messages."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from agi_emu.logic.code import Action, decode
from agi_emu.logic.opcodes import Operand, operands_of
from agi_emu.resources.game import Game

MessageUses = Mapping[tuple[int, int], Sequence[Action]]
"""Logic and message, from 1 -> the actions that name it. Those that name it by a variable are not known."""


def message_uses(game: Game) -> MessageUses:
    """Return the uses of all messages, in the order of the code."""
    found = defaultdict(list)
    for logic in game.logics:
        for each in decode(game.logic(logic).code, game.profile):
            if isinstance(each, Action):
                for kind, value in zip(operands_of(each.opcode, game.profile), each.operands, strict=False):
                    if kind is Operand.MESSAGE:
                        found[logic, value].append(each)
    return found
