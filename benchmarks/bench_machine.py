"""The machine: a beat without work, snapshots."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from agi_emu import Machine, open_game
from tests.own_games.building import GameBuilder


@pytest.fixture
def idle(tmp_path: Path) -> Machine:
    """A machine whose logic does nothing."""
    return Machine(open_game(GameBuilder(tmp_path)({0: "return();"})), seed=1)


def test_bench_machine_beat_of_an_idle_game(benchmark: BenchmarkFixture, idle: Machine) -> None:
    """A beat, 1/60 s of the game's time."""
    benchmark(idle.beat)


def test_bench_machine_snapshot(benchmark: BenchmarkFixture, idle: Machine) -> None:
    """A copy of the state."""
    assert benchmark(idle.snapshot).used


def test_bench_machine_restore(benchmark: BenchmarkFixture, idle: Machine) -> None:
    """A copied state brought back."""
    benchmark(idle.restore, idle.snapshot())
