"""The chunks that describe a state: summary, game, settings, names, and the state before a sequence."""

from __future__ import annotations

import struct
from typing import Any

from agi_emu.facts.errors import SaveError
from agi_emu.facts.numbers import number_in
from agi_emu.state.files import state_file
from agi_emu.state.layout import StateLayout
from agi_emu.state.state_contents import (
    PALETTE_BYTES,
    THUMBNAIL_HEIGHT,
    THUMBNAIL_WIDTH,
    GameIdentity,
    ResourceReference,
    StateContents,
    StateSummary,
)

DIGEST_BYTES = 16
REFERENCE_HEAD = struct.Struct("<BB16sB")
"""Kind, number, digest (zeros: the game had none), length of the name that follows."""
SUMMARY_TEXTS = ("title", "description")
SUMMARY_NUMBERS = ("room", "score", "most_score", "seconds", "beats", "during_sequence")
IDENTITY_TEXTS = ("game", "game_name", "interpreter", "game_id")
KINDS = ("logic", "view", "picture", "sound")


def save_summary(contents: StateContents, at_start: StateLayout) -> bytes:
    """Write the summary."""
    summary = contents.summary
    return state_file.join_parts(
        (
            *(state_file.text_part(name, getattr(summary, name)) for name in SUMMARY_TEXTS),
            *(state_file.number_part(name, getattr(summary, name)) for name in SUMMARY_NUMBERS),
            state_file.ChunkPart("pixels", THUMBNAIL_WIDTH, summary.pixels),
            state_file.ChunkPart("colours", 3, summary.colours),
        )
    )


def load_summary(contents: StateContents, data: bytes) -> None:
    """Read the summary."""
    parts = state_file.split_parts("Summ", data)
    pixels = parts["pixels"].data if "pixels" in parts else b""
    colours = parts["colours"].data if "colours" in parts else b""
    if len(pixels) not in (0, THUMBNAIL_WIDTH * THUMBNAIL_HEIGHT) or len(colours) not in (0, PALETTE_BYTES):
        raise SaveError(f"chunk Summ: its picture is not {THUMBNAIL_WIDTH}x{THUMBNAIL_HEIGHT} with 16 colours")
    found: dict[str, Any] = {name: state_file.text_of("Summ", parts, name) for name in SUMMARY_TEXTS}
    found |= {name: state_file.number_of("Summ", parts, name) for name in SUMMARY_NUMBERS}
    found["during_sequence"] = bool(found["during_sequence"])
    contents.summary = StateSummary(**found, pixels=pixels, colours=colours)


def save_identity(contents: StateContents, at_start: StateLayout) -> bytes:
    """Write which game it is."""
    identity = contents.identity
    references = bytearray()
    for each in identity.references:
        name = each.name.encode("utf-8", "replace")[:255]
        references += REFERENCE_HEAD.pack(KINDS.index(each.kind), each.number, each.digest, len(name)) + name
    return state_file.join_parts(
        (
            *(state_file.text_part(name, getattr(identity, name)) for name in IDENTITY_TEXTS),
            state_file.ChunkPart("words", 1, identity.words),
            # A name of an item holds no NUL: it ends there in the OBJECT file.
            state_file.ChunkPart("items", 1, b"".join(name + b"\0" for name in identity.items)),
            state_file.ChunkPart("references", 1, bytes(references)),
            state_file.ChunkPart("inventory", 1, identity.inventory),
        )
    )


def load_identity(contents: StateContents, data: bytes) -> None:
    """Read which game it is."""
    parts = state_file.split_parts("Game", data)
    items = parts["items"].data.split(b"\0")[:-1] if "items" in parts else []
    contents.identity = GameIdentity(
        **{name: state_file.text_of("Game", parts, name) for name in IDENTITY_TEXTS},
        words=parts["words"].data if "words" in parts else b"",
        items=tuple(items),
        references=_references(parts["references"].data if "references" in parts else b""),
        inventory=parts["inventory"].data if "inventory" in parts else b"",
    )


def _references(data: bytes) -> tuple[ResourceReference, ...]:
    found: list[ResourceReference] = []
    offset = 0
    while offset < len(data):
        start = offset + REFERENCE_HEAD.size
        if start > len(data):
            raise SaveError(f"chunk Game: references: byte {offset}: an entry is cut off")
        kind, number, digest, length = REFERENCE_HEAD.unpack_from(data, offset)
        if kind >= len(KINDS) or start + length > len(data):
            raise SaveError(f"chunk Game: references: byte {offset}: this is not a reference to a resource")
        name = data[start : start + length].decode("utf-8", "replace")
        found.append(ResourceReference(KINDS[kind], number, digest if any(digest) else b"", name))
        offset = start + length
    return tuple(found)


def save_settings(contents: StateContents, at_start: StateLayout) -> bytes:
    """Write the settings: a part for each, a text."""
    return state_file.join_parts(state_file.text_part(name, value) for name, value in contents.settings.items())


def load_settings(contents: StateContents, data: bytes) -> None:
    """Read the settings."""
    parts = state_file.split_parts("Sets", data)
    contents.settings = {name: state_file.text_of("Sets", parts, name) for name in parts}


def save_names(contents: StateContents, at_start: StateLayout) -> bytes | None:
    """Write the game's names, a line each: section, name and number, with a tab between."""
    lines = [f"{section}\t{name}\t{n}" for section, names in contents.names.items() for name, n in names.items()]
    return "\n".join(lines).encode("utf-8") if lines else None


def load_names(contents: StateContents, data: bytes) -> None:
    """Read the game's names."""
    names: dict[str, dict[str, int]] = {}
    for number, line in enumerate(data.decode("utf-8", "replace").split("\n"), start=1):
        section, _, rest = line.partition("\t")
        name, _, value = rest.partition("\t")
        meaning = number_in(value, 0xFF)
        if not name or meaning is None:
            raise SaveError(f"chunk name: line {number} is not a section, a name and a number up to 255")
        names.setdefault(section, {})[name] = meaning
    contents.names = names


def save_before(contents: StateContents, at_start: StateLayout) -> bytes | None:
    """Write the attached state file as it is."""
    return contents.before or None


def load_before(contents: StateContents, data: bytes) -> None:
    """Take the attached state file as it is; it is read when the player chooses it."""
    contents.before = data
