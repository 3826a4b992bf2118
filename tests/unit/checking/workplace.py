"""Does jobs at once, from what would go to a worker on another computer and nothing else."""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Sequence
from concurrent.futures import Future
from pathlib import Path

from agi_emu.checking.jobs import Job, do_jobs
from agi_emu.checking.outcome_store import OutcomeStore
from agi_emu.checking.parcels import do_parcel, parcel_of
from agi_emu.checking.workers import Batch
from agi_emu.recording.comparing.outcome import Outcome
from agi_emu.recording.game_lookup import packed


def sent(batch: Sequence[Job], scratch: Path) -> Batch[Outcome]:
    """Pack jobs, and do them as a worker of a cluster does."""
    parcel, games = parcel_of(batch, None)
    contents = {digest: packed(game) for digest, game in games.items()}
    return do_parcel(pickle.loads(pickle.dumps(parcel)), contents, scratch)


class Elsewhere:
    """A pool that counts jobs, too."""

    batch_seconds = 0.1
    places = 1

    def __init__(self, scratch: Path) -> None:
        self.scratch = scratch
        self.count = 0

    def submit(self, batch: Sequence[Job], /) -> Future[Batch[Outcome]]:
        self.count += len(batch)
        future: Future[Batch[Outcome]] = Future()
        future.set_result(sent(batch, self.scratch))
        return future


def outcomes_of(jobs: Iterable[Job], scratch: Path, store: OutcomeStore | None = None) -> tuple[list[Outcome], int]:
    """Return the outcomes in the order of the jobs, and how many jobs were done."""
    pool = Elsewhere(scratch)
    found: dict[int, Outcome] = {}
    jobs = list(jobs)
    take = found.__setitem__
    do_jobs(jobs, len(jobs), pool, lambda place, outcome, _: take(place, outcome), store=store, resume=True)
    return [found[place] for place in sorted(found)], pool.count
