"""Saving: a savegame of the original's form, a state file of our own; without the disk."""

from __future__ import annotations

from pytest_benchmark.fixture import BenchmarkFixture

from agi_emu import Machine
from agi_emu.machine.saving.restoring import savegame_of
from agi_emu.machine.saving.resuming import resume
from agi_emu.machine.saving.state_saving import save_state


def test_bench_saving_savegame(benchmark: BenchmarkFixture, played: Machine) -> None:
    assert benchmark(lambda: savegame_of(played, b"here").to_bytes())


def test_bench_saving_state_file(benchmark: BenchmarkFixture, played: Machine) -> None:
    """At most 5 milliseconds."""
    assert benchmark(save_state, played)


def test_bench_saving_resume(benchmark: BenchmarkFixture, played: Machine) -> None:
    """A state file made a machine's state again."""
    benchmark(resume, played, save_state(played))
