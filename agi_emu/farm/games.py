"""Packs games to send them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agi_emu.recording.game_lookup import packed

if TYPE_CHECKING:
    from agi_emu.resources.game import Game


class Games:
    """The games of a farm, packed, by digest."""

    def __init__(self) -> None:
        """Begin with none."""
        self.packed: dict[str, bytes] = {}

    def pack(self, game: Game) -> tuple[str, str]:
        """Pack a game, once; return its digest and the name of its file on workers."""
        if game.digest not in self.packed:
            self.packed[game.digest] = packed(game)
        return game.digest, f"{game.id}.zip"
