"""The logic VM: simple opcodes per second, tests, calls."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from agi_emu.machine.machine import Machine
from agi_emu.machine.settings import UNLIMITED, Settings
from agi_emu.resources import open_game
from tests.own_games.building import GameBuilder

ROUND = 10_000
"""Actions of one run of logic 0: the time of a run divided by this is the time of an action."""

SIMPLE = (
    "increment(v50); v51 = 7; v52 = v51; v52 += 3; v53 -= v52; set(f60); reset(f61); toggle(f62); *v51 = 9; "
    "decrement(v50);"
)
TESTS = "if (v50 == 1 && v51 > 2 && isset(f60)) { v52 = 1; }" * 5
CALLS = "call(1);" * 10


def machine_with(folder: Path, source: str, repeats: int) -> Machine:
    """Return a machine whose logic 0 is `source` many times over."""
    path = GameBuilder(folder)({0: "load.logics(1);" + source * repeats + "return();", 1: "return();"})
    return Machine(open_game(path), settings=Settings(budget=UNLIMITED))


@pytest.fixture
def run_logic(tmp_path: Path) -> Callable[[str, int], Callable[[], None]]:
    """Make a function that runs a logic once, from its first byte to its return."""

    def make(source: str, repeats: int) -> Callable[[], None]:
        machine = machine_with(tmp_path, source, repeats)
        machine.cycle()
        core, vm = machine.core, machine.state.vm

        def once() -> None:
            vm.depth = 0
            vm.work = 1_000_000
            core.enter(0)
            while core.run() == 2:  # load.logics, once
                pass

        return once

    return make


@pytest.mark.benchmark(group=f"vm, {ROUND} actions")
def test_bench_vm_simple_actions(
    benchmark: BenchmarkFixture, run_logic: Callable[[str, int], Callable[[], None]]
) -> None:
    benchmark(run_logic(SIMPLE, ROUND // 10))


@pytest.mark.benchmark(group=f"vm, {ROUND} conditions of three tests and an action")
def test_bench_vm_tests(benchmark: BenchmarkFixture, run_logic: Callable[[str, int], Callable[[], None]]) -> None:
    benchmark(run_logic(TESTS, 700))


@pytest.mark.benchmark(group="vm, 1000 calls of a loaded logic")
def test_bench_vm_calls(benchmark: BenchmarkFixture, run_logic: Callable[[str, int], Callable[[], None]]) -> None:
    benchmark(run_logic(CALLS, 100))
