"""Time of the flood fill; every round fills an unpainted picture."""

from __future__ import annotations

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from agi_emu._core import flood
from tests.core import cells


def comb() -> bytearray:
    """Return a picture with every second column closed below the first row."""
    picture = cells.empty()
    for y in range(1, cells.HEIGHT):
        picture[cells.WIDTH * y + 1 : cells.WIDTH * (y + 1) : 2] = bytes([0x40]) * (cells.WIDTH // 2)
    return picture


def speckled() -> bytearray:
    """Return a picture with a closed cell in four, open where the fill starts."""
    picture = cells.noise(1, (0x4F, 0x4F, 0x4F, 0x40))
    picture[: cells.WIDTH] = bytes([0x4F]) * cells.WIDTH
    return picture


GROUNDS = {
    "empty": cells.empty(),
    "comb": comb(),
    "speckled": speckled(),
    "closed": bytearray([0x40]) * cells.CELLS,
}


@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize(("mask", "value"), [(0x0F, 0xF1), (0xFF, 0x61)], ids=["colour", "both"])
def test_bench_flood(benchmark: BenchmarkFixture, ground: str, mask: int, value: int) -> None:
    places = np.zeros(flood.WAITING, np.uint32)

    def fresh() -> tuple[tuple[object, ...], dict[str, object]]:
        return (bytearray(GROUNDS[ground]), places, 80, 0, mask, value), {}

    benchmark.pedantic(flood.fill, setup=fresh, rounds=1000, warmup_rounds=20)
