"""The states of one game in its folder: quick saves, a ring of automatic ones, and which of all is the newest."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from agi_emu.errors import SaveError
from agi_emu.frontends.durable_files import HOST_FILES, Files, backup_of, read_file, remove_file, replace_file

if TYPE_CHECKING:
    from agi_emu.state.contents import Contents

SUFFIX = ".agistate"
QUICK = "quick"
AUTOMATIC = "auto"
RING_LENGTH = 10
"""Automatic saves that are kept."""
_NUMBERED = re.compile(r"auto-(\d{1,9})")


@dataclass(frozen=True, slots=True)
class SavedState:
    """A state file that can be read, as a list shows it."""

    path: Path
    data: bytes
    contents: Contents
    note: str = ""
    """Says when it is the backup of a file that is damaged."""


class StateFolder:
    """Writes and finds the state files of one game."""

    def __init__(self, folder: Path | Callable[[], Path], files: Files = HOST_FILES) -> None:
        """Use `folder`, which need not exist before something is written, or ask for it when it is first needed."""
        self._folder = folder
        self._files = files

    @cached_property
    def folder(self) -> Path:
        """Where the files are."""
        return self._folder if isinstance(self._folder, Path) else self._folder()

    def save_quick(self, data: bytes) -> Path:
        """Write the quick save; the one before stays as its backup."""
        with self._alone():
            return self._write(QUICK, data)

    def save_automatic(self, data: bytes) -> Path:
        """Write the next automatic save and drop the oldest ones past the ring's length."""
        with self._alone():
            ring = self._automatic()
            numbers = sorted(ring)
            path = self._write(f"{AUTOMATIC}-{(numbers[-1] if numbers else 0) + 1:06}", data)
            for number in numbers[: max(0, len(numbers) + 1 - RING_LENGTH)]:
                remove_file(ring[number], self._files)
        return path

    def quick(self) -> SavedState:
        """Return the quick save; SaveError when there is none that can be read."""
        return load_state(self.folder / f"{QUICK}{SUFFIX}")

    def newest(self) -> SavedState:
        """Return the state that was written last and can be read; SaveError when there is none."""
        found = self.newest_that(lambda state: True)
        if found is None:
            raise SaveError(f"{self.folder}: there is no state to go on from")
        return found

    def newest_that(self, fits: Callable[[SavedState], bool]) -> SavedState | None:
        """Return the state that was written last of those that can be read and fit; None when there is none."""
        for path in self._newest_first():
            with suppress(SaveError):
                state = load_state(path)
                if fits(state):
                    return state
        return None

    def _newest_first(self) -> list[Path]:
        """Return the state files by time of change; of equal times the higher number of the ring goes first."""
        ring = {path: number for number, path in self._automatic().items()}
        times = {path: path.stat().st_mtime_ns for path in self._paths()}
        return sorted(times, key=lambda path: (times[path], ring.get(path, 0)), reverse=True)

    def _paths(self) -> Iterator[Path]:
        """Yield the state files, and the places of those of which only a backup is left."""
        if self.folder.is_dir():
            yield from (path for path in sorted(self.folder.glob(f"*{SUFFIX}")) if path.is_file())

    def _automatic(self) -> dict[int, Path]:
        found = {path: _NUMBERED.fullmatch(path.name.removesuffix(SUFFIX)) for path in self._paths()}
        return {int(match[1]): path for path, match in found.items() if match}

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Write as the only program that does; SaveError names what could not be written."""
        try:
            with self._files.alone_in(self.folder):
                yield
        except FileExistsError as error:
            raise SaveError(f"{error.filename} is no folder, so nothing can be kept in it") from error
        except OSError as error:
            raise SaveError(f"{error.filename or self.folder}: {error.strerror or error}") from error

    def _write(self, name: str, data: bytes) -> Path:
        path = self.folder / f"{name}{SUFFIX}"
        try:
            replace_file(path, data, self._files)
        except OSError as error:
            raise SaveError(f"{path}: {error.strerror or error}") from error
        return path


def load_state(path: Path) -> SavedState:
    """Read a state file, or its backup when it is damaged; SaveError when neither can be read."""
    # Imported when it is needed: a game can be played without ever loading a state.
    from agi_emu.state.state_chunks import read_summary

    try:
        data = read_file(path)
        return SavedState(path, data, read_summary(data))
    except SaveError as error:
        backup = backup_of(path)
        if not backup.is_file():
            raise SaveError(str(error) if str(path) in str(error) else f"{path}: {error}") from error
        data = read_file(backup)
        note = f"{path.name} cannot be read ({error}); this is the one saved before it"
        return SavedState(backup, data, read_summary(data), note)
