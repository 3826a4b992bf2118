"""The cases of the suite under pytest-benchmark, which keeps runs, compares and draws them (docs/performance.md)."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from benchmarks.case import AbsentError, Case, Kind
from benchmarks.cases import all_cases

if TYPE_CHECKING:
    from pytest_benchmark.fixture import BenchmarkFixture

CASES = [case for case in all_cases(print).values() if case.kind is Kind.TIME]


@pytest.mark.benchmark(timer=time.process_time)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_case(case: Case, benchmark: BenchmarkFixture) -> None:
    benchmark.group = case.group
    try:
        work = case.prepare()
    except AbsentError as absent:
        pytest.skip(str(absent))
    benchmark(work)
