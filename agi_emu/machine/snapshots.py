"""Copies of a state: taken at any stop, brought back into the machine they are of or one of the same kind."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from agi_emu.errors import SaveError
from agi_emu.machine import loading, sound
from agi_emu.machine.save_store import Disk, MemoryStore
from agi_emu.state.layout import ARENA_OFFSET, STATE_BYTES, StateLayout

if TYPE_CHECKING:
    from agi_emu.machine.interpreter import Interpreter

ARENA_USED = slice(StateLayout.arena_used.offset, StateLayout.arena_used.offset + 4)  # type: ignore[attr-defined]
"""Place in a state that says how much of its arena is in use."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A copy of the used part of a machine's state."""

    used: bytes
    disk: Disk | None = None
    """The savegames that the machine keeps in memory; None when they are kept elsewhere."""
    kind: str = ""
    """`Interpreter.kind` of the machine that it is of; empty when whoever made it vouches for where it goes."""


def take(m: Interpreter) -> Snapshot:
    """Copy the state; possible at every stop."""
    disk = m.save_store.disk if isinstance(m.save_store, MemoryStore) else None
    return Snapshot(bytes(memoryview(m.buffer)[: ARENA_OFFSET + m.state.arena_used]), disk, m.kind)


def bring_back(m: Interpreter, snapshot: Snapshot) -> None:
    """Make the state what a snapshot of this game holds; SaveError for one of another game leaves it as it was."""
    used = snapshot.used
    if snapshot.kind != m.kind and snapshot.kind:
        raise SaveError(f"the snapshot belongs to another game or interpreter than {m.game.id} ({m.profile.name})")
    length = len(used)
    if (
        length < ARENA_OFFSET
        or length > STATE_BYTES
        or used[ARENA_USED] != (length - ARENA_OFFSET).to_bytes(4, "little")
    ):
        raise SaveError(f"these {length} bytes are not a snapshot made by this version")
    m.buffer[:length] = used
    if snapshot.disk is not None and isinstance(m.save_store, MemoryStore):
        m.save_store.disk = snapshot.disk
    # Asked in the core, for most states that come back refer to nothing new, and rewinding brings back many.
    if m.core.lacks_resources():
        give_resources(m)
    m.core.find_view_copies()


def give_resources(m: Interpreter) -> None:
    """Give the core the resources that the state refers to."""
    state = m.state
    for kind, give in ((state.loaded.logics, loading.give_logic), (state.loaded.views, loading.give_view)):
        for number in kind.order[: kind.count]:
            give(m, number)
    for frame in state.vm.frames[: state.vm.depth]:
        loading.give_logic(m, frame.logic)
    if state.sound.playing:
        sound.give(m, state.sound.number)
    for each in [*state.objects[: state.general.object_count], state.scratch]:
        if each.has_view:
            loading.give_view(m, each.view)
