"""``game.toml``: what a project says about its game as a whole."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from agi_emu.facts.errors import AgiError, GameError, ResourceError, together
from agi_emu.facts.numbers import whole
from agi_emu.facts.versions import DEFAULT_V2, PROFILES, VersionProfile
from agi_emu.host_files.reading import SETTINGS, decoded_text, read_whole, toml_table
from agi_emu.logic.dialects import DIALECTS, Dialect
from agi_emu.logic.lexer import SOURCE_ENCODING
from agi_emu.resources.credits import PROPERTIES, Credits, mistake_in
from agi_emu.resources.directory_finding import MAX_ENTRIES
from agi_emu.resources.kinds import Kind
from agi_emu.resources.writing.game_files import ItemNames
from agi_emu.resources.writing.volume_writing import Missing

FILE = "game.toml"
_TOML_PLACE = re.compile(r"\(at line (\d+), column \d+\)")
_BARE_TEXT = re.compile(r"\s*[^\W\d][\w .,!?-]*")


@dataclass(frozen=True, slots=True)
class ProjectSettings:
    """The settings of a project; the later ones are for games that were made by other programs."""

    game_id: str = ""
    credits: Credits = field(default_factory=Credits)
    """What players read about the game: `title`, `author`, `version`, `about` of the file."""
    interpreter: str = DEFAULT_V2.name
    highest_object: int = 15
    """The highest number of a screen object, 0-255."""
    items_encrypted: bool | None = None
    """True if OBJECT is encrypted; None: as the interpreter expects it."""
    item_names: ItemNames = ItemNames.EACH
    dialect: Dialect | None = None
    """The dialect of the logics; None where the project does not say."""
    code_page: str = SOURCE_ENCODING
    """Python's name of the code page in which the game's texts and items are stored."""
    words_in_order: bool = False
    """Words are stored as they stand in the list instead of sorted."""
    directory_lengths: Mapping[Kind, int] = field(default_factory=dict)
    """Entries of each directory, where there are not 256."""
    missing: Missing = field(default_factory=dict)
    """Directory entries whose resources the game lacks."""

    @property
    def profile(self) -> VersionProfile:
        """The interpreter that the game is for."""
        return PROFILES[self.interpreter]

    def as_toml(self) -> str:
        """Return the text of game.toml; settings that say what is usual are left out."""
        lines = [f'id = "{self.game_id}"'] if self.game_id else []
        lines += [f'{name} = "{value}"' for name, value in self.credits.said.items()]
        lines += [f'interpreter = "{self.interpreter}"', f"highest_object = {self.highest_object}"]
        lines += [f'dialect = "{self.dialect.name}"'] if self.dialect else []
        lines += [f"codepage = {self.code_page[2:]}"] if self.code_page != SOURCE_ENCODING else []
        if self.items_encrypted is not None:
            lines.append(f"items_encrypted = {str(self.items_encrypted).lower()}")
        lines += [f'item_names = "{self.item_names}"'] if self.item_names is not ItemNames.EACH else []
        lines += ["words_in_order = true"] if self.words_in_order else []
        if self.directory_lengths:
            lines += ["", "[directory_lengths]"]
            lines += [f"{kind}s = {length}" for kind, length in self.directory_lengths.items()]
        for volume in sorted({volume for entries in self.missing.values() for volume in entries.values()}, key=str):
            lines += ["", f"[{_NO_START}]" if volume is None else f"[{_IN_VOLUME}.{volume}]"]
            for kind, entries in self.missing.items():
                numbers = sorted(number for number, where in entries.items() if where == volume)
                lines += [f"{kind}s = {numbers}"] if numbers else []
        return "\n".join([*lines, ""])


_IN_VOLUME = "missing_volumes"
_NO_START = "wrong_offsets"
_LARGEST_VOLUME = 14
"""15 in a directory says that there is no resource."""
_TYPES: dict[str, tuple[type[Any], str]] = {
    "id": (str, "a text"),
    **dict.fromkeys(PROPERTIES, (str, "a text")),
    "interpreter": (str, "a text"),
    "highest_object": (int, "a number"),
    "dialect": (str, "a text"),
    "codepage": (int, "a number"),
    "items_encrypted": (bool, "true or false"),
    "item_names": (str, "a text"),
    "words_in_order": (bool, "true or false"),
    "directory_lengths": (dict, "a table"),
    _IN_VOLUME: (dict, "a table"),
    _NO_START: (dict, "a table"),
}
SETTING_NAMES = tuple(_TYPES)
CODE_PAGES = (437, 850, 852, 866, 1251, 1252)
"""Code pages of games: of the PC, of western and central Europe, of Russia, and those of Windows."""
_CHOICES: dict[str, Sequence[object]] = {
    "dialect": list(DIALECTS),
    "item_names": list(ItemNames),
    "codepage": CODE_PAGES,
}


def read_settings(folder: Path, problems: list[AgiError] | None = None) -> ProjectSettings:
    """Return the settings of a project folder; GameError or ResourceError say what is wrong.

    With `problems` wrong settings go there, and count as not given.
    """
    path = folder / FILE
    text = ""
    try:
        text = decoded_text(read_whole(path, SETTINGS))
        values = toml_table(text)
    except GameError as problem:
        raise GameError(f"{problem}; a project folder holds a {FILE}") from problem
    except ValueError as problem:
        raise _no_toml(text, str(problem)) from None
    mistakes = {key: mistake for key, value in values.items() if (mistake := _mistake(key, value))}
    found = [ResourceError.at(_place(text, key), mistake, rule="setting") for key, mistake in mistakes.items()]
    if found and problems is None:
        raise together(found, ResourceError)
    if problems is not None:
        problems += found
    return _settings({key: value for key, value in values.items() if key not in mistakes})


def _place(text: str, key: str) -> str:
    """Return the file and the line that gives a setting."""
    match = re.search(rf"^[ \t]*[\"']?{re.escape(key)}[\"']?[ \t]*[=.]|^[ \t]*\[{re.escape(key)}[\].]", text, re.M)
    return FILE if match is None else f"{FILE}:{text.count(chr(10), 0, match.start()) + 1}"


def _no_toml(text: str, problem: str) -> ResourceError:
    """Return the error about what is not TOML; most often the quotes of a text are missing."""
    match = _TOML_PLACE.search(problem)
    if match is None:
        return ResourceError.at(FILE, problem, rule="setting")
    number = whole(match[1])
    key, _, value = text.split("\n")[number - 1].partition("=")
    hint = f'; texts stand in quotes: {key.strip()} = "{value.strip()}"' if _BARE_TEXT.fullmatch(value) else ""
    return ResourceError.at(f"{FILE}:{number}", f"{problem[: match.start()].rstrip()}{hint}", rule="setting")


def _mistake(key: str, value: Any) -> str:
    """Return what is wrong with a setting, "" if nothing is; of the tables only that they are one."""
    if key not in _TYPES:
        return f"{key!r} is not a setting; expected {', '.join(_TYPES)}"
    kind, name = _TYPES[key]
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        return f"expected {name} for {key}, not {value!r}"
    if key in PROPERTIES:
        return mistake_in(key, value)
    if key == "id" and not (value.isascii() and value.isprintable() and not {'"', "\\"} & set(value)):
        return f"expected letters and digits for id, not {value!r}"
    if key == "interpreter" and value not in PROFILES:
        return f"unknown interpreter {value}; choose one of {', '.join(PROFILES)}"
    if key in _CHOICES and value not in _CHOICES[key]:
        return f"expected {', '.join(map(str, _CHOICES[key]))} for {key}, not {value!r}"
    return ""


def _settings(values: dict[str, Any]) -> ProjectSettings:
    """Return settings whose single values are right."""
    dialect = values.get("dialect")
    return ProjectSettings(
        game_id=values.get("id", ""),
        credits=Credits(**{name: values[name] for name in PROPERTIES if name in values}),
        interpreter=values.get("interpreter", DEFAULT_V2.name),
        highest_object=_number("highest_object", values.get("highest_object", 15), 0xFF),
        dialect=DIALECTS[dialect] if dialect else None,
        code_page=f"cp{values.get('codepage', CODE_PAGES[0])}",
        items_encrypted=values.get("items_encrypted"),
        item_names=ItemNames(values.get("item_names", ItemNames.EACH)),
        words_in_order=values.get("words_in_order", False),
        directory_lengths={
            kind: _number(f"{kind}s", length, MAX_ENTRIES)
            for kind, length in _by_kind("directory_lengths", values.get("directory_lengths", {})).items()
        },
        missing=_missing(values.get(_IN_VOLUME, {}), values.get(_NO_START, {})),
    )


def _missing(in_volume: dict[str, Any], no_start: dict[str, Any]) -> Missing:
    """Return what the two tables say; each has lists of numbers by kind."""
    tables: list[tuple[int | None, str, Any]] = [(None, _NO_START, no_start)]
    for volume, table in in_volume.items():
        number = _number(_IN_VOLUME, whole(volume) if volume.isdecimal() else volume, _LARGEST_VOLUME)
        tables.append((number, f"{_IN_VOLUME}.{volume}", table))
    missing: dict[Kind, dict[int, int | None]] = {}
    for where, name, table in tables:
        for kind, numbers in _by_kind(name, table).items():
            if not isinstance(numbers, list):
                raise ResourceError(f"{FILE}: expected a list of numbers for {kind}s in {name}, not {numbers!r}")
            for number in numbers:
                missing.setdefault(kind, {})[_number(name, number, MAX_ENTRIES - 1)] = where
    return missing


def _by_kind(name: str, table: object) -> dict[Kind, Any]:
    """Return the values of a table that has kinds of resources for its keys."""
    if not isinstance(table, dict):
        raise ResourceError(f"{FILE}: expected a table for {name}, not {table!r}")
    names = {f"{kind}s": kind for kind in Kind}
    for key in table:
        if key not in names:
            raise ResourceError(f"{FILE}: expected {', '.join(names)} in {name}, not {key!r}")
    return {names[key]: value for key, value in table.items()}


def _number(key: str, value: object, limit: int) -> int:
    if not isinstance(value, int) or not 0 <= value <= limit:
        raise ResourceError(f"{FILE}: expected a number from 0 to {limit} for {key}, not {value!r}")
    return value
