"""``agi-emu replay``: play recordings, in a window or not, and make their digests again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from agi_emu.cli.options import (
    FILE,
    GAME,
    SPEED,
    Output,
    display_mode_option,
    mute_option,
    output_options,
    profile_option,
    rate_option,
    sound_option,
    volume_option,
)

if TYPE_CHECKING:
    from agi_emu.display_modes.modes import DisplayMode
    from agi_emu.frontends.host.sound_out import SoundChoice
    from agi_emu.frontends.play import Appearance
    from agi_emu.recording.recording import Recording
    from agi_emu.resources.game import Game

TICK = click.IntRange(0)


@click.command
@click.argument("recordings", metavar="REC...", type=FILE, nargs=-1, required=True)
@click.option("--game", type=GAME, metavar="GAME", help="The game, if it is not where it was.")
@profile_option
@click.option("--headless", is_flag=True, help="Without a window, as fast as it goes.")
@click.option("--speed", type=SPEED, default=1.0, metavar="X", help="Speed, 1 the original's.")
@sound_option
@volume_option
@rate_option
@mute_option
@click.option("--from", "from_tick", type=TICK, default=0, metavar="TICK", help="Begin there; 20 ticks a second.")
@click.option("--until", "until_tick", type=TICK, metavar="TICK", help="Stop there.")
@click.option(
    "--join", is_flag=True, help="Take over where the replay stops (--until, else its end) and go on recording."
)
@click.option("--update", is_flag=True, help="Write the digests of this run into the recording, and nothing else.")
@click.option("--keep-game", is_flag=True, help="With --update: keep a copy of the game beside the recording.")
@display_mode_option
@output_options
def command(
    recordings: tuple[Path, ...],
    game: Path | None,
    profile: str | None,
    headless: bool,
    speed: float,
    sound: str,
    volume: int,
    rate: str,
    mute_above: float,
    from_tick: int,
    until_tick: int | None,
    join: bool,
    update: bool,
    keep_game: bool,
    display_mode: DisplayMode,
    output: Output,
) -> None:
    """Play recordings REC: what was pressed then goes in again at the same places.

    In the window Ctrl+Shift+P pauses, C and B step a cycle forward and back, E and L go five seconds earlier and later,
    T takes over (the recording is written anew from there), O hides time, cycle, room and keys.
    """
    if join and (headless or update):
        raise click.UsageError("--join needs a window; it goes with neither --headless nor --update.")
    if update and (from_tick or until_tick is not None):
        raise click.UsageError("--update plays the whole recording; it goes with neither --from nor --until.")
    if keep_game and not update:
        raise click.UsageError("--keep-game belongs to --update.")
    if until_tick is not None and until_tick < from_tick:
        raise click.UsageError("--until lies before --from.")
    from agi_emu.frontends.host.sound_out import SoundChoice
    from agi_emu.frontends.play import Appearance
    from agi_emu.recording.game_lookup import game_of
    from agi_emu.recording.recording import Recording

    choice = SoundChoice(volume, int(rate), mute_above) if sound == "on" else None
    for path in recordings:
        recording = Recording.load(path, unclosed=True)
        if not recording.closed:
            output.note(f"{path}: was not closed; it ends with tick {len(recording.ticks)}")
        opened = game_of(recording, path, game, profile)
        if opened.digest != recording.head.game_digest:
            output.note(f"{path}: the game is not as it was when it was recorded")
        if update:
            _update(opened, recording, path, output, keeps_game=keep_game)
        elif headless:
            _play_unseen(opened, recording, path, until_tick, output)
        else:
            appearance = Appearance(speed=speed, display_mode=display_mode)
            _play(opened, recording, path, appearance, from_tick, until_tick, join=join, sound=choice, note=output.note)


def _update(game: Game, recording: Recording, path: Path, output: Output, *, keeps_game: bool) -> None:
    """Play a recording, whose events may have been edited, and write it with the digests of this run."""
    from agi_emu.cli.commands.run import keep_copy
    from agi_emu.recording.comparing.updating import updated
    from agi_emu.recording.game_lookup import keep_as_before
    from agi_emu.recording.mask_file import masks_beside

    now, changed = updated(game, recording, masks_beside(path))
    now.save(path)
    if keeps_game:
        keep_copy(game, path, output)
    else:
        keep_as_before(game, recording, path)
    output.result(f"{path}: {len(now.ticks)} ticks, {changed} of them changed")


def _play_unseen(game: Game, recording: Recording, path: Path, until_tick: int | None, output: Output) -> None:
    """Play without a window and say where it ended."""
    from agi_emu.recording.position import clock_time
    from agi_emu.recording.replaying.replay import Replay

    play = Replay(game, recording, seekable=False)
    ending = play.run(until_tick=until_tick)
    cycle, room = play.machine.state.cycle.number, play.machine.vars[0]
    if output.json:
        output.record(
            {
                "recording": str(path),
                "tick": play.tick,
                "beat": play.beat,
                "cycle": cycle,
                "room": room,
                "end": ending.name,
            }
        )
    else:
        output.result(f"{path}: tick {play.tick} ({clock_time(play.beat)}), cycle {cycle}, room {room}")


def _play(
    game: Game,
    recording: Recording,
    path: Path,
    appearance: Appearance,
    from_tick: int,
    until_tick: int | None,
    *,
    join: bool,
    sound: SoundChoice | None,
    note: Callable[[str], None],
) -> None:
    from agi_emu.errors import HostError
    from agi_emu.frontends.host.sdl import Display
    from agi_emu.frontends.replay_window import ReplayWindow
    from agi_emu.recording.mask_file import masks_beside

    display = Display()
    try:
        if not display.is_visible:
            raise HostError("there is no display here: --headless plays without a window")
        # Newer masks wait until the recording is compared or updated.
        own = recording.head.own_masks()
        masks = masks_beside(path) if own is None else own
        window = ReplayWindow(game, recording, path, display, appearance, masks, sound=sound, note=note)
        window.play(from_tick=from_tick, until_tick=until_tick, join=join)
    finally:
        display.close()
