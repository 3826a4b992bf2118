"""Time of the screen's primitives."""

from __future__ import annotations

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from agi_emu._core.screen import Screen
from agi_emu.facts.font import built_in_face
from agi_emu.state.layout import STATE_BYTES


@pytest.fixture
def screen() -> Screen:
    return Screen(bytearray(STATE_BYTES), built_in_face())


def test_bench_screen_copy_picture(benchmark: BenchmarkFixture, screen: Screen) -> None:
    benchmark(screen.copy, 0, 0, 160, 168)


def test_bench_screen_copy_person(benchmark: BenchmarkFixture, screen: Screen) -> None:
    benchmark(screen.copy, 70, 80, 22, 35)


def test_bench_screen_fill_window(benchmark: BenchmarkFixture, screen: Screen) -> None:
    benchmark(screen.fill, 20, 60, 120, 50, 15)


def test_bench_screen_put_row(benchmark: BenchmarkFixture, screen: Screen) -> None:
    def put_row() -> None:
        for column in range(40):
            screen.put(10, column, 65 + column, 0x8F)

    benchmark(put_row)
