"""What a game costs: each game that `agi-emu bench GAME` names."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from agi_emu import Machine, open_game
from agi_emu.measuring.suite import GAMES
from benchmarks.bench_games import CYCLES, UNTIL, measure

PATHS = [Path(path) for path in os.environ.get(GAMES, "").split(os.pathsep) if path]
PLAYED_SECONDS = 60
"""Machine time before a snapshot or a beat is measured."""

pytestmark = pytest.mark.parametrize("path", PATHS, ids=[path.stem for path in PATHS])


def played(path: Path) -> Machine:
    """Return a machine that ran for a minute."""
    machine = Machine(open_game(path), seed=1)
    machine.run(seconds=PLAYED_SECONDS)
    return machine


def test_bench_chosen_start(benchmark: BenchmarkFixture, path: Path) -> None:
    """From the files to a machine before its first beat."""
    benchmark(lambda: Machine(open_game(path), seed=1))


def test_bench_chosen_cycles_with_frames(benchmark: BenchmarkFixture, path: Path) -> None:
    """The first cycles from power-on, windows left waiting."""
    measure(benchmark, open_game(path))


def test_bench_chosen_cycles(benchmark: BenchmarkFixture, path: Path) -> None:
    """The same, and nobody looks."""
    game = open_game(path)

    def run(machine: Machine) -> None:
        for _ in range(CYCLES):
            machine.advance((), UNTIL)

    benchmark.pedantic(run, setup=lambda: ((Machine(game, seed=1),), {}), rounds=7, warmup_rounds=1)


def test_bench_chosen_minute(benchmark: BenchmarkFixture, path: Path) -> None:
    """The first minute from power-on, in one call."""
    game = open_game(path)
    benchmark.pedantic(
        lambda machine: machine.run(seconds=PLAYED_SECONDS),
        setup=lambda: ((Machine(game, seed=1),), {}),
        rounds=7,
        warmup_rounds=1,
    )


def test_bench_chosen_frame(benchmark: BenchmarkFixture, path: Path) -> None:
    machine = played(path)
    assert benchmark(lambda: machine.frame.pixels)


def test_bench_chosen_snapshot(benchmark: BenchmarkFixture, path: Path) -> None:
    assert benchmark(played(path).snapshot).used


def test_bench_chosen_restore(benchmark: BenchmarkFixture, path: Path) -> None:
    machine = played(path)
    benchmark(machine.restore, machine.snapshot())


def test_bench_chosen_digests(benchmark: BenchmarkFixture, path: Path) -> None:
    assert benchmark(played(path).digests).state
