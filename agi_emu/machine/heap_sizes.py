"""Sizes of the original's memory blocks beyond their own bytes (docs/heap.md)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from agi_emu.resources.kinds import Kind

ENTRY_BYTES: Mapping[Kind, int] = MappingProxyType({Kind.LOGIC: 10, Kind.VIEW: 5, Kind.PICTURE: 5, Kind.SOUND: 14})
"""Of a resource in the list of its kind, before its own bytes."""
BACKGROUND_ENTRY_BYTES = 16
MENU_BYTES = 18
ITEM_BYTES = 14
SCRIPT_ENTRY_BYTES = 2
