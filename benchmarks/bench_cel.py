"""Time of cels."""

from __future__ import annotations

import random

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from agi_emu._core import cel
from tests.core import cells
from tests.core.test_cel import MIRRORED, cel_of, view_of

WHITE = 5  # the transparent colour of these cels


def figure(width: int, height: int, flags: int) -> bytes:
    """Return a cel that looks like a person to the decoder: short chunks, transparent on both sides."""
    source = random.Random(width)
    rows = bytearray()
    for _ in range(height):
        column = 0
        while column < width:
            count = min(source.randrange(1, 6), width - column)
            colour = WHITE if column < width // 4 or column > 3 * width // 4 else source.randrange(16)
            rows.append(colour << 4 | count)
            column += count
        rows.append(0)
    return cel_of(width, height, flags | WHITE, rows.hex())


SIZES = {"person": (20, 33), "large": (100, 120)}
GROUNDS = {"open": cells.empty(), "behind": bytearray([0xFF]) * cells.CELLS, "control": cells.noise(1, (0x0F, 0x2F))}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("ground", GROUNDS)
def test_bench_cel(benchmark: BenchmarkFixture, size: str, ground: str) -> None:
    view = view_of([figure(*SIZES[size], 0)])
    benchmark(cel.blit, bytearray(GROUNDS[ground]), view, 0, 0, 30, 20, 10)


@pytest.mark.parametrize("size", SIZES)
def test_bench_cel_mirrored(benchmark: BenchmarkFixture, size: str) -> None:
    shared = figure(*SIZES[size], MIRRORED)
    view = view_of([shared], [shared])
    benchmark(cel.blit, cells.empty(), view, 1, 0, 30, 20, 10)


def test_bench_cel_decode(benchmark: BenchmarkFixture) -> None:
    benchmark(cel.decode, view_of([figure(*SIZES["large"], 0)]), 0, 0)
