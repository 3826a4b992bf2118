"""Reads what a game says about its numbers beside its volumes: names.toml and migrate.toml.

names.toml gives names to numbers, so that a saved state finds its way when an author moves them. migrate.toml says how
states of earlier releases become states of this one. Neither is part of the game's digest; docs/state-file.md shows
both. What is wrong in them is ignored with a note: a game must not stop running over its own comments.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from agi_emu.facts.numbers import number_in
from agi_emu.host_files.reading import decoded_text, toml_table
from agi_emu.resources.game import Game

NAMES_FILE, MIGRATE_FILE = "names.toml", "migrate.toml"
SECTIONS = ("variables", "flags", "strings", "logics", "views", "pictures", "sounds")
LARGEST_NUMBER = 255
LONGEST_TABLE = 64 << 10
"""Bytes of either file: names for every number of every kind are about that many."""
LONGEST_LINE = 400
"""Bytes: reading a key of n dotted parts takes n * n steps."""


@dataclass(frozen=True, slots=True)
class GameNames:
    """Section to name to number."""

    sections: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    def name_of(self, section: str, number: int) -> str:
        """Return the name of a number, "" when it has none."""
        for name, each in self.sections.get(section, {}).items():
            if each == number:
                return name
        return ""


@dataclass(frozen=True, slots=True)
class Migration:
    """The changes that turn a state of an earlier release into one of this release."""

    renames: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Section to the name in the save to the name now."""
    defaults: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """Section ("variables", "flags") to the name now to its value where the save has none."""
    rooms: Mapping[int, int] = field(default_factory=dict)
    """Room in the save to room now."""
    notes: tuple[str, ...] = ()


def names_of(game: Game) -> GameNames:
    """Return the names that a game gives."""
    table, notes = _table(game, NAMES_FILE)
    sections: dict[str, dict[str, int]] = {}
    for section, entries in table.items():
        if section not in SECTIONS or not isinstance(entries, dict):
            notes.append(f"{NAMES_FILE}: [{section}] is none of {', '.join(SECTIONS)}")
            continue
        good = {
            name: number
            for name, number in entries.items()
            if _is_number(number) and (bool(name) and name.isprintable())
        }
        bad = entries.keys() - good.keys()
        notes += [f"{NAMES_FILE}: {section}.{name} is not a number from 0 to 255" for name in bad]
        sections[section] = good
    return GameNames(sections, tuple(sorted(notes)))


def migration_of(game: Game) -> Migration:
    """Return what a game says about states of its earlier releases."""
    table, notes = _table(game, MIGRATE_FILE)
    renames = {section: _only(entries, str) for section, entries in _sections(table.get("rename"))}
    defaults = {section: _only(entries, int, bool) for section, entries in _sections(table.get("defaults"))}
    rooms: dict[int, int] = {}
    raw_rooms = table.get("rooms", {})
    for old, new in raw_rooms.items() if isinstance(raw_rooms, dict) else ():
        room = number_in(old, LARGEST_NUMBER)
        if room is not None and _is_number(new):
            rooms[room] = new
        else:
            notes.append(f"{MIGRATE_FILE}: rooms: {old} is not a room number that becomes another one")
    return Migration(renames, defaults, rooms, tuple(sorted(notes)))


def _table(game: Game, name: str) -> tuple[dict[str, Any], list[str]]:
    data = game.files.get(name)
    if data is None:
        return {}, []
    if len(data) > LONGEST_TABLE or max(map(len, data.splitlines()), default=0) > LONGEST_LINE:
        most = f"{LONGEST_TABLE:,} bytes, or a line of it than {LONGEST_LINE}"
        return {}, [f"{name}: it is longer than {most}; the file is ignored"]
    try:
        return toml_table(decoded_text(data)), []
    except ValueError as error:
        return {}, [f"{name}: {error}; the file is ignored"]


def _sections(table: object) -> list[tuple[str, dict[str, Any]]]:
    if not isinstance(table, dict):
        return []
    return [(section, entries) for section, entries in table.items() if isinstance(entries, dict)]


def _only(entries: dict[str, Any], *types: type) -> dict[str, Any]:
    return {
        name: value
        for name, value in entries.items()
        if type(value) in types and (types == (str,) or 0 <= value <= LARGEST_NUMBER)
    }


def _is_number(value: object) -> bool:
    return type(value) is int and 0 <= value <= LARGEST_NUMBER
