"""Lets the workers of a Dask cluster do jobs: of one that runs elsewhere, or of one on this computer.

Dask sends batches, brings games to every worker that needs them, notices when a worker dies, and replaces it. Only this
module imports it.
"""

from __future__ import annotations

import logging
import pickle
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Future
from contextlib import ExitStack, contextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import Any
from uuid import uuid4

from agi_emu.checking.workers import Batch
from agi_emu.facts.errors import HostError
from agi_emu.farm.copies import METHOD, prepare_copies
from agi_emu.farm.job import Job, Work
from agi_emu.recording.comparing.outcome import Outcome

try:
    dask: Any = import_module("dask")
    distributed: Any = import_module("distributed")
except ImportError as error:
    raise HostError("a farm needs Dask: pip install 'agi-emu[farm]'") from error

BATCH, GAME = "agi-emu-batch", "agi-emu-game"
"""What the keys of tasks begin with."""
AHEAD = 2
"""Batches that are handed out for each worker: one that runs, and one that is on its way."""
SECONDS_BETWEEN_LOOKS = 2.0
"""How often it is asked how many workers there are."""
PATIENCE = 30
"""Seconds to wait for a cluster, and for its first worker."""
CONFIGURATION = {
    # What a process does beside its jobs takes 2.7 % of a core as Dask is set up, and 0.3 % like this.
    "distributed.worker.profile.enabled": False,
    "distributed.worker.memory.monitor-interval": "1s",
    "distributed.admin.tick.interval": "1s",
    "distributed.admin.system-monitor.interval": "5s",
    "distributed.admin.system-monitor.disk": False,
    "distributed.admin.system-monitor.gil.enabled": False,
    # It returns memory so eagerly that a short comparison asks for a hundred pages each time.
    "distributed.nanny.pre-spawn-environ.MALLOC_TRIM_THRESHOLD_": None,
    "distributed.worker.multiprocessing-method": METHOD,
    # A worker that dies, and again when this time is over, would not be replaced any more.
    "distributed.deploy.lost-worker-timeout": "10000h",
}


class _FirstDeath(distributed.SchedulerPlugin):  # type: ignore[misc]
    """Lets a batch fail when its worker dies, instead of trying it elsewhere: the farm does that, job by job."""

    def update_graph(self, scheduler: Any, *, tasks: Sequence[Any], **_others: Any) -> None:
        for key in tasks:
            if str(key).startswith(BATCH):
                scheduler.tasks[key].suspicious = scheduler.allowed_failures


class DaskPool:
    """The workers of a cluster as a `Pool`."""

    batch_seconds = 1.0

    def __init__(self, client: Any, work: Work, games: Mapping[str, bytes]) -> None:
        """Let workers do `work`; `games` are those of all jobs, packed, by digest."""
        self._client = client
        self._work = work
        self._games = games
        self._sent: dict[str, Any] = {}
        self._looked = float("-inf")
        self._workers = 1

    @property
    def places(self) -> int:
        """How many batches to hand out at a time; workers may come and go."""
        now = time.monotonic()
        if now - self._looked > SECONDS_BETWEEN_LOOKS:
            self._looked = now
            with suppress(OSError):
                self._workers = len(self._client.nthreads())
        return AHEAD * max(1, self._workers)

    def submit(self, batch: Sequence[Job], /) -> Future[Batch[Outcome]]:
        """Let a worker do jobs, one after the other."""
        games = {digest: self._game(digest) for job in batch for digest in job.games}
        # Others may use the same cluster.
        key = f"{BATCH}-{uuid4().hex}"
        outer: Future[Batch[Outcome]] = Future()
        # Dask would look into each job for results of other jobs.
        inner = self._client.submit(_on_a_worker, self._work, pickle.dumps(batch), games, key=key, pure=False)
        inner.add_done_callback(lambda done: _pass_on(done, outer))
        return outer

    def _game(self, digest: str) -> Any:
        """Return a packed game as workers get it: from each other, as soon as one has it."""
        sent = self._sent.get(digest)
        if sent is None or sent.status in ("error", "cancelled"):
            key = f"{GAME}-{uuid4().hex}"
            sent = self._sent[digest] = self._client.submit(bytes, self._games[digest], key=key)
        return sent


def _on_a_worker(work: Work, batch: bytes, games: Mapping[str, bytes]) -> Batch[Outcome]:
    jobs = pickle.loads(batch)
    return work.batch(jobs, games, Path(distributed.get_worker().local_directory))


def _pass_on(done: Any, outer: Future[Batch[Outcome]]) -> None:
    """Give the result of a batch to the one who waits for it, with errors that do not belong to Dask.

    A result may be lost with its worker before it comes here: asking for it waits until it was made again, or fails.
    Dask's own executor then never says that the batch is done.
    """
    try:
        outer.set_result(done.result())
    except distributed.scheduler.KilledWorker:
        outer.set_exception(BrokenExecutor())
    except CancelledError:
        outer.set_exception(
            HostError("the connection to the cluster is lost; start it again, then this command, which will continue")
        )
    except BaseException as error:
        outer.set_exception(error)


@contextmanager
def cluster_client(address: str | None, jobs: int) -> Iterator[Any]:
    """Connect to the cluster at an address such as tcp://HOST:8786, or start one here with `jobs` workers."""
    # Results that are lost with a worker are made again: the user need not know.
    logging.getLogger("distributed.client").setLevel(logging.ERROR)
    with dask.config.set(CONFIGURATION), ExitStack() as stack:
        if address is None:
            prepare_copies()
            place: Any = stack.enter_context(
                distributed.LocalCluster(
                    n_workers=jobs,
                    threads_per_worker=1,
                    dashboard_address="127.0.0.1:0",
                    silence_logs="CRITICAL",
                )
            )
        else:
            place = address
        try:
            client = stack.enter_context(distributed.Client(place, timeout=PATIENCE, set_as_default=False))
        except (OSError, ValueError) as error:
            raise HostError(f"{address}: no Dask scheduler answers; start one with: dask scheduler") from error
        try:
            client.wait_for_workers(1, timeout=PATIENCE)
        except TimeoutError as error:
            raise HostError(f"{address}: the cluster has no workers; start some: dask worker {address}") from error
        client.register_plugin(_FirstDeath(), name="agi-emu")
        yield client
