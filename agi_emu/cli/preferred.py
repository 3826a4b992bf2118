"""Lets the settings of a player stand in for options that the command line leaves out."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from agi_emu.input.key_table import GameKeys, KeyTable
    from agi_emu.keeping.preferences.settings_file import Preferences
    from agi_emu.keeping.preferences.settings_table import Value

PREFERRED = "agi_emu.keeping.preferences"
"""Key of the settings in a click context."""


class PreferringCommand(click.Command):
    """A verb whose options have the player's settings as their defaults; those of its GAME count, too."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the settings of the game that is named before the options."""
        from agi_emu.data import demo_path
        from agi_emu.keeping.host_folders import are_there_any

        given, _, _ = self.make_parser(ctx).parse_args(list(args))
        game = given.get("game")
        path = Path(game) if isinstance(game, str) else demo_path()
        # Without a window a run depends on nothing but its command line.
        if not given.get("headless") and are_there_any(path):
            ctx.default_map = _read(ctx, path)
        return super().parse_args(ctx, args)


def _read(ctx: click.Context, game: Path) -> dict[str, Value]:
    """Keep the settings for a game, and return those that options have."""
    from agi_emu.keeping.preferences.settings_file import read_preferences
    from agi_emu.keeping.preferences.settings_table import PREFERENCES

    ctx.meta[PREFERRED] = found = read_preferences(game)
    kept = {PREFERENCES[name].option: value for name, value in found.values.items() if PREFERENCES[name].option}
    if not is_translated(game, kept.get("language")):
        del kept["language"]
    return kept


def is_translated(game: Path, language: object) -> bool:
    """Return whether a game can be played in a language that the settings name; True for none."""
    if language is None:
        return True
    from agi_emu.resources.catalogue import languages_of

    return language in languages_of(game)


def preferences_of(ctx: click.Context) -> Preferences | None:
    """Return the settings that were read for a verb; None if there are none."""
    found: Preferences | None = ctx.meta.get(PREFERRED)
    return found


def is_given(ctx: click.Context, parameter: str) -> bool:
    """Return whether the command line gives a parameter."""
    return ctx.get_parameter_source(parameter) is click.core.ParameterSource.COMMANDLINE


def key_tables(preferences: Preferences | None) -> tuple[KeyTable, GameKeys, list[str]]:
    """Return the keys of the program and of the game, and sentences about those that cannot be used."""
    from agi_emu.input.key_table import GameKeys, KeyTable, parse_key
    from agi_emu.input.player_commands import command_named

    if preferences is None:
        return KeyTable(), GameKeys(), []
    notes = []
    chosen, stand_ins = {}, {}
    for name, key in preferences.keys.items():
        command = command_named(name)
        try:
            if command is None:
                raise ValueError(f"{name} is not a command; agi-emu config --show lists them")
            if key:
                parse_key(key)
            chosen[command] = key
        except ValueError as error:
            notes.append(f"{preferences.key_places[name]}: {error}; it is not used")
    for key, other in preferences.game_keys.items():
        try:
            parse_key(key), parse_key(other)
            stand_ins[key] = other
        except ValueError as error:
            notes.append(f"{preferences.key_places[key]}: {error}; it is not used")
    return KeyTable(chosen), GameKeys(stand_ins), notes
