"""Time of a picture on its way to the window: whole, and the few rows that a walking object changes."""

from __future__ import annotations

import random
from array import array

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from agi_emu._core.scale import Scaler
from agi_emu.window.picture_out import changed_rows
from agi_emu.window.scaling import Aspect, place

PIXELS = bytes(index & 15 for index in random.Random(1).randbytes(64000))
COLOURS = array("I", range(512))


@pytest.mark.parametrize(("width", "height"), [(1280, 960), (3840, 2160)], ids=["window", "4k"])
@pytest.mark.parametrize("aspect", Aspect)
def test_bench_scale_whole(benchmark: BenchmarkFixture, aspect: Aspect, width: int, height: int) -> None:
    spot = place(aspect, width, height)
    target = array("I", bytes(4 * width * height))
    benchmark(Scaler(spot.width, spot.height).draw, PIXELS, COLOURS, target, width, spot.left, spot.top)


def test_bench_scale_object(benchmark: BenchmarkFixture) -> None:
    target = array("I", bytes(4 * 1280 * 960))
    benchmark(Scaler(1280, 960).draw, PIXELS, COLOURS, target, 1280, 0, 0, 100, 132)


def test_bench_changed_rows_object(benchmark: BenchmarkFixture) -> None:
    after = bytearray(PIXELS)
    for row in range(100, 133):
        after[320 * row + 50] ^= 15
    assert benchmark(changed_rows, PIXELS, bytes(after), 320) == (100, 132)
