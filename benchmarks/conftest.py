"""Fixtures of the benchmarks: those of the tests that find real games, the pace of the computer, machines under way."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterator

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from agi_emu import Machine, open_game
from agi_emu.data import demo_path
from tests.conftest import games, golden, root, shared, user_folders

__all__ = ["games", "golden", "root", "shared", "user_folders"]

BLOCK = bytes(1 << 20)
"""What the pace is: the time of its SHA-256, which neither our code nor Python changes."""
REPEATS = 5


def pace() -> float:
    """Return the seconds of processor time of a fixed piece of work."""
    times = []
    for _ in range(REPEATS):
        begin = time.process_time()
        hashlib.sha256(BLOCK).digest()
        times.append(time.process_time() - begin)
    return sorted(times)[REPEATS // 2]


@pytest.fixture(autouse=True)
def paced(request: pytest.FixtureRequest, benchmark: BenchmarkFixture) -> Iterator[None]:
    """Time a fixed piece of work right before and right after a case; note the case's limit if it has one."""
    for mark in request.node.iter_markers("limit"):
        (benchmark.extra_info["limit"],) = mark.args
    before = pace()
    yield
    benchmark.extra_info["pace"] = (before + pace()) / 2


@pytest.fixture(params=("demo", "kq4dem"))
def played(request: pytest.FixtureRequest) -> Machine:
    """A machine a minute after boot: in the demo game, and in one with much motion."""
    folder = None if request.param == "demo" else request.getfixturevalue("games")
    machine = Machine(open_game(folder / f"{request.param}.zip" if folder else demo_path()), seed=1)
    machine.run(seconds=60)
    return machine
