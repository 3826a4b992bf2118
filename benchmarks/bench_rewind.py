"""The way back in time: how long a step takes, and what ten minutes of it need in memory."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from agi_emu import Machine, open_game
from agi_emu.keeping.saves.rewind import BEATS_BETWEEN, Rewind
from tests.replay.play import random_events, vocabulary

BEATS_PER_MINUTE = 3600
MINUTES = 10
MOST_MEBIBYTES = 32


@pytest.fixture
def busy(games: Path) -> Machine:
    """A machine in a game with much motion."""
    machine = Machine(open_game(games / "kq4dem.zip"), seed=1)
    machine.run(seconds=60)
    return machine


def test_bench_rewind_step(benchmark: BenchmarkFixture, busy: Machine) -> None:
    """A step back while the key is held: well within a picture, 16 milliseconds."""
    rewind = Rewind(busy)
    for _ in range(200 * BEATS_BETWEEN):
        busy.advance()
        rewind.after(busy, ())
    benchmark.pedantic(rewind.step_back, rounds=100)


def test_bench_rewind_moment(benchmark: BenchmarkFixture, busy: Machine) -> None:
    """Keeping a moment, which is done every eight beats."""
    rewind = Rewind(busy)

    def play() -> None:
        busy.run(ticks=BEATS_BETWEEN)

    benchmark.pedantic(rewind.after, args=(busy, ()), setup=play, rounds=300)


@pytest.mark.parametrize("game", ["kq4dem", "uagifg"])
def test_bench_rewind_ten_minutes(benchmark: BenchmarkFixture, games: Path, game: str) -> None:
    """A minute of snapshots; ten of them must take less than 32 MiB, while somebody types and walks at random."""
    machine = Machine(open_game(games / f"{game}.zip"), seed=1)
    script = random_events(vocabulary(machine), 11, BEATS_PER_MINUTE)
    rewind = Rewind(machine)
    empty = rewind.used_bytes

    def minute() -> None:
        for beat in range(BEATS_PER_MINUTE):
            machine.advance(script.get(beat, ()))
            rewind.after(machine, ())

    benchmark.pedantic(minute, rounds=1)
    mebibytes = MINUTES * (rewind.used_bytes - empty) / (1 << 20)
    benchmark.extra_info["MiB in ten minutes"] = round(mebibytes, 1)
    assert mebibytes < MOST_MEBIBYTES
