"""Games and their resources: reading and writing.

The names in ``__all__`` are imported when they are first used: what makes games from sources needs no compiled core,
for it makes the demo game while the package is being built.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from agi_emu.resources.game import Game, open_game
    from agi_emu.resources.kinds import Kind
    from agi_emu.resources.volumes import MissingResourceError, Packing, Presence, StoredResource

__all__ = ["Game", "Kind", "MissingResourceError", "Packing", "Presence", "StoredResource", "open_game"]

_MODULES = {"Game": "game", "open_game": "game", "Kind": "kinds"}
"""The module of a name; the others live in ``volumes``."""


def __getattr__(name: str) -> Any:
    """Import a name at its first use."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULES.get(name, 'volumes')}"), name)
