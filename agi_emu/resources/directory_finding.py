"""Finds the directories and volumes of a game among the files of a folder.

Source: reference: RES-1 to RES-9; specification 3.1.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from agi_emu.resources.files import GameFiles
from agi_emu.resources.kinds import Kind

V2_DIRECTORIES: Mapping[Kind, str] = {
    Kind.LOGIC: "logdir",
    Kind.PICTURE: "picdir",
    Kind.VIEW: "viewdir",
    Kind.SOUND: "snddir",
}
MAX_VOLUMES = 16  # the volume number of a directory entry has four bits
SIGNATURE = b"\x12\x34"  # how the header of each resource in a volume begins
ENTRY_BYTES = 3
NO_ENTRY = b"\xff" * ENTRY_BYTES  # there is no such resource
MAX_ENTRIES = 256  # resource numbers are bytes
DIRECTORY_HEADER_BYTES = 8  # where each of the four tables of a version 3 directory begins
_V3_DIRECTORY = re.compile("(.{1,6})dir|dirs")
_VOLUME_NAMES = tuple(f"vol.{number}" for number in range(MAX_VOLUMES))


class Layout(NamedTuple):
    """The places of a game's directory tables and volumes."""

    generation: int
    """2: four directory files; 3: one file with four tables."""
    prefix: str
    """Game id in front of `dir` and `vol.n` (version 3, lower case), else empty."""
    directory_names: tuple[str, ...]
    volume_prefix: str
    """The part in front of `vol.n`: the prefix; empty on some other machines."""
    volume_names: Mapping[int, str]
    tables: Mapping[Kind, bytes]
    notes: tuple[str, ...] = ()


def find_directory(names: Collection[str]) -> tuple[str, str, str] | None:
    """Return the directory file of the game that files of these names (lower case) are, None if they are none.

    With it: the prefix in its own name, and that of the names of its volumes.
    """
    candidates = _v3_directories(names)
    if "logdir" in names and any(volume in names for volume in _VOLUME_NAMES):
        return "logdir", "", ""
    # The best one has a first volume, its own or (Amiga, Macintosh) one without a prefix; else any volume of its own.
    for volume_prefix, needed in ((None, ("vol.0",)), ("", ("vol.0",)), (None, _VOLUME_NAMES)):
        for name, prefix in candidates:
            in_front = prefix if volume_prefix is None else volume_prefix
            if any(in_front + volume in names for volume in needed):
                return name, prefix, in_front
    return ("logdir", "", "") if "logdir" in names else None


def _v3_directories(names: Iterable[str]) -> list[tuple[str, str]]:
    """Return name and prefix of what may be a directory of version 3: `logdir` also ends in "dir"."""
    found = [(name, match.group(1) or "") for name in names if (match := _V3_DIRECTORY.fullmatch(name))]
    return [each for each in found if each[0] not in V2_DIRECTORIES.values()]


def find_layout(files: GameFiles) -> Layout | None:
    """Return how the game in `files` is laid out, None if there is no game."""
    place = find_directory(dict.fromkeys(files))
    if place is None:
        return None
    name, prefix, volume_prefix = place
    layout = _v2_layout(files) if name == "logdir" else _v3_layout(files, name, prefix, volume_prefix)
    if not layout.volume_names:
        return layout
    return layout._replace(notes=(*_other_games(files, name, _v3_directories(files)), *layout.notes))


def _other_games(files: GameFiles, taken: str, candidates: Sequence[tuple[str, str]]) -> Iterator[str]:
    """Yield a sentence about further games in the folder: version 3 games with volumes of their own name."""
    others = [name for name, prefix in candidates if name != taken and prefix and f"{prefix}vol.0" in files]
    if others:
        yield f"there are more games here: this is the one of {taken}, not of {', '.join(others)}"


def _v2_layout(files: GameFiles) -> Layout:
    notes = []
    tables = {}
    for kind, name in V2_DIRECTORIES.items():
        data = files.get(name)
        if data is None:
            notes.append(f"{name} is missing: the game has no {kind}s")
            data = b""
        elif len(data) % ENTRY_BYTES:
            notes.append(f"{name}: {len(data)} bytes is not a multiple of {ENTRY_BYTES}; the rest is ignored")
        tables[kind] = _whole_entries(data)
    directory_names = tuple(name for name in V2_DIRECTORIES.values() if name in files)
    return Layout(2, "", directory_names, "", _volumes(files, ""), tables, tuple(notes))


def _v3_layout(files: GameFiles, name: str, prefix: str, volume_prefix: str) -> Layout:
    data = files.get(name) or b""
    notes = []
    tables = dict.fromkeys(Kind, b"")
    if len(data) < DIRECTORY_HEADER_BYTES:
        notes.append(f"{name}: {len(data)} bytes is too short for a directory")
    else:
        starts = [int.from_bytes(data[2 * i : 2 * i + 2], "little") for i in range(len(Kind))]
        for kind, start, end in zip(Kind, starts, [*starts[1:], len(data)], strict=True):
            if start >= end or start < DIRECTORY_HEADER_BYTES:
                if start != end:
                    notes.append(f"{name}: the table of {kind}s runs from {start} to {end}; it is left out")
                continue
            if start > len(data):
                notes.append(f"{name}: the table of {kind}s starts at {start}, past the end ({len(data)})")
            tables[kind] = _whole_entries(data[start:end])
    return Layout(3, prefix, (name,), volume_prefix, _volumes(files, volume_prefix), tables, tuple(notes))


def _whole_entries(data: bytes) -> bytes:
    count = min(len(data) // ENTRY_BYTES, MAX_ENTRIES)
    return data[: count * ENTRY_BYTES]


def _volumes(files: GameFiles, prefix: str) -> dict[int, str]:
    names = {number: prefix + name for number, name in enumerate(_VOLUME_NAMES)}
    return {number: name for number, name in names.items() if name in files}
