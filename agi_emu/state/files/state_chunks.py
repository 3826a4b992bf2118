"""The chunks of a state file: one table of tags, with what writes each, what reads it and what must be read before.

Loading follows the table's dependencies: which game it is, then variables, then what the script of resource events has
made, then the objects, then what was under way (logics, windows, sound). What can be derived (code and cels in the
core) is not in the file; the machine rebuilds it last.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Collection, Mapping, Sequence
from ctypes import addressof, memmove, sizeof, string_at
from dataclasses import dataclass, field
from functools import cache
from graphlib import TopologicalSorter

from agi_emu.facts.adapters import ADAPTERS, NAMES, Driver
from agi_emu.facts.codes import Deep
from agi_emu.facts.errors import SaveError
from agi_emu.state.areas import Area
from agi_emu.state.files import state_file
from agi_emu.state.files.description_chunks import (
    load_before,
    load_identity,
    load_names,
    load_settings,
    load_summary,
    save_before,
    save_identity,
    save_names,
    save_settings,
    save_summary,
)
from agi_emu.state.files.state_file import Chunk, ChunkPart, join_parts, part_head, split_parts
from agi_emu.state.layout import ARENA_BYTES, StateLayout
from agi_emu.state.progress import put_at_start
from agi_emu.state.state_contents import StateContents
from agi_emu.state.validation import check_state

LEVEL = 1
"""Of zlib: three times as quick as its default."""
MOST_UNPACKED = 1 << 20
MOST_CARRIED = 4 << 20
"""Bytes of unknown chunks that go from one file into the next: a state of more than 16 MiB would not be read."""
"""No chunk of a state holds more than its areas, at most 256 KiB and a little."""

Save = Callable[[StateContents, StateLayout], bytes | None]
"""Returns the data of a chunk, None when the situation does not need it; the second is a state at power-on."""
Load = Callable[[StateContents, bytes], None]


@dataclass(frozen=True, slots=True)
class FieldPart:
    """The place of a chunk's part in the state."""

    name: str
    offset: int
    size: int
    """Of one element, bytes."""
    count: int
    head: bytes


@dataclass(frozen=True, slots=True)
class ChunkEntry:
    """A row of the table."""

    tag: str
    save: Save
    load: Load
    depends: tuple[str, ...] = ()
    areas: tuple[str, ...] = ()
    """Fields of the state that the chunk holds."""
    meaning: str = ""
    always: bool = True
    """Every file has it."""


@cache
def field_parts(areas: tuple[str, ...]) -> tuple[FieldPart, ...]:
    """Return the parts of a chunk that holds these fields of the state: one for each field of an area."""
    declared = {each.name: each for each in StateLayout.fields()}
    parts: list[FieldPart] = []

    def add(name: str, offset: int, ctype: type, count: int) -> None:
        size = sizeof(ctype) // count
        parts.append(FieldPart(name, offset, size, count, part_head(name, size, count)))

    for area_name in areas:
        each = declared[area_name]
        offset = getattr(StateLayout, area_name).offset
        if isinstance(each.ctype, type) and issubclass(each.ctype, Area) and area_name != "scratch":
            for inner in each.ctype.fields():
                add(
                    f"{area_name}.{inner.name}",
                    offset + getattr(each.ctype, inner.name).offset,
                    inner.ctype,
                    inner.count,
                )
        else:
            add(area_name, offset, each.ctype, each.count)
    return tuple(parts)


def encode_areas(state: StateLayout, areas: tuple[str, ...]) -> bytes:
    """Return fields of the state as the parts of a chunk."""
    base = addressof(state)
    parts = field_parts(areas)
    return b"".join(part.head + string_at(base + part.offset, part.size * part.count) for part in parts)


def decode_areas(state: StateLayout, tag: str, areas: tuple[str, ...], parts: Mapping[str, ChunkPart]) -> None:
    """Put parts over the state; what a file lacks stays as it is, what it has too much is left alone."""
    base = addressof(state)
    for here in field_parts(areas):
        part = parts.get(here.name)
        if part is None:
            continue
        target = base + here.offset
        if part.size == here.size:
            memmove(target, part.data, min(len(part.data), here.size * here.count))
            continue
        if here.size <= 4 and here.count == 1 and part.count == 1:
            raise SaveError(f"chunk {tag}: {here.name} has {part.size} bytes instead of {here.size}")
        length = min(part.size, here.size)
        for index in range(min(part.count, here.count)):
            memmove(target + here.size * index, part.data[part.size * index : part.size * index + length], length)


def pack(data: bytes) -> bytes:
    """Compress the parts of a chunk."""
    return zlib.compress(data, LEVEL)


def unpack(tag: str, data: bytes) -> bytes:
    """Return compressed parts; SaveError when they are not that or are too long to be true."""
    stream = zlib.decompressobj()
    try:
        unpacked = stream.decompress(data, MOST_UNPACKED)
    except zlib.error as error:
        raise SaveError(f"chunk {tag}: its data cannot be unpacked ({error})") from error
    if not stream.eof or stream.unused_data:
        raise SaveError(f"chunk {tag}: its data is not one stream of at most {MOST_UNPACKED} bytes")
    return unpacked


def _area_entry(
    tag: str, *areas: str, depends: tuple[str, ...] = ("Game",), meaning: str, only_when_used: bool = False
) -> ChunkEntry:
    """Make the row of a chunk that holds fields of the state; `only_when_used`: when they differ from power-on."""

    def save(contents: StateContents, at_start: StateLayout) -> bytes | None:
        data = encode_areas(contents.state, areas)
        if only_when_used and data == encode_areas(at_start, areas):
            return None
        return pack(data)

    def load(contents: StateContents, data: bytes) -> None:
        decode_areas(contents.state, tag, areas, split_parts(tag, unpack(tag, data)))

    return ChunkEntry(tag, save, load, depends, areas, meaning, always=not only_when_used)


SPRITE_AREAS = ("updating_sprites", "static_sprites", "arena_used")


def _save_sprites(contents: StateContents, at_start: StateLayout) -> bytes | None:
    state = contents.state
    arena = string_at(addressof(state) + StateLayout.arena.offset, state.arena_used)  # type: ignore[attr-defined]
    data = encode_areas(state, SPRITE_AREAS)
    if not arena and data == encode_areas(at_start, SPRITE_AREAS):
        return None
    return pack(data + ChunkPart("arena", 1, arena).encode())


def _load_sprites(contents: StateContents, data: bytes) -> None:
    parts = split_parts("Sprt", unpack("Sprt", data))
    decode_areas(contents.state, "Sprt", SPRITE_AREAS, parts)
    arena = parts["arena"].data if "arena" in parts else b""
    state = contents.state
    if state.arena_used > min(len(arena), ARENA_BYTES):
        raise SaveError(f"chunk Sprt: arena_used is {state.arena_used}, but the backgrounds have {len(arena)} bytes")
    memmove(addressof(state) + StateLayout.arena.offset, arena, state.arena_used)  # type: ignore[attr-defined]


LOADED_AREAS = ("loaded", "turned", "heap")


def _load_loaded(contents: StateContents, data: bytes) -> None:
    # Files of before the memory was known: base 0 asks the machine to lay the resources out.
    contents.state.heap.base = 0
    decode_areas(contents.state, "Load", LOADED_AREAS, split_parts("Load", unpack("Load", data)))


VARIABLES = ("Vars", "Flag", "Strs", "Item")
SCRIPT = ("Scrp", "Load", "Pict")

TABLE: tuple[ChunkEntry, ...] = (
    ChunkEntry("Summ", save_summary, load_summary, meaning="what a list of saves shows; always first"),
    ChunkEntry("Game", save_identity, load_identity, ("Summ",), meaning="which game, and what of it the state needs"),
    ChunkEntry("Sets", save_settings, load_settings, ("Summ",), meaning="settings of the machine"),
    _area_entry("Vars", "vars", meaning="variables"),
    _area_entry("Flag", "flags", meaning="flags"),
    _area_entry("Strs", "strings", meaning="strings"),
    _area_entry("Item", "item_rooms", meaning="rooms of the inventory items"),
    _area_entry("Room", "general", "unread", depends=VARIABLES, meaning="what belongs to the room and the picture"),
    _area_entry("Clok", "clock", "rng", depends=VARIABLES, meaning="time and the random seed"),
    _area_entry("Keyb", "keyboard", "controllers", depends=VARIABLES, meaning="keys waiting and assigned, controllers"),
    _area_entry("Text", "text", "input", "window", depends=VARIABLES, meaning="text cursor, input line, window"),
    _area_entry("Scrp", "script", depends=VARIABLES, meaning="script of resource events"),
    ChunkEntry(
        "Load",
        lambda contents, at_start: pack(encode_areas(contents.state, LOADED_AREAS)),
        _load_loaded,
        ("Scrp",),
        LOADED_AREAS,
        "resources in memory, in order",
    ),
    _area_entry("Pict", "picture", "priorities", "pen", depends=("Load",), meaning="colours and priorities"),
    _area_entry("Deep", "deep", "deep_shown", depends=("Pict",), meaning="256-colour picture", only_when_used=True),
    _area_entry("Objs", "objects", "scratch", depends=SCRIPT, meaning="screen objects"),
    ChunkEntry(
        "Sprt",
        _save_sprites,
        _load_sprites,
        ("Objs",),
        (*SPRITE_AREAS, "arena"),
        "backgrounds under objects",
        always=False,
    ),
    _area_entry(
        "Scrn", "screen", "palette", "text_chars", "text_attributes", depends=("Pict", "Text"), meaning="the monitor"
    ),
    _area_entry("Exec", "vm", "cycle", depends=("Load", "Objs"), meaning="logics under way, position in the cycle"),
    _area_entry("Menu", "menu", depends=("Text",), meaning="menu bar", only_when_used=True),
    _area_entry("Modl", "modal", depends=("Exec",), meaning="what is open and waits", only_when_used=True),
    _area_entry("Soun", "sound", depends=("Load", "Exec"), meaning="sound player", only_when_used=True),
    _area_entry("Trac", "trace", depends=("Exec",), meaning="trace window", only_when_used=True),
    _area_entry("Mous", "mouse", depends=("Clok",), meaning="mouse", only_when_used=True),
    ChunkEntry("name", save_names, load_names, ("Game",), meaning="the game's own names of its numbers", always=False),
    ChunkEntry(
        "befo", save_before, load_before, ("Summ",), meaning="the state file from before the sequence", always=False
    ),
)
"""Every chunk, in the order in which they are written."""

ENTRIES: Mapping[str, ChunkEntry] = {entry.tag: entry for entry in TABLE}
ALWAYS_THERE = tuple(entry.tag for entry in TABLE if entry.always)
"""Tags that every file of this version has."""


def load_order() -> tuple[ChunkEntry, ...]:
    """Return the table in an order in which everything is read after what it depends on."""
    graph = {entry.tag: entry.depends for entry in TABLE}
    return tuple(ENTRIES[tag] for tag in TopologicalSorter(graph).static_order())


LOAD_ORDER = load_order()


@dataclass(frozen=True, slots=True)
class CarriedData:
    """Data of a file that this program does not know; it goes into the next file that is written."""

    chunks: tuple[Chunk, ...] = ()
    surplus: Mapping[str, tuple[ChunkPart, ...]] = field(default_factory=dict)
    """By tag, the parts of known chunks that have more than we use."""
    left: tuple[str, ...] = ()
    """Tags of the unknown chunks that are too long to be carried."""


NOTHING_CARRIED = CarriedData()


def write_contents(contents: StateContents, at_start: StateLayout, carried: CarriedData = NOTHING_CARRIED) -> bytes:
    """Return a state file; `at_start` is a state at power-on, `carried` what the file read last held besides."""
    chunks: list[Chunk] = []
    for entry in TABLE:
        data = entry.save(contents, at_start)
        if data is not None:
            chunks.append(Chunk(entry.tag, _with_surplus(entry, data, carried)))
    return state_file.write([*chunks, *carried.chunks])


def read_contents(data: bytes, at_start: StateLayout) -> tuple[StateContents, CarriedData]:
    """Read a state file over a state at power-on, which becomes the contents' own; SaveError names what is wrong."""
    chunks = state_file.read(data).chunks
    by_tag = {chunk.tag: chunk for chunk in chunks}
    for tag in ALWAYS_THERE:
        if tag not in by_tag:
            raise SaveError(f"chunk {tag} is missing")
    for chunk in chunks:
        if chunk.tag not in ENTRIES and state_file.is_mandatory(chunk.tag):
            raise SaveError(f"required chunk {chunk.tag} is unknown; the file was written by a newer version")
    contents = StateContents(at_start)
    for entry in LOAD_ORDER:
        if entry.tag in by_tag:
            entry.load(contents, by_tag[entry.tag].data)
    _settle_second_picture(contents.state)
    check_state(contents.state)
    unknown = tuple(chunk for chunk in chunks if chunk.tag not in ENTRIES)
    surplus = {entry.tag: _surplus(entry, by_tag[entry.tag].data) for entry in TABLE if entry.tag in by_tag}
    surplus = {tag: parts for tag, parts in surplus.items() if parts}
    if sum(len(chunk.data) for chunk in unknown) > MOST_CARRIED:
        return contents, CarriedData((), surplus, tuple(chunk.tag for chunk in unknown))
    return contents, CarriedData(unknown, surplus)


def _settle_second_picture(state: StateLayout) -> None:
    """Let the second picture be dots where the state is of a Hercules: a file without its chunk says nothing of it."""
    adapter = state.general.adapter
    has_dots = adapter < len(NAMES) and ADAPTERS[NAMES[adapter]].driver is Driver.HERCULES
    if has_dots != (state.deep_shown == Deep.DOTS):
        state.deep_shown = Deep.DOTS if has_dots else Deep.NOTHING


@dataclass(frozen=True, slots=True)
class ParsedState:
    """A state file that was taken apart, and can be put together again with changes."""

    file: state_file.StateFile
    contents: StateContents
    carried: CarriedData

    def to_bytes(self) -> bytes:
        """Return the file."""
        return state_file.write(self.file.chunks, self.file.version)


def parse(data: bytes) -> ParsedState:
    """Take a state file apart without its game; SaveError names what is wrong."""
    at_start = StateLayout()
    put_at_start(at_start)
    return ParsedState(state_file.read(data), *read_contents(data, at_start))


def replace_chunks(
    chunks: Sequence[Chunk], contents: StateContents, carried: CarriedData, tags: Collection[str]
) -> tuple[Chunk, ...]:
    """Return the chunks of a file with those of some tags replaced or added; the others stay to the byte."""

    def encoded(tag: str) -> bytes:
        entry = ENTRIES[tag]
        if entry.areas:
            return _with_surplus(entry, pack(encode_areas(contents.state, entry.areas)), carried)
        return entry.save(contents, contents.state) or b""

    kept = [Chunk(chunk.tag, encoded(chunk.tag)) if chunk.tag in tags else chunk for chunk in chunks]
    there = {chunk.tag for chunk in chunks}
    return (*kept, *(Chunk(tag, encoded(tag)) for tag in tags if tag not in there))


def read_summary(data: bytes) -> StateContents:
    """Read only what a list shows: summary, game, settings, and whether an earlier state is attached."""
    chunks = {chunk.tag: chunk for chunk in state_file.read(data).chunks}
    contents = StateContents()
    for tag in ("Summ", "Game", "Sets", "befo"):
        if tag in chunks:
            ENTRIES[tag].load(contents, chunks[tag].data)
        elif tag in ALWAYS_THERE:
            raise SaveError(f"chunk {tag} is missing")
    return contents


def _surplus(entry: ChunkEntry, data: bytes) -> tuple[ChunkPart, ...]:
    """Return the parts of a chunk of the state that have another name or more than we keep."""
    if not entry.areas:
        return ()
    known = {part.name: part for part in field_parts(tuple(area for area in entry.areas if area != "arena"))}
    found: list[ChunkPart] = []
    for part in split_parts(entry.tag, unpack(entry.tag, data)).values():
        here = known.get(part.name)
        if here is None:
            if part.name != "arena":
                found.append(part)
        elif part.size > here.size or part.count > here.count:
            found.append(part)
    return tuple(found)


def _with_surplus(entry: ChunkEntry, data: bytes, carried: CarriedData) -> bytes:
    """Return a chunk's data with the surplus of the file read last after our elements."""
    surplus = carried.surplus.get(entry.tag)
    if not surplus:
        return data
    parts = split_parts(entry.tag, unpack(entry.tag, data))
    for old in surplus:
        mine = parts.get(old.name)
        parts[old.name] = old if mine is None else _over(mine, old)
    return pack(join_parts(parts.values()))


def _over(mine: ChunkPart, old: ChunkPart) -> ChunkPart:
    """Return old elements with ours put over their beginnings."""
    size = max(mine.size, old.size)
    elements: list[bytes] = []
    for index in range(max(mine.count, old.count)):
        new = mine.data[mine.size * index : mine.size * (index + 1)]
        rest = old.data[old.size * index : old.size * (index + 1)][len(new) :]
        elements.append((new + rest).ljust(size, b"\0"))
    return ChunkPart(mine.name, size, b"".join(elements))
