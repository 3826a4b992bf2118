"""Stores savegames and states as files of the host: one folder per game, and nothing outside it.

`FolderStore` has the original's savegames. `StateFolder` has our states: quick saves, a ring of automatic ones, and
which is the newest.
"""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from agi_emu.facts.codes import BEATS_PER_SECOND
from agi_emu.facts.errors import SaveError
from agi_emu.host_files.drafts import HOST_FILES, HostFiles, alone_in, backup_of, remove_with_backup, write_with_backup
from agi_emu.host_files.reading import SAVE, read_whole
from agi_emu.keeping.host_folders import data_folder
from agi_emu.machine.save_store import DirectoryRefusedError, DiskFullError, directory_parts

if TYPE_CHECKING:
    from agi_emu.resources.game import Game
    from agi_emu.state.state_contents import GameIdentity, StateContents


SUFFIX = ".agistate"
QUICK = "quick"
SLOTS = range(1, 11)
"""Numbers of the quick saves."""
KEPT = "kept"
"""An automatic save that the player has named; it leaves the ring."""
AUTOMATIC = "auto"
RING_LENGTH = 10
"""Number of automatic saves kept."""
NEVER_DROPPED = 3
"""Number of newest automatic saves that are never dropped."""
SHORT_RUN_BEATS = 60 * BEATS_PER_SECOND
"""A run of this length counts in any case."""
LONGEST_SETUP = 600
"""Beats within which a game sets its id; most do so in their first cycle."""
_NUMBERED = re.compile(r"auto-(\d{1,18})")


class SavedState(NamedTuple):
    """A readable state file, as shown in a list."""

    path: Path
    data: bytes
    contents: StateContents
    note: str = ""
    """A note if this is the backup of a damaged file."""

    @property
    def is_automatic(self) -> bool:
        """Whether the program made this by itself, and the player has not named it."""
        return bool(_NUMBERED.match(self.path.name))


class GameFolder:
    """The folder of a game."""

    def __init__(self, folder: Path | Callable[[], Path]) -> None:
        """Use `folder`, which need not exist before the first write; if it is a function, call it when first needed."""
        self._folder = folder

    @cached_property
    def folder(self) -> Path:
        """Where the files are."""
        return self._folder if isinstance(self._folder, Path) else self._folder()


class StateFolder(GameFolder):
    """Writes and finds the state files of one game."""

    def __init__(self, folder: Path | Callable[[], Path], files: HostFiles = HOST_FILES) -> None:
        """Use a folder as `GameFolder` does."""
        super().__init__(folder)
        self._files = files

    def save_quick(self, data: bytes, slot: int = 1) -> Path:
        """Write the quick save of a slot; keep the previous one as its backup."""
        with self._alone():
            return self._write(_slot_name(slot), data)

    def save_automatic(self, data: bytes) -> Path:
        """Write the next automatic save and drop the one that the ring has no room for."""
        with self._alone():
            ring = self._automatic()
            number = max(ring, default=0) + 1
            ring[number] = path = self._write(f"{AUTOMATIC}-{number:06}", data)
            times = [ring[each].stat().st_mtime for each in sorted(ring)]
            paths = [ring[each] for each in sorted(ring)]
            while len(paths) > RING_LENGTH:
                dropped = most_replaceable(times)
                remove_with_backup(paths.pop(dropped))
                times.pop(dropped)
        return path

    def quick(self, slot: int = 1) -> SavedState:
        """Return the quick save of a slot; SaveError if none can be read."""
        path = self.folder / f"{_slot_name(slot)}{SUFFIX}"
        if not path.exists() and not backup_of(path).exists():
            raise SaveError(f"slot {slot} is empty")
        return load_state(path)

    def has_states(self) -> bool:
        """Return whether there is any state, readable or not."""
        return next(self._paths(), None) is not None

    def states(self) -> list[SavedState]:
        """Return all states that can be read, the newest first."""
        found = []
        for path in self._newest_first():
            with suppress(SaveError):
                found.append(load_state(path))
        return found

    def remove(self, path: Path) -> None:
        """Delete a state and its backup."""
        with self._alone():
            remove_with_backup(path)

    def rename(self, path: Path, name: str) -> Path:
        """Give a state a description; an automatic one becomes a file of its own, which is never dropped."""
        from agi_emu.state.files.state_chunks import parse
        from agi_emu.state.save_values import with_value

        data = with_value(parse(load_state(path).data), "description", name).to_bytes()
        with self._alone():
            if path not in self._automatic().values():
                return self._write(path.name.removesuffix(SUFFIX), data)
            number = 1
            while (self.folder / f"{KEPT}-{number:03}{SUFFIX}").exists():
                number += 1
            kept = self._write(f"{KEPT}-{number:03}", data)
            remove_with_backup(path)
            return kept

    def newest(self) -> SavedState:
        """Return the newest state that can be read; SaveError if there is none."""
        found = self.newest_that(lambda state: True)
        if found is None:
            raise SaveError(f"{self.folder}: no saved state to resume")
        return found

    def newest_that(self, fits: Callable[[SavedState], bool]) -> SavedState | None:
        """Return the newest state that can be read and fits; None if there is none.

        What a short start left of a title counts only where there is nothing else.
        """
        start: SavedState | None = None
        for path in self._newest_first():
            with suppress(SaveError):
                state = load_state(path)
                if fits(state):
                    if not is_mere_start(state):
                        return state
                    start = start or state
        return start

    def _newest_first(self) -> list[Path]:
        """Return the state files by time of change; those of the ring by number, since a clock may have been wrong."""
        ring = {path: number for number, path in self._automatic().items()}
        times = {path: time_of(path) for path in self._paths()}
        latest = max(times.values(), default=0)
        for path in sorted(ring.keys() & times.keys(), key=ring.__getitem__, reverse=True):
            latest = times[path] = min(times[path], latest)
        return sorted(times, key=lambda path: (times[path], ring.get(path, 0)), reverse=True)

    def _paths(self) -> Iterator[Path]:
        """Yield the state files, and the paths of those of which only a backup is left."""
        if self.folder.is_dir():
            yield from (path for path in sorted(self.folder.glob(f"*{SUFFIX}")) if path.is_file())

    def _automatic(self) -> dict[int, Path]:
        found = {path: _NUMBERED.fullmatch(path.name.removesuffix(SUFFIX)) for path in self._paths()}
        return {int(match[1]): path for path, match in found.items() if match}

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Write while no other program may; SaveError names what could not be written."""
        try:
            with alone_in(self.folder):
                yield
        except FileExistsError as error:
            raise SaveError(f"{error.filename} is not a folder, so nothing can be saved in it") from error
        except OSError as error:
            raise SaveError(f"{error.filename or self.folder}: {error.strerror or error}") from error

    def _write(self, name: str, data: bytes) -> Path:
        path = self.folder / f"{name}{SUFFIX}"
        try:
            others = [each.stat().st_mtime_ns for each in self._paths() if each != path]
            write_with_backup(path, data, self._files)
            if path.stat().st_mtime_ns <= (latest := max(others, default=0)):
                # The clock was wrong before, or is now: what is saved last stays the newest.
                os.utime(path, ns=(latest + 1, latest + 1))
        except OSError as error:
            raise SaveError(f"{path}: {error.strerror or error}") from error
        return path


def _slot_name(slot: int) -> str:
    """Return the name of a slot's file; the first one's is older than the slots."""
    return QUICK if slot == 1 else f"{QUICK}-{slot}"


def slot_of(path: Path) -> int | None:
    """Return the slot whose quick save a file is, None if it is none."""
    match = re.fullmatch(rf"{QUICK}(?:-(\d\d?))?{re.escape(SUFFIX)}(?:\.bak)?", path.name)
    return int(match[1] or 1) if match else None


def time_of(path: Path) -> int:
    """Return when a file was changed, in nanoseconds; 0 if another window has dropped it meanwhile."""
    try:
        return path.stat().st_mtime_ns
    except FileNotFoundError:
        return 0


def most_replaceable(times: Sequence[float]) -> int:
    """Return the index of the save to drop, by the times of more than `NEVER_DROPPED` saves, oldest first.

    That is the one whose successor came soonest, relative to its age. So the older the saves, the farther apart they
    are, and many short sessions do not push out what was played yesterday.
    """
    newest = times[-1]

    def followed_after(index: int) -> float:
        age = newest - times[index]
        return (times[index + 1] - times[index]) / age if age > 0 else 0.0

    return min(range(len(times) - NEVER_DROPPED), key=followed_after)


def load_state(path: Path) -> SavedState:
    """Read a state file, or its backup if it is damaged; SaveError if neither can be read."""
    # Imported when needed: many players never load a state.
    from agi_emu.state.files.state_chunks import read_summary

    try:
        data = read_whole(path, SAVE)
        return SavedState(path, data, read_summary(data))
    except SaveError as error:
        backup = backup_of(path)
        if not backup.is_file():
            raise SaveError(str(error) if str(path) in str(error) else f"{path}: {error}") from error
        data = read_whole(backup, SAVE)
        note = f"{path.name} cannot be read ({error}); this is the one saved before it"
        return SavedState(backup, data, read_summary(data), note)


def is_mere_start(saved: SavedState) -> bool:
    """Return whether a state is what a short start left of a title: any other state is worth more, however old.

    Short starts save nothing today where there are other states; they did before.
    """
    from agi_emu.state.files.state_chunks import read_contents
    from agi_emu.state.layout import StateLayout
    from agi_emu.state.progress import is_played, put_at_start

    summary = saved.contents.summary
    if not saved.is_automatic or summary.beats >= SHORT_RUN_BEATS or summary.score:
        return False
    at_start = StateLayout()
    put_at_start(at_start)
    try:
        contents, _ = read_contents(saved.data, at_start)
    except SaveError:
        return False
    return not is_played(contents.state)


def states_to_resume(game: Game, folder: Path | None = None) -> Iterator[SavedState]:
    """Yield states of a game, the one to continue from first.

    First comes the newest of this very game (by its digest), then that of another release: one with the same file name,
    then one that sets the same id (set.game.id). `folder` is the only place searched; None searches wherever states of
    games are kept.
    """
    folders = [folder] if folder else [default_folder(game), *folders_of_games()]
    states = [StateFolder(each) for each in dict.fromkeys(folders)]
    yield from _newest(states, lambda identity: identity.game == game.digest)
    yield from _newest(states, lambda identity: identity.game_name == game.id)
    if own := _own_id(game):
        yield from _newest(states, lambda identity: identity.game_id == own)


def _newest(folders: Sequence[StateFolder], fits: Callable[[GameIdentity], bool]) -> list[SavedState]:
    """Return the newest state in all folders that fits, as a list that is empty if there is none."""
    found = [state for folder in folders if (state := folder.newest_that(lambda each: fits(each.contents.identity)))]
    return sorted(found, key=lambda state: (not is_mere_start(state), time_of(state.path)))[-1:]


def _own_id(game: Game) -> str:
    """Return the id that a game sets when it starts; "" if it sets none."""
    from agi_emu.machine.machine import Machine

    machine = Machine(game)
    machine.cycle(beats=LONGEST_SETUP)
    return bytes(machine.unguarded.state.general.game_id).split(b"\0", 1)[0].decode("cp437")


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


class FolderStore(GameFolder):
    """A disk whose root is a folder: directories are its subfolders; names are DOS names in any case.

    A file is written beside the old one, flushed and moved over it; the old one is kept as a backup (.bak).
    """

    def list(self, directory: bytes) -> Mapping[bytes, int] | None:
        """Return the files of a directory; their order numbers are those of their times of change."""
        folder = self._folder_of(directory)
        if folder is None:
            return None
        found = {name: time_of(path) for name, path in sorted(self._files(folder).items())}
        times = sorted(set(found.values()))
        return {name: times.index(time) for name, time in found.items()}

    def read(self, directory: bytes, name: bytes) -> bytes:
        """Return the bytes of a file."""
        path = self.path(directory, name)
        if not path.is_file():
            raise SaveError(f"{path}: no such file")
        return read_whole(path, SAVE)

    def write(self, directory: bytes, name: bytes, data: bytes) -> None:
        """Write a file, all or nothing."""
        path = self.path(directory, name)
        try:
            with alone_in(path.parent):
                write_with_backup(path, data)
        except OSError as error:
            what = f"{path}: {error.strerror or error}"
            raise (DiskFullError if error.errno in _NO_ROOM else DirectoryRefusedError)(what) from error

    def path(self, directory: bytes, name: bytes) -> Path:
        """Return the path of a file, existing or not; DirectoryRefusedError without a DOS name or a directory."""
        folder = self._folder_of(directory)
        if folder is None or not _is_dos_name(name.upper()):
            raise DirectoryRefusedError(f"{name.decode('latin-1')!r} cannot be a file of this game")
        return self._files(folder).get(name.upper(), folder / name.upper().decode("ascii"))

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
