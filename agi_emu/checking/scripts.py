"""Makes the jobs that play input scripts: to record a game, or to check that it does what a walkthrough expects."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from agi_emu.checking.check import Check
from agi_emu.checking.jobs import RECORDINGS, Job, Place, digest_of_job
from agi_emu.facts.errors import AgiError, RecordingError, WalkthroughError
from agi_emu.host_files.reading import BESIDE_RECORDING, decoded_text, read_text, read_whole
from agi_emu.machine.machine import Machine
from agi_emu.machine.settings import Settings
from agi_emu.recording.comparing.outcome import Outcome, Status
from agi_emu.recording.game_lookup import opened
from agi_emu.reporting.subject import WORDS, Subject
from agi_emu.resources.game import Game

SCRIPTS = Subject("agi-emu replay", "Recordings made", "script", "differ", {**WORDS, Status.EQUAL: "recorded"})


def recorded(name: str, script: str, game: Path, profile: str, settings: Settings, ticks: int, place: Place) -> Outcome:
    """Play a script on a worker, and return the recording."""
    from agi_emu.headless.unseen_play import play_unseen
    from agi_emu.input.input_script import ScriptPlayer, parse_input_script
    from agi_emu.recording.recording import recording_text
    from agi_emu.recording.replaying.recorder import SessionRecorder
    from agi_emu.recording.replaying.starting import begin_recording

    parsed = parse_input_script(script, name)
    machine = Machine(opened(place(game), profile), settings=settings)
    recorder = SessionRecorder(machine, begin_recording(machine))
    play_unseen(machine, ticks=ticks, prompter=ScriptPlayer(parsed), recorder=recorder)
    recording = recorder.recording
    details = {
        "text": f"{len(recording.ticks):,} ticks",
        RECORDINGS: {Path(name).stem: recording_text(recording)},
    }
    return Outcome(name, Status.EQUAL, ticks=len(recording.ticks), details=details)


def script_jobs(paths: Iterable[Path], game: Game, settings: Settings, ticks: int) -> Iterator[Job]:
    """Yield the jobs that record scripts."""
    profile = game.profile.name
    for path in paths:
        script = decoded_text(read_whole(path, BESIDE_RECORDING), errors="replace")
        digest = digest_of_job("record", game.digest, game.id, profile, settings, ticks, script)
        yield Job(
            str(path), partial(recorded, str(path), script, game.path, profile, settings, ticks), digest, (game.path,)
        )


STEPS, PICTURE = "steps", "picture"
"""Details of an outcome: how many steps a walkthrough has, and the screen where it failed, as the address of a PNG."""


def walked_on_a_worker(name: str, script: str, game: Path, profile: str | None, place: Place) -> Outcome:
    """Play a walkthrough of the game at a path."""
    return walked(name, script, opened(place(game), profile))


def walkthrough_job(path: Path, how: Check) -> Job:
    """Return the job that plays a walkthrough; AgiError where that cannot be."""
    if how.game is None:
        raise RecordingError(f"{path}: a walkthrough does not name its game; give it with --game")
    script = read_text(path, BESIDE_RECORDING)
    digest = digest_of_job("walkthrough", opened(how.game, how.profile).digest, how.profile, script)
    task = partial(walked_on_a_worker, str(path), script, how.game, how.profile)
    return Job(str(path), task, digest, (how.game,), cost=len(script))


def walked(name: str, script: str, game: Game) -> Outcome:
    """Play a walkthrough to its end, or to the first line that does not come true; RecordingError for a wrong one."""
    from agi_emu.headless.unseen_play import play_unseen
    from agi_emu.input.input_script import ScriptPlayer, parse_input_script

    parsed = parse_input_script(script, name)
    machine = Machine(game, settings=Settings(extensions=frozenset(map(str, game.extensions))))
    details: dict[str, Any] = {STEPS: len(parsed.steps)}
    try:
        play_unseen(machine, prompter=ScriptPlayer(parsed))
    except WalkthroughError as error:
        details |= _picture(machine)
        found = Outcome(name, Status.DIFFERENT, failure=str(error), code=error.exit_code, details=details)
    else:
        found = Outcome(name, Status.EQUAL, details={**details, "text": f"all {len(parsed.steps)} steps hold"})
    return replace(found, game=game.title, profile=game.profile.name)


def _picture(machine: Machine) -> dict[str, str]:
    from agi_emu.presentation.looks import plain
    from agi_emu.presentation.picture_files import picture_of, png_bytes
    from agi_emu.reporting.pictures import data_uri

    try:
        return {PICTURE: data_uri("image/png", png_bytes(picture_of(machine.unguarded.state, plain)))}
    except AgiError:
        # What makes pictures may be absent.
        return {}
