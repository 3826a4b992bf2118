"""Makes the jobs of ``agi-emu farm record``: recordings, each of a game played by an input script."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from agi_emu.farm.job import Job, Told, digest_of_job
from agi_emu.farm.playing import RECORDINGS
from agi_emu.recording.comparing.outcome import Outcome, Status
from agi_emu.recording.game_lookup import opened
from agi_emu.reporting.subject import WORDS, Subject

if TYPE_CHECKING:
    from agi_emu.farm.games import Games
    from agi_emu.machine.settings import Settings
    from agi_emu.resources.game import Game

SCRIPTS = Subject("agi-emu farm record", "Recordings made", "script", "differ", {**WORDS, Status.EQUAL: "recorded"})
CANNOT_READ = 2
"""The exit code for a script that the host cannot read."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """Plays a script on a worker and records it."""

    name: str
    game: str
    profile: str
    settings: Settings
    ticks: int

    def __call__(self, folder: Path, games: Mapping[str, Path], /) -> Outcome:
        """Play the script, and return the recording."""
        from agi_emu.headless.unseen_play import play_unseen
        from agi_emu.input.input_script import ScriptPlayer, parse_input_script
        from agi_emu.machine.machine import Machine
        from agi_emu.recording.replaying.recorder import Recorder
        from agi_emu.recording.replaying.starting import begin_recording
        from agi_emu.recording.writer import recording_text

        script = parse_input_script((folder / Path(self.name).name).read_text(encoding="utf-8"), self.name)
        machine = Machine(opened(games[self.game], self.profile), settings=self.settings)
        recorder = Recorder(machine, begin_recording(machine))
        play_unseen(machine, ticks=self.ticks, prompter=ScriptPlayer(script), recorder=recorder)
        recording = recorder.recording
        details = {
            "text": f"{len(recording.ticks):,} ticks",
            RECORDINGS: {Path(self.name).stem: recording_text(recording)},
        }
        return Outcome(self.name, Status.EQUAL, ticks=len(recording.ticks), details=details)


def script_jobs(paths: Iterable[Path], game: Game, settings: Settings, ticks: int, games: Games) -> Iterator[Job]:
    """Yield the jobs that record scripts; one that cannot be read has its outcome at once."""
    packed = dict([games.pack(game)])
    profile = game.profile.name
    for path in paths:
        name = str(path)
        try:
            files = {path.name: path.read_bytes()}
        except OSError as error:
            yield Job(name, Told(Outcome.of_failure(name, f"{path}: {error.strerror}", CANNOT_READ)))
            continue
        digest = digest_of_job("record", game.digest, game.id, profile, settings, ticks, files[path.name])
        yield Job(name, Recorded(name, game.digest, profile, settings, ticks), digest, files, packed)
