"""Remembers a player's folders of games, and when which game was played."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import Any

from agi_emu.facts.errors import AgiError, SaveError
from agi_emu.keeping.host_folders import games_file

MOST_GAMES = 2_000


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game that was played."""

    path: str
    title: str
    saves: str
    """Folder of its states."""
    when: float
    """Seconds, as files count them."""


@dataclass(frozen=True, slots=True)
class GameRegister:
    """What is remembered."""

    folders: tuple[str, ...] = ()
    """Folders and archives of several games, as the player has opened them."""
    played: Mapping[str, PlayedGame] = field(default_factory=dict)
    """By path, the game played last at the end, whatever the clock said then."""

    @property
    def last_played(self) -> PlayedGame | None:
        """The game played last, of those that still exist."""
        return next((game for game in reversed(list(self.played.values())) if exists(Path(game.path))), None)


def read_register() -> GameRegister:
    """Return what is remembered; nothing if the file is absent or damaged."""
    from agi_emu.host_files.reading import SETTINGS, json_value, read_whole

    try:
        table: Any = json_value(read_whole(games_file(), SETTINGS))
        folders = tuple(str(folder) for folder in table["folders"])
        played = {
            str(path): PlayedGame(str(path), str(each["title"]), str(each["saves"]), float(each["when"]))
            for path, each in table["played"].items()
        }
    except (AgiError, ValueError, KeyError, TypeError, AttributeError):
        return GameRegister()
    return GameRegister(folders, played)


def add_folder(folder: Path) -> None:
    """Remember a folder or archive of several games."""
    path = str(folder.resolve())
    if path not in read_register().folders:
        _change(lambda register: replace(register, folders=(*register.folders, path)))


def note_played(path: Path, title: str, saves: Path, now: float) -> None:
    """Remember that a game is played now."""
    last = PlayedGame(str(path.absolute()), title, str(saves), now)

    def noted(register: GameRegister) -> GameRegister:
        others = [game for game in register.played.items() if game[0] != last.path]
        kept = dict(islice(others, max(0, len(others) + 1 - MOST_GAMES), None))
        return replace(register, played=kept | {last.path: last})

    _change(noted)


def game_saved_in(folder: Path) -> Path | None:
    """Return the path of the game whose states a folder holds; None if no game was played that keeps them there."""
    path = str(folder.absolute())
    return next((Path(game.path) for game in read_register().played.values() if game.saves == path), None)


def exists(path: Path) -> bool:
    """Return whether a path exists, or leads into an archive that does."""
    return path.exists() or any(outer.is_file() for outer in path.parents)


def _change(changed: Callable[[GameRegister], GameRegister]) -> None:
    """Change the file, whole and alone; a disk that refuses it costs no more than the memory of this."""
    import json

    from agi_emu.host_files.drafts import alone_in, write_with_backup

    try:
        with alone_in(games_file().parent):
            register = changed(read_register())
            played = {
                path: {"title": each.title, "saves": each.saves, "when": each.when}
                for path, each in register.played.items()
            }
            text = json.dumps({"folders": list(register.folders), "played": played}, ensure_ascii=False, indent=1)
            write_with_backup(games_file(), text.encode())
    except OSError as error:
        raise RegisterError(f"{games_file()}: {error.strerror or error}; the shelf forgets this game") from error


class RegisterError(SaveError):
    """What was played cannot be remembered."""
