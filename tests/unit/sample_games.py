"""Files of small games, made byte by byte as the reference describes them, for tests of the readers."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from agi_emu.facts.versions import PROFILES
from agi_emu.resources.directory_finding import find_layout
from agi_emu.resources.files import GameFiles
from agi_emu.resources.game import Game
from agi_emu.resources.kinds import Kind

Resources = Mapping[Kind, Mapping[int, bytes]]
Stored = tuple[bytes, int]
"""A resource as it is stored in a version 3 volume, and its length when it is unpacked."""

RETURN_LOGIC = bytes.fromhex("0100 00 00 0200")
"""Code `return`, no messages."""
EMPTY_PICTURE = b"\xff"
DOT_VIEW = bytes.fromhex("0000 01 0000 0700 01 0300 01 01 00 51 00")
"""One loop with one cel of one cell, colour 5 on transparent 0."""
SILENCE = bytes.fromhex("0800 0a00 0c00 0e00 ffff ffff ffff ffff")
SMALL: Resources = {
    Kind.LOGIC: {0: RETURN_LOGIC},
    Kind.PICTURE: {1: EMPTY_PICTURE},
    Kind.VIEW: {0: DOT_VIEW},
    Kind.SOUND: {2: SILENCE},
}

WORDS = bytes.fromhex(
    # reference: WORD-23, the whole file
    "00340000000000420000000000000000000000000000004900000000005600000000005d0000007d"
    "000000000000000000000000001e110608100d9b0001018b0000001b10108d00140013101094000a"
    "045f1e8b000b00100f1a910028000d1a9b001e035f1b10108d001f011093270f0210920032045f4d"
    "4d4dcd0033000b179a000000"
)
PLAIN_ITEMS = bytes.fromhex("0600 10 0600 00 0800 ff") + b"?\0lamp\0"
"""Two items: "?" in room 0, "lamp" carried; 17 screen objects."""

_NAMES = {Kind.LOGIC: "logdir", Kind.PICTURE: "picdir", Kind.VIEW: "viewdir", Kind.SOUND: "snddir"}


def entry(volume: int, offset: int) -> bytes:
    """Return a directory entry."""
    return bytes([volume << 4 | offset >> 16, offset >> 8 & 255, offset & 255])


def text_section(messages: Sequence[bytes | None], key: bytes = b"Avis Durgan") -> bytes:
    """Return the text section of a logic; None stands for a message that is not defined."""
    start = 2 + 2 * len(messages)
    texts = b""
    offsets = []
    for message in messages:
        offsets.append(0 if message is None else start + len(texts))
        texts += b"" if message is None else message + b"\0"
    hidden = bytes(byte ^ key[at % len(key)] for at, byte in enumerate(texts)) if key else texts
    head = [start + len(texts), *offsets]
    return bytes([len(messages)]) + b"".join(value.to_bytes(2, "little") for value in head) + hidden


def logic(code: bytes, messages: Sequence[bytes | None] = (), key: bytes = b"Avis Durgan") -> bytes:
    """Return a LOGIC resource."""
    return len(code).to_bytes(2, "little") + code + text_section(messages, key)


def v2_files(resources: Resources = SMALL, *, volume: int = 0) -> dict[str, bytes]:
    """Return the files of a version 2 game, all resources in one volume."""
    files: dict[str, bytes] = {}
    data = b""
    for kind, name in _NAMES.items():
        table = b""
        numbers = resources.get(kind, {})
        for number in range(max(numbers, default=-1) + 1):
            if number not in numbers:
                table += b"\xff\xff\xff"
                continue
            table += entry(volume, len(data))
            body = numbers[number]
            data += b"\x12\x34" + bytes([volume]) + len(body).to_bytes(2, "little") + body
        files[name] = table
    return files | {f"vol.{volume}": data, "words.tok": WORDS, "object": PLAIN_ITEMS}


def v3_files(
    resources: Mapping[Kind, Mapping[int, bytes | Stored]] = SMALL,
    *,
    prefix: str = "ab",
    nibbles: Sequence[tuple[Kind, int]] = (),
) -> dict[str, bytes]:
    """Return the files of a version 3 game; a pair is stored as it is given, in `nibbles` with the packing flag."""
    tables = []
    data = b""
    for kind in _NAMES:
        table = b""
        numbers = resources.get(kind, {})
        for number in range(max(numbers, default=-1) + 1):
            if number not in numbers:
                table += b"\xff\xff\xff"
                continue
            table += entry(0, len(data))
            given = numbers[number]
            stored, length = given if isinstance(given, tuple) else (given, len(given))
            flags = 0x80 if (kind, number) in nibbles else 0
            lengths = length.to_bytes(2, "little") + len(stored).to_bytes(2, "little")
            data += b"\x12\x34" + bytes([flags]) + lengths + stored
        tables.append(table)
    starts = [8 + sum(map(len, tables[:at])) for at in range(4)]
    head = b"".join(start.to_bytes(2, "little") for start in starts)
    return {
        f"{prefix}dir": head + b"".join(tables),
        f"{prefix}vol.0": data,
        "words.tok": WORDS,
        "object": PLAIN_ITEMS,
    }


def game_of(contents: Mapping[str, bytes], profile: str | None = None) -> Game:
    """Return the game in these files, which are not written anywhere."""
    sizes = {name: len(data) for name, data in contents.items()}
    files = GameFiles(dict(contents), tuple(sorted(contents)), sizes)
    layout = find_layout(files)
    assert layout is not None
    return Game(Path("sample"), files, layout, PROFILES[profile] if profile else None)


def write_folder(folder: Path, contents: Mapping[str, bytes]) -> Path:
    """Write the files into a folder, which is made, and return it."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in contents.items():
        (folder / name).write_bytes(data)
    return folder


def write_zip(path: Path, contents: Mapping[str, bytes], *, folder: str = "") -> Path:
    """Write the files into a zip archive and return its path."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in contents.items():
            archive.writestr(folder + name, data)
    return path
