"""Time of lines."""

from __future__ import annotations

from pytest_benchmark.fixture import BenchmarkFixture

from agi_emu._core import line
from tests.core import cells


def test_bench_line_horizontal(benchmark: BenchmarkFixture) -> None:
    benchmark(line.draw, cells.empty(), 0, 80, 159, 80, 0x0F, 0xF1)


def test_bench_line_vertical(benchmark: BenchmarkFixture) -> None:
    benchmark(line.draw, cells.empty(), 80, 0, 80, 167, 0x0F, 0xF1)


def test_bench_line_diagonal(benchmark: BenchmarkFixture) -> None:
    benchmark(line.draw, cells.empty(), 0, 0, 159, 120, 0x0F, 0xF1)


def test_bench_line_short(benchmark: BenchmarkFixture) -> None:
    benchmark(line.draw, cells.empty(), 20, 20, 23, 22, 0x0F, 0xF1)
