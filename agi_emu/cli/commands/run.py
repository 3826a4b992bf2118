"""``agi-emu run``: play a game in a window, or without one for a bounded time."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from agi_emu.cli.options import (
    GAME,
    SPEED,
    GameOptions,
    Output,
    display_mode_option,
    game_options,
    load_option,
    mute_option,
    output_options,
    rate_option,
    sound_option,
    volume_option,
)

if TYPE_CHECKING:
    from agi_emu.display_modes.modes import DisplayMode
    from agi_emu.frontends.host.sdl import Display
    from agi_emu.frontends.host.sound_out import SoundChoice
    from agi_emu.frontends.play import Appearance
    from agi_emu.machine.machine import Machine
    from agi_emu.recording.replaying.recorder import Recorder
    from agi_emu.resources.game import Game
    from agi_emu.saves.player_saves import PlayerSaves
    from agi_emu.session import Observer, Prompter

ASPECTS = ("exact", "sharp", "square")
"""`agi_emu.frontends.window.scaling.Aspect`, which help must not import."""


@click.command
@click.argument("game", type=GAME, required=False)
@click.option("--scale", type=click.IntRange(1, 16), metavar="N", help="Width of a pixel; default: what fits, up to 4.")
@click.option(
    "--aspect",
    type=click.Choice(ASPECTS),
    default="sharp",
    show_default=True,
    help="exact: whole multiples, nearly 4:3. sharp: 4:3 at any size. square: square pixels.",
)
@click.option("--fullscreen", is_flag=True, help="Begin in full screen (F11).")
@click.option("--speed", type=SPEED, default=1.0, metavar="X", help="Speed, 1 the original's.")
@click.option("--uncapped", is_flag=True, help="As fast as this computer can.")
@sound_option
@volume_option
@rate_option
@mute_option
@click.option("--headless", is_flag=True, help="Play without a window, as fast as it goes.")
@click.option(
    "--ticks",
    type=click.IntRange(1),
    metavar="N",
    help="Ticks to play with --headless, 20 a second; default: 1200, a minute.",
)
@click.option(
    "--saves",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Folder for savegames; default: one for each game in your data folder, with --headless none.",
)
@click.option(
    "--record",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Record what is played, for agi-emu replay and compare; saves made meanwhile stay in the recording.",
)
@click.option(
    "--autosave",
    type=click.IntRange(0, 1440),
    default=5,
    show_default=True,
    metavar="MINUTES",
    help="Between automatic saves in a room; 0: only on the way in and out, and before sequences.",
)
@click.option("--keep-game", is_flag=True, help="With --record: keep a copy of the game beside the recording.")
@click.option("--text", is_flag=True, help="Print the text of every window of the game.")
@click.option("--continue", "resume", is_flag=True, help="Go on where the game was left.")
@click.option("--before", is_flag=True, help="With --load, --continue: at the moment before the sequence saved in.")
@display_mode_option
@load_option
@game_options
@output_options
def command(
    game: Path | None,
    scale: int | None,
    aspect: str,
    fullscreen: bool,
    speed: float,
    uncapped: bool,
    sound: str,
    volume: int,
    rate: str,
    mute_above: float,
    headless: bool,
    ticks: int | None,
    saves: Path | None,
    record: Path | None,
    autosave: int,
    keep_game: bool,
    text: bool,
    display_mode: DisplayMode,
    load: Path | None,
    resume: bool,
    before: bool,
    options: GameOptions,
    output: Output,
) -> None:
    """Play GAME, a folder or zip archive; without GAME the demo game that comes with the program.

    In the window F11 is full screen, F12 a menu, and Ctrl+Shift with a letter changes speed and volume, pauses, steps
    and grabs pictures; everything else belongs to the game. A zip archive dropped on the window is opened.
    """
    if ticks is not None and not headless:
        raise click.UsageError("--ticks belongs to --headless.")
    if resume and load:
        raise click.UsageError("--continue and --load exclude each other.")
    if before and not (resume or load):
        raise click.UsageError("--before belongs to --load or --continue.")
    if keep_game and record is None:
        raise click.UsageError("--keep-game belongs to --record.")
    told: list[str] = []

    def tell(sentence: str) -> None:
        told.append(sentence)
        output.note(sentence)

    machine = machine_of(game, options, output, load, resume=resume, saves=saves, before_sequence=before, tell=tell)
    if saves is not None or not headless:
        keep_saves(machine, saves, output)
    prompter = prompter_of(options.script)
    recorder = recorder_of(machine, record, load)
    if record is not None and keep_game:
        keep_copy(machine.game, record, output)
    if headless:
        kept = None if saves is None else player_saves(machine, saves, output, autosave)
        _play_unseen(machine, prompter, ticks, _mirror(output) if text else [], recorder, kept)
        return
    from agi_emu.frontends.host.sdl import Display
    from agi_emu.frontends.host.sound_out import SoundChoice
    from agi_emu.frontends.play import Appearance
    from agi_emu.frontends.window.scaling import Aspect

    choice = SoundChoice(volume, int(rate), mute_above) if sound == "on" else None
    appearance = Appearance(Aspect(aspect), scale, fullscreen, None if uncapped else speed, display_mode)
    display = Display()
    try:
        if display.is_visible:
            _play(
                machine,
                display,
                appearance,
                prompter,
                options,
                output,
                saves=saves,
                autosave=autosave,
                sound=choice,
                text=text,
                recorder=recorder,
                greeting=" ".join(told),
            )
            return
    finally:
        display.close()
    _play_without_display(machine, prompter, output, recorder, display_mode)


def machine_of(
    game: Path | None,
    options: GameOptions,
    output: Output,
    load: Path | None = None,
    *,
    resume: bool = False,
    saves: Path | None = None,
    before_sequence: bool = False,
    tell: Callable[[str], None] | None = None,
) -> Machine:
    """Open a game and switch a machine on with it, perhaps at a savegame or state, or where it was left.

    `tell` gets what the player should know of that, in place of `output`.
    """
    from agi_emu.machine.machine import Machine
    from agi_emu.resources import open_game

    if game is None:
        from agi_emu.data import demo_path
        from agi_emu.errors import GameError

        game = demo_path()
        if not game.exists():
            raise GameError("the demo game is not built here: make build, or pip install .")
    opened = open_game(game, options.profile)
    for note in opened.notes:
        output.detail(f"{opened.id}: {note}")
    if load is None and not resume:
        return Machine(opened, settings=options.settings())
    from agi_emu.cli.starting_point import machine_at, machine_from_last_state

    if load is not None:
        return machine_at(opened, load, options, before_sequence=before_sequence, tell=tell or output.note)
    return machine_from_last_state(opened, saves, options, before_sequence=before_sequence, tell=tell or output.note)


def keep_saves(machine: Machine, folder: Path | None, output: Output) -> None:
    """Let a machine keep its savegames in a folder, None being the usual one of its game."""
    from agi_emu.saves.save_folder import FolderStore, default_folder

    store = FolderStore(folder or (lambda: default_folder(machine.game)))
    machine.save_store = store
    if output.verbose:
        output.detail(f"savegames: {store.folder}")


def recorder_of(machine: Machine, path: Path | None, load: Path | None) -> Recorder | None:
    """Return a recorder that writes into a new file what the machine does from now on; None without a path."""
    if path is None:
        return None
    if path.exists():
        raise click.UsageError(f"--record: {path} is there already; agi-emu replay --join goes on with a recording.")
    from agi_emu.recording.replaying.recorder import Recorder
    from agi_emu.recording.replaying.starting import begin_recording
    from agi_emu.state.files.state_file import looks_like_state

    loaded = None if load is None else load.read_bytes()
    # A recording that begins at a state of ours takes the machine's, whatever grade it was loaded with.
    savegame = None if loaded is None or looks_like_state(loaded) else loaded
    recorder = Recorder(machine, begin_recording(machine, savegame=savegame, folder=path.parent))
    recorder.open(path)
    return recorder


def keep_copy(game: Game, recording: Path, output: Output) -> None:
    """Keep a copy of a game beside a recording and say where."""
    from agi_emu.recording.game_lookup import keep_game

    output.note(f"a copy of the game is {keep_game(game, recording)}")


def player_saves(machine: Machine, folder: Path | None, output: Output, minutes: int) -> PlayerSaves:
    """Return what keeps a machine's states in a folder, None being the usual one of its game."""
    from agi_emu.saves.player_saves import PlayerSaves
    from agi_emu.saves.save_folder import default_folder
    from agi_emu.saves.state_folder import StateFolder

    states = StateFolder(folder or partial(default_folder, machine.game))
    return PlayerSaves(machine, states, minutes=minutes, note=output.note)


def prompter_of(script: Path | None) -> Prompter | None:
    if script is None:
        return None
    from agi_emu.frontends.scripted_input import ScriptPlayer
    from agi_emu.tracing.input_script import read_input_script

    return ScriptPlayer(read_input_script(script))


def _mirror(output: Output) -> list[Observer]:
    """Print every window of the game as a paragraph, or as a JSON string a line."""
    from agi_emu.frontends.text_mirror import TextMirror

    return [TextMirror(output.record if output.json else lambda words: output.result(words + "\n"))]


def _play(
    machine: Machine,
    display: Display,
    appearance: Appearance,
    prompter: Prompter | None,
    options: GameOptions,
    output: Output,
    *,
    saves: Path | None,
    autosave: int,
    sound: SoundChoice | None,
    text: bool,
    recorder: Recorder | None,
    greeting: str,
) -> None:
    from agi_emu.frontends.play import play

    def folder_of(played: Machine) -> Path | None:
        # --saves is the folder of the game that was started; games dropped on the window have theirs in it.
        return saves if saves is None or played.game.path == machine.game.path else saves / played.game.id

    def open_machine(path: Path) -> Machine:
        dropped = machine_of(path, options, output)
        keep_saves(dropped, folder_of(dropped), output)
        return dropped

    play(
        machine,
        display,
        appearance,
        open_machine=open_machine,
        prompter=prompter,
        observers=_mirror(output) if text else [],
        sound=sound,
        saves_of=lambda played: player_saves(played, folder_of(played), output, autosave),
        note=output.note,
        detail=output.detail,
        recorder=recorder,
        greeting=greeting,
    )


def _play_unseen(
    machine: Machine,
    prompter: Prompter | None,
    ticks: int | None,
    observers: list[Observer],
    recorder: Recorder | None,
    saves: PlayerSaves | None = None,
) -> None:
    from agi_emu.frontends.headless import DEFAULT_TICKS, play_unseen

    play_unseen(
        machine,
        ticks=ticks or DEFAULT_TICKS,
        prompter=prompter,
        observers=observers,
        recorder=recorder,
        saves=saves,
    )


def _play_without_display(
    machine: Machine,
    prompter: Prompter | None,
    output: Output,
    recorder: Recorder | None,
    display_mode: DisplayMode,
) -> None:
    """Play a minute of the game for somebody who has no screen: its words, and a picture of the end."""
    from agi_emu.capture.stills import picture_of, save_numbered
    from agi_emu.frontends.headless import DEFAULT_TICKS

    seconds = DEFAULT_TICKS // 20
    output.note(
        f"there is no display here: playing {seconds} seconds of {machine.game.title} without a window, "
        "its words below and its last picture in a file (--headless --ticks N does this without asking for a display)"
    )
    _play_unseen(machine, prompter, None, _mirror(output), recorder)
    last = save_numbered(Path(), machine.game.id, picture_of(machine.state, display_mode))
    output.note(f"last picture: {last}")
