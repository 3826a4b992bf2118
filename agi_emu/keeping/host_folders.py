"""The user's folders on this platform: for settings, for what is kept, and for what can be made again.

On Linux the three variables are read here: importing platformdirs takes 6 ms of the time to a game's first picture.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

PROGRAM = "agi-emu"
_LINUX = {
    "config": ("XDG_CONFIG_HOME", ".config"),
    "data": ("XDG_DATA_HOME", ".local/share"),
    "cache": ("XDG_CACHE_HOME", ".cache"),
}


def config_folder() -> Path:
    """Return the folder of the settings."""
    return _folder("config")


def data_folder() -> Path:
    """Return the folder of what is kept: saves, and which games there are."""
    return _folder("data")


def cache_folder() -> Path:
    """Return the folder of what can be made again."""
    return _folder("cache")


def games_file() -> Path:
    """Return the file that remembers which games there are."""
    return data_folder() / "games.json"


def _folder(kind: str) -> Path:
    if sys.platform == "linux" and "ANDROID_DATA" not in os.environ:
        variable, usual = _LINUX[kind]
        given = os.environ.get(variable, "").strip()
        return Path(given if given else Path.home() / usual) / PROGRAM
    import platformdirs

    folder: Path = getattr(platformdirs, f"user_{kind}_path")(PROGRAM)
    return folder
