"""The files of a game, from a folder, a zip archive or images of disks, held in memory by lower-case name.

File names are case-insensitive everywhere (reference: RES-1). Everything a game consists of is read once
when it is opened, so a game never changes or fails under a running machine. A zip archive is never unpacked to disk.
Folders are listed first; only the one whose names are those of a game is read, within limits.

A game has at most 16 volumes whose offsets have 20 bits, so at most 18 MB; everything else in it is small. An archive
of 1 MB can unpack to gigabytes, and a folder may be that of a whole collection. So names come first, and each limit
ends the opening with a sentence. Together they keep it below 128 MiB of memory.
"""

from __future__ import annotations

import io
import re
import struct
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import NamedTuple

from agi_emu.facts.errors import GameError
from agi_emu.host_files.reading import ARCHIVE, open_file, read_start
from agi_emu.resources.disks import Member, is_image_name, is_one_of_a_set, members_of_set, why_not
from agi_emu.resources.fat12 import IMAGE_BYTES

_MIB = 1 << 20


class Limits(NamedTuple):
    """What opening one game may take."""

    names: int = 20_000
    """Files and folders that are listed."""
    folders: int = 32
    """Folders that hold a game, or images of disks, each."""
    total: int = 64 * _MIB
    """Bytes that are read in all, unpacked."""
    archive_directory: int = 2 * _MIB
    """Bytes of the list of members at the end of a zip archive: about 100 a name."""


class OpeningMeter:
    """Counts what opening `path` has taken; GameError when that is more than the limits."""

    def __init__(self, path: Path, limits: Limits | None = None) -> None:
        self.path = path
        self.limits = limits or Limits()
        self._names = self._bytes = 0

    def list(self, count: int = 1) -> None:
        """Count names."""
        self._names += count
        if self._names > self.limits.names:
            raise GameError(f"{self.path}: holds more than {self.limits.names:,} files; give the game's own folder")

    def read(self, size: int) -> None:
        """Count bytes that were read."""
        self._bytes += size
        if self._bytes > self.limits.total:
            most = f"{self.limits.total / _MIB:g} MiB"
            raise GameError(f"{self.path}: its files named as a game's are longer than {most}; no AGI game is")

    def folders(self, count: int, what: str) -> None:
        """Refuse more folders with a game, or images, than one opening looks at."""
        if count > self.limits.folders:
            raise GameError(f"{self.path}: holds {count:,} {what}; give the one to open")


# Offsets into a volume have 20 bits and a resource at most 65535 bytes, so no file of a game is longer than about
# 1.1 MB; interpreters are below 100 KB. The rest of a longer file could never be reached.
MAX_FILE_BYTES = 2 << 20
DEEPEST = 8
"""Folders inside each other in which a game is looked for."""
MAX_OTHER_BYTES = 256 << 10
"""What is read of a file that is not a volume: the longest, dictionaries and interpreters, stay below 100 KB."""

_DIRECTORY = re.compile(r".{0,8}dir|dirs")
_ENCRYPTED = 1  # bit of a member's flags
_PACKINGS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_OTHER_PACKINGS = {9: "Deflate64", 12: "bzip2", 14: "LZMA", 93: "Zstandard", 95: "XZ", 98: "PPMd"}
# What the standard library lets through where an archive is damaged: wrong lengths, offsets, names, checksums.
DAMAGE = (OSError, EOFError, ValueError, zipfile.BadZipFile, zlib.error, struct.error, NotImplementedError)

_UNPACK = "archives of this kind are not read; unpack it and give the folder that holds the game's files"
_OTHER_KINDS = {
    **dict.fromkeys((".7z", ".rar", ".tar", ".gz", ".tgz", ".bz2", ".xz", ".arj", ".lzh"), _UNPACK),
    ".agirec": "this is a recording; agi-emu replay plays it",
    ".agistate": "this is a saved state; agi-emu run GAME --load resumes it",
}
"""Files that you might take for a game, by the ending of their name, and what to do with them."""

_OF_A_GAME = re.compile(
    r"(.{0,8}dir|dirs|.{0,8}vol\.\d{1,2}|object|words\.tok|pal\.\d{3}|agidata\.ovl|hgc_font|font\.bin|agi|.{1,40}\.wag|.{1,8}\.com|(names|migrate)\.toml)"
)


@dataclass(frozen=True, slots=True)
class GameFiles:
    """Contents of one folder by lower-case file name, and sentences about what could not be read."""

    contents: dict[str, bytes]
    names: tuple[str, ...] = ()
    """All names in the folder, lower case and sorted, also of files that no game needs."""
    sizes: dict[str, int] = field(default_factory=dict)
    unreadable: tuple[str, ...] = ()
    folder: str = ""
    """Its name below the folder or archive that was given, empty for that itself."""
    disks: tuple[str, ...] = ()
    """The images that it was read from, by name; none for an ordinary folder."""

    def __contains__(self, name: str) -> bool:
        return name in self.contents

    def __iter__(self) -> Iterator[str]:
        return iter(sorted(self.contents))

    def get(self, name: str) -> bytes | None:
        """Return the bytes of the file, None if there is none of this (lower-case) name."""
        return self.contents.get(name)


class Folder(NamedTuple):
    """A folder in which a game may lie: its files by lower-case name in order of these, none of them read yet."""

    members: Mapping[str, Member]
    folder: str = ""
    """Its name below the folder or archive that was given, empty for that itself."""
    disks: tuple[str, ...] = ()
    """The images that it lies on, by name; none for an ordinary folder."""

    @property
    def images(self) -> list[str]:
        """Names of the files that may be images of disks."""
        return [name for name, (_, size, _) in self.members.items() if is_image(name, size)]

    def read_image(self, name: str, budget: OpeningMeter) -> bytes:
        """Return an image; empty when it is damaged."""
        try:
            data = self.members[name][2](MAX_FILE_BYTES)
        except (GameError, *DAMAGE):
            data = b""
        budget.read(len(data))
        return data

    def read(self, budget: OpeningMeter) -> GameFiles:
        """Return the contents of the files that are named as those of a game."""
        contents: dict[str, bytes] = {}
        unreadable = []
        for key, (name, size, read) in self.members.items():
            if not _OF_A_GAME.fullmatch(key) or is_image(key, size):
                continue
            try:
                data = read(MAX_FILE_BYTES if "vol." in key else MAX_OTHER_BYTES)
            except (GameError, *DAMAGE) as error:
                unreadable.append(f"{name} cannot be read ({error}) and is taken as missing")
                continue
            budget.read(len(data))
            contents[key] = data
        sizes = {key: size for key, (_, size, _) in self.members.items()}
        return GameFiles(contents, tuple(self.members), sizes, tuple(unreadable), self.folder, self.disks)


def split_path(path: Path) -> tuple[Path, str]:
    """Return what exists of a path that leads into an archive, such as games.zip/one, and the folder inside it."""
    if not path.exists():
        archive = next((outer for outer in path.parents if outer.is_file()), None)
        if archive is not None:
            return archive, path.relative_to(archive).as_posix()
    return path, ""


@contextmanager
def open_folders(path: Path, budget: OpeningMeter) -> Iterator[list[Folder]]:
    """Give the folders in which a game may lie: the folder or archive itself, then those below it.

    Folders of the host are searched one level deep, and deeper only if there is no game yet. An image of a disk that
    was given finds the other disks of its game beside it.
    """
    try:
        if path.is_dir():
            yield _folder_tree(path, budget)
            return
        if not path.exists():
            raise GameError(f"{path}: not found; give the game's folder or zip archive")
        size = path.stat().st_size
        # A device or pipe might never end.
        if path.is_file():
            with open_file(path, ARCHIVE) as source:
                if zipfile.is_zipfile(source):
                    with open_archive(source, budget) as folders:
                        yield folders
                    return
        if path.is_file() and size in IMAGE_BYTES:
            yield _open_image(path, budget)
            return
    except OSError as error:
        raise GameError(f"{path}: it cannot be read ({error.strerror}); check its name and permissions") from error
    if path.suffix.lower() == ".zip":
        raise GameError(f"{path}: this zip archive is damaged or incomplete; fetch it again")
    raise GameError(f"{path}: {_what_instead(path)}")


def _open_image(path: Path, budget: OpeningMeter) -> list[Folder]:
    """Return what an image and the other disks of its game hold."""
    beside = {}
    for each in path.parent.iterdir():
        budget.list()
        if each == path or (is_one_of_a_set(path.name, each.name) and is_image(each.name, each.stat().st_size)):
            beside[each.name] = (each.name, each.stat().st_size, partial(read_start, each))
    folder = Folder(beside)
    budget.folders(len(beside), "images of disks called alike")
    images = {name: folder.read_image(name, budget) for name in sorted(beside)}
    try:
        return _of_disks(images, path.name)
    except ValueError:
        raise GameError(f"{path}: {why_not(images[path.name])}") from None


def is_image(name: str, size: int) -> bool:
    """Return whether a file may be the image of a disk, by its name and length."""
    return size in IMAGE_BYTES and is_image_name(name)


def on_disks(folders: Sequence[Folder], budget: OpeningMeter) -> tuple[list[Folder], str]:
    """Return what the images in folders hold, those that belong together as one; and what the others are instead."""
    found: list[Folder] = []
    what_else = ""
    budget.folders(sum(len(folder.images) for folder in folders), "images of disks")
    for folder in folders:
        left = {name: folder.read_image(name, budget) for name in sorted(folder.images)}
        while left:
            name = next(iter(left))
            try:
                disks = _of_disks(left, name)
            except ValueError:
                what_else = what_else or f"of {name}: {why_not(left[name])}"
                del left[name]
                continue
            found += disks
            for each in disks[0].disks:
                del left[each]
    return found, what_else


def _of_disks(images: Mapping[str, bytes], name: str) -> list[Folder]:
    """Return the folders of a disk and of those that belong to it; ValueError when it holds no files."""
    folders, disks = members_of_set(images, name)
    return [
        Folder(_by_name(members), "/".join(filter(None, (name, folder))), tuple(disks))
        for folder, members in sorted((folders or {"": []}).items())
    ]


def _by_name(members: Sequence[Member]) -> dict[str, Member]:
    """Return members by lower-case name: of VOL.0 beside vol.0 the first in order of the real names."""
    found: dict[str, Member] = {}
    for member in members:
        found.setdefault(member[0].lower(), member)
    return dict(sorted(found.items()))


def _what_instead(path: Path) -> str:
    """Return what to do about a file that is neither a folder nor a zip archive nor a disk image."""
    name, suffix = path.name.lower(), path.suffix.lower()
    if suffix in _OTHER_KINDS:
        return _OTHER_KINDS[suffix]
    if _OF_A_GAME.fullmatch(name):
        return f"this is one file of a game; give the folder that it lies in, {path.parent}"
    if is_image_name(name):
        return "this is not the image of a floppy disk of 160 to 1440 KB; give the game's folder, zip archive or disks"
    return "this is neither a folder nor a zip archive nor a disk image; give the folder that holds the game's files"


def _folder_tree(path: Path, budget: OpeningMeter) -> list[Folder]:
    """Return a folder and those one level below it; while none of them looks like a game, also those deeper."""
    found, level = _list_folder(path, budget)
    folders = [found]
    for depth in range(DEEPEST):
        if not level or (depth and any(map(_may_be_game, folders))):
            break
        deeper = []
        for each in level:
            try:
                found, below = _list_folder(each, budget, each.relative_to(path).as_posix())
            except OSError:
                # A neighbouring folder that cannot be listed does not matter unless the game lies in it.
                continue
            folders.append(found)
            deeper += below
        level = deeper
    return folders


def _may_be_game(folder: Folder) -> bool:
    """Return whether a folder has files named like a directory and a volume of a game, or images of disks."""
    directory = any(_DIRECTORY.fullmatch(name) for name in folder.members)
    return bool(folder.images) or (directory and any("vol." in name for name in folder.members))


def _list_folder(path: Path, budget: OpeningMeter, name: str = "") -> tuple[Folder, list[Path]]:
    """Return a folder and those in it."""
    entries, below = [], []
    for entry in path.iterdir():
        budget.list()
        if entry.is_file():
            entries.append(entry)
        elif entry.is_dir():
            below.append(entry)
    members = [(entry.name, entry.stat().st_size, partial(read_start, entry)) for entry in sorted(entries)]
    return Folder(_by_name(members), name), sorted(below)


class _BoundedReads(io.BufferedReader):
    """A file whose single reads are bounded: that of an archive's directory is as long as the archive says."""

    def __init__(self, raw: io.BufferedReader | io.BytesIO, budget: OpeningMeter) -> None:
        super().__init__(raw)
        self._budget = budget

    def read(self, size: int | None = -1) -> bytes:
        # Nothing but the directory is read in pieces longer than a file of a game.
        if size is not None and size > max(self._budget.limits.archive_directory, 1 << 16):
            raise GameError(f"{self._budget.path}: the archive lists too many files; give the archive of one game")
        return super().read(size)


@contextmanager
def open_archive(source: io.BufferedReader | io.BytesIO, budget: OpeningMeter) -> Iterator[list[Folder]]:
    """Give the outermost folder of a zip archive and those below it."""
    path = budget.path
    try:
        with _BoundedReads(source, budget) as bounded, zipfile.ZipFile(bounded) as archive:
            yield _list_archive(archive, budget)
    except DAMAGE as error:
        raise GameError(f"{path}: the zip archive cannot be read ({error}); fetch it again") from error


def _list_archive(archive: zipfile.ZipFile, budget: OpeningMeter) -> list[Folder]:
    budget.list(len(archive.infolist()))
    members = [member for member in archive.infolist() if not member.filename.endswith(("/", "\\"))]
    members.sort(key=lambda member: member.filename)
    if any(member.flag_bits & _ENCRYPTED for member in members):
        raise GameError(f"{budget.path}: the archive needs a password; unpack it and give the folder")
    games = [member for member in members if _OF_A_GAME.fullmatch(re.split(r"[/\\]", member.filename)[-1].lower())]
    if games and not any(member.compress_type in _PACKINGS for member in games):
        packing = _OTHER_PACKINGS.get(games[0].compress_type, f"method {games[0].compress_type}")
        raise GameError(f"{budget.path}: the archive is packed with {packing}; unpack it and give the folder")
    folders: dict[str, list[Member]] = {"": []}
    for member in members:
        folder, _, name = member.filename.replace("\\", "/").rpartition("/")
        folders.setdefault(folder, []).append((name, member.file_size, partial(_read_member, archive, member)))
    return [Folder(_by_name(folders[name]), name) for name in sorted(folders)]


def _read_member(archive: zipfile.ZipFile, member: zipfile.ZipInfo, most: int) -> bytes:
    if member.compress_type not in _PACKINGS:
        raise zipfile.BadZipFile(f"packing {member.compress_type} is not supported")
    with archive.open(member) as file:
        return file.read(most)
