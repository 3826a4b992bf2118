"""Jobs on the workers of a Dask cluster, and on processes here: workers that die or hang, games that are sent."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import BrokenExecutor, CancelledError, Future
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("distributed", reason="the extra agi-emu[cluster] is not installed")

from distributed import Client
from distributed.scheduler import KilledWorker

from agi_emu.checking import dask_pool, parcels
from agi_emu.checking.dask_pool import DaskPool, _pass_on, cluster_client
from agi_emu.checking.jobs import Job, Place, do_jobs
from agi_emu.checking.pools import workers
from agi_emu.checking.workers import TRIES
from agi_emu.data import demo_path
from agi_emu.facts.errors import HostError, TimeLimitError
from agi_emu.recording.comparing.outcome import Outcome, Status
from agi_emu.resources import open_game
from tests.dask_cluster import dask_cluster

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX"),
    pytest.mark.filterwarnings("ignore"),
]
LIMIT = 1.0


@dataclass(frozen=True)
class Noted:
    """A task that notes its worker in a file; some end it, and some never end."""

    note: Path
    game: Path
    way: str = ""

    def __call__(self, place: Place, /) -> Outcome:
        with self.note.open("a") as file:
            file.write(f"{os.getpid()}\n")
        if self.way == "dies":
            os.kill(os.getpid(), signal.SIGKILL)
        if self.way == "freezes once" and len(self.note.read_text().split()) == 1:
            os.kill(os.getpid(), signal.SIGSTOP)
        while self.way == "hangs":
            time.sleep(0.01)
        if self.way == "dies later":
            threading.Timer(0.002, os.kill, (os.getpid(), signal.SIGKILL)).start()
        return Outcome("", Status.EQUAL, details={"text": open_game(place(self.game)).digest})


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with dask_cluster(2) as address:
        yield address


def found_on(pool: Any, folder: Path, ways: Mapping[int, str], count: int) -> dict[int, Outcome]:
    """Return the outcomes of jobs by number; some die or hang."""
    game = demo_path()
    jobs = [
        Job(f"job {each}", Noted(folder / str(each), game, ways.get(each, "")), games=(game,)) for each in range(count)
    ]
    found: dict[int, Outcome] = {}
    do_jobs(jobs, count, pool, lambda place, outcome, _: found.update({place: outcome}))
    assert sorted(found) == list(range(count))
    return found


@pytest.mark.slow
def test_jobs_that_end_or_hang_their_worker_are_lost_and_no_others(address: str, tmp_path: Path) -> None:
    ways = {3: "dies", 20: "hangs"}
    with workers(address, 1, LIMIT) as pool:
        found = found_on(pool, tmp_path, ways, 40)
    for number, outcome in found.items():
        assert outcome.name == f"job {number}"
        if number in ways:
            assert outcome.status is Status.FAILED
            assert f"its worker ended {TRIES} times; memory may be short or, on a cluster, --timeout" in outcome.failure
        else:
            assert outcome.details["text"] == open_game(demo_path()).digest
    # On a busy computer a worker may end before its job has noted itself, or be given a job while it ends.
    tries = [len((tmp_path / str(number)).read_text().split()) for number in ways]
    assert all(1 <= each <= 2 * TRIES for each in tries), tries


@pytest.mark.slow
def test_jobs_that_end_or_hang_their_process_are_lost_and_no_others(tmp_path: Path) -> None:
    ways = {3: "dies", 20: "hangs"}
    with workers(None, 2, LIMIT) as pool:
        found = found_on(pool, tmp_path, ways, 40)
    assert {number: outcome.code for number, outcome in found.items() if outcome.code} == {
        3: HostError.exit_code,
        20: TimeLimitError.exit_code,
    }
    assert len((tmp_path / "20").read_text().split()) == 1, "a process outlives a job that takes too long"


@pytest.mark.slow
def test_results_that_are_lost_with_their_worker_are_made_again(address: str, tmp_path: Path) -> None:
    with cluster_client(address) as client:
        found_on(DaskPool(client, LIMIT), tmp_path, dict.fromkeys(range(0, 20, 4), "dies later"), 20)


class Late:
    """A future of Dask whose result is lost with its worker before it has come, and cannot be made again."""

    def __init__(self, error: BaseException) -> None:
        self.error = error

    def result(self) -> None:
        raise self.error


@pytest.mark.parametrize(
    ("error", "passed"),
    [
        (KilledWorker("batch", SimpleNamespace(address="tcp://here"), 0), BrokenExecutor),
        (CancelledError("lost"), HostError),
        (SystemExit(3), SystemExit),
    ],
)
def test_whoever_waits_for_a_batch_learns_that_it_is_lost(error: BaseException, passed: type[BaseException]) -> None:
    outer: Future[Any] = Future()
    _pass_on(Late(error), outer)
    assert isinstance(outer.exception(timeout=0), passed)


@pytest.mark.slow
def test_a_worker_that_is_frozen_is_replaced(address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask_pool, "SILENCE", 8.0)
    monkeypatch.setattr("agi_emu.checking.workers.SECONDS_BETWEEN_LOOKS", 0.2)
    with workers(address, 1) as pool:
        found = found_on(pool, tmp_path, {3: "freezes once"}, 20)
    assert {outcome.details["text"] for outcome in found.values()} == {open_game(demo_path()).digest}
    assert len((tmp_path / "3").read_text().split()) == 2


@pytest.mark.slow
def test_a_process_that_is_frozen_is_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("agi_emu.checking.workers.SILENCE", 4.0)
    monkeypatch.setattr("agi_emu.checking.workers.SECONDS_BETWEEN_LOOKS", 0.2)
    with workers(None, 2) as pool:
        found = found_on(pool, tmp_path, {3: "freezes once"}, 20)
    assert [outcome.code for outcome in found.values()] == [0] * 20


def become_another_version() -> None:
    parcels.source_digest = lambda: "another version"


def lose_the_program() -> None:
    del parcels.source_digest


@pytest.mark.slow
def test_a_worker_of_another_version_is_named_and_left_out(address: str, tmp_path: Path) -> None:
    with Client(address, set_as_default=False) as client:
        one, other = client.run(os.getpid)
        said: list[str] = []
        try:
            client.run(become_another_version, workers=[other])
            with workers(address, 1, tell=said.append) as pool:
                found = found_on(pool, tmp_path, {}, 20)
            assert [outcome.code for outcome in found.values()] == [0] * 20
            assert said == [f"{other} runs another version of agi-emu and is left out; install the same version there"]
            client.run(lose_the_program, workers=[one])
            with pytest.raises(HostError, match="no worker of the cluster runs this version"):
                workers(address, 1, tell=said.append).__enter__()
            assert f"{one} cannot run agi-emu and is left out; install the same version there" in said
        finally:
            client.restart_workers([one, other])


def test_a_cluster_that_is_not_there_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("agi_emu.checking.dask_pool.PATIENCE", 1)
    with pytest.raises(HostError, match="no Dask scheduler answers"):
        cluster_client("tcp://127.0.0.1:1").__enter__()
