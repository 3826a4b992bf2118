"""Games of our own on disk: directories, volumes, vocabulary and inventory as version 2 interpreters read them.

Formats: reference: resources.md 2, 3, 7 and 8, parser.md 6, versions-and-extensions.md 4.5.
"""

from __future__ import annotations

import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from agi_emu.cipher import SIERRA_KEY, exclusive_or
from agi_emu.errors import ResourceError

_ENTRY_ABSENT = b"\xff\xff\xff"
_ENTRIES = 256
_VOLUME_LIMIT = 0xFFFFF
"""Offsets of resources have 20 bits."""
_VOLUMES = 5
"""Volumes that the original opens: vol.0 to vol.4."""
_MAX_WORD_GROUP = 0xFFFF
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_ARCHIVE_DATE = (1987, 1, 1, 0, 0, 0)
"""The same in every archive, so that equal games are equal files."""


def write_game(
    target: Path,
    *,
    logics: Mapping[int, bytes],
    pictures: Mapping[int, bytes] | None = None,
    views: Mapping[int, bytes] | None = None,
    sounds: Mapping[int, bytes] | None = None,
    words: Mapping[str, int] | None = None,
    items: Sequence[tuple[str, int]] = (),
    max_object: int = 15,
    interpreter: str = "2.936",
    game_id: str = "",
) -> Path:
    """Write a version 2 game into a folder, or a zip archive where `target` ends in .zip; return `target`.

    Resources are given by number, as the interpreter reads them. `items` are names with the room where they begin;
    `max_object` is the highest object number. The same game gives the same bytes everywhere.
    """
    files = game_files(
        logics=logics,
        pictures=pictures or {},
        views=views or {},
        sounds=sounds or {},
        words=words or {},
        items=items,
        max_object=max_object,
        interpreter=interpreter,
        game_id=game_id,
    )
    if target.suffix.lower() == ".zip":
        _write_archive(target, files)
    else:
        target.mkdir(parents=True, exist_ok=True)
        for name, data in files.items():
            (target / name).write_bytes(data)
    return target


def game_files(
    *,
    logics: Mapping[int, bytes],
    pictures: Mapping[int, bytes],
    views: Mapping[int, bytes],
    sounds: Mapping[int, bytes],
    words: Mapping[str, int],
    items: Sequence[tuple[str, int]],
    max_object: int,
    interpreter: str,
    game_id: str,
) -> dict[str, bytes]:
    """Return the files of a version 2 game by name."""
    files: dict[str, bytes] = {}
    volumes = [bytearray()]
    for name, resources in (("LOGDIR", logics), ("PICDIR", pictures), ("VIEWDIR", views), ("SNDDIR", sounds)):
        # All 256 entries are written: what follows a shorter directory in memory is read as an entry by the original.
        directory = bytearray(_ENTRY_ABSENT * _ENTRIES)
        for number in sorted(resources):
            if not 0 <= number < _ENTRIES:
                raise ResourceError(f"resource numbers go from 0 to {_ENTRIES - 1}, not {number}")
            directory[3 * number : 3 * number + 3] = _store(resources[number], volumes)
        files[name] = bytes(directory)
    files |= {f"VOL.{number}": bytes(volume) for number, volume in enumerate(volumes)}
    files["OBJECT"] = items_file(items, max_object=max_object)
    files["WORDS.TOK"] = words_file(words)
    files["GAME.WAG"] = version_file(interpreter, game_id)
    return files


def _store(resource: bytes, volumes: list[bytearray]) -> bytes:
    """Append a resource with its header to the last volume that has room; return its directory entry."""
    if len(volumes[-1]) > _VOLUME_LIMIT:
        volumes.append(bytearray())
    if len(volumes) > _VOLUMES:
        raise ResourceError(f"the game is too big for {_VOLUMES} volumes")
    if len(resource) > 0xFFFF:
        raise ResourceError(f"a resource takes {len(resource)} bytes; at most 65535 are possible")
    number, offset = len(volumes) - 1, len(volumes[-1])
    volumes[-1] += b"\x12\x34" + bytes([number]) + len(resource).to_bytes(2, "little") + resource
    return (number << 20 | offset).to_bytes(3, "big")


def words_file(words: Mapping[str, int]) -> bytes:
    """Return WORDS.TOK for words and their groups; `anyword` and `rol` are added if they are not there."""
    vocabulary = {"anyword": 1, "rol": 9999} | dict(words)
    index = bytearray(2 * len(_LETTERS))
    records = bytearray()
    previous = ""
    for word in sorted(vocabulary):
        if not word or word[0] not in _LETTERS or not word.isascii() or word != word.lower():
            raise ResourceError(f"the word {word!r} must be lower case and begin with a letter from a to z")
        if not 0 <= vocabulary[word] <= _MAX_WORD_GROUP:
            raise ResourceError(f"the word {word!r} has group {vocabulary[word]}; 0 to {_MAX_WORD_GROUP} are possible")
        if word[0] != previous[:1]:
            letter = _LETTERS.index(word[0])
            index[2 * letter : 2 * letter + 2] = (len(index) + len(records)).to_bytes(2, "big")
            previous = ""
        shared = 0
        while shared < len(previous) and shared < len(word) - 1 and word[shared] == previous[shared]:
            shared += 1
        rest = bytearray(character ^ 0x7F for character in word[shared:].encode("ascii"))
        rest[-1] |= 0x80
        records += bytes([shared]) + rest + vocabulary[word].to_bytes(2, "big")
        previous = word
    return bytes(index) + bytes(records) + b"\0"


def items_file(items: Sequence[tuple[str, int]], *, max_object: int = 15, is_encrypted: bool = True) -> bytes:
    """Return OBJECT for item names with their rooms; `max_object` is the highest object number, ego included.

    Interpreters from 2.411 on always decrypt the file.
    """
    table = bytearray()
    names = bytearray()
    for name, room in items:
        offset = 3 * len(items) + len(names)
        table += offset.to_bytes(2, "little") + bytes([room])
        names += name.encode("cp437") + b"\0"
    plain = len(table).to_bytes(2, "little") + bytes([max_object]) + bytes(table) + bytes(names)
    return exclusive_or(plain, SIERRA_KEY) if is_encrypted else plain


def version_file(interpreter: str, game_id: str = "") -> bytes:
    """Return the property file that tells the interpreter's version, in WinAGI's text form."""
    lines = ["[General]", f'Interpreter = "{interpreter}"']
    if game_id:
        lines.append(f'GameID = "{game_id}"')
    return "\r\n".join([*lines, ""]).encode("ascii")


def _write_archive(target: Path, files: Mapping[str, bytes]) -> None:
    """Write a zip archive whose bytes depend on nothing but the files: stored, one date, sorted."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as archive:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name, _ARCHIVE_DATE)
            entry.create_system = 0
            entry.external_attr = 0
            archive.writestr(entry, files[name])
