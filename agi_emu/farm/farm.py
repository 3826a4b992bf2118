"""Does jobs and keeps their outcomes: what is known already is not done again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from agi_emu.checking.workers import Pool, finished

if TYPE_CHECKING:
    from agi_emu.checking.outcome_store import OutcomeStore
    from agi_emu.farm.job import Job, Work
    from agi_emu.recording.comparing.outcome import Outcome


def do_jobs(
    jobs: Iterable[Job],
    count: int,
    pool: Pool[Job, Outcome],
    work: Work,
    store: OutcomeStore | None,
    take: Callable[[int, Outcome, bool], None],
) -> None:
    """Let workers do `count` jobs, apart from those whose outcome the store knows, which keeps the others.

    `take` is called with the place of each job, its outcome, and whether that was known before, as they come.
    """
    places: list[int] = []
    taken = 0
    digests: dict[int, str] = {}

    def unknown() -> Iterator[Job]:
        nonlocal taken
        for place, job in enumerate(jobs):
            taken = place + 1
            known = store.get(job.digest) if store is not None and job.digest else None
            if known is not None:
                take(place, replace(known, name=job.name), True)
                continue
            digests[len(places)] = job.digest
            places.append(place)
            yield job

    for number, outcome in finished(unknown(), pool, work.lost, lambda job: job.cost, lambda: count - taken):
        if store is not None:
            store.keep(outcome, digests.pop(number))
        take(places[number], outcome, False)
