"""Reads and writes the file of settings: wrong values are named with their line, comments stay."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from agi_emu.facts.errors import AgiError
from agi_emu.host_files.reading import SETTINGS, read_text, toml_table
from agi_emu.keeping.host_folders import game_name, path_beside, settings_path
from agi_emu.keeping.preferences.settings_table import GAME_KEYS, GAMES, KEYS, PREFERENCES, Value

_HEADER = re.compile(r"\s*\[(.+?)\]\s*(?:#.*)?")


class PreferencesError(AgiError):
    """The file of settings cannot be written."""


@dataclass(frozen=True, slots=True)
class Preferences:
    """The settings that files give, and sentences about what is wrong in them."""

    values: dict[str, Value] = field(default_factory=dict)
    keys: dict[str, str] = field(default_factory=dict)
    """Command of the program -> key."""
    game_keys: dict[str, str] = field(default_factory=dict)
    """Key -> key of the game that it stands for."""
    sources: dict[str, Path] = field(default_factory=dict)
    """Setting -> the file that gives it."""
    key_places: dict[str, str] = field(default_factory=dict)
    """Name in `keys` or `game_keys` -> file and line, for a message."""
    notes: list[str] = field(default_factory=list)


def read_preferences(game: Path | None = None) -> Preferences:
    """Return the settings for a game, or without one those for all: its section wins, a file beside it even more."""
    reader = _Reader()
    path = settings_path()
    table = reader.table(path)
    if table:
        games = table.pop(GAMES, {})
        reader.add(path, "", table)
        if game is not None and isinstance(games, dict):
            name = game_name(game)
            reader.add(path, f"{GAMES}.{name}", games.get(name, {}))
    if game is not None:
        beside = path_beside(game)
        reader.add(beside, "", reader.table(beside))
    return reader.found


class _Reader:
    """Collects what files say, the later over the earlier ones."""

    def __init__(self) -> None:
        self.found = Preferences()
        self._text = ""

    def table(self, path: Path) -> dict[str, Any]:
        """Return what a file holds; nothing if it is absent or cannot be read, which a note says."""
        try:
            self._text = read_text(path, SETTINGS) if path.exists() else ""
            return toml_table(self._text) if self._text else {}
        except (AgiError, ValueError) as error:
            self.found.notes.append(f"{path}: {str(error).removeprefix(f'{path}: ')}; its settings are not used")
            return {}

    def add(self, path: Path, section: str, table: object) -> None:
        """Take the settings of a file or of a section of it."""
        if not isinstance(table, dict):
            self._complain(path, section, section, "is a table")
            return
        for name, value in table.items():
            if name in (KEYS, GAME_KEYS):
                self._add_keys(path, f"{section}.{name}".lstrip("."), value)
            elif name not in PREFERENCES:
                self._complain(path, section, name, f"is not a setting; there are {', '.join(PREFERENCES)}")
            elif problem := PREFERENCES[name].problem(value):
                self._complain(path, section, name, f"{problem}, not {value!r}")
            else:
                self.found.values[name] = tuple(value) if isinstance(value, list) else value
                self.found.sources[name] = path

    def _add_keys(self, path: Path, section: str, table: object) -> None:
        if not isinstance(table, dict):
            self._complain(path, "", section, "is a table")
            return
        target = self.found.keys if section.endswith(KEYS) and not section.endswith(GAME_KEYS) else self.found.game_keys
        for name, key in table.items():
            if isinstance(key, str):
                target[name] = key
                self.found.key_places[name] = self._place(path, section, name)
            else:
                self._complain(path, section, name, f"is the name of a key, not {key!r}")

    def _complain(self, path: Path, section: str, name: str, problem: str) -> None:
        self.found.notes.append(f"{self._place(path, section, name)}: {name} {problem}; it is not used")

    def _place(self, path: Path, section: str, name: str) -> str:
        line = line_of(self._text, section, name)
        return f"{path}, line {line}" if line else str(path)


def line_of(text: str, section: str, name: str) -> int:
    """Return the line on which a file gives a setting of a section, counted from 1; 0 if that cannot be told."""
    here = ""
    for number, line in enumerate(text.split("\n"), start=1):
        header = _HEADER.fullmatch(line)
        if header:
            here = header[1].replace('"', "").replace("'", "").replace(" ", "")
            if here == f"{section}.{name}".lstrip("."):
                return number
        elif here == section and re.match(rf"\s*[\"']?{re.escape(name)}[\"']?\s*[=.]", line):
            return number
    return 0


def write_preferences(changes: Mapping[str, Value], game: Path | None = None, table: str = "") -> None:
    """Put settings into the user's file, in the section of a game if one is given; PreferencesError if it fails.

    `table` is `KEYS` or `GAME_KEYS` for those. Comments and everything else in the file stay; it is replaced whole.
    """
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    from agi_emu.host_files.drafts import write_with_backup

    path = settings_path()
    try:
        text = read_text(path, SETTINGS._replace(error=PreferencesError)) if path.exists() else template()
        document = tomlkit.parse(text)
        place: Any = document
        for name in [*((GAMES, game_name(game)) if game else ()), *([table] if table else [])]:
            if name not in place:
                place[name] = tomlkit.table(is_super_table=name == GAMES)
            place = place[name]
        for name, value in changes.items():
            place[name] = list(value) if isinstance(value, tuple) else value
        write_with_backup(path, tomlkit.dumps(document).encode())
    except OSError as error:
        raise PreferencesError(f"{path}: {error.strerror or error}; the settings are not kept") from error
    except (TOMLKitError, UnicodeDecodeError, TypeError) as error:
        raise PreferencesError(f"{path}: {error}; the settings are not kept") from error


def template() -> str:
    """Return a file that sets nothing and says what can be set."""
    lines = ["# Settings of agi-emu. Remove the # in front of a line to set it.", ""]
    for each in PREFERENCES.values():
        example = {bool: "true", int: "3", float: "2.0", str: '"none"', tuple: "[100, 100, 960, 720]"}[each.kind]
        if isinstance(each.default, str):
            example = f'"{each.default}"'
        elif each.default is not None and each.kind is not bool:
            example = str(each.default)
        choice = f" ({', '.join(each.values)})" if each.values else ""
        lines.append(f"# {each.name} = {example}  # {each.meaning}{choice}")
    lines += ["", "# [keys]                     # keys of the program", '# pause = "pause"']
    lines += ["", "# [games.NAME]               # the same for one game, named as its folder or archive"]
    lines += ['# computer = "tandy"', "", "# [games.NAME.game-keys]     # keys that stand for others in this game"]
    return "\n".join([*lines, '# w = "up"', ""])
