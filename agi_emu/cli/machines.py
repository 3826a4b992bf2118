"""Starts what a verb plays: a machine with its game, its saves, its keys and its recorder."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from agi_emu.cli.options import GameOptions, OptionSet, Output, load_option, option
from agi_emu.facts.errors import GameError

if TYPE_CHECKING:
    from agi_emu.input.input_script import ScriptPlayer
    from agi_emu.keeping.saves.player_saves import PlayerSaves
    from agi_emu.machine.machine import Machine
    from agi_emu.recording.replaying.recorder import SessionRecorder
    from agi_emu.resources.game import Game


class MachineStart(OptionSet):
    """Where a machine starts: at power-on by default."""

    load: Path | None = load_option.field
    resume: bool = option("--continue", is_flag=True, help="Continue where you left the game.")
    before: bool = option(
        is_flag=True,
        help="With --load or --continue: start just before the scripted sequence during which it was saved.",
    )
    room: int | None = option(
        type=click.IntRange(1, 255),
        metavar="N",
        help="Enter this room as soon as the game has begun, to try what you are writing.",
    )
    changes: tuple[str, ...] = option(
        "--set",
        multiple=True,
        metavar="NAME=VALUE",
        help="With --room: change a value before: f30=1, v40=5, i2=255 (carried), v0=3 (the room to come from).",
    )


AT_POWER_ON = MachineStart()


def is_plainly_one(path: Path) -> bool:
    """Return whether a path is one game, or nothing that could be several; opening it says what is wrong."""
    from agi_emu.resources.game import is_one_game

    if not path.is_dir() and path.suffix.lower() != ".zip":
        return True
    try:
        return is_one_game(path)
    except (GameError, OSError):
        return True


def machine_of(
    game: Path | None,
    options: GameOptions,
    output: Output,
    start: MachineStart = AT_POWER_ON,
    *,
    saves: Path | None = None,
    tell: Callable[[str], None] | None = None,
) -> Machine:
    """Open a game and start a machine with it: at power-on, at a savegame or state, or where it was left.

    `tell` gets the messages for the player, in place of `output`.
    """
    from agi_emu.machine.machine import Machine
    from agi_emu.resources import open_game

    if game is None:
        from agi_emu.data import demo_path

        game = demo_path()
        if not game.exists():
            raise GameError("the demo game is not built: run make build, or pip install .")
    opened = open_game(game, options.profile)
    for note in opened.notes:
        output.detail(f"{opened.id}: {note}")
    output.notes(opened.damage, f"{opened.title} is not complete")
    if not start.resume and start.load is None:
        machine = Machine(opened, settings=options.settings(opened))
    else:
        from agi_emu.cli.starting_point import machine_at, machine_from_last_state

        told, before = tell or output.note, start.before
        if start.load is not None:
            machine = machine_at(opened, start.load, options, before_sequence=before, tell=told)
        else:
            machine = machine_from_last_state(opened, saves, options, before_sequence=before, tell=told)
    if start.room is not None:
        from agi_emu.cli.starting_point import enter

        enter(machine, start.room, start.changes)
    unused = sorted(opened.extensions - machine.settings.extensions)
    if unused:
        output.note(f"{opened.id} uses {' and '.join(unused)}, which is off: it may stop or look wrong (--extensions)")
    return machine


def keep_saves(machine: Machine, folder: Path | None, output: Output) -> None:
    """Let a machine keep its savegames in a folder; None means its game's usual one."""
    from agi_emu.keeping.saves.save_folder import FolderStore, default_folder

    store = FolderStore(folder or (lambda: default_folder(machine.game)))
    machine.save_store = store
    if output.verbose:
        output.detail(f"savegames: {store.folder}")


def recorder_of(
    machine: Machine, path: Path | None, load: Path | None, *, counts_work: bool = False
) -> SessionRecorder | None:
    """Return a recorder that writes what the machine does from now on to a new file; None without a path."""
    if path is None:
        return None
    if path.exists():
        raise click.UsageError(
            f"--record: {path} already exists; name another file, or continue that recording with agi-emu replay "
            "--join."
        )
    from agi_emu.host_files.reading import SAVE, read_whole
    from agi_emu.recording.replaying.recorder import SessionRecorder
    from agi_emu.recording.replaying.starting import begin_recording
    from agi_emu.state.files.state_file import looks_like_state

    loaded = None if load is None else read_whole(load, SAVE)
    # A recording that starts at a state of ours stores the machine's state, however completely it was loaded.
    savegame = None if loaded is None or looks_like_state(loaded) else loaded
    begun = begin_recording(machine, savegame=savegame, folder=path.parent)
    recorder = SessionRecorder(machine, begun, counts_work=counts_work)
    path.parent.mkdir(parents=True, exist_ok=True)
    recorder.open(path)
    return recorder


def keep_copy(game: Game, recording: Path, output: Output) -> None:
    """Keep a copy of a game beside a recording and report its path."""
    from agi_emu.recording.game_lookup import keep_game

    output.note(f"copied the game to {keep_game(game, recording)}")


def player_saves(
    machine: Machine, folder: Path | None, output: Output, minutes: int, *, remembers: bool = True
) -> PlayerSaves:
    """Return the keeper of a machine's states in a folder; None means its game's usual one.

    It `remembers` that the game was played, for the shelf and ``--continue``.
    """
    from agi_emu.keeping.saves.player_saves import PlayerSaves
    from agi_emu.keeping.saves.save_folder import StateFolder, default_folder

    states = StateFolder(folder or partial(default_folder, machine.game))

    def remember() -> None:
        import time

        from agi_emu.keeping.shelf.register import note_played

        note_played(machine.game.path, machine.game.title, states.folder, time.time())

    return PlayerSaves(machine, states, minutes=minutes, note=output.note, remember=remember if remembers else None)


def prompter_of(script: Path | None) -> ScriptPlayer | None:
    """Return the player of an input script's keys; None without a script."""
    if script is None:
        return None
    from agi_emu.input.input_script import ScriptPlayer, read_input_script

    return ScriptPlayer(read_input_script(script))
