"""The files of a game, from a folder, a zip archive or images of disks, held in memory by lower-case name.

File names are case-insensitive everywhere (reference: RES-1). Everything a game consists of is read once
when it is opened, so a game never changes or fails under a running machine. A zip archive is never unpacked to disk.
"""

import re
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import BinaryIO

from agi_emu.errors import GameError
from agi_emu.resources.disks import is_image_name, members_of_set, why_not
from agi_emu.resources.fat12 import IMAGE_BYTES

# Offsets into a volume have 20 bits and a resource at most 65535 bytes, so no file of a game is longer than about
# 1.1 MB; interpreters are below 100 KB. The rest of a longer file could never be reached.
MAX_FILE_BYTES = 2 << 20

_ENCRYPTED = 1  # bit of a member's flags
_PACKINGS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
# What the standard library lets through where an archive is damaged: wrong lengths, offsets, names, checksums.
_DAMAGE = (OSError, EOFError, ValueError, zipfile.BadZipFile, zlib.error, struct.error, NotImplementedError)

_UNPACK = "archives of this kind are not read; unpack it and give the folder that holds the game's files"
_OTHER_KINDS = {
    **dict.fromkeys((".7z", ".rar", ".tar", ".gz", ".tgz", ".bz2", ".xz", ".arj", ".lzh"), _UNPACK),
    ".agirec": "this is a recording; agi-emu replay plays it",
    ".agistate": "this is a saved state; agi-emu run GAME --load resumes it",
}
"""Files that you might take for a game, by the ending of their name, and what to do with them."""

_OF_A_GAME = re.compile(
    r"(.{0,8}dir|dirs|.{0,8}vol\.\d{1,2}|object|words\.tok|pal\.\d{3}|agidata\.ovl|agi|.{1,40}\.wag|.{1,8}\.com|(names|migrate)\.toml)"
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
    images: dict[str, bytes] = field(default_factory=dict)
    """Images of disks that lie in the folder, by name."""
    disks: tuple[str, ...] = ()
    """The images that it was read from, by name; none for an ordinary folder."""

    def __contains__(self, name: str) -> bool:
        return name in self.contents

    def __iter__(self) -> Iterator[str]:
        return iter(sorted(self.contents))

    def get(self, name: str) -> bytes | None:
        """Return the bytes of the file, None if there is none of this (lower-case) name."""
        return self.contents.get(name)


def read_candidates(path: Path) -> list[GameFiles]:
    """Return the folders in which a game may lie: the folder or archive itself, then those one level below it.

    Images of disks that lie in one of them follow, those that belong together as one. An image that was given itself
    finds the other disks of its game beside it.
    """
    try:
        if path.is_dir():
            return with_disks(_read_folder_tree(path))
        if not path.exists():
            raise GameError(f"{path}: not found; give the game's folder or zip archive")
        size = path.stat().st_size
        # A device or pipe might never end.
        if path.is_file() and zipfile.is_zipfile(path):
            return with_disks(read_archive(path, path))
        if path.is_file() and size in IMAGE_BYTES:
            return _read_image(path)
    except OSError as error:
        raise GameError(f"{path}: it cannot be read ({error.strerror}); check its name and permissions") from error
    if path.suffix.lower() == ".zip":
        raise GameError(f"{path}: this zip archive is damaged or incomplete; fetch it again")
    raise GameError(f"{path}: {_what_instead(path)}")


def _read_image(path: Path) -> list[GameFiles]:
    """Return what an image and the other disks of its game hold."""
    beside = [path, *sorted(each for each in path.parent.iterdir() if each != path)]
    images = {each.name: each.read_bytes() for each in beside if is_image(each.name, each.stat().st_size)}
    images[path.name] = path.read_bytes()
    try:
        return _of_disks(images, path.name)
    except ValueError:
        raise GameError(f"{path}: {why_not(images[path.name])}") from None


def is_image(name: str, size: int) -> bool:
    """Tell whether a file may be the image of a disk, by its name and length."""
    return size in IMAGE_BYTES and is_image_name(name)


def with_disks(candidates: list[GameFiles]) -> list[GameFiles]:
    """Return folders, and what the images in them hold."""
    found = list(candidates)
    for files in candidates:
        left = dict(sorted(files.images.items()))
        while left:
            name = next(iter(left))
            try:
                disks = _of_disks(left, name)
            except ValueError:
                del left[name]
                continue
            found += disks
            for each in disks[0].disks:
                del left[each]
    return found


def _of_disks(images: dict[str, bytes], name: str) -> list[GameFiles]:
    """Return the folders of a disk and of those that belong to it; ValueError when it holds no files."""
    folders, disks = members_of_set(images, name)
    gathered = {folder: _gather(members) for folder, members in folders.items()} or {"": GameFiles({})}
    return [
        replace(files, folder="/".join(filter(None, (name, folder))), disks=tuple(disks))
        for folder, files in sorted(gathered.items())
    ]


def _what_instead(path: Path) -> str:
    """Return what to do about a file that is neither a folder nor a zip archive."""
    name, suffix = path.name.lower(), path.suffix.lower()
    if suffix in _OTHER_KINDS:
        return _OTHER_KINDS[suffix]
    if _OF_A_GAME.fullmatch(name):
        return f"this is one file of a game; give the folder that it lies in, {path.parent}"
    if is_image_name(name):
        return "this is not the image of a floppy disk of 160 to 1440 KB; give the game's folder, zip archive or disks"
    return "this is neither a folder nor a zip archive; give the folder that holds the game's files"


def _read_folder_tree(path: Path) -> list[GameFiles]:
    below = sorted(entry for entry in path.iterdir() if entry.is_dir())
    found = [_read_folder(path)]
    for folder in below:
        try:
            found.append(replace(_read_folder(folder), folder=folder.name))
        except OSError:
            # A neighbouring folder that cannot be listed does not matter unless the game lies in it.
            continue
    return found


def _read_folder(path: Path) -> GameFiles:
    entries = sorted(entry for entry in path.iterdir() if entry.is_file())
    members = [(entry.name, entry.stat().st_size, _folder_reader(entry)) for entry in entries]
    return _gather(members)


def _folder_reader(path: Path) -> Callable[[], bytes]:
    def read() -> bytes:
        with path.open("rb") as file:
            return file.read(MAX_FILE_BYTES)

    return read


def read_archive(path: Path, source: Path | BinaryIO) -> list[GameFiles]:
    """Return the outermost folder of a zip archive and those one level below it; `path` is only for messages."""
    try:
        with zipfile.ZipFile(source) as archive:
            members = [member for member in archive.infolist() if not member.filename.endswith(("/", "\\"))]
            members.sort(key=lambda member: member.filename)
            if any(member.flag_bits & _ENCRYPTED for member in members):
                raise GameError(f"{path}: the archive needs a password; unpack it and give the folder")
            folders: dict[str, list[zipfile.ZipInfo]] = {"": []}
            for member in members:
                folder, _, _ = member.filename.replace("\\", "/").rpartition("/")
                if "/" not in folder:
                    folders.setdefault(folder, []).append(member)
            return [replace(_gather(_archive_members(archive, folders[name])), folder=name) for name in sorted(folders)]
    except _DAMAGE as error:
        raise GameError(f"{path}: the zip archive cannot be read ({error}); fetch it again") from error


def _archive_members(
    archive: zipfile.ZipFile, members: Iterable[zipfile.ZipInfo]
) -> list[tuple[str, int, Callable[[], bytes]]]:
    def reader(member: zipfile.ZipInfo) -> Callable[[], bytes]:
        def read() -> bytes:
            if member.compress_type not in _PACKINGS:
                raise zipfile.BadZipFile(f"packing {member.compress_type} is not supported")
            with archive.open(member) as file:
                return file.read(MAX_FILE_BYTES)

        return read

    return [(re.split(r"[/\\]", m.filename)[-1], m.file_size, reader(m)) for m in members]


def _gather(members: list[tuple[str, int, Callable[[], bytes]]]) -> GameFiles:
    contents: dict[str, bytes] = {}
    sizes: dict[str, int] = {}
    images: dict[str, bytes] = {}
    unreadable = []
    for name, size, read in members:
        key = name.lower()
        if key in sizes:  # VOL.0 beside vol.0: the first in order of the real names counts
            continue
        sizes[key] = size
        if not _OF_A_GAME.fullmatch(key) and not is_image(key, size):
            continue
        try:
            (images if is_image(key, size) else contents)[key] = read()
        except _DAMAGE as error:
            unreadable.append(f"{name} cannot be read ({error}) and is taken as missing")
    return GameFiles(contents, tuple(sorted(sizes)), sizes, tuple(unreadable), images=images)
