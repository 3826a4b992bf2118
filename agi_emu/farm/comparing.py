"""Makes the jobs of ``agi-emu farm compare``: a recording each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from agi_emu.checking.check import Check
from agi_emu.checking.digests import digest_of_check
from agi_emu.facts.errors import AgiError
from agi_emu.farm.games import Games
from agi_emu.farm.job import Job, Told
from agi_emu.recording.comparing.recording_file import Contents, RecordingOnDisk

if TYPE_CHECKING:
    from agi_emu.recording.comparing.outcome import Outcome


@dataclass(frozen=True, slots=True)
class Compared:
    """Checks a recording on a worker."""

    name: str
    """The recording's path where the farm was started."""
    contents: Contents
    how: Check
    game: str
    reference: str | None

    def __call__(self, folder: Path, games: Mapping[str, Path], /) -> Outcome:
        """Check the recording; nothing is read but its games."""
        reference = None if self.reference is None else games[self.reference]
        file = RecordingOnDisk(Path(self.name), games[self.game], self.how.profile, reference, self.contents)
        return self.how.run_file(file)


def compare_jobs(paths: Iterable[Path], how: Check, games: Games) -> Iterator[Job]:
    """Yield the jobs that check recordings; what cannot be read here has its outcome at once."""
    for path in paths:
        try:
            yield _job(path, how, games)
        except (AgiError, OSError):
            # The check says what is wrong.
            yield Job(str(path), Told(how.run(path)))


def _job(path: Path, how: Check, games: Games) -> Job:
    file = how.file(path)
    digest = digest_of_check(file, how)
    contents = file.contents
    # Masks may be newer than the recording.
    reference = None if contents.masks is None else file.reference
    used = [file.game] if reference is None else [file.game, reference]
    as_recorded = None if reference is None else reference.digest
    task = Compared(str(path), contents, replace(how, game=None, reference=None), file.game.digest, as_recorded)
    return Job(str(path), task, digest, games=dict(map(games.pack, used)), cost=len(contents.recording))
