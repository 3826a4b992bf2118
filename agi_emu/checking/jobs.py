"""Does jobs on workers and keeps their outcomes: what is known already is not done again."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass, fields, is_dataclass, replace
from pathlib import Path
from typing import Any

from agi_emu.checking.check import outcome_in_every_case
from agi_emu.checking.digests import program_digest
from agi_emu.checking.outcome_store import OutcomeStore
from agi_emu.checking.workers import TRIES, Pool, finished
from agi_emu.facts.errors import HostError
from agi_emu.recording.comparing.outcome import Outcome

Place = Callable[[Path], Path]
"""Returns where a game or file of the computer that asks is found on this one."""
RECORDINGS = "recordings"
"""The detail of an outcome that holds recordings which were made: their texts by name."""
Take = Callable[[int, Outcome, bool], None]
"""Called with the place of a job, its outcome, and whether that was known before."""


Task = Callable[[Place], Outcome]
"""The part of a job that a worker does, with the games and files where a `Place` says; it can be pickled."""


@dataclass(frozen=True, slots=True)
class Job:
    """Something to do, in this process or another one, on this computer or another one."""

    name: str
    """No two jobs of a run have the same."""
    task: Task
    digest: str = ""
    """What the outcome is kept under: it depends on nothing else; empty if it is not to be kept."""
    games: tuple[Path, ...] = ()
    """The games that its task asks for."""
    files: tuple[Path, ...] = ()
    """The other files that its task asks for, or the folders in which they are."""
    cost: float = 1.0
    """How long it takes compared with others."""
    digest_with_errors: str = ""
    """The same for an outcome with errors of the game or with last writers, which name lines; empty: `digest`."""


def told(outcome: Outcome, place: Place) -> Outcome:
    """Return an outcome: the task of a job for which nothing has to be done."""
    return outcome


def outcome_of_job(job: Job, place: Place, limit: AbstractContextManager[None]) -> Outcome:
    """Do a job within a limit; whatever is wrong becomes its outcome."""

    def done() -> Outcome:
        with limit:
            return job.task(place)

    return replace(outcome_in_every_case(job.name, done), name=job.name)


def lost(job: Job) -> Outcome:
    """Return the outcome of a job that was given up."""
    return Outcome.of_failure(
        job.name,
        f"its worker ended {TRIES} times; memory may be short or, on a cluster, --timeout",
        HostError.exit_code,
    )


def do_jobs(
    jobs: Iterable[Job],
    count: int,
    pool: Pool[Job, Outcome],
    take: Take,
    *,
    store: OutcomeStore | None = None,
    resume: bool = False,
) -> None:
    """Let workers do `count` jobs, which are taken when needed; `take` gets the outcomes as they come.

    The store keeps them; with `resume`, jobs whose outcome it knows are not done.
    """
    begun: list[tuple[int, str, tuple[str, str]]] = []
    taken = 0

    def keep(place: int, name: str, digests: tuple[str, str], outcome: Outcome, *, is_known: bool) -> None:
        if store is not None:
            store.put(
                Path(name),
                outcome,
                "" if is_known else digests[bool(outcome.errors or (outcome.first and outcome.notes))],
            )
        take(place, outcome, is_known)

    def known_outcome(digests: tuple[str, str]) -> Outcome | None:
        found = map(store.get, filter(None, digests)) if store is not None and resume else ()
        return next(filter(None, found), None)

    def unknown() -> Iterator[Job]:
        nonlocal taken
        for place, job in enumerate(jobs):
            taken = place + 1
            digests = job.digest, job.digest_with_errors or job.digest
            known = known_outcome(digests)
            if known is None:
                begun.append((place, job.name, digests))
                yield job
            else:
                keep(place, job.name, digests, replace(known, name=job.name), is_known=True)

    for number, outcome in finished(unknown(), pool, lost, lambda job: job.cost, lambda: count - taken):
        keep(*begun[number], outcome, is_known=False)


def cores() -> int:
    """Return how many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def digest_of_job(*parts: object) -> str:
    """Return the digest of this program and of all that a job depends on: records, sets, numbers, texts, bytes."""
    return hashlib.sha256(repr((program_digest(), *map(_in_order, parts))).encode()).hexdigest()


def _in_order(value: Any) -> Any:
    """Return a value whose text is the same in every process: a set has another order in each."""
    if isinstance(value, frozenset):
        return sorted(map(repr, map(_in_order, value)))
    if is_dataclass(value):
        return [(each.name, _in_order(getattr(value, each.name))) for each in fields(value)]
    return [*map(_in_order, value)] if isinstance(value, list | tuple) else value
