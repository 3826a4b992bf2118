"""The logic VM: simple opcodes per second, tests, calls."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from agi_emu.machine.input.parser import read_sentence
from agi_emu.machine.machine import Machine
from agi_emu.machine.settings import UNLIMITED, Settings
from agi_emu.resources import open_game
from agi_emu.resources.writing.game_files import words_file
from agi_emu.state.progress import Need
from tests.own_games.building import GameBuilder

LETTERS = "abcdefghijklmnopqrstuvwxyz"
ROUND = 10_000
"""Actions of one run of logic 0: the time of a run divided by this is the time of an action."""

FAMILIES = {
    "arithmetic": "increment(v50); v51 = 7; v52 = v51; v52 += 3; v53 -= v52; v53 *= 3; v53 /= 2; decrement(v50);"
    "v55 = v50; *v51 = 9;",
    "flags": "set(f60); reset(f61); toggle(f62); set.v(v50); reset.v(v50); toggle.v(v50); set(f63); set(f64);"
    "reset(f64); set(f65);",
    "objects": "get.posn(o1, v51, v52); set.priority(o1, 9); current.view(o1, v53); step.size(o1, v54);"
    "cycle.time(o1, v54);" * 2,
    "chance": "random(1, 9, v51);" * 10,
    "display": 'display(3, 4, "a short text");' * 10,
}
"""Ten actions each."""
TESTS = "if (v50 == 1 && v51 > 2 && isset(f60)) { v52 = 1; }" * 5
SAID = 'if (said("look", "lamp")) { v52 = 1; }' * 5
JUMPS = "if (isset(f99)) { v50 = 1; } else { v51 = 1; }" * 5
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
            while core.run() == Need.ACTION:  # load.logics, once
                pass

        return once

    return make


@pytest.mark.benchmark(group=f"vm, {ROUND} actions")
@pytest.mark.parametrize("family", FAMILIES)
def test_bench_vm_actions(
    benchmark: BenchmarkFixture, run_logic: Callable[[str, int], Callable[[], None]], family: str
) -> None:
    benchmark(run_logic(FAMILIES[family], ROUND // 10))


@pytest.mark.benchmark(group="vm, 3500 conditions")
@pytest.mark.parametrize("source", [TESTS, SAID, JUMPS], ids=["three_tests", "said", "else"])
def test_bench_vm_conditions(
    benchmark: BenchmarkFixture, run_logic: Callable[[str, int], Callable[[], None]], source: str
) -> None:
    benchmark(run_logic(source, 700))


@pytest.mark.benchmark(group="vm, 1000 calls of a loaded logic")
def test_bench_vm_calls(benchmark: BenchmarkFixture, run_logic: Callable[[str, int], Callable[[], None]]) -> None:
    benchmark(run_logic(CALLS, 100))


def test_bench_vm_parse_with_a_full_vocabulary(benchmark: BenchmarkFixture) -> None:
    """A typed sentence against 6,000 words: what `said` compares afterwards are their numbers."""
    words = {f"{first}{second}{third}word": 100 for first in LETTERS for second in LETTERS for third in "aeinorstu"}
    dictionary = words_file({**words, "look": 20, "at": 0, "zebra": 21})
    sentence = benchmark(read_sentence, dictionary, b"look at the zzrword and at zebra")
    assert sentence
