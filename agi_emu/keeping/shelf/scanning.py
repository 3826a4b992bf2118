"""Finds the games below a folder, or in an archive: by the names of their files; of each only a directory is read."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from agi_emu.facts.errors import GameError
from agi_emu.host_files.reading import read_start
from agi_emu.resources.credits import credits_in
from agi_emu.resources.directory_finding import find_directory
from agi_emu.resources.disks import is_image_name
from agi_emu.resources.fat12 import IMAGE_BYTES
from agi_emu.resources.files import Folder, OpeningMeter, on_disks, open_folders
from agi_emu.resources.titles import TitleAndRelease, known_naming, title_from

DEEPEST = 8
"""Folders inside each other."""
MOST_ENTRIES = 20_000
"""Names that are looked at, in folders; those in an archive count apart."""
ARCHIVE = ".zip"
_DIRECTORY_BYTES = 4096
_PROPERTY_BYTES = 4096


@dataclass(frozen=True, slots=True)
class FoundGame:
    """A game, by its files' names."""

    path: str
    """What `open_game` takes."""
    title: str
    release: str = ""
    problem: str = ""
    """Why it cannot be played, "" if nothing is known against it."""
    digest: str = ""
    """Of its log directory and the lengths of its files: the same in a copy of the game; "" if it is unknown."""
    damage: str = ""
    """What a player will miss; "" if nothing is known to be missing."""


@dataclass(slots=True)
class GameScan:
    """One search: what it may look at, and what it has left out."""

    entries: int = MOST_ENTRIES
    cached: Callable[[Path], list[FoundGame] | None] = lambda path: None
    """Returns what was found in an archive or image that has not changed since."""
    keep: Callable[[Path, list[FoundGame]], None] = lambda path, games: None
    """Gets what was found in one."""
    left_out: list[str] = field(default_factory=list)
    """Sentences for the player."""
    stops: Callable[[], bool] = lambda: False
    """Returns whether nobody wants more."""

    def find(self, root: Path) -> Iterator[FoundGame]:
        """Yield the games in a folder and those below it, or in an archive or image."""
        if root.is_dir():
            yield from self._in_folder(root, 0)
        elif root.is_file():
            yield from self._in_file(root)

    def _in_folder(self, folder: Path, depth: int) -> Iterator[FoundGame]:
        try:
            entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
        except OSError as error:
            self.left_out.append(f"{folder}: {error.strerror or error}")
            return
        self.entries -= len(entries)
        if self.entries < 0:
            if f"more than {MOST_ENTRIES:,}" not in "".join(self.left_out):
                self.left_out.append(f"more than {MOST_ENTRIES:,} files and folders: the rest is left out")
            return
        files = {entry.name.lower(): entry for entry in entries if _holds(entry.is_file)}
        if find_directory(files):
            # Always looked at: a folder does not show that one of its files has changed.
            yield _game_in(_as_folder(folder, files), str(folder), folder.name)
            return
        images: set[str] = set()
        for name, entry in files.items():
            if self.stops():
                return
            if name.endswith(ARCHIVE):
                yield from self._in_file(Path(entry.path))
            elif entry.name not in images and is_image_name(name) and _length(entry) in IMAGE_BYTES:
                yield from self._in_file(Path(entry.path), others=images)
        below = [Path(entry.path) for entry in entries if _holds(entry.is_dir) and not entry.name.startswith(".")]
        if below and depth + 1 >= DEEPEST:
            self.left_out.append(f"{folder}: what lies deeper than {DEEPEST} folders is left out")
            return
        for each in below:
            yield from self._in_folder(each, depth + 1)

    def _in_file(self, path: Path, others: set[str] | None = None) -> Iterator[FoundGame]:
        """Yield the games in an archive or image; `others` gets the names of the images that belong to it."""

        def look() -> list[FoundGame]:
            try:
                return list(_games_in_file(path, others))
            except GameError as error:
                why = str(error).removeprefix(f"{path}: ")
                return [FoundGame(str(path), title_from(path.stem), problem=why)]

        games = self.cached(path) if others is None else look()
        if games is None:
            games = look()
            self.keep(path, games)
        yield from games


def _holds(test: Callable[[], bool]) -> bool:
    """Return what a test of an entry says; False where that cannot be told, as of a link that leads to itself."""
    with suppress(OSError):
        return test()
    return False


def _length(entry: os.DirEntry[str]) -> int:
    """Return the length of a file; 0 if it has gone since its folder was read."""
    with suppress(OSError):
        return entry.stat().st_size
    return 0


def _as_folder(folder: Path, files: dict[str, os.DirEntry[str]]) -> Folder:
    return Folder(
        {name: (entry.name, _length(entry), partial(read_start, Path(entry.path))) for name, entry in files.items()}
    )


def _games_in_file(path: Path, others: set[str] | None) -> Iterator[FoundGame]:
    budget = OpeningMeter(path)
    with open_folders(path, budget) as folders:
        found = [each for each in folders if find_directory(each.members)]
        if not found:
            disks, _ = on_disks(folders, budget)
            found = [each for each in disks if find_directory(each.members)]
        if others is not None:
            others.update(*(each.disks for each in folders))
        if found and not found[0].folder:
            # As in a folder: what lies inside of a game, such as a copy of its first release, is not looked at.
            found = found[:1]
        for each in found:
            if len(found) == 1:
                yield _game_in(each, str(path), path.stem)
            else:
                yield _game_in(each, str(path / each.folder), each.folder.rpartition("/")[2] or path.stem)


def _game_in(folder: Folder, path: str, name: str) -> FoundGame:
    """Return a game by the contents of its log directory, or by its property file or name."""
    directory = find_directory(folder.members)
    assert directory is not None
    log_directory, _, volume_prefix = directory
    problem = ""
    title = title_from(name)
    try:
        data = folder.members[log_directory][2](_DIRECTORY_BYTES)
        properties = {
            each: member[2](_PROPERTY_BYTES) for each, member in folder.members.items() if each.endswith(".wag")
        }
    except (GameError, OSError, ValueError, RuntimeError) as error:
        return FoundGame(path, title, problem=f"{log_directory} cannot be read ({error})")
    md5 = hashlib.md5(data, usedforsecurity=False).hexdigest()
    kinds = ("dir", "object", "words.tok")
    lengths = sorted((each, at[1]) for each, at in folder.members.items() if "vol." in each or each.endswith(kinds))
    digest = hashlib.md5(f"{md5} {lengths}".encode(), usedforsecurity=False).hexdigest()
    naming = known_naming(md5, credits_in(properties)) or TitleAndRelease(title)
    if not any(each.startswith(f"{volume_prefix}vol.") for each in folder.members):
        problem = "its volumes (VOL.0 and so on) are missing"
    return FoundGame(path, naming.title, naming.release, problem, digest)
