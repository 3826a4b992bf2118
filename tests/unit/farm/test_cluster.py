"""Jobs on the workers of a Dask cluster: workers that die or hang, other places for jobs, games sent once."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("distributed", reason="the extra agi-emu[farm] is not installed")

from agi_emu.errors import HostError
from agi_emu.farm.dask_pool import DaskPool, cluster_client
from agi_emu.farm.farm import do_jobs
from agi_emu.farm.job import Job, Work, source_digest
from agi_emu.recording.comparing.outcome import Outcome, Status
from agi_emu.workers import TRIES

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


def test_a_version_that_differs_ends_the_farm(client: Any, tmp_path: Path) -> None:
    work = Work("another version")
    with pytest.raises(HostError, match="install the same"):
        do_jobs(jobs(tmp_path, {}, 4), 4, DaskPool(client, work, {GAME: b""}), work, None, lambda *_: None)


def test_a_cluster_that_is_not_there_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("agi_emu.farm.dask_pool.PATIENCE", 1)
    with pytest.raises(HostError, match="no Dask scheduler answers"):
        cluster_client("tcp://127.0.0.1:1", 1).__enter__()
