"""Lists what things cost: memory of the original, and fuel.

The memory is what its blocks take beyond their own bytes (docs/heap.md). The fuel is what handlers of actions cost,
beside the fuel that the core burns for each of them (`_core/fuel.pxd`): in nanoseconds of the computer on which it was
measured, all upper limits, so that no beat outlasts its fuel (docs/reliability.md). They depend on
state and resources alone, so that time passes in the same way everywhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from agi_emu.resources.kinds import Kind

NEW_ROOM = 100_000
"""Leaving a room, starting again, or beginning logic 0 again after an error, without the objects."""
ERROR = 100_000
"""An error of the game, beside beginning logic 0 again."""
CHARACTER = 600
"""A character of a message that is formatted."""
INSERTED = 15_000
"""A text that is inserted into a message, beside its characters."""
PARSED_CHARACTER = 1_000
"""A character of a sentence."""
WALKED_BYTE = 70
"""A byte of the dictionary that is looked at for a word."""
PRINTED = 100
"""A character that is printed."""
SCROLLED = 20_000
"""A line of a text, which may scroll the screen."""
BRING = 40_000
"""Bringing a resource into memory, beside its bytes."""
BYTE: Mapping[Kind, int] = MappingProxyType({Kind.LOGIC: 60, Kind.VIEW: 15, Kind.PICTURE: 25, Kind.SOUND: 25})
"""A byte of a resource that is brought into memory: unpacking, decoding, and a look at what it holds."""
DRAWN_PICTURE = 100_000
"""Drawing a picture, beside its bytes and the objects."""
DRAWN_BYTE = 170
"""A byte of a picture that is drawn: two of them are a line across the whole picture."""
SHOWN_PICTURE = 60_000
"""Copying the picture to the screen."""
NIBBLE_BYTE = 320
"""A byte of a picture that version 3 has packed, besides."""
TRACED = 100_000
"""A token of logics under the trace window."""

ENTRY_BYTES: Mapping[Kind, int] = MappingProxyType({Kind.LOGIC: 10, Kind.VIEW: 5, Kind.PICTURE: 5, Kind.SOUND: 14})
"""Of a resource in the list of its kind, before its own bytes."""
BACKGROUND_ENTRY_BYTES = 16
MENU_BYTES = 18
ITEM_BYTES = 14
SCRIPT_ENTRY_BYTES = 2
