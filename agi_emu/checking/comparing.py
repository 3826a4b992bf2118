"""Makes the jobs of ``agi-emu compare``: a recording each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from agi_emu.checking.check import Check, Decide
from agi_emu.checking.digests import digest_of_check
from agi_emu.checking.jobs import Job, Place, told
from agi_emu.checking.scripts import walkthrough_job
from agi_emu.checking.time_limits import time_limit
from agi_emu.facts.errors import AgiError, TimeLimitError
from agi_emu.input.walkthrough import SUFFIX as WALKTHROUGH
from agi_emu.recording.comparing.outcome import Outcome
from agi_emu.recording.comparing.recording_file import Contents, RecordingOnDisk


def compared(
    path: Path, contents: Contents, how: Check, games: Sequence[Path | None], decide: Decide | None, place: Place
) -> Outcome:
    """Check a recording on a worker with its game and reference; on another computer nothing else is read."""
    game, reference = (each and place(each) for each in games)
    return how.run_file(RecordingOnDisk(path, game, how.profile, reference, contents), decide)


def compare_jobs(
    paths: Iterable[Path], how: Check, *, decide: Decide | None = None, travels: bool = False
) -> Iterator[Job]:
    """Yield the jobs that check recordings; what cannot be read here has its outcome at once.

    `travels` says whether they go to other computers, which have neither sources nor games as recorded.
    """
    how = replace(how, sources=None) if travels else how
    for path in paths:
        try:
            with time_limit(how.timeout, str(path)):
                job = _job(path, how, decide, travels=travels)
        except TimeLimitError as error:
            job = Job(str(path), partial(told, Outcome.of_failure(str(path), str(error), error.exit_code)))
        except AgiError as error:
            # The check says what is wrong.
            is_played = path.suffix == WALKTHROUGH
            failed = Outcome.of_failure(str(path), str(error), error.exit_code) if is_played else how.run(path)
            job = Job(str(path), partial(told, failed))
        yield job


def _job(path: Path, how: Check, decide: Decide | None, *, travels: bool) -> Job:
    if path.suffix == WALKTHROUGH:
        return walkthrough_job(path, how)
    file = how.file(path)
    digest = with_errors = ""
    if decide is None:
        # Lines of sources are named where an error, a cause or a last writer is, and only there.
        digest = digest_of_check(file, how if how.bisect else replace(how, sources=None))
        with_errors = f"{digest_of_check(file, how)} errors"
    contents = file.contents
    game = file.game.path if how.against is None else None
    reference = how.reference
    if travels and reference is None and (how.bisect or contents.masks is not None):
        # Masks may be newer than the recording.
        reference = file.reference.path if file.reference is not None else None
    # The worker sees to it that it is done in time.
    task = partial(compared, path, contents, replace(how, timeout=None), (game, reference), decide)
    games = tuple(each for each in (game, reference) if each is not None)
    return Job(str(path), task, digest, games, cost=len(contents.recording), digest_with_errors=with_errors)
