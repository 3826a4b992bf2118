"""Disk images of a game: which belong together, and what one is that holds no files of DOS.

A game came on one or more floppy disks; each holds some of its volumes, and often the directories again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import PurePath

from agi_emu.resources.fat12 import SECTOR_BYTES, Disk

IMAGE_SUFFIXES = (".img", ".ima", ".image", ".dsk", ".vfd", ".flp")
Member = tuple[str, int, Callable[[int], bytes]]
"""Name, size, and what reads so many bytes of a file."""

_DIRECTORY = re.compile(r".{0,8}dir|dirs", re.IGNORECASE)
_DIRECTORY_BYTES = 4096
"""Longer than any directory: four tables of 256 entries of three bytes."""
_TOKEN = re.compile(r"\d+|[a-z]+|[^a-z\d]+")
BOOTER_BYTES = 360 * 1024
_BOOTER_LOGICS = 171 * SECTOR_BYTES + 5
"""The place of a booter's directory of logics (reference: EXT-20)."""
_BOOTER_ENTRIES = 43
_BOOTER_FIRST = 450


def is_image_name(name: str) -> bool:
    """Return whether a file is called as images of disks are."""
    return name.lower().endswith(IMAGE_SUFFIXES)


def is_booter(image: bytes) -> bool:
    """Return whether an image is of a version 1 game that boots by itself: by its directory and what that leads to."""
    if len(image) != BOOTER_BYTES:
        return False
    there = found = 0
    for at in range(_BOOTER_LOGICS, _BOOTER_LOGICS + 3 * _BOOTER_ENTRIES, 3):
        first, middle, last = image[at : at + 3]
        if (first, middle, last) == (0xFF, 0xFF, 0xFF):
            continue
        there += 1
        sector = (_BOOTER_FIRST + ((first & 15) << 8 | middle)) >> 1
        start = sector * SECTOR_BYTES + ((middle & 1) << 8 | last)
        found += image[start : start + 2] == b"\x12\x34"
    return found > there // 2


def why_not(image: bytes) -> str:
    """Return what an image is that holds no files of DOS, as the rest of a sentence."""
    if is_booter(image):
        return (
            "this is the disk of a version 1 (booter) game, which has commands and sectors of its own and no files;"
            " this program does not know that version"
        )
    return (
        "this disk image holds no files of DOS; it is damaged, or of a game that boots by itself, which this program"
        " does not know"
    )


def is_one_of_a_set(name: str, other: str) -> bool:
    """Return whether two images are named as disks of one game: the same except for one number or letter."""
    first, second = (PurePath(each.lower()) for each in (name, other))
    ours, theirs = (_TOKEN.findall(each.stem) for each in (first, second))
    if first.suffix != second.suffix or len(ours) != len(theirs):
        return False
    different = [(a, b) for a, b in zip(ours, theirs, strict=True) if a != b]
    return len(different) == 1 and all(token.isdigit() or len(token) == 1 for token in different[0])


def members_of_set(images: Mapping[str, bytes], name: str) -> tuple[dict[str, list[Member]], list[str]]:
    """Return the files of a disk and of those that belong to it, by folder; and which disks those are.

    A disk belongs to it when it is called so and holds no other directories. A file that more of them hold is taken
    from the first one. ValueError when the disk itself holds no files.
    """
    folders: dict[str, dict[str, Member]] = {}
    taken = []
    directories: dict[str, bytes] = {}
    others = sorted(other for other in images if other != name and is_one_of_a_set(name, other))
    for each in (name, *others):
        try:
            disk = Disk(images[each])
            files = list(disk.files())
            own = {
                file.name.lower(): disk.read(file, _DIRECTORY_BYTES)
                for file in files
                if _DIRECTORY.fullmatch(file.name)
            }
        except ValueError:
            if each == name:
                raise
            continue
        if any(directories.get(key, data) != data for key, data in own.items()):
            continue
        directories |= own
        taken.append(each)
        for file in files:
            members = folders.setdefault(file.folder, {})
            members.setdefault(file.name.lower(), (file.name, file.size, partial(disk.read, file)))
    return {folder: list(members.values()) for folder, members in folders.items()}, taken
