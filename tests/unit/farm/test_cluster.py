"""Jobs on the workers of a Dask cluster: workers that die or hang, other places for jobs, games sent once."""

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

pytest.importorskip("distributed", reason="the extra agi-emu[farm] is not installed")

from distributed.scheduler import KilledWorker

from agi_emu.checking.workers import TRIES
from agi_emu.facts.errors import HostError
from agi_emu.farm.dask_pool import DaskPool, _pass_on, cluster_client
from agi_emu.farm.farm import do_jobs
from agi_emu.farm.job import Job, Work, source_digest
from agi_emu.recording.comparing.outcome import Outcome, Status

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX"),
    pytest.mark.filterwarnings("ignore"),
]
LIMIT = 1.0
GAME = "0" * 64


@dataclass(frozen=True)
class Noted:
    """A task that notes its worker in a file; some end it, and some never end."""

    note: Path
    way: str = ""

    def __call__(self, folder: Path, games: Mapping[str, Path], /) -> Outcome:
        with self.note.open("a") as file:
            file.write(f"{os.getpid()}\n")
        if self.way == "dies":
            os.kill(os.getpid(), signal.SIGKILL)
        while self.way == "hangs":
            time.sleep(0.01)
        if self.way == "dies later":
            threading.Timer(0.002, os.kill, (os.getpid(), signal.SIGKILL)).start()
        sent = games[GAME].read_bytes().decode() if games else ""
        return Outcome("", Status.EQUAL, details={"text": sent or "done"})


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    with cluster_client(None, 2) as client:
        yield client


def jobs(folder: Path, ways: Mapping[int, str], count: int) -> list[Job]:
    games = {GAME: "game.zip"}
    return [Job(f"job {each}", Noted(folder / str(each), ways.get(each, "")), games=games) for each in range(count)]


def test_jobs_that_end_or_hang_their_worker_are_lost_and_no_others(client: Any, tmp_path: Path) -> None:
    ways = {3: "dies", 20: "hangs"}
    work = Work(source_digest(), LIMIT)
    found: dict[int, Outcome] = {}
    pool = DaskPool(client, work, {GAME: b"a game"})
    do_jobs(jobs(tmp_path, ways, 40), 40, pool, work, None, lambda place, outcome, _: found.__setitem__(place, outcome))
    assert sorted(found) == list(range(40))
    for number, outcome in found.items():
        assert outcome.name == f"job {number}"
        if number in ways:
            assert outcome.status is Status.FAILED
            assert f"its worker ended, or it took longer than 1 seconds, {TRIES} times" in outcome.failure
        else:
            assert outcome.details["text"] == "a game"
    # On a busy computer a worker may end before its job has noted itself, or be given a job while it ends.
    tries = [len((tmp_path / str(number)).read_text().split()) for number in ways]
    assert all(1 <= each <= 2 * TRIES for each in tries), tries


def test_results_that_are_lost_with_their_worker_do_not_stop_the_farm(client: Any, tmp_path: Path) -> None:
    ways = dict.fromkeys(range(0, 20, 4), "dies later")
    work = Work(source_digest(), LIMIT)
    found: dict[int, Outcome] = {}
    pool = DaskPool(client, work, {GAME: b"a game"})
    do_jobs(jobs(tmp_path, ways, 20), 20, pool, work, None, lambda place, outcome, _: found.__setitem__(place, outcome))
    assert sorted(found) == list(range(20))


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


def test_a_version_that_differs_ends_the_farm(client: Any, tmp_path: Path) -> None:
    work = Work("another version")
    with pytest.raises(HostError, match="install the same"):
        do_jobs(jobs(tmp_path, {}, 4), 4, DaskPool(client, work, {GAME: b""}), work, None, lambda *_: None)


def test_a_cluster_that_is_not_there_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("agi_emu.farm.dask_pool.PATIENCE", 1)
    with pytest.raises(HostError, match="no Dask scheduler answers"):
        cluster_client("tcp://127.0.0.1:1", 1).__enter__()
