"""``agi-emu replay``: play recordings, with or without a window, and update their digests."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from agi_emu.cli.jobs import JobOptions, JobRun, RecordingFolder, job_options, print_outcome
from agi_emu.cli.options import (
    FILE,
    GAME,
    NEW_FILE,
    NEW_FOLDER,
    SPEED,
    GameOptions,
    OptionSet,
    Output,
    SoundOptions,
    look_option,
    option,
    profile_option,
    refuse,
    sound_options,
)
from agi_emu.cli.told_errors import ErrorTeller, telling_options
from agi_emu.facts.codes import Var

if TYPE_CHECKING:
    from agi_emu.presentation.looks import ScreenLook
    from agi_emu.recording.comparing.outcome import Outcome
    from agi_emu.recording.recording import Recording
    from agi_emu.resources.game import Game
    from agi_emu.window.host.sound_out import SoundChoice

TICK = click.IntRange(0)
TICKS_PER_PROCESS = 10_000
"""Ticks of scripts that take about as long as starting a process does."""


class Playing(OptionSet):
    """How a recording is played, and which of its ticks."""

    headless: bool = option(is_flag=True, help="Play without a window, as fast as possible.")
    speed: float = option(type=SPEED, default=1.0, metavar="X", help="Speed; 1 is the original's.")
    from_tick: int = option(
        "--from", type=TICK, default=0, metavar="TICK", help="Start at this tick; 20 ticks per second."
    )
    until_tick: int | None = option("--until", type=TICK, metavar="TICK", help="Stop at this tick.")
    join: bool = option(
        is_flag=True, help="Take over where the replay stops (at --until or its end) and continue the recording."
    )
    screen_look: ScreenLook = look_option.field


class Updating(OptionSet):
    """What is written instead of playing."""

    update: bool = option(is_flag=True, help="Write the digests of this run into the recording; change nothing else.")
    keep_game: bool = option(is_flag=True, help="With --update: keep a copy of the game beside the recording.")
    record_work: bool = option(
        is_flag=True, help="With --update: also record the work of every tick, for --work-tolerance."
    )
    record: Path | None = option(
        type=NEW_FOLDER,
        metavar="DIR",
        help="The files are input scripts for --game: record each as DIR/SCRIPT.agirec, a minute or --until TICK.",
    )
    as_walkthrough: Path | None = option(
        type=NEW_FILE,
        metavar="FILE",
        help="Write what the recording does as a walkthrough (.agiwalk): sentences, walks, windows, rooms, score.",
    )


@click.command
@click.argument("recordings", metavar="REC...", type=FILE, nargs=-1, required=True)
@click.option("--game", type=GAME, metavar="GAME", help="Path to the game, if it has moved.")
@profile_option
@Playing.add("playing")
@sound_options
@Updating.add("updating")
@job_options
@telling_options
def command(
    recordings: tuple[Path, ...],
    game: Path | None,
    profile: str | None,
    playing: Playing,
    sound: SoundOptions,
    updating: Updating,
    where: JobOptions,
    teller: ErrorTeller,
) -> None:
    """Play recordings REC: every recorded key is pressed again at the same moment.

    In the window, Ctrl+Shift with a letter controls the replay: P pauses, C and B step one cycle forward and back, E
    and L jump five seconds back and forward, O hides the line with time, cycle, room and keys. T takes over: you play,
    and the recording is rewritten from there.

    With --record DIR, input scripts are played in --game instead, without a window, and recorded: in several processes
    or on a --cluster, and with --resume only those that are not recorded yet.
    """
    _refuse_contradictions(playing, updating, where, len(recordings))
    if updating.record is not None:
        _record(recordings, game, profile, updating.record, playing.until_tick, where, teller)
        return
    from agi_emu.recording.game_lookup import game_of
    from agi_emu.recording.recording import Recording

    for path in recordings:
        recording = Recording.load(path, unclosed=True)
        if not recording.closed:
            teller.note(f"{path}: the recording was not closed; it ends at tick {len(recording.ticks)}")
        opened = game_of(recording.head, path, game, profile)
        if opened.digest != recording.head.game_digest:
            teller.note(f"{path}: the game has changed since it was recorded")
        if updating.as_walkthrough is not None:
            _write_walkthrough(opened, recording, updating.as_walkthrough, teller)
        elif updating.update:
            _update(opened, recording, path, teller, updating)
        elif playing.headless:
            _play_unseen(opened, recording, path, playing.until_tick, teller)
        else:
            _play(opened, recording, path, playing, sound.choice(), teller)


def _refuse_contradictions(playing: Playing, updating: Updating, where: JobOptions, count: int) -> None:
    """Refuse options that contradict each other."""
    is_recording, is_updating = updating.record is not None, updating.update
    is_cut = playing.from_tick > 0 or playing.until_tick is not None
    refuse(
        {
            "--jobs, --cluster, --resume, --timeout, --junit and --report belong to --record.": not is_recording
            and where != JobOptions(),
            "--record cannot be combined with --from, --join or --update.": is_recording
            and (playing.from_tick > 0 or playing.join or is_updating),
            "--as-walkthrough takes one recording, whole, and no other option but --game and --profile.": (
                updating.as_walkthrough is not None
                and (count > 1 or is_recording or is_updating or playing.headless or playing.join or is_cut)
            ),
            "--join needs a window; it cannot be combined with --headless or --update.": playing.join
            and (playing.headless or is_updating),
            "--update plays the whole recording; it cannot be combined with --from or --until.": is_updating and is_cut,
            "--keep-game needs --update.": updating.keep_game and not is_updating,
            "--record-work needs --update.": updating.record_work and not is_updating,
            "--until is before --from.": playing.until_tick is not None and playing.until_tick < playing.from_tick,
        }
    )


def _update(game: Game, recording: Recording, path: Path, output: Output, updating: Updating) -> None:
    """Play a recording, whose events may have been edited, and write it with the digests of this run."""
    from agi_emu.cli.machines import keep_copy
    from agi_emu.recording.comparing.updating import updated
    from agi_emu.recording.editing import notes_after_end
    from agi_emu.recording.game_lookup import keep_as_before
    from agi_emu.recording.masks import masks_beside

    now, changed = updated(game, recording, masks_beside(path), counts_work=updating.record_work)
    now.save(path)
    if updating.keep_game:
        keep_copy(game, path, output)
    else:
        keep_as_before(game, recording, path)
    output.result(f"{path}: {len(now.ticks)} ticks, {changed} of them changed")
    output.notes(notes_after_end(now), str(path))


def _write_walkthrough(game: Game, recording: Recording, path: Path, output: Output) -> None:
    """Write a recording as a walkthrough, and say whether that leads through the game as it is."""
    from agi_emu.checking.scripts import walked
    from agi_emu.headless.as_walkthrough import walkthrough_of
    from agi_emu.host_files.drafts import write_whole

    text = walkthrough_of(game, recording)
    write_whole(path, text.encode())
    output.result(walked(str(path), text, game).lines()[0])


def _record(
    scripts: Sequence[Path],
    game: Path | None,
    profile: str | None,
    folder: Path,
    until_tick: int | None,
    where: JobOptions,
    output: Output,
) -> None:
    """Play input scripts and record each."""
    where.refuse()
    from agi_emu.checking.jobs import RECORDINGS
    from agi_emu.checking.scripts import SCRIPTS, script_jobs
    from agi_emu.headless.unseen_play import DEFAULT_TICKS
    from agi_emu.resources import open_game

    if game is None:
        raise click.UsageError("--record needs --game.")
    opened, ticks = open_game(game, profile), until_tick or DEFAULT_TICKS
    records = RecordingFolder(folder, [opened], output)

    def take(outcome: Outcome) -> Outcome:
        rest = dict(outcome.details)
        for name, text in rest.pop(RECORDINGS, {}).items():
            records.write(name, text)
        return print_outcome(replace(outcome, details=rest), output)

    jobs = script_jobs(scripts, opened, GameOptions().settings(opened), ticks)
    run = JobRun([str(script) for script in scripts], SCRIPTS, where, output, take)
    click.get_current_context().exit(run.do(jobs, where.processes(len(scripts) * ticks / TICKS_PER_PROCESS)).code)


def _play_unseen(game: Game, recording: Recording, path: Path, until_tick: int | None, teller: ErrorTeller) -> None:
    """Play without a window and print where it ended."""
    from agi_emu.recording.position import clock_time
    from agi_emu.recording.replaying.playback import Playback

    play = Playback(game, recording)
    teller.listen(play.machine)
    ending = play.run(until_tick=until_tick)
    cycle, room = play.machine.unguarded.state.cycle.number, play.machine.vars[Var.ROOM]
    place = {"tick": play.tick, "beat": play.beat, "cycle": cycle, "room": room, "end": ending.name}
    teller.answer(
        f"{path}: tick {play.tick} ({clock_time(play.beat)}), cycle {cycle}, room {room}",
        {"recording": str(path), **place},
    )


def _play(
    game: Game,
    recording: Recording,
    path: Path,
    playing: Playing,
    sound: SoundChoice | None,
    teller: ErrorTeller,
) -> None:
    from agi_emu.facts.errors import HostError
    from agi_emu.recording.masks import Masks
    from agi_emu.window.host.sdl import SdlDisplay
    from agi_emu.window.replay_window import ReplayWindow
    from agi_emu.window.windowed_play import WindowAppearance

    with closing(SdlDisplay()) as display:
        if not display.is_visible:
            raise HostError("there is no display here; use --headless to play without a window")
        # Masks added since apply only when the recording is compared or updated.
        masks = Masks.of_areas(recording.head.masked)
        appearance = WindowAppearance(speed=playing.speed, screen_look=playing.screen_look)
        window = ReplayWindow(game, recording, path, display, appearance, masks, sound=sound, note=teller.note)
        window.tell_errors(partial(teller.tell, game))
        window.play(from_tick=playing.from_tick, until_tick=playing.until_tick, join=playing.join)
