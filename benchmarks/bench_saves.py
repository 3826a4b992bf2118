"""Keeping states: snapshots, files, the way back in time; in a game's busy room."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from agi_emu import Machine, open_game
from agi_emu.frontends.rewind import BEATS_BETWEEN, Rewind
from agi_emu.machine.resuming import resume
from agi_emu.machine.state_saving import save_state
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


def test_bench_saves_snapshot(benchmark: BenchmarkFixture, busy: Machine) -> None:
    """A copy of the state in memory: at most 5 microseconds."""
    assert benchmark(busy.snapshot).used


def test_bench_saves_restore(benchmark: BenchmarkFixture, busy: Machine) -> None:
    """A copy brought back: at most 5 microseconds."""
    benchmark(busy.restore, busy.snapshot())


def test_bench_saves_state_file(benchmark: BenchmarkFixture, busy: Machine) -> None:
    """The bytes of a state file, without the disk: at most 5 milliseconds."""
    assert benchmark(save_state, busy)


def test_bench_saves_resume(benchmark: BenchmarkFixture, busy: Machine) -> None:
    """A state file made a machine's state again."""
    benchmark(resume, busy, save_state(busy))


def test_bench_saves_rewind_step(benchmark: BenchmarkFixture, busy: Machine) -> None:
    """A step back while the key is held: well within a picture, 16 milliseconds."""
    rewind = Rewind(busy)
    for _ in range(200 * BEATS_BETWEEN):
        busy.advance()
        rewind.after(busy, ())
    benchmark.pedantic(rewind.step_back, rounds=100)


@pytest.mark.parametrize("game", ["kq4dem", "uagifg"])
def test_bench_saves_ten_minutes_of_rewind(benchmark: BenchmarkFixture, games: Path, game: str) -> None:
    """A minute of snapshots; ten of them must take less than 32 MiB, while somebody types and walks at random."""
    machine = Machine(open_game(games / f"{game}.zip"), seed=1)
    script = random_events(vocabulary(machine), 11, BEATS_PER_MINUTE)
    rewind = Rewind(machine)

    def minute() -> None:
        for beat in range(BEATS_PER_MINUTE):
            machine.advance(script.get(beat, ()))
            rewind.after(machine, ())

    benchmark.pedantic(minute, rounds=1)
    mebibytes = MINUTES * rewind.used_bytes / (1 << 20)
    benchmark.extra_info["MiB in ten minutes"] = round(mebibytes, 1)
    assert mebibytes < MOST_MEBIBYTES
