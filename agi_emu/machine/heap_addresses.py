"""Addresses in the original's memory for resources (docs/heap.md), which commands show that read too far."""

from __future__ import annotations

from agi_emu.facts.versions import VersionProfile
from agi_emu.machine.costs import BACKGROUND_ENTRY_BYTES
from agi_emu.machine.interpreter import Interpreter
from agi_emu.resources.kinds import Kind
from agi_emu.state.layout import IMAGE_BYTES, LoadedList, StateLayout

STACK_BYTES = 2560
"""As many as the processor's stack has (reference: CMD-23)."""
END_ADDRESS = 0x10010
"""Data address of its end, 16 bytes after that of the segment (golden: addresses in savegames)."""
PLACES = {Kind.LOGIC: 0, Kind.VIEW: 256, Kind.PICTURE: 512, Kind.SOUND: 768}
"""Of the first resource of a kind in `heap.places`."""


def list_of(state: StateLayout, kind: Kind) -> LoadedList:
    """Return the list of the resources of a kind that are in memory."""
    found: LoadedList = getattr(state.loaded, f"{kind}s")
    return found


def in_use(m: Interpreter) -> int:
    """Return how much is in use, backgrounds included."""
    state = m.state
    objects = state.static_sprites.count + state.updating_sprites.count
    return int(
        state.heap.used
        + state.arena_used
        - state.turned.copied
        - IMAGE_BYTES * state.heap.image
        + BACKGROUND_ENTRY_BYTES * objects
    )


def first_address(profile: VersionProfile) -> int:
    """Return the data address at which the memory begins."""
    return END_ADDRESS - profile.heap_bytes


def first_logic_address(m: Interpreter) -> int:
    """Return the data address of the record of logic 0, right after the table of objects."""
    return first_address(m.profile) + int(m.state.heap.places[PLACES[Kind.LOGIC]])


def first_free_address(m: Interpreter) -> int:
    """Return the data address at which the next piece begins."""
    return first_address(m.profile) + in_use(m)
