"""Logics of a game as source."""

from __future__ import annotations

from agi_emu.errors import LogicError
from agi_emu.logic.disassembler import disassemble_logic
from agi_emu.resources.game import Game
from agi_emu.resources.kinds import Kind
from agi_emu.resources.volumes import Packing


def disassemble(game: Game, logic: int = 0, *, offsets: bool = False) -> str:
    """Return the source of one of a game's logics; `compile_logic` with the game's words makes the same bytes of it.

    With `offsets` each statement carries its offset in the code as a comment.
    """
    stored = game.stored(Kind.LOGIC, logic)
    # What is compressed is not encrypted as well (reference: resources.md 6.3).
    key = b"" if stored.packing is Packing.LZW else game.profile.message_key
    try:
        return disassemble_logic(stored.data, words=game.words, profile=game.profile, key=key, offsets=offsets)
    except LogicError as problem:
        raise LogicError(f"logic {logic}: {problem}") from None
