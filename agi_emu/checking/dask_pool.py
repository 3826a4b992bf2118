"""Lets the workers of a Dask cluster do jobs.

Dask sends batches, brings games to every worker that needs them, notices when a worker dies, and replaces it. A worker
that is silent is replaced too, and one that runs another version of this program gets nothing to do. Only this module
imports Dask.
"""

from __future__ import annotations

import logging
import pickle
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Future, InvalidStateError
from contextlib import ExitStack, contextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import Any
from uuid import uuid4

from agi_emu.checking.jobs import Job
from agi_emu.checking.parcels import do_parcel, parcel_of, source_digest
from agi_emu.checking.workers import SECONDS_BETWEEN_LOOKS, Batch
from agi_emu.facts.errors import HostError
from agi_emu.recording.comparing.outcome import Outcome
from agi_emu.recording.game_lookup import packed
from agi_emu.resources.game import Game

try:
    distributed: Any = import_module("distributed")
except ImportError as error:
    raise HostError("a cluster needs Dask: pip install bokeh dask distributed") from error

BATCH, GAME, PROGRAM = "agi-emu-batch", "agi-emu-game", "agi-emu-program"
"""What the keys of tasks begin with."""
AHEAD = 2
"""Batches that are handed out for each worker: one that runs, and one that is on its way."""
PATIENCE = 30
"""Seconds to wait for a cluster, and for its first worker that runs this version of the program."""
SECONDS_BETWEEN_ANSWERS = 0.05
"""How often it is looked, at first, what workers have answered."""
SILENCE, ENDING = 30.0, 5.0
"""Seconds without a sign of life after which a worker is replaced, and seconds that this may take."""
QUESTION = f"__import__({source_digest.__module__!r}, fromlist=['']).{source_digest.__name__}()"
"""Asks a worker which program it runs. As text: a worker ends that is sent a function which it cannot import."""


class _FirstDeath(distributed.SchedulerPlugin):  # type: ignore[misc]
    """Lets a batch fail when its worker dies, instead of trying it elsewhere: `finished` does that, job by job."""

    def update_graph(self, scheduler: Any, *, tasks: Sequence[Any], **_others: Any) -> None:
        for key in tasks:
            if str(key).startswith(BATCH):
                scheduler.tasks[key].suspicious = scheduler.allowed_failures


class DaskPool:
    """The workers of a cluster as a `Pool`."""

    batch_seconds = 1.0

    def __init__(
        self, client: Any, limit: float | None = None, tell: Callable[[str], None] = lambda text: None
    ) -> None:
        """Let workers do jobs; one whose job takes longer than `limit` seconds ends.

        `tell` gets a sentence about each worker that is left out. HostError if none runs this version of the program.
        """
        self._client = client
        self._limit = limit
        self._tell = tell
        self._sent: dict[str, Any] = {}
        self._looked = float("-inf")
        self._asked: dict[str, Any] = {}
        """What workers will answer that were asked for their program, by address."""
        self._programs: dict[str, str] = {}
        """What they have answered; empty if they cannot run it."""
        self._is_mixed = False
        """Whether there was one that may not do any job."""
        self._workers: list[str] = []
        """Those that run the same program as this computer."""
        self._under_way: dict[Any, tuple[Future[Batch[Outcome]], frozenset[str]]] = {}
        """What was handed out, with the workers that may do it."""
        self._wait_for_a_worker()

    def _wait_for_a_worker(self) -> None:
        until = time.monotonic() + PATIENCE
        self.look()
        while not self._workers:
            if time.monotonic() > until or (self._programs and not self._asked):
                raise HostError(
                    "no worker of the cluster runs this version of agi-emu; install the same on all of them"
                )
            time.sleep(SECONDS_BETWEEN_ANSWERS)
            self.look()

    @property
    def places(self) -> int:
        """How many batches to hand out at a time; workers may come and go."""
        if time.monotonic() - self._looked > SECONDS_BETWEEN_LOOKS:
            self.look()
        return AHEAD * max(1, len(self._workers))

    def look(self) -> None:
        """Replace workers that are silent, and ask those that are new which program they run."""
        self._looked = time.monotonic()
        with suppress(OSError, TimeoutError):
            addresses = self._client.run_on_scheduler(_replace_silent, seconds=SILENCE)
            for address in set(addresses) - set(self._asked) - set(self._programs):
                key = f"{PROGRAM}-{uuid4().hex}"
                self._asked[address] = self._client.submit(eval, QUESTION, workers=[address], key=key, pure=False)
            for address, answer in list(self._asked.items()):
                if address not in addresses or answer.done():
                    del self._asked[address]
                    if address in addresses:
                        self._learn(address, answer)
            self._workers = [each for each in addresses if self._programs.get(each) == source_digest()]
        for inner, (outer, may) in list(self._under_way.items()):
            if not outer.done() and may and not may.intersection(self._workers):
                # Dask would wait for one of them for ever.
                _fail(outer, BrokenExecutor())
                inner.cancel()

    def _learn(self, address: str, answer: Any) -> None:
        """Note which program a worker runs; TimeoutError if it has become silent since."""
        is_there = answer.status == "finished"
        program = self._programs[address] = answer.result(timeout=ENDING) if is_there else ""
        if program != source_digest():
            lacks = "runs another version of agi-emu" if is_there else "cannot run agi-emu"
            self._is_mixed = True
            self._tell(f"{address} {lacks} and is left out; install the same version there")

    def submit(self, batch: Sequence[Job], /) -> Future[Batch[Outcome]]:
        """Let a worker do jobs, one after the other."""
        parcel, games = parcel_of(batch, self._limit)
        sent = {digest: self._game(digest, game) for digest, game in games.items()}
        # Others may use the same cluster.
        key = f"{BATCH}-{uuid4().hex}"
        outer: Future[Batch[Outcome]] = Future()
        # Dask would look into each job for results of other jobs.
        workers = list(self._workers) if self._is_mixed else None
        inner = self._client.submit(_on_a_worker, pickle.dumps(parcel), sent, key=key, pure=False, workers=workers)
        self._under_way[inner] = outer, frozenset(workers or ())
        inner.add_done_callback(lambda done: self._pass_on(done, outer))
        return outer

    def _pass_on(self, done: Any, outer: Future[Batch[Outcome]]) -> None:
        self._under_way.pop(done, None)
        _pass_on(done, outer)

    def _game(self, digest: str, game: Game) -> Any:
        """Return a packed game as workers get it: from each other, as soon as one has it."""
        sent = self._sent.get(digest)
        if sent is None or sent.status in ("error", "cancelled"):
            key = f"{GAME}-{uuid4().hex}"
            sent = self._sent[digest] = self._client.submit(bytes, packed(game), key=key)
        return sent


async def _replace_silent(dask_scheduler: Any, seconds: float) -> list[str]:
    """Return the addresses of the workers, on the scheduler; those that have been silent so long are started again."""
    now = time.time()
    silent = [each for each, worker in dask_scheduler.workers.items() if now - worker.last_seen > seconds]
    if silent:
        await dask_scheduler.restart_workers(
            silent, timeout=ENDING, wait_for_workers=False, on_error="return", stimulus_id=f"agi-emu-{now}"
        )
    return [each for each in dask_scheduler.workers if each not in silent]


def _on_a_worker(parcel: bytes, games: Mapping[str, bytes]) -> Batch[Outcome]:
    return do_parcel(pickle.loads(parcel), games, Path(distributed.get_worker().local_directory))


def _pass_on(done: Any, outer: Future[Batch[Outcome]]) -> None:
    """Give the result of a batch to the one who waits for it, with errors that do not belong to Dask.

    A result may be lost with its worker before it comes here: asking for it waits until it was made again, or fails.
    Dask's own executor then never says that the batch is done.
    """
    try:
        result = done.result()
    except distributed.scheduler.KilledWorker:
        _fail(outer, BrokenExecutor())
    except CancelledError:
        _fail(
            outer,
            HostError("the connection to the cluster is lost; start it again, then this command, which will continue"),
        )
    except BaseException as error:
        _fail(outer, error)
    else:
        with suppress(InvalidStateError):
            outer.set_result(result)


def _fail(outer: Future[Batch[Outcome]], error: BaseException) -> None:
    """Let a batch fail, unless it is over: it may be given up while its result is on the way."""
    with suppress(InvalidStateError):
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
