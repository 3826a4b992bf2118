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

`plan` locates the fields of a list in the state: as few stretches of bytes as the layout allows.
"""

from __future__ import annotations

import re
import struct
from array import array
from collections.abc import Iterable, Iterator
from ctypes import addressof, string_at
from dataclasses import dataclass
from functools import cache
from itertools import chain
from typing import Any

import xxhash

from agi_emu._core.stretches import digest
from agi_emu.state import areas
from agi_emu.state.areas import Area
from agi_emu.state.digest_lists import COMPLETE, FRAME_FIELDS, STATE_FIELDS
from agi_emu.state.layout import StateLayout
from agi_emu.state.used_part import used_part

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
    part = used_part(state)
    return xxhash.xxh3_64_intdigest(string_at(addressof(state) + part.start, part.stop - part.start))


TYPES = {each: getattr(areas, each) for each in ("u8", "u16", "u32", "i16", "i32")}
_TOKEN = re.compile(r"(\w+)(?::(\w+))?(?:\*([\w.]+))?(\{)?|(\})")


class FrozenFieldError(TypeError):
    """A digest covers a field that the layout of the state no longer has as it was."""


@dataclass(frozen=True, slots=True)
class DigestField:
    """A field of a list: a number or an array of them (`type`), or an area or records (`fields`)."""

    name: str
    type: str
    count: str
    """The count, or the field that holds it; empty for one."""
    fields: tuple[DigestField, ...]


@dataclass(frozen=True, slots=True)
class CountedRecords:
    """Records of which a field says how many there are, each with its stretches (offset in the record, size)."""

    offset: int
    stride: int
    capacity: int
    count_offset: int
    count_size: int
    stretches: tuple[tuple[int, int], ...]

    @property
    def numbers(self) -> Iterator[int]:
        """The item for the core."""
        yield from (len(self.stretches), self.offset, self.stride, self.capacity, self.count_offset, self.count_size)
        yield from chain.from_iterable(self.stretches)


Stretch = tuple[int, int]
"""Offset and size, in bytes."""


def parse(text: str) -> tuple[DigestField, ...]:
    """Return the fields of a list; `digest_lists` describes the notation."""
    levels: list[list[DigestField]] = [[]]
    opened: list[tuple[str, str]] = []
    for name, kind, count, brace, end in _TOKEN.findall(text):
        if end:
            fields = tuple(levels.pop())
            name, count = opened.pop()
            levels[-1].append(DigestField(name, "", count, fields))
        elif brace:
            opened.append((name, count))
            levels.append([])
        else:
            levels[-1].append(DigestField(name, kind, count, ()))
    return tuple(levels[0])


def plan(text: str, layout: type[Area] = StateLayout) -> array[int]:
    """Return where the fields of a list lie, as `_core/stretches.pyx` takes it.

    FrozenFieldError when the layout lacks one or has it otherwise.
    """
    found = array("I")
    for piece in _merged(_pieces(parse(text), layout, layout, 0, "")):
        found.extend(piece.numbers if isinstance(piece, CountedRecords) else (0, *piece))
    return found


def _pieces(
    fields: Iterable[DigestField], top: type[Area], area: Any, offset: int, path: str
) -> Iterator[Stretch | CountedRecords]:
    types = dict(area._fields_)
    for field in fields:
        name = f"{path}{field.name}"
        if field.name not in types:
            raise FrozenFieldError(
                f"digests cover {name}, which the state no longer has. Renamed? Then rename it in "
                "state/digest_lists.py too; no digest changes. Removed? Keep it: recordings need it"
            )
        descriptor = getattr(area, field.name)
        place = offset + descriptor.offset
        ctype = types[field.name]
        length = getattr(ctype, "_length_", 0)
        element = ctype._type_ if length else ctype
        if field.fields and field.count and not field.count.isdecimal():
            count_offset, count_size = _place(field.count, top)
            stretches = tuple(_merged(_pieces(field.fields, top, element, 0, f"{name}.")))
            stride = descriptor.size // length
            yield CountedRecords(place, stride, length, count_offset, count_size, stretches)  # type: ignore[arg-type]
            continue
        if length != int(field.count or 0) or (field.type and element is not TYPES[field.type]):
            frozen = f"{field.type or 'records'}{'*' * bool(field.count)}{field.count}"
            raise FrozenFieldError(
                f"digests cover {name} as {frozen}, and the state now has another type or count. Keep it as it was, "
                "and add a new field for what does not fit"
            )
        if not field.fields:
            yield place, descriptor.size
            continue
        stride = descriptor.size // max(length, 1)
        for at in range(place, place + descriptor.size, stride):
            yield from _pieces(field.fields, top, element, at, f"{name}.")


def _place(path: str, top: type[Area]) -> tuple[int, int]:
    """Return the offset and size of the field with a dotted name."""
    offset = size = 0
    area: Any = top
    for name in path.split("."):
        found = getattr(area, name)
        offset, size = offset + found.offset, found.size
        area = dict(area._fields_)[name]
    return offset, size


def _merged(pieces: Iterable[Stretch | CountedRecords]) -> Iterator[Stretch | CountedRecords]:
    """Yield the pieces, neighbours in one."""
    last: tuple[int, int] | None = None
    for piece in pieces:
        if isinstance(piece, CountedRecords):
            if last:
                yield last
            last = None
            yield piece
        elif last and last[0] + last[1] == piece[0]:
            last = last[0], last[1] + piece[1]
        else:
            if last:
                yield last
            last = piece
    if last:
        yield last
