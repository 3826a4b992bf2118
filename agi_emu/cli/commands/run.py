"""``agi-emu run``: play a game in a window, or without one for a bounded time."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from agi_emu.cli.machines import (
    AT_POWER_ON,
    MachineStart,
    is_plainly_one,
    keep_copy,
    keep_saves,
    machine_of,
    player_saves,
    prompter_of,
    recorder_of,
)
from agi_emu.cli.options import (
    GAME,
    NEW_FILE,
    NEW_FOLDER,
    SPEED,
    GameOptions,
    OptionSet,
    Output,
    SoundOptions,
    game_options,
    look_option,
    option,
    refuse,
    sound_options,
)
from agi_emu.cli.preferred import PreferringCommand, is_given, preferences_of
from agi_emu.cli.told_errors import ErrorTeller, telling_options

if TYPE_CHECKING:
    from agi_emu.cli.shelf import Shelf
    from agi_emu.input.input_script import ScriptPlayer
    from agi_emu.keeping.saves.player_saves import PlayerSaves
    from agi_emu.machine.machine import Machine
    from agi_emu.presentation.looks import ScreenLook
    from agi_emu.recording.replaying.recorder import SessionRecorder
    from agi_emu.session import Observer
    from agi_emu.window.windowed_play import FirstGame, WindowAppearance

ASPECTS = ("exact", "sharp", "square")
"""The values of `agi_emu.window.scaling.Aspect`, repeated because --help must not import it."""


class WindowOptions(OptionSet):
    """How the window looks and how fast the game runs in it."""

    scale: int | None = option(
        type=click.IntRange(1, 16), metavar="N", help="Width of a pixel (default: the largest that fits, up to 4)."
    )
    aspect: str = option(
        type=click.Choice(ASPECTS),
        default="sharp",
        show_default=True,
        help="exact: whole multiples, nearly 4:3. sharp: 4:3 at any size. square: square pixels.",
    )
    fullscreen: bool = option(is_flag=True, help="Start in full screen (F11).")
    speed: float = option(type=SPEED, default=1.0, metavar="X", help="Speed; 1 is the original's.")
    uncapped: bool = option(is_flag=True, help="Run as fast as this computer can.")
    screen_look: ScreenLook = look_option.field

    def appearance(self, ctx: click.Context) -> WindowAppearance:
        """Return the options, and the settings that have none, as the window takes them."""
        from agi_emu.input.player_commands import SWITCHES
        from agi_emu.keeping.saves.save_folder import folders_of_games
        from agi_emu.window.scaling import Aspect
        from agi_emu.window.windowed_play import WindowAppearance

        speed = None if self.uncapped else self.speed
        found = preferences_of(ctx)
        kept = found.values if found else {}
        place = kept.get("window")
        return WindowAppearance(
            Aspect(self.aspect),
            self.scale if is_given(ctx, "scale") or place is None else None,
            self.fullscreen,
            speed,
            self.screen_look,
            place=place if isinstance(place, tuple) else None,
            is_muted=kept.get("mute") is True,
            switches=frozenset(name for name in SWITCHES.values() if kept.get(name) is True),
            is_first=not folders_of_games(),
        )


class ModeOptions(OptionSet):
    """Whether there is a window, and what is printed."""

    headless: bool = option(is_flag=True, help="Play without a window, as fast as possible.")
    ticks: int | None = option(
        type=click.IntRange(1),
        metavar="N",
        help="Ticks to play with --headless, 20 per second (default: 1200, one minute; with a walkthrough, all of it).",
    )
    text: bool = option(is_flag=True, help="Print all words of the game as they appear.")
    stdin: bool = option(is_flag=True, help="With --text: play in the terminal, by lines of text, without a window.")


class DiskOptions(OptionSet):
    """What is kept on disk while playing."""

    saves: Path | None = option(
        type=NEW_FOLDER,
        metavar="DIR",
        help="Folder for savegames (default: one per game in your data folder; none with --headless).",
    )
    autosave: int = option(
        type=click.IntRange(0, 1440),
        default=5,
        show_default=True,
        metavar="MINUTES",
        help="Minutes between automatic saves; 0: save only on entering or leaving a room and before scripted "
        "sequences.",
    )
    record: Path | None = option(
        type=NEW_FILE,
        metavar="FILE",
        help="Record the session for agi-emu replay and compare; games saved meanwhile stay in the recording.",
    )
    keep_game: bool = option(is_flag=True, help="With --record: keep a copy of the game beside the recording.")
    record_work: bool = option(
        is_flag=True,
        help="With --record: also record the work of every tick, so that compare finds rooms that became slower.",
    )


@click.command(cls=PreferringCommand)
@click.argument("game", type=GAME, required=False)
@WindowOptions.add("window")
@sound_options
@ModeOptions.add("mode")
@DiskOptions.add("disk")
@MachineStart.add("start")
@game_options
@telling_options
def command(
    game: Path | None,
    window: WindowOptions,
    sound: SoundOptions,
    mode: ModeOptions,
    disk: DiskOptions,
    start: MachineStart,
    options: GameOptions,
    teller: ErrorTeller,
) -> None:
    """Play GAME, a folder, zip archive or disk image; without GAME, choose from your games.

    As long as you have no games, that plays the demo game of this program.

    In the window, F11 toggles full screen, F12 opens a menu, and Ctrl+Shift with a letter changes speed and volume,
    pauses, steps and saves screenshots. All other keys go to the game. To open another game, drop its file on
    the window.
    """
    _refuse_contradictions(mode, disk, start)
    if disk.saves is not None:
        from agi_emu.cli.outputs import require_writable

        require_writable(disk.saves, "--saves")
    told = list[str]()

    def tell(sentence: str) -> None:
        told.append(sentence)
        teller.note(sentence)

    game, shelf = _game_or_shelf(game, mode, start)
    observers = [_mirror(teller)] if mode.text else []
    shown = partial(_was_shown, window=window, sound=sound, disk=disk, options=options, teller=teller)
    if shelf is not None:
        _refuse_without_game(shelf, mode, disk, start, options, teller)
        if not shown(shelf, observers):
            from agi_emu.cli.shelf import refuse_shelf

            refuse_shelf(shelf, teller, "there is no display here to choose one")
        return
    machine = machine_of(game, options, teller, start, saves=disk.saves, tell=tell)
    teller.listen(machine)
    if disk.saves is not None or not mode.headless:
        keep_saves(machine, disk.saves, teller)
    # A script that cannot be read must leave no recording behind.
    prompter = prompter_of(options.script)
    recorder = recorder_of(machine, disk.record, start.load, counts_work=disk.record_work)
    if disk.record is not None and disk.keep_game:
        keep_copy(machine.game, disk.record, teller)
    if mode.headless:
        keeps = disk.saves is not None
        saves = player_saves(machine, disk.saves, teller, disk.autosave, remembers=False) if keeps else None
        from agi_emu.headless.unseen_play import play_unseen

        play_unseen(machine, ticks=mode.ticks, prompter=prompter, observers=observers, recorder=recorder, saves=saves)
    elif mode.stdin:
        _play_by_lines(machine, recorder, player_saves(machine, disk.saves, teller, disk.autosave), teller)
    else:
        from agi_emu.window.windowed_play import FirstGame

        offers = start == AT_POWER_ON and recorder is None and prompter is None
        if not shown(machine, observers, FirstGame(prompter, recorder, greeting=" ".join(told), offers=offers)):
            _play_without_display(machine, prompter, recorder, teller, window.screen_look)


def _game_or_shelf(game: Path | None, mode: ModeOptions, start: MachineStart) -> tuple[Path | None, Shelf | None]:
    """Return the game to play, None for the demo; or the shelf to choose from."""
    from agi_emu.keeping.host_folders import games_file

    if start.load and not game:
        from agi_emu.keeping.shelf.register import game_saved_in

        game = game_saved_in(start.load.parent)
    if is_plainly_one(game) if game else mode.headless or mode.stdin or not games_file().is_file():
        # Most starts end here, so nothing of the shelf is imported before.
        return game, None
    from agi_emu.cli.shelf import Shelf, choice_of

    choice = choice_of(game, resume=start.resume)
    return (None, choice) if isinstance(choice, Shelf) else (choice, None)


def _refuse_without_game(
    shelf: Shelf, mode: ModeOptions, disk: DiskOptions, start: MachineStart, options: GameOptions, output: Output
) -> None:
    """Refuse options that need one game where there are several."""
    if mode.headless:
        from agi_emu.cli.shelf import refuse_shelf

        refuse_shelf(shelf, output, "--headless plays one")
    if start.load or disk.record or options.script:
        raise click.UsageError("--load, --record and --script need one game: name it.")


def _was_shown(
    played: Machine | Shelf,
    observers: list[Observer],
    first: FirstGame | None = None,
    *,
    window: WindowOptions,
    sound: SoundOptions,
    disk: DiskOptions,
    options: GameOptions,
    teller: ErrorTeller,
) -> bool:
    """Play a machine in a window, or the games that the player chooses from a shelf; False if there is no display."""
    from agi_emu.cli.window_services import WindowServices
    from agi_emu.machine.machine import Machine
    from agi_emu.window.host.sdl import SdlDisplay
    from agi_emu.window.windowed_play import NOTHING_MORE, play_in_window

    ctx = click.get_current_context()
    machine, shelf = (played, None) if isinstance(played, Machine) else (None, played)
    with closing(SdlDisplay()) as display:
        if not display.is_visible:
            return False
        serving = WindowServices(machine, shelf, disk.saves, disk.autosave, options, teller, ctx)
        services = serving.services(teller.tell)
        play_in_window(
            machine,
            display,
            window.appearance(ctx),
            services,
            first=first or NOTHING_MORE,
            observers=observers,
            sound=sound.choice(),
        )
        return True


def _refuse_contradictions(mode: ModeOptions, disk: DiskOptions, start: MachineStart) -> None:
    """Refuse options that contradict each other."""
    refuse(
        {
            "--stdin needs --text, and cannot be combined with --headless.": mode.stdin
            and (mode.headless or not mode.text),
            "--ticks needs --headless.": mode.ticks is not None and not mode.headless,
            "--continue and --load cannot be combined.": start.resume and start.load is not None,
            "--before needs --load or --continue.": start.before and not (start.resume or start.load),
            "--set needs --room.": bool(start.changes) and start.room is None,
            "--room cannot be combined with --record: a recording begins with the game.": start.room is not None
            and disk.record is not None,
            "--keep-game needs --record.": disk.keep_game and disk.record is None,
            "--record-work needs --record.": disk.record_work and disk.record is None,
        }
    )


def _teller(output: Output) -> Callable[[str], None]:
    """Print a text of the game as a paragraph, or as one JSON string per line."""
    return output.record if output.json else lambda words: output.result(words + "\n")


def _mirror(output: Output) -> Observer:
    """Print all words of the game."""
    from agi_emu.headless.text_mirror import TextMirror

    return TextMirror(_teller(output))


def _play_by_lines(machine: Machine, recorder: SessionRecorder | None, saves: PlayerSaves, output: Output) -> None:
    """Play a game in the terminal: words out, lines in."""
    from agi_emu.headless.unseen_play import play_by_lines

    def read() -> str | None:
        return sys.stdin.readline() or None

    play_by_lines(machine, read, _teller(output), output.note, recorder=recorder, saves=saves)


def _play_without_display(
    machine: Machine,
    prompter: ScriptPlayer | None,
    recorder: SessionRecorder | None,
    output: Output,
    screen_look: ScreenLook,
) -> None:
    """Play a minute of the game for somebody without a screen: print its words and save its last picture."""
    from agi_emu.headless.unseen_play import DEFAULT_TICKS, play_unseen
    from agi_emu.presentation.picture_files import in_proportion, save_numbered

    seconds = DEFAULT_TICKS // 20
    output.note(
        f"there is no display here: playing {seconds} seconds of {machine.game.title} without a window, "
        "its words below and its last picture in a file (--headless --ticks N does this without asking for a display)"
    )
    play_unseen(machine, prompter=prompter, observers=[_mirror(output)], recorder=recorder)
    last = save_numbered(Path(), machine.game.id, in_proportion(screen_look(machine.frame)))
    output.note(f"last picture: {last}")
