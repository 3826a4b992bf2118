"""Time of pens."""

from __future__ import annotations

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from agi_emu._core import brush
from tests.core import cells

PENS = {"dot": 0x00, "round": 0x07, "rectangle": 0x17, "round_splatter": 0x27, "rectangle_splatter": 0x37}


@pytest.mark.parametrize("pen", PENS)
def test_bench_pens(benchmark: BenchmarkFixture, pen: str) -> None:
    benchmark(brush.draw, cells.empty(), 80, 80, PENS[pen], 0x18, 0x0F, 0xF1)
