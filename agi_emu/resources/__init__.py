"""Games and their resources: reading."""

from agi_emu.resources.game import Game, open_game
from agi_emu.resources.kinds import Kind
from agi_emu.resources.volumes import MissingResourceError, Packing, Presence, StoredResource

__all__ = ["Game", "Kind", "MissingResourceError", "Packing", "Presence", "StoredResource", "open_game"]
