"""Lets the workers of a Dask cluster do jobs.

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

from agi_emu.checking.jobs import Job
from agi_emu.checking.parcels import do_parcel, parcel_of
from agi_emu.checking.workers import Batch
from agi_emu.facts.errors import HostError
from agi_emu.recording.comparing.outcome import Outcome
from agi_emu.recording.game_lookup import packed
from agi_emu.resources.game import Game

try:
    distributed: Any = import_module("distributed")
except ImportError as error:
    raise HostError("a cluster needs Dask: pip install 'agi-emu[cluster]'") from error

BATCH, GAME = "agi-emu-batch", "agi-emu-game"
"""What the keys of tasks begin with."""
AHEAD = 2
"""Batches that are handed out for each worker: one that runs, and one that is on its way."""
SECONDS_BETWEEN_LOOKS = 2.0
"""How often it is asked how many workers there are."""
PATIENCE = 30
"""Seconds to wait for a cluster, and for its first worker."""


class _FirstDeath(distributed.SchedulerPlugin):  # type: ignore[misc]
    """Lets a batch fail when its worker dies, instead of trying it elsewhere: `finished` does that, job by job."""

    def update_graph(self, scheduler: Any, *, tasks: Sequence[Any], **_others: Any) -> None:
        for key in tasks:
            if str(key).startswith(BATCH):
                scheduler.tasks[key].suspicious = scheduler.allowed_failures


class DaskPool:
    """The workers of a cluster as a `Pool`."""

    batch_seconds = 1.0

    def __init__(self, client: Any, limit: float | None = None) -> None:
        """Let workers do jobs; one whose job takes longer than `limit` seconds ends."""
        self._client = client
        self._limit = limit
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
        parcel, games = parcel_of(batch, self._limit)
        sent = {digest: self._game(digest, game) for digest, game in games.items()}
        # Others may use the same cluster.
        key = f"{BATCH}-{uuid4().hex}"
        outer: Future[Batch[Outcome]] = Future()
        # Dask would look into each job for results of other jobs.
        inner = self._client.submit(_on_a_worker, pickle.dumps(parcel), sent, key=key, pure=False)
        inner.add_done_callback(lambda done: _pass_on(done, outer))
        return outer

    def _game(self, digest: str, game: Game) -> Any:
        """Return a packed game as workers get it: from each other, as soon as one has it."""
        sent = self._sent.get(digest)
        if sent is None or sent.status in ("error", "cancelled"):
            key = f"{GAME}-{uuid4().hex}"
            sent = self._sent[digest] = self._client.submit(bytes, packed(game), key=key)
        return sent


def _on_a_worker(parcel: bytes, games: Mapping[str, bytes]) -> Batch[Outcome]:
    return do_parcel(pickle.loads(parcel), games, Path(distributed.get_worker().local_directory))


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
def cluster_client(address: str) -> Iterator[Any]:
    """Connect to the cluster at an address such as tcp://HOST:8786."""
    # Results that are lost with a worker are made again: the user need not know.
    logging.getLogger("distributed.client").setLevel(logging.ERROR)
    with ExitStack() as stack:
        try:
            client = stack.enter_context(distributed.Client(address, timeout=PATIENCE, set_as_default=False))
        except (OSError, ValueError) as error:
            raise HostError(f"{address}: no Dask scheduler answers; start one with: dask scheduler") from error
        try:
            client.wait_for_workers(1, timeout=PATIENCE)
        except TimeoutError as error:
            raise HostError(f"{address}: the cluster has no workers; start some: dask worker {address}") from error
        client.register_plugin(_FirstDeath(), name="agi-emu")
        yield client
