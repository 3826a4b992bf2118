"""Saving: a savegame of the original's form, a state file of our own, digests of a moment."""

from __future__ import annotations

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from agi_emu import Machine, open_game
from agi_emu.data import demo_path
from agi_emu.machine.restoring import savegame_of
from agi_emu.state.digests import resume_hash


@pytest.fixture(scope="module")
def machine() -> Machine:
    """The demo game, ten seconds in."""
    machine = Machine(open_game(demo_path()), seed=1)
    machine.run(seconds=10)
    return machine


def test_bench_saving_savegame(benchmark: BenchmarkFixture, machine: Machine) -> None:
    assert benchmark(lambda: savegame_of(machine, b"here").to_bytes())


def test_bench_saving_snapshot(benchmark: BenchmarkFixture, machine: Machine) -> None:
    assert benchmark(machine.snapshot).used


def test_bench_saving_restore(benchmark: BenchmarkFixture, machine: Machine) -> None:
    benchmark(machine.restore, machine.snapshot())


def test_bench_saving_resume_hash(benchmark: BenchmarkFixture, machine: Machine) -> None:
    assert benchmark(resume_hash, machine.state)


def test_bench_saving_digests(benchmark: BenchmarkFixture, machine: Machine) -> None:
    assert benchmark(machine.digests).state


def test_bench_saving_frame(benchmark: BenchmarkFixture, machine: Machine) -> None:
    """Composition: what the monitor shows, copied out of the machine."""
    assert benchmark(lambda: machine.frame).pixels


def test_bench_saving_rgb(benchmark: BenchmarkFixture, machine: Machine) -> None:
    """The same as an array of red, green and blue."""
    assert benchmark(lambda: machine.frame.rgb).shape == (200, 320, 3)
