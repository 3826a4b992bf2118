"""A machine's state in memory: copied, brought back, told from others; each at most 5 microseconds, digests aside."""

from __future__ import annotations

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from agi_emu import Machine
from agi_emu.state.digests import resume_hash


@pytest.mark.limit(5e-6)
def test_bench_snapshot_taken(benchmark: BenchmarkFixture, played: Machine) -> None:
    assert benchmark(played.snapshot).used


@pytest.mark.limit(5e-6)
def test_bench_snapshot_restored(benchmark: BenchmarkFixture, played: Machine) -> None:
    benchmark(played.restore, played.snapshot())


@pytest.mark.limit(5e-6)
def test_bench_snapshot_resume_hash(benchmark: BenchmarkFixture, played: Machine) -> None:
    assert benchmark(resume_hash, played.state)


def test_bench_snapshot_digests(benchmark: BenchmarkFixture, played: Machine) -> None:
    """All digests of a moment: state, frame, sound."""
    assert benchmark(played.digests).state
