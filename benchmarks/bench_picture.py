"""Time of whole pictures."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from agi_emu._core import picture
from agi_emu.resources import open_game
from benchmarks.inputs import HOUSE
from tests.core import cells


def draw_all(pictures: list[bytes]) -> None:
    """Draw pictures one after the other, each on an empty buffer."""
    cells_of_picture = cells.empty()
    for data in pictures:
        cells_of_picture[:] = EMPTY
        picture.draw(cells_of_picture, data)


EMPTY = bytes(cells.empty())


def test_bench_picture_house(benchmark: BenchmarkFixture) -> None:
    benchmark(draw_all, [HOUSE])


@pytest.fixture(scope="module")
def pictures(games: Path) -> list[bytes]:
    """Every picture of the real games."""
    return [data for path in sorted(games.glob("*.zip")) for data in open_game(path).pictures.values()]


def test_bench_picture_all_games(benchmark: BenchmarkFixture, pictures: list[bytes]) -> None:
    benchmark.extra_info["pictures"] = len(pictures)
    benchmark(draw_all, pictures)


def test_bench_picture_longest(benchmark: BenchmarkFixture, pictures: list[bytes]) -> None:
    benchmark(draw_all, [max(pictures, key=len)])
