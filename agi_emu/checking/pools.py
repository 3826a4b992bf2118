"""Starts the workers of this computer, or connects to those of a cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

from agi_emu.checking.jobs import Job, outcome_of_job
from agi_emu.checking.time_limits import time_limit
from agi_emu.checking.workers import Pool, processes
from agi_emu.recording.comparing.outcome import Outcome


def done_here(limit: float | None, job: Job) -> Outcome:
    """Do a job on this computer in so many seconds; whatever is wrong becomes its outcome."""
    return outcome_of_job(job, lambda path: path, time_limit(limit, job.name))


@contextmanager
def workers(
    cluster: str | None, count: int, limit: float | None = None, tell: Callable[[str], None] = lambda text: None
) -> Iterator[Pool[Job, Outcome]]:
    """Yield the workers of the Dask cluster at an address, or else so many processes of this computer, or this one.

    A job may take `limit` seconds. `tell` gets a sentence about each worker that is left out.
    """
    if cluster is None:
        with processes(partial(done_here, limit), count) as pool:
            yield pool
        return
    from agi_emu.checking.dask_pool import DaskPool, cluster_client

    with cluster_client(cluster) as client:
        yield DaskPool(client, limit, tell)
