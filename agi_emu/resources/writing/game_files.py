"""Games of our own on disk: vocabulary, inventory and the files that hold them.

Formats: reference: RES-30, RES-32, WORD-27, WORD-28, EXT-17.
"""

from __future__ import annotations

import re
import zipfile
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from agi_emu.facts.cipher import SIERRA_KEY, exclusive_or
from agi_emu.facts.errors import AgiError, GameError, ResourceError
from agi_emu.facts.versions import NEWEST_V2, PROFILES
from agi_emu.host_files.drafts import draft_of, draft_of_folder
from agi_emu.host_files.reading import ARCHIVE, open_file, read_start
from agi_emu.resources.credits import PROPERTIES, Credits
from agi_emu.resources.kinds import Kind
from agi_emu.resources.writing.volume_writing import Missing, Pack, packed, v2_files, v3_files

_MAX_WORD_GROUP = 0xFFFF
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_VERSION_FILE = "GAME.WAG"
_OWN_PROPERTIES = ("Interpreter", "GameID", *(name for name, _ in PROPERTIES.values()))
"""The names in the property files that are written here, in their order."""
_GAME_FILE = re.compile(r"\w*DIR|\w*VOL\.\d+")
"""Directories and volumes, as they are written here: in capitals."""
_LONGEST_VERSION_FILE = 4096
_ARCHIVE_DATE = (1987, 1, 1, 0, 0, 0)
"""The same in every archive, so that equal games are equal files."""


class ItemNames(StrEnum):
    """The way in which the names of items are stored; the value is what a project says."""

    EACH = "each"
    SHARED = "shared"
    """Equal names once."""
    QUESTION_MARK_FIRST = "? first"
    """Equal names once, and in front of them the name of no item, needed or not."""


@dataclass(frozen=True, slots=True)
class GameContents:
    """The contents of a game: resources by number, as the interpreter reads them, and its lists."""

    logics: Mapping[int, bytes]
    pictures: Mapping[int, bytes] = field(default_factory=dict)
    views: Mapping[int, bytes] = field(default_factory=dict)
    sounds: Mapping[int, bytes] = field(default_factory=dict)
    words: Mapping[str, int] | bytes = field(default_factory=dict)
    """Words and their groups, or the whole file."""
    items: Sequence[tuple[str, int]] | bytes = ()
    """Names with the room where they begin, or the whole file."""
    max_object: int = 15
    """The highest number of an object."""


def write_game(  # noqa: PLR0913
    target: Path,
    contents: GameContents,
    *,
    interpreter: str = NEWEST_V2.name,
    game_id: str = "",
    credits: Credits | None = None,
    directory_lengths: Mapping[Kind, int] | None = None,
    missing: Missing | None = None,
    other_files: Mapping[str, bytes] | None = None,
    pack: Pack = packed,
) -> Path:
    """Write a game into a folder, or a zip archive where `target` ends in .zip; return `target`.

    `missing` are numbers that the directories have all the same (see `Missing`). An interpreter of version 3 needs a
    `game_id` for the names of its files, and `pack` may be what remembers what `packed` made. The same game gives the
    same bytes everywhere.
    """
    words, items = contents.words, contents.items
    profile = PROFILES[interpreter]
    resources = {
        Kind.LOGIC: contents.logics,
        Kind.PICTURE: contents.pictures,
        Kind.VIEW: contents.views,
        Kind.SOUND: contents.sounds,
    }
    if profile.generation == 2:
        files = v2_files(resources, directory_lengths, missing)
    else:
        files = v3_files(resources, game_id or "GAME", profile.message_key, directory_lengths, missing, pack)
    is_encrypted = profile.items_encrypted
    if not isinstance(items, bytes):
        items = items_file(items, contents.max_object, is_encrypted=is_encrypted)
    files["OBJECT"] = items
    files["WORDS.TOK"] = words if isinstance(words, bytes) else words_file(words)
    files[_VERSION_FILE] = version_file(interpreter, game_id, credits)
    files |= other_files or {}
    if target.suffix.lower() == ".zip":
        _write_archive(target, files)
    else:
        _write_folder(target, files)
    return target


def refuse_foreign_game(target: Path) -> None:
    """Raise GameError where writing a game would replace what `write_game` did not write: another game, other data."""
    if target.suffix.lower() == ".zip":
        if target.exists() and not _is_ours(_version_file_in(target)):
            raise GameError(f"{target} already exists and was not built by agi-emu; remove it or name another file")
        return
    if target.exists() and not target.is_dir():
        raise GameError(f"{target} is a file; name a folder for the game, or a file that ends in .zip")
    if target.is_dir():
        foreign = [path for path in sorted(target.iterdir()) if _is_game_file(path.name.upper())]
        version = target / _VERSION_FILE
        if foreign and not _is_ours(read_start(version, _LONGEST_VERSION_FILE) if version.is_file() else b""):
            raise GameError(
                f"{target} holds a game that was not built here ({foreign[0].name}); remove it or name another folder"
            )


def _version_file_in(archive: Path) -> bytes:
    """Return the property file in an archive; empty where there is none, or no archive."""
    try:
        with open_file(archive, ARCHIVE) as file, zipfile.ZipFile(file) as opened, opened.open(_VERSION_FILE) as found:
            return found.read(_LONGEST_VERSION_FILE)
    except (AgiError, OSError, KeyError, RuntimeError, NotImplementedError, zipfile.BadZipFile, zlib.error):
        return b""


def _is_game_file(name: str) -> bool:
    return bool(_GAME_FILE.fullmatch(name))


def _is_ours(property_file: bytes) -> bool:
    """Return whether a property file holds what `version_file` writes and nothing else; editors write more."""
    lines = property_file.decode("latin-1").split("\r\n")
    names = [line.partition(" = ")[0] for line in lines[1:-1]]
    own = [name for name in _OWN_PROPERTIES if name in names]
    return lines[0] == "[General]" and lines[-1] == "" and names == own and "Interpreter" in own


def _write_folder(target: Path, files: Mapping[str, bytes]) -> None:
    """Write files into a folder; directories and volumes that an earlier game of ours left there are removed."""
    had_game = (target / _VERSION_FILE).exists()
    last = next(name for name in files if name.endswith("DIR"))
    with draft_of_folder(target, last=last, replaced=_is_game_file if had_game else None) as draft:
        for name, data in files.items():
            (draft / name).write_bytes(data)


def can_be_written(word: str) -> bool:
    """Return whether WORDS.TOK can hold a word that players can type."""
    return bool(word) and word[0] in _LETTERS and word.isascii() and word == word.lower()


def words_file(words: Mapping[str, int]) -> bytes:
    """Return WORDS.TOK for words and their groups; `anyword` and `rol` are added if they are not there."""
    vocabulary = {"anyword": 1, "rol": 9999} | dict(words)
    for word in sorted(vocabulary):
        if not can_be_written(word):
            raise ResourceError(f"the word {word!r} must be lower case and begin with a letter from a to z")
    return ordered_words_file(sorted(vocabulary.items()))


def ordered_words_file(entries: Iterable[tuple[str, int]]) -> bytes:
    """Return WORDS.TOK with its records in this order, which decides what the original finds."""
    index = bytearray(2 * len(_LETTERS))
    records = bytearray()
    previous = ""
    for word, group in entries:
        if not 0 <= group <= _MAX_WORD_GROUP:
            raise ResourceError(f"the word {word!r} has group {group}; 0 to {_MAX_WORD_GROUP} are possible")
        if word[:1] != previous[:1]:
            letter = _LETTERS.find(word[:1])
            if letter >= 0:
                # Words in front of the letters count to a, as editors write them; no interpreter finds them.
                offset = 0 if letter == 0 and previous[:1] < _LETTERS[0] else len(records)
                index[2 * letter : 2 * letter + 2] = (len(index) + offset).to_bytes(2, "big")
            previous = ""
        shared = 0
        while shared < len(previous) and shared < len(word) - 1 and word[shared] == previous[shared]:
            shared += 1
        rest = bytearray(character ^ 0x7F for character in word[shared:].encode("ascii"))
        if not rest:
            raise ResourceError("a word needs at least one character")
        rest[-1] |= 0x80
        records += bytes([shared]) + rest + group.to_bytes(2, "big")
        previous = word
    return bytes(index) + bytes(records) + b"\0"


def items_file(
    items: Sequence[tuple[str, int]],
    max_object: int = 15,
    *,
    is_encrypted: bool = True,
    names_stored: ItemNames = ItemNames.EACH,
) -> bytes:
    """Return OBJECT for item names with their rooms; `max_object` is the highest object number, ego included.

    Interpreters from 2.411 on always decrypt the file.
    """
    table = bytearray()
    names = bytearray()
    places: dict[str, int] = {}
    if names_stored is ItemNames.QUESTION_MARK_FIRST:
        places["?"] = 3 * len(items)
        names += b"?\0"
    for name, room in items:
        offset = 3 * len(items) + len(names)
        if names_stored is not ItemNames.EACH and name in places:
            offset = places[name]
        else:
            names += name.encode("cp437") + b"\0"
            places[name] = offset
        table += offset.to_bytes(2, "little") + bytes([room])
    plain = len(table).to_bytes(2, "little") + bytes([max_object]) + bytes(table) + bytes(names)
    return exclusive_or(plain, SIERRA_KEY) if is_encrypted else plain


def version_file(interpreter: str, game_id: str = "", credits: Credits | None = None) -> bytes:
    """Return the property file that names the interpreter's version, in WinAGI's text form."""
    lines = ["[General]", f'Interpreter = "{interpreter}"']
    if game_id:
        lines.append(f'GameID = "{game_id}"')
    if credits:
        lines += [f'{name} = "{value}"' for name, value in credits.properties]
    return "\r\n".join([*lines, ""]).encode()


def _write_archive(target: Path, files: Mapping[str, bytes]) -> None:
    """Write a zip archive whose bytes depend on nothing but the files: stored, one date, sorted."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with draft_of(target) as draft, zipfile.ZipFile(draft, "w", zipfile.ZIP_STORED) as archive:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name, _ARCHIVE_DATE)
            entry.create_system = 0
            entry.external_attr = 0
            archive.writestr(entry, files[name])
