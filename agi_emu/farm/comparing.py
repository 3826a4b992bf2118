"""Makes the jobs of ``agi-emu farm compare``: a recording each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from agi_emu.checking.check import Check
from agi_emu.checking.digests import digest_of_check
from agi_emu.errors import AgiError
from agi_emu.farm.games import Games
from agi_emu.farm.job import Job, Told
from agi_emu.recording.masks import SUFFIX as MASKS

if TYPE_CHECKING:
    from agi_emu.recording.comparing.outcome import Outcome


@dataclass(frozen=True, slots=True)
class Compared:
    """Checks a recording on a worker."""

    name: str
    """The recording's path where the farm was started."""
    how: Check
    game: str
    reference: str | None

    def __call__(self, folder: Path, games: Mapping[str, Path], /) -> Outcome:
        """Check the recording in a folder."""
        path = folder / Path(self.name).name
        reference = None if self.reference is None else games[self.reference]
        outcome = replace(self.how, game=games[self.game], reference=reference).run(path)
        return replace(outcome, failure=outcome.failure.replace(str(path), self.name))


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
    files = {path.name: path.read_bytes()}
    masks = path.with_name(path.name + MASKS)
    reference = None
    if masks.exists():
        files[masks.name] = masks.read_bytes()
        # Masks may be newer than the recording.
        reference = file.reference
    used = [file.game] if reference is None else [file.game, reference]
    as_recorded = None if reference is None else reference.digest
    task = Compared(str(path), replace(how, game=None, reference=None), file.game.digest, as_recorded)
    return Job(str(path), task, digest, files, dict(map(games.pack, used)), cost=len(files[path.name]))
