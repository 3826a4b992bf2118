"""Copies of a state: taken at any stop, brought back into the machine they are of or one of the same kind."""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Callable
from dataclasses import dataclass, field

from agi_emu.facts.codes import Var
from agi_emu.facts.errors import SaveError
from agi_emu.machine import loading, sound
from agi_emu.machine.interpreter import Interpreter
from agi_emu.machine.save_store import Disk, MemoryStore
from agi_emu.state.layout import STATE_BYTES, Cycle, StateLayout
from agi_emu.state.used_part import BEHIND_DEEP, part_of, used_part

_SEAL = object()
"""Says that a snapshot is as a machine of this process was; pickling makes another object of it."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A copy of the used part of a machine's state."""

    used: bytes
    disk: Disk | None = None
    """The savegames that the machine keeps in memory; None when they are kept elsewhere."""
    kind: str = ""
    """`Interpreter.kind` of the machine that it is of; empty when whoever made it vouches for where it goes."""
    seal: object = field(init=False, default=None, repr=False, compare=False)
    """Set by this module alone: a snapshot without it is validated before it is brought back."""

    def __repr__(self) -> str:
        """Say which moment it is of; a damaged one has only its length."""
        length = f"{len(self.used) / 1000:.0f} KB"
        part = part_of(self.used)
        if part is None:
            return f"<Snapshot: {length}>"
        cycle = StateLayout.cycle.offset + Cycle.number.offset - part.start  # type: ignore[attr-defined]
        room = BEHIND_DEEP + Var.ROOM - part.start
        (number,) = struct.unpack_from("<I", self.used, cycle)
        return f"<Snapshot: room {self.used[room]}, cycle {number:,}, {length}>"


def sealed(used: bytes, disk: Disk | None = None, kind: str = "") -> Snapshot:
    """Return bytes that were copied from a machine of this process as a snapshot that needs no validation."""
    snapshot = Snapshot(used, disk, kind)
    object.__setattr__(snapshot, "seal", _SEAL)
    return snapshot


def take(m: Interpreter, *, trusted: bool = True) -> Snapshot:
    """Copy the state; possible at every stop. Where a caller may have changed it, it is not `trusted`."""
    disk = m.save_store.disk if isinstance(m.save_store, MemoryStore) else None
    used = bytes(memoryview(m.buffer)[used_part(m.state)])
    return sealed(used, disk, m.kind) if trusted else Snapshot(used, disk, m.kind)


class MomentMemory:
    """Memory for the latest moment of a machine, used again for each: fresh memory takes longer than the copy."""

    def __init__(self) -> None:
        """Start empty."""
        self._bytes = memoryview(bytearray(STATE_BYTES))
        self._length = 0
        self._disk: Disk | None = None
        self._kind = ""
        self._trusted = False

    def keep(self, m: Interpreter, *, trusted: bool = True) -> None:
        """Copy the state; where a caller may have changed it, it is not `trusted`."""
        self._trusted = trusted
        part = used_part(m.state)
        self._length = part.stop - part.start
        self._bytes[: self._length] = memoryview(m.buffer)[part]
        self._disk = m.save_store.disk if isinstance(m.save_store, MemoryStore) else None
        self._kind = m.kind

    def snapshot(self) -> Snapshot:
        """Return what was kept last."""
        used = bytes(self._bytes[: self._length])
        return sealed(used, self._disk, self._kind) if self._trusted else Snapshot(used, self._disk, self._kind)


def bring_back(m: Interpreter, snapshot: Snapshot, validate: Callable[[Interpreter], None] | None = None) -> None:
    """Make the state what a snapshot of this game holds; SaveError for one of another game leaves it as it was.

    `validate` raises SaveError for a state that is wrong; a snapshot without a seal needs it.
    """
    used = snapshot.used
    if snapshot.kind != m.kind and snapshot.kind:
        raise SaveError(f"the snapshot belongs to another game or interpreter than {m.game.id} ({m.profile.name})")
    part = part_of(used)
    if part is None:
        raise SaveError(f"these {len(used)} bytes are not a snapshot made by this version")
    m.screen.touch()
    m.original = None
    if snapshot.seal is _SEAL:
        _put(m, used, part)
        give_what_is_needed(m)
    elif validate is not None:
        _bring_back_checked(m, used, part, validate)
    else:
        raise SaveError("the snapshot was not made by this process")
    if snapshot.disk is not None and isinstance(m.save_store, MemoryStore):
        m.save_store.disk = snapshot.disk


def _put(m: Interpreter, used: bytes, part: slice) -> None:
    """Make a part of the state, and what lies before it, as it was."""
    if m.state.deep_shown:
        ctypes.memset(m.state.deep, 0, part.start)
    memoryview(m.buffer)[part] = used


def _bring_back_checked(m: Interpreter, used: bytes, part: slice, validate: Callable[[Interpreter], None]) -> None:
    """Make the state what others made, if a machine with this game can be in it; SaveError leaves it as it was."""
    before = bytes(m.buffer)
    _put(m, used, part)
    try:
        validate(m)
    except SaveError:
        m.buffer[:] = before
        raise


def give_what_is_needed(m: Interpreter) -> None:
    """Give the core the resources that a valid state refers to."""
    if m.adapter_taken != m.state.general.adapter:
        loading.translate_views(m)
    # Asked in the core, for most states refer to nothing new, and rewinding brings back many.
    if m.core.lacks_resources():
        _give_resources(m)
    m.core.find_view_copies()
    m.core.forget_drawn()


def _give_resources(m: Interpreter) -> None:
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
