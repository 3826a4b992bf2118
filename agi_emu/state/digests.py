"""Digests of what a machine is, shows and sounds like: numbered lists of fields, so that recordings stay comparable.

Number 1 covers everything. Number 2 leaves out the variables and flags: a recording holds them as they are, so that one
of them can be named, or masked, without the game that was recorded. And it leaves out where in a logic the interpreter
is and what it did last: both are others after the smallest change of a source, whether or not anything comes of it.
No number covers the memory for resources (`heap`): it is another one after every change of a size, and what comes of
it shows in variable 8. Nor which mirrored cels lie turned round in memory (`turned`), which shows in the picture, nor
what only savegames hold (`unread`).

A digest is XXH3 (64 bits, hex) over the declared fields in the declared order. A list is never changed: new needs get a
new number, and recordings name the number they were made with. `resume_hash` is another thing: it says whether two
states are the same machine right now and is never written to a file.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Mapping
from ctypes import addressof, sizeof, string_at
from types import MappingProxyType
from typing import Any

import xxhash

from agi_emu.state.layout import ARENA_OFFSET, ModalRecord, ScreenObject, StateLayout

COMPLETE = 1
"""Covers the whole state."""
CURRENT = 2
"""What new recordings have."""

STATE_FIELDS: Mapping[int, tuple[str, ...]] = MappingProxyType(
    {
        1: (
            "vars",
            "flags",
            "controllers",
            "strings",
            "item_rooms",
            "objects",
            "general",
            "vm",
            "cycle",
            "clock",
            "keyboard",
            "text",
            "input",
            "window",
            "modal",
            "menu",
            "sound",
            "script",
            "loaded",
            "trace",
            "rng",
            "priorities",
            "picture",
        ),
        2: (
            "controllers",
            "strings",
            "item_rooms",
            "objects",
            "general",
            "vm.depth",
            "vm.error",
            "vm.error_value",
            "cycle",
            "clock",
            "keyboard",
            "text",
            "input",
            "window",
            "modal.depth",
            "modal.edit_length",
            "modal.edit",
            "modal.path",
            "modal.description",
            "modal.simple_name",
            "modal.dialog_used",
            "menu",
            "sound",
            "script",
            "loaded.logics",
            "loaded.views",
            "loaded.pictures",
            "loaded.sounds",
            "trace",
            "rng",
            "priorities",
            "picture",
        ),
    }
)
"""Fields of the state digest, by its number; of `objects` only those that the game has. Number 2 ends with the numbers
of the logics under execution and the suspended commands: what lies behind those in use is forgotten."""

FRAME_FIELDS: Mapping[int, tuple[str, ...]] = MappingProxyType(dict.fromkeys((1, 2), ("screen", "palette")))
"""Areas of the frame digest: what the monitor shows with the built-in face, before any display mode."""


def _place(name: str) -> tuple[str, int, int]:
    """Return a field with its offset in the state and its size in bytes."""
    offset = size = 0
    area: Any = StateLayout
    for each in name.split("."):
        found = getattr(area, each)
        offset, size = offset + found.offset, found.size
        area = dict(area._fields_)[each]
    return name, offset, size


_PLACES = {number: tuple(map(_place, names)) for number, names in STATE_FIELDS.items()}

_OPERANDS: int = ModalRecord.operands.offset  # type: ignore[attr-defined]

PORT_WRITE = struct.Struct("<IHB")
"""A port write in the sound digest: beat within the stretch, port, value."""


def state_digest(state: StateLayout, number: int = COMPLETE) -> str:
    """Return the digest of everything with meaning in AGI; from number 2 on without `values_of`."""
    hasher = xxhash.xxh3_64()
    start = addressof(state)
    for name, offset, size in _PLACES[number]:
        if name == "objects":
            size = sizeof(ScreenObject) * state.general.object_count
        hasher.update(string_at(start + offset, size))
    if number != COMPLETE:
        hasher.update(bytes(frame.logic for frame in state.vm.frames[: state.vm.depth]))
        for record in state.modal.records[: state.modal.depth]:
            # Behind the operands of a command are those of an earlier one.
            hasher.update(bytes(record)[:_OPERANDS])
    return hasher.hexdigest()


def values_of(state: StateLayout) -> bytes:
    """Return what number 2 leaves out of the state digest: 256 variables, then 32 bytes of flags."""
    return bytes(state.vars) + bytes(state.flags)


def frame_digest(state: StateLayout, number: int = COMPLETE) -> str:
    """Return the digest of what the monitor shows."""
    hasher = xxhash.xxh3_64()
    for name in FRAME_FIELDS[number]:
        field = getattr(StateLayout, name)
        hasher.update(string_at(addressof(state) + field.offset, field.size))
    return hasher.hexdigest()


def sound_digest(port_writes: Iterable[tuple[int, int, int]], first_beat: int) -> str:
    """Return the digest of port writes (beat, port, value), their beats counted from `first_beat`."""
    hasher = xxhash.xxh3_64()
    for beat, port, value in port_writes:
        hasher.update(PORT_WRITE.pack((beat - first_beat) & 0xFFFFFFFF, port, value))
    return hasher.hexdigest()


def resume_hash(state: StateLayout) -> int:
    """Return XXH3 of the used buffer: the same machine right now, nothing more."""
    return xxhash.xxh3_64_intdigest(string_at(addressof(state), ARENA_OFFSET + state.arena_used))
