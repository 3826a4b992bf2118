"""Names the user's folders and files on this platform: settings, what is kept, what can be made again.

On Linux the three variables are read here: importing platformdirs takes 6 ms of the time to a game's first picture.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

PROGRAM = "agi-emu"
SETTINGS_FILE = "settings.toml"
FILE_BESIDE = "agi-emu.toml"
"""The file in a game's own folder; beside an archive it has the archive's name."""
_LINUX = {
    "config": ("XDG_CONFIG_HOME", ".config"),
    "data": ("XDG_DATA_HOME", ".local/share"),
    "cache": ("XDG_CACHE_HOME", ".cache"),
}


def data_folder() -> Path:
    """Return the folder of what is kept: saves, and which games there are."""
    return _folder("data")


def cache_folder() -> Path:
    """Return the folder of what can be made again."""
    return _folder("cache")


def games_file() -> Path:
    """Return the file that remembers which games there are."""
    return data_folder() / "games.json"


def settings_path() -> Path:
    """Return the path of the user's file, which need not exist."""
    return _folder("config") / SETTINGS_FILE


def game_name(game: Path) -> str:
    """Return the name of a game in the file: that of its folder or archive, lower case."""
    return (game.stem if game.is_file() else game.name).lower()


def path_beside(game: Path) -> Path:
    """Return the path of a game's own file of settings, which need not exist."""
    return game / FILE_BESIDE if game.is_dir() else game.with_suffix(".toml")


def are_there_any(game: Path) -> bool:
    """Return whether there are settings for a game."""
    return settings_path().is_file() or path_beside(game).is_file()


def shortened(path: str | Path) -> str:
    """Return a path for a player to read, with the player's home as ~."""
    home, text = str(Path.home()), str(path)
    return f"~{text.removeprefix(home)}" if text.startswith(f"{home}{os.sep}") else text


def _folder(kind: str) -> Path:
    if sys.platform == "linux" and "ANDROID_DATA" not in os.environ:
        variable, usual = _LINUX[kind]
        given = os.environ.get(variable, "").strip()
        return Path(given if given else Path.home() / usual) / PROGRAM
    import platformdirs

    folder: Path = getattr(platformdirs, f"user_{kind}_path")(PROGRAM)
    return folder
