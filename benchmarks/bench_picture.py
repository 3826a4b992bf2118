"""Time of whole pictures."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from agi_emu._core import picture
from agi_emu.resources import open_game
from tests.core import cells

# A house made by hand: lines of each kind, fills of both planes, pens.
HOUSE = bytes.fromhex(
    "F0 02 F2 0A F8 00 A0 F3 F0 06 F4 20 80 40 80 80 20 F6 20 40 50 20 80 40 F7 50 20 11 11 11 99 99 F0 0C F8 50 60"
    "F0 01 F5 40 60 48 70 40 60 F8 44 68 F9 34 FA 18 10 20 3A 30 28 55 90 18 F9 07 FA 88 30 70 50 F1 F2 05 F8 50 10 FF"
)


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
