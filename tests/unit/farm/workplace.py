"""Does the jobs of a farm at once, from what would go to a worker and nothing else."""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Future
from pathlib import Path

from agi_emu.checking.outcome_store import OutcomeStore
from agi_emu.checking.workers import Batch
from agi_emu.farm.farm import do_jobs
from agi_emu.farm.games import Games
from agi_emu.farm.job import Job, Work, source_digest
from agi_emu.recording.comparing.outcome import Outcome

WORK = Work(source_digest())


class Here:
    """A pool that counts jobs, too."""

    batch_seconds = 0.1
    places = 1

    def __init__(self, games: Mapping[str, bytes], scratch: Path) -> None:
        self.games = games
        self.scratch = scratch
        self.count = 0

    def submit(self, batch: Sequence[Job], /) -> Future[Batch[Outcome]]:
        self.count += len(batch)
        sent = pickle.loads(pickle.dumps(list(batch)))
        future: Future[Batch[Outcome]] = Future()
        future.set_result(WORK.batch(sent, self.games, self.scratch))
        return future


def outcomes_of(
    jobs: Iterable[Job], games: Games, scratch: Path, store: OutcomeStore | None = None
) -> tuple[list[Outcome], int]:
    """Return the outcomes in the order of the jobs, and how many jobs were done."""
    pool = Here(games.packed, scratch)
    found: dict[int, Outcome] = {}
    jobs = list(jobs)
    do_jobs(jobs, len(jobs), pool, WORK, store, lambda place, outcome, _: found.__setitem__(place, outcome))
    return [found[place] for place in sorted(found)], pool.count
