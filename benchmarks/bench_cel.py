"""Time of cels."""

from __future__ import annotations

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from agi_emu._core import cel
from agi_emu._core.cel_cache import CelStore
from benchmarks.inputs import figure
from tests.core import cells
from tests.core.cel_bytes import MIRRORED, view_of

SIZES = {"person": (20, 33), "large": (100, 120)}
GROUNDS = {"open": cells.empty(), "behind": bytearray([0xFF]) * cells.CELLS, "control": cells.noise(1, (0x0F, 0x2F))}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("ground", GROUNDS)
def test_bench_cel(benchmark: BenchmarkFixture, size: str, ground: str) -> None:
    view = view_of([figure(*SIZES[size], 0)])
    benchmark(cel.blit, bytearray(GROUNDS[ground]), view, 0, 0, 30, 20, 10)


@pytest.mark.parametrize("size", SIZES)
def test_bench_cel_kept(benchmark: BenchmarkFixture, size: str) -> None:
    """The same cel again and again, as in a game."""
    benchmark(CelStore().blit, cells.empty(), view_of([figure(*SIZES[size], 0)]), 0, 0, 30, 20, 10)


@pytest.mark.parametrize("size", SIZES)
def test_bench_cel_mirrored(benchmark: BenchmarkFixture, size: str) -> None:
    shared = figure(*SIZES[size], MIRRORED)
    view = view_of([shared], [shared])
    benchmark(cel.blit, cells.empty(), view, 1, 0, 30, 20, 10)


def test_bench_cel_decode(benchmark: BenchmarkFixture) -> None:
    benchmark(cel.decode, view_of([figure(*SIZES["large"], 0)]), 0, 0)
