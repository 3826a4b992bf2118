"""Digests of what a machine is, shows and sounds like: numbered lists of fields, so that recordings stay comparable.

A digest is XXH3 (64 bits, hex) over the declared fields in the declared order. A list is never changed: new needs get a
new number, and recordings name the number they were made with. `resume_hash` is another thing: it says whether two
states are the same machine right now and is never written to a file.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Mapping
from ctypes import addressof, sizeof, string_at
from types import MappingProxyType

import xxhash

from agi_emu.state.layout import ARENA_OFFSET, ScreenObject, StateLayout

CURRENT = 1

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
    }
)
"""Areas of the state digest, by its number; of `objects` only those that the game has."""

FRAME_FIELDS: Mapping[int, tuple[str, ...]] = MappingProxyType({1: ("screen", "palette")})
"""Areas of the frame digest: what the monitor shows with the built-in face, before any display mode."""

PORT_WRITE = struct.Struct("<IHB")
"""A port write in the sound digest: beat within the stretch, port, value."""


def state_digest(state: StateLayout, number: int = CURRENT) -> str:
    """Return the digest of everything with meaning in AGI."""
    hasher = xxhash.xxh3_64()
    for name in STATE_FIELDS[number]:
        field = getattr(StateLayout, name)
        size = sizeof(ScreenObject) * state.general.object_count if name == "objects" else field.size
        hasher.update(string_at(addressof(state) + field.offset, size))
    return hasher.hexdigest()


def frame_digest(state: StateLayout, number: int = CURRENT) -> str:
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
