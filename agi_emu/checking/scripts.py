"""Makes the jobs of ``agi-emu replay --record``: recordings, each of a game played by an input script."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path

from agi_emu.checking.jobs import RECORDINGS, Job, Place, digest_of_job
from agi_emu.host_files.reading import BESIDE_RECORDING, decoded_text, read_whole
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
    from agi_emu.machine.machine import Machine
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
