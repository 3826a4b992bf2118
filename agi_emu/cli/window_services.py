"""Gives a window what it asks of the command line: games, their saves, the player's settings, and what is known."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import InitVar, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from agi_emu.cli.machines import keep_saves, machine_of, player_saves
from agi_emu.cli.own_version import own_version
from agi_emu.cli.preferred import is_given, is_translated, key_tables, preferences_of
from agi_emu.input.key_table import GameKeys
from agi_emu.keeping.host_folders import are_there_any, data_folder, settings_path
from agi_emu.keeping.saves.save_folder import SavedState, StateFolder, default_folder, existing_folder, folders_of_games
from agi_emu.resources import open_game
from agi_emu.window.windowed_play import PlayServices

if TYPE_CHECKING:
    from agi_emu.cli.options import GameOptions, Output
    from agi_emu.cli.shelf import Shelf
    from agi_emu.keeping.preferences.settings_table import Value
    from agi_emu.keeping.saves.player_saves import PlayerSaves
    from agi_emu.keeping.shelf.library import ShelfGame
    from agi_emu.machine.machine import Machine
    from agi_emu.machine.raised_errors import RaisedError
    from agi_emu.resources.game import Game
    from agi_emu.window.chosen_pages import ShelfPage


FREE_GAMES = "agi.sierrahelp.com, agiwiki.sierrahelp.com; open them with agi-emu FOLDER, or drop them on this window"


@dataclass(eq=False)
class WindowServices:
    """What the games of one window get, as the command line and the settings say."""

    _first: Machine | None
    """The machine that the window begins with; None: it begins with the shelf."""
    _shelf: Shelf | None
    _saves: Path | None
    """The folder of --saves."""
    _minutes: int
    """Minutes between automatic saves."""
    _options: GameOptions
    _output: Output
    ctx: InitVar[click.Context]

    def __post_init__(self, ctx: click.Context) -> None:
        self._asked = {name for name in ("machine", "budget", "language") if is_given(ctx, name)}
        preferences = preferences_of(ctx)
        self._keys, _, notes = key_tables(preferences)
        self._output.notes((*(preferences.notes if preferences else ()), *notes))

    def services(self, tell_error: Callable[[Game, RaisedError], str]) -> PlayServices:
        """Return the services as the window takes them; `tell_error` prints an error of a game."""

        return PlayServices(
            self.open_machine,
            self.saves_of,
            left_at=self.left_at,
            continued=self.continued,
            keys=self._keys,
            game_keys=self.game_keys,
            keep=self.keep,
            shelf=self.shelf,
            about=self.about,
            tell_error=tell_error,
            note=self._output.note,
            detail=self._output.detail,
        )

    def open_machine(self, path: Path) -> Machine:
        """Open a game that was dropped on the window or chosen, with its own settings."""
        from agi_emu.keeping.preferences.settings_file import read_preferences

        options = self._options
        preferences = read_preferences(path)
        computer, pace = preferences.values.get("computer"), preferences.values.get("pace")
        if isinstance(computer, str) and "machine" not in self._asked:
            options = options.replaced(machine=computer)
        if isinstance(pace, str) and "budget" not in self._asked:
            options = options.replaced(budget=pace)
        language = options.language if "language" in self._asked else preferences.values.get("language")
        options = options.replaced(language=language if is_translated(path, language) else None)
        machine = machine_of(path, options, self._output)
        keep_saves(machine, self._folder_of(machine), self._output)
        return machine

    def saves_of(self, machine: Machine) -> PlayerSaves:
        """Return the keeper of a machine's states."""
        return player_saves(machine, self._folder_of(machine), self._output, self._minutes)

    def left_at(self, machine: Machine) -> SavedState | None:
        """Return where a game was left."""

        folder = self._folder_of(machine) or existing_folder(machine.game)
        return StateFolder(folder).newest_that(lambda state: True) if folder else None

    def continued(self, machine: Machine, saved: SavedState) -> Machine:
        """Return a machine that continues from a moment."""
        from agi_emu.cli.starting_point import machine_in

        went_on = machine_in(machine.game, saved, self._options, before_sequence=False, tell=self._output.note)
        keep_saves(went_on, self._folder_of(went_on), self._output)
        return went_on

    def shelf(self) -> ShelfPage:
        """Return the page to choose a game from: the games that were asked for, or all that are known."""
        from agi_emu.cli.shelf import known_shelf
        from agi_emu.window.chosen_pages import ShelfPage

        library = (self._shelf or known_shelf()).library()
        library.start()
        return ShelfPage(library, self._states_on_shelf)

    def game_keys(self, machine: Machine) -> GameKeys:
        """Return the keys that stand for others in a game."""

        path = machine.game.path
        if not are_there_any(path):
            return GameKeys()
        from agi_emu.keeping.preferences.settings_file import read_preferences

        return key_tables(read_preferences(path))[1]

    def keep(self, changes: Mapping[str, Value], machine: Machine | None, table: str) -> None:
        """Keep settings that the player has changed, in a table of the file; those of a game for it alone."""
        from agi_emu.keeping.preferences.settings_file import PreferencesError, write_preferences
        from agi_emu.keeping.preferences.settings_table import KEYS

        game = machine.game.path if machine and table != KEYS else None
        try:
            write_preferences(changes, game, table)
        except PreferencesError as error:
            self._output.note(str(error))

    def about(self, machine: Machine | None) -> Sequence[tuple[str, str]]:
        """Return what is known about the program, a game, and where the files are."""
        lines = [
            ("agi-emu", own_version()),
            ("settings", str(settings_path())),
            ("data", str(data_folder())),
            ("manual", "docs/playing.md in the sources; agi-emu --help"),
            ("free games", FREE_GAMES),
        ]
        if machine is None:
            return lines
        game = machine.game
        return [
            ("game", f"{game.title} {game.release}".rstrip()),
            ("interpreter", f"{game.profile.name}, {machine.settings.machine}"),
            ("files", str(game.path)),
            ("saves", str(self._folder_of(machine) or default_folder(machine.game))),
            *lines,
        ]

    def _folder_of(self, machine: Machine) -> Path | None:
        # --saves is the folder of the game that was started; another game in the window gets a folder inside it.
        folder = self._saves
        if folder is None or (self._first is not None and machine.game.path == self._first.game.path):
            return folder
        return folder / machine.game.id

    def _states_on_shelf(self, each: ShelfGame) -> Path | None:
        """Return the folder with the states of a game on the shelf; None if there can be none."""

        if each.played:
            return Path(each.played.saves)
        if each.game.problem or self._saves or not folders_of_games():
            return None
        return default_folder(open_game(each.game.path))
