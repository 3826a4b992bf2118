"""Logics of a game as source."""

from __future__ import annotations

from collections.abc import Mapping

from agi_emu.logic.dialects import AGI_EMU, Dialect
from agi_emu.logic.disassembler import SourceNames, disassemble_logic
from agi_emu.logic.emitter import toggle_texts
from agi_emu.logic.lexer import SOURCE_ENCODING
from agi_emu.resources.game import Game
from agi_emu.resources.kinds import Kind
from agi_emu.resources.logic import with_end
from agi_emu.resources.volumes import Packing


def disassemble(game: Game, logic: int = 0, *, offsets: bool = False, names: Mapping[str, str] | None = None) -> str:
    """Return the source of one of a game's logics.

    `compile_logic` with the game's words and the names of its items makes the same bytes of it.

    With `offsets` each statement carries its offset in the code and its bytes as a comment; `names` are what to call
    operands: ``{"v30": "door.state"}``.
    """
    stored = game.stored(Kind.LOGIC, logic)
    # What is compressed is not encrypted as well (reference: RES-25).
    key = b"" if stored.packing is Packing.LZW else None
    naming = SourceNames(game.words_by_use, [item.name for item in game.items], names or {}, has_reserved_names=True)
    return disassemble_logic(stored.data, naming, profile=game.profile, key=key, offsets=offsets)


def project_source(
    game: Game,
    logic: int,
    *,
    dialect: Dialect = AGI_EMU,
    has_reserved_names: bool = True,
    names: Mapping[str, str] | None = None,
    file: str = "",
    code_page: str = SOURCE_ENCODING,
) -> str:
    """Return the source of a logic for a project of the same interpreter, whose builder encrypts texts by itself.

    `names` are those that a `file` of the project defines.
    """
    naming = SourceNames(
        game.words_by_use,
        [item.name for item in game.items],
        names or {},
        has_reserved_names,
        dialect,
        code_page,
        file,
    )
    return disassemble_logic(usual_resource(game, logic), naming, profile=game.profile)


def usual_resource(game: Game, logic: int) -> bytes:
    """Return a logic with its texts encrypted, as version 2 stores it, and whole (reference: RES-27)."""
    stored = game.stored(Kind.LOGIC, logic)
    data = with_end(stored.data, stored.following)
    return toggle_texts(data, game.profile.message_key) if stored.packing is Packing.LZW else data
