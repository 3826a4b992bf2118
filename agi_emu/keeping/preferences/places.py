"""Names the files of settings. A start asks only whether they exist, so nothing else is imported here."""

from __future__ import annotations

from pathlib import Path

from agi_emu.keeping.host_folders import config_folder

FILE = "settings.toml"
BESIDE = "agi-emu.toml"
"""The file in a game's own folder; beside an archive it has the archive's name."""


def settings_path() -> Path:
    """Return the path of the user's file, which need not exist."""
    return config_folder() / FILE


def game_name(game: Path) -> str:
    """Return the name of a game in the file: that of its folder or archive, lower case."""
    return (game.stem if game.is_file() else game.name).lower()


def path_beside(game: Path) -> Path:
    """Return the path of a game's own file of settings, which need not exist."""
    return game / BESIDE if game.is_dir() else game.with_suffix(".toml")


def are_there_any(game: Path) -> bool:
    """Return whether there are settings for a game."""
    return settings_path().is_file() or path_beside(game).is_file()
