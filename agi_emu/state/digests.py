"""Digests of what a machine is, shows and sounds like: numbered, so that recordings stay comparable.

Number 1 covers everything. Number 2 leaves out the variables and flags: a recording holds them as they are, so that one
of them can be named, or masked, without the game that was recorded. And it leaves out where in a logic the interpreter
is and what it did last: both are others after the smallest change of a source, whether or not anything comes of it.
No number covers the memory for resources (`heap`): it is another one after every change of a size, and what comes of
it shows in variable 8. Nor which mirrored cels lie turned round in memory (`turned`), which shows in the picture, nor
what only savegames hold (`unread`).

A digest is XXH3 (64 bits, hex) over the fields of its list in `digest_lists`, in that order, little-endian. A list is
never changed: new needs get a new number, and recordings name the number they were made with. `resume_hash` is another
thing: it says whether two states are the same machine right now and is never written to a file.
"""

from __future__ import annotations

import struct
from array import array
from collections.abc import Iterable
from ctypes import addressof, string_at
from functools import cache

import xxhash

from agi_emu._core.stretches import digest
from agi_emu.state.digest_lists import COMPLETE, FRAME_FIELDS, STATE_FIELDS
from agi_emu.state.digest_plan import plan
from agi_emu.state.layout import ARENA_OFFSET, StateLayout

CURRENT = 2
"""The digest of new recordings."""

PORT_WRITE = struct.Struct("<IHB")
"""A port write in the sound digest: beat within the stretch, port, value."""


@cache
def state_places(number: int) -> array[int]:
    """Return the places that a digest of the state covers, for the core."""
    return plan(STATE_FIELDS[number])


@cache
def frame_places(number: int) -> array[int]:
    """Return the places that a digest of the frame covers, for the core."""
    return plan(FRAME_FIELDS[number])


def state_digest(state: StateLayout, number: int = COMPLETE) -> str:
    """Return the digest of everything with meaning in AGI, 16 hex digits; from number 2 on without `values_of`."""
    return digest(state, state_places(number))


def values_of(state: StateLayout) -> bytes:
    """Return what number 2 leaves out of the state digest: 256 variables, then 32 bytes of flags."""
    return bytes(state.vars) + bytes(state.flags)


def frame_digest(state: StateLayout, number: int = COMPLETE) -> str:
    """Return the digest of what the monitor shows."""
    return digest(state, frame_places(number))


def sound_digest(port_writes: Iterable[tuple[int, int, int]], first_beat: int) -> str:
    """Return the digest of port writes (beat, port, value), their beats counted from `first_beat`."""
    hasher = xxhash.xxh3_64()
    for beat, port, value in port_writes:
        hasher.update(PORT_WRITE.pack((beat - first_beat) & 0xFFFFFFFF, port, value))
    return hasher.hexdigest()


def resume_hash(state: StateLayout) -> int:
    """Return XXH3 of the used buffer: the same machine right now, nothing more."""
    return xxhash.xxh3_64_intdigest(string_at(addressof(state), ARENA_OFFSET + state.arena_used))
