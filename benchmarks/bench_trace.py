"""Comparing a recorded run of the original, cycle by cycle."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from tests.accuracy.ground_truth import GroundTruth
from tests.accuracy.runs import check_run

RUN = "synth"


@pytest.mark.golden
@pytest.mark.games
def test_bench_trace_comparison(benchmark: BenchmarkFixture, golden: Path, games: Path) -> None:
    """The first recording of the synthetic games."""
    truth = GroundTruth(golden, games)
    run = next(run for run in truth.runs() if run.kind == RUN)
    result = benchmark.pedantic(check_run, args=(truth, run), rounds=3)
    assert result.is_equal
