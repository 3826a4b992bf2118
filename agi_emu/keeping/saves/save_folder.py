"""Stores savegames as files of the host: one folder per game, and nothing outside it."""

from __future__ import annotations

import errno
import re
from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from agi_emu.facts.errors import SaveError
from agi_emu.host_files.drafts import alone_in, write_with_backup
from agi_emu.host_files.reading import SAVE, read_whole
from agi_emu.keeping.host_folders import data_folder
from agi_emu.machine.save_store import DirectoryRefusedError, DiskFullError, directory_parts

if TYPE_CHECKING:
    from agi_emu.resources.game import Game

_DOS_NAME = re.compile(rb"[A-Z0-9_$~!#%&'(){}@^`-]{1,8}(\.[A-Z0-9_$~!#%&'(){}@^`-]{1,3})?")
_DEVICE = re.compile(rb"(CON|CONIN\$|CONOUT\$|PRN|AUX|NUL|CLOCK\$|COM[0-9]|LPT[0-9])(\..*)?")
"""Device names of DOS and Windows, whatever extension follows."""
_SAVE_NAME = re.compile(rb"(.{0,6})SG\.([0-9]+)")
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_DIGEST_DIGITS = 8


def default_folder(game: Game) -> Path:
    """Return where the savegames of a game are kept.

    That is beside the game if the player has made a folder for them there, or else the game's own folder in the user's
    data folder. A game whose file was renamed keeps its folder.
    """
    if (beside := folder_beside(game)).is_dir():
        return beside
    name = re.sub(r"[^a-z0-9_-]", "_", game.id) or "game"
    digits = game.digest[:_DIGEST_DIGITS]
    own = _folder_of_folders() / f"{name}-{digits}"
    if own.is_dir():
        return own
    return next((folder for folder in folders_of_games() if folder.name.endswith(f"-{digits}")), own)


def existing_folder(game: Game) -> Path | None:
    """Return `default_folder` if there is one; None, without a digest of the game, if no game has one."""
    if not folder_beside(game).is_dir() and not folders_of_games():
        return None
    return default_folder(game)


def _folder_of_folders() -> Path:
    return data_folder() / "saves"


def folders_of_games() -> list[Path]:
    """Return the folders of all games in the user's data folder, each named by its game's name and digest."""
    parent = _folder_of_folders()
    return sorted(path for path in parent.iterdir() if path.is_dir()) if parent.is_dir() else []


def folder_beside(game: Game) -> Path:
    """Return the folder that is used when it exists: `saves` in the game's folder, `name.saves` beside an archive."""
    return game.path / "saves" if game.path.is_dir() else game.path.with_suffix(".saves")


def savegames_in(folder: Path) -> list[Path]:
    """Return the files of a folder that are named like savegames, by game and number, whatever the number."""
    files = _by_upper_name(folder, _is_own_file)
    found = {match: path for name, path in files.items() if (match := _SAVE_NAME.fullmatch(name))}
    return [found[match] for match in sorted(found, key=lambda match: (match[1], int(match[2])))]


class FolderStore:
    """A disk whose root is a folder: directories are its subfolders; names are DOS names in any case.

    A file is written beside the old one, flushed and moved over it; the old one is kept as a backup (.bak).
    """

    def __init__(self, folder: Path | Callable[[], Path]) -> None:
        """Use `folder`, which need not exist before the first write; if it is a function, call it when first needed."""
        self._folder = folder

    @cached_property
    def folder(self) -> Path:
        """The root."""
        return self._folder if isinstance(self._folder, Path) else self._folder()

    def list(self, directory: bytes) -> Mapping[bytes, int] | None:
        """Return the files of a directory; their order numbers are those of their times of change."""
        folder = self._folder_of(directory)
        if folder is None:
            return None
        found = self._files(folder)
        times = sorted({path.stat().st_mtime_ns for path in found.values()})
        return {name: times.index(path.stat().st_mtime_ns) for name, path in sorted(found.items())}

    def read(self, directory: bytes, name: bytes) -> bytes:
        """Return the bytes of a file."""
        return read_whole(self._existing(directory, name), SAVE)

    def write(self, directory: bytes, name: bytes, data: bytes) -> None:
        """Write a file, all or nothing."""
        path = self.path(directory, name)
        try:
            with alone_in(path.parent):
                write_with_backup(path, data)
        except OSError as error:
            what = f"{path}: {error.strerror or error}"
            raise (DiskFullError if error.errno in _NO_ROOM else DirectoryRefusedError)(what) from error

    def delete(self, directory: bytes, name: bytes) -> None:
        """Delete a file if it exists."""
        try:
            self.path(directory, name).unlink(missing_ok=True)
        except OSError as error:
            raise SaveError(f"{error.filename}: {error.strerror}") from error

    def path(self, directory: bytes, name: bytes) -> Path:
        """Return the path of a file, existing or not; DirectoryRefusedError without a DOS name or a directory."""
        folder = self._folder_of(directory)
        if folder is None or not _is_dos_name(name.upper()):
            raise DirectoryRefusedError(f"{name.decode('latin-1')!r} cannot be a file of this game")
        return self._files(folder).get(name.upper(), folder / name.upper().decode("ascii"))

    def _existing(self, directory: bytes, name: bytes) -> Path:
        path = self.path(directory, name)
        if not path.is_file():
            raise SaveError(f"{path}: no such file")
        return path

    def _folder_of(self, directory: bytes) -> Path | None:
        """Return the folder of the host for a directory; None if there is none inside ours."""
        parts = directory_parts(directory)
        if parts is None:
            return None
        folder = self.folder
        for part in parts:
            if not _is_dos_name(part):
                return None
            inner = _by_upper_name(folder, _is_own_folder).get(part)
            if inner is None:
                return None
            folder = inner
        return folder

    def _files(self, folder: Path) -> dict[bytes, Path]:
        """Return the files that DOS could name; states of ours have long names and do not belong to the game."""
        return {name: path for name, path in _by_upper_name(folder, _is_own_file).items() if _is_dos_name(name)}


def _is_dos_name(name: bytes) -> bool:
    return bool(_DOS_NAME.fullmatch(name)) and not _DEVICE.fullmatch(name)


def _is_own_folder(path: Path) -> bool:
    # A link could lead out of the game's folder.
    return path.is_dir() and not path.is_symlink()


def _is_own_file(path: Path) -> bool:
    return path.is_file() and not path.is_symlink()


def _by_upper_name(folder: Path, is_wanted: Callable[[Path], bool]) -> dict[bytes, Path]:
    """Return the wanted part of a folder's contents by name in upper case; of equal names, the first."""
    if not folder.is_dir():
        return {}
    found: dict[bytes, Path] = {}
    for path in sorted(folder.iterdir()):
        if path.name.isascii() and is_wanted(path):
            found.setdefault(path.name.upper().encode(), path)
    return found
