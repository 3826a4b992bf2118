"""Fixtures of the benchmarks: those of the tests that find real games; the pace of the computer beside each case."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterator

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from tests.conftest import games, golden, root, shared

__all__ = ["games", "golden", "root", "shared"]

BLOCK = bytes(1 << 20)
"""What the pace is: the time of its SHA-256, which neither our code nor Python changes."""
REPEATS = 5


def pace() -> float:
    """Return the seconds of a fixed piece of work."""
    times = []
    for _ in range(REPEATS):
        begin = time.perf_counter()
        hashlib.sha256(BLOCK).digest()
        times.append(time.perf_counter() - begin)
    return sorted(times)[REPEATS // 2]


@pytest.fixture(autouse=True)
def paced(benchmark: BenchmarkFixture) -> Iterator[None]:
    """Time a fixed piece of work right before and right after a case."""
    before = pace()
    yield
    benchmark.extra_info["pace"] = (before + pace()) / 2
