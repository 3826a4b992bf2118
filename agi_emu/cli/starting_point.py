"""Starts a machine at a savegame of the original, at a state, or where a game was left."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from agi_emu.cli.options import GameOptions
from agi_emu.facts.adapters import OWN
from agi_emu.facts.codes import Var
from agi_emu.facts.errors import GameError, SaveError
from agi_emu.host_files.reading import SAVE, read_whole
from agi_emu.keeping.saves.player_saves import load_into
from agi_emu.keeping.saves.save_folder import SavedState, load_state, states_to_resume
from agi_emu.machine.machine import Machine
from agi_emu.machine.saving.resuming import start_from
from agi_emu.machine.saving.state_saving import settings_from_texts
from agi_emu.machine.settings import Settings
from agi_emu.resources.game import Game
from agi_emu.state.files.state_file import looks_like_state
from agi_emu.state.save_values import NUMBERED, put_value

Tell = Callable[[str], None]
_SECONDS_TO_BEGIN = 20
"""A game that is still in room 0 then leaves it for the room that is asked for all the same."""


def machine_at(game: Game, path: Path, options: GameOptions, *, before_sequence: bool, tell: Tell) -> Machine:
    """Return a machine that starts at a file: a state of ours or a savegame of the original.

    `tell` gets the messages for the player: how well a state was restored, and what was tolerated.
    """

    data = read_whole(path, SAVE)
    if looks_like_state(data):
        return machine_in(game, load_state(path), options, before_sequence=before_sequence, tell=tell)
    if before_sequence:
        raise SaveError(f"{path}: --before needs a state; a savegame of the original holds one moment only")
    machine = Machine(game, settings=options.settings(game))
    try:
        start_from(machine, data)
    except SaveError as error:
        raise SaveError(f"{path}: {error}") from error
    return machine


def machine_from_last_state(
    game: Game, saves: Path | None, options: GameOptions, *, before_sequence: bool, tell: Tell
) -> Machine:
    """Return a machine that continues from the newest state of a game; without one, it starts at power-on."""

    for state in states_to_resume(game, saves):
        try:
            return machine_in(game, state, options, before_sequence=before_sequence, tell=tell)
        except SaveError as error:
            tell(str(error))
    tell(f"no saved state of {game.title} to continue from: starting at the beginning")
    return Machine(game, settings=options.settings(game))


def machine_in(game: Game, saved: SavedState, options: GameOptions, *, before_sequence: bool, tell: Tell) -> Machine:
    """Return a machine that continues from a state, with the settings of the state unless the user gave others."""

    machine = Machine(game, settings=_settings(game, saved, options))
    try:
        done = load_into(machine, saved, before_sequence=before_sequence)
    except SaveError as error:
        raise SaveError(str(error) if str(saved.path) in str(error) else f"{saved.path}: {error}") from error
    if saved.note:
        tell(saved.note)
    tell(done.sentence)
    for note in done.notes:
        tell(note)
    if saved.contents.before and not before_sequence:
        tell("it was saved during a scripted sequence: add --before to start just before it")
    return machine


def enter(machine: Machine, room: int, changes: Sequence[str]) -> None:
    """Leave for a room as soon as the game has left room 0, with some of its values changed before; GameError if none.

    The room to come from is the value of v0 before that.
    """

    machine.run(seconds=_SECONDS_TO_BEGIN, until=lambda each: each.state.vars[Var.ROOM] != 0)
    try:
        for change in changes:
            name, equals, value = change.partition("=")
            if not equals or NUMBERED.fullmatch(name) is None:
                raise GameError(f"--set {change}: write NAME=VALUE, as f30=1, v40=5, i2=255, s0=text or o0.x=80")
            put_value(machine.state, name, value)
        machine.new_room(room)
    except (ValueError, IndexError, SaveError) as error:
        raise GameError(str(error)) from None


def _settings(game: Game, saved: SavedState, options: GameOptions) -> Settings:
    """Return the settings of the state, unless the user has asked for others."""

    asked = (options.seed, options.budget, options.strict, options.extensions)
    is_own = options.machine == GameOptions().machine and options.display in (None, OWN)
    if not is_own or any(each is not None for each in asked):
        return options.settings(game)
    return replace(settings_from_texts(saved.contents.settings), translation=options.translation(game))
