"""Whole cycles without a window: logics, objects, sound, and the frame composed after each.

Nobody presses a key, so a window that waits is left waiting; each of its turns counts as a cycle then (a beat and a
poll of the keyboard). A machine starts from boot in every round.
"""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from agi_emu import Game, Machine, Stop, open_game, run_many
from agi_emu.data import demo_path
from tests.own_games.building import GameBuilder

CYCLES = 1000
UNTIL = Stop.CYCLE | Stop.WAITING
GAMES = ("demo2", "ltec", "cldest", "kq4dem", "enclos")
MACHINES = 8


def run_cycles(machine: Machine) -> None:
    """Run to `CYCLES` stops and compose the frame at each."""
    advance = machine.advance
    for _ in range(CYCLES):
        if advance((), UNTIL) & Stop.ENDED:
            break
        assert machine.frame.pixels


def measure(benchmark: BenchmarkFixture, game: Game) -> None:
    """Measure the first cycles of a game."""

    def boot() -> tuple[tuple[Machine], dict[str, object]]:
        return (Machine(game, seed=1),), {}

    benchmark.extra_info["cycles"] = CYCLES
    benchmark.pedantic(run_cycles, setup=boot, rounds=7, warmup_rounds=1)


def test_bench_games_own_demo(benchmark: BenchmarkFixture) -> None:
    measure(benchmark, open_game(demo_path()))


@pytest.mark.games
@pytest.mark.parametrize("name", GAMES)
def test_bench_games_cycles(benchmark: BenchmarkFixture, games: Path, name: str) -> None:
    measure(benchmark, open_game(games / f"{name}.zip"))


def test_bench_games_idle_beat(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    """A beat, 1/60 s of the game's time, of a game that does nothing."""
    machine = Machine(open_game(GameBuilder(tmp_path)({0: "return();"})), seed=1)
    benchmark(machine.beat)


@pytest.mark.benchmark(timer=time.perf_counter)
@pytest.mark.parametrize("threads", [1, 2])
def test_bench_games_run_many(benchmark: BenchmarkFixture, threads: int) -> None:
    """Eight machines of the demo game."""
    machines = [Machine(open_game(demo_path()), seed=seed) for seed in range(1, MACHINES + 1)]
    run_many(machines, 100)
    benchmark.pedantic(run_many, args=(machines, 500), kwargs={"threads": threads}, rounds=7)
