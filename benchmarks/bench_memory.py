"""Memory of a machine: what each one more costs in a process that has the game open already."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from agi_emu import Machine, open_game
from agi_emu.data import demo_path

MACHINES = 32
MOST_BYTES = 1 << 20


def resident() -> int:
    """Return the bytes of this process that are in memory."""
    pages = Path("/proc/self/statm").read_text().split()[1]
    return int(pages) * 4096


@pytest.mark.skipif(sys.platform != "linux", reason="memory is read from /proc")
def test_bench_memory_of_a_machine(benchmark: BenchmarkFixture) -> None:
    """Time is that of making a machine and running its first second; memory stands in `extra_info`."""
    game = open_game(demo_path())
    Machine(game).run(seconds=1)
    kept: list[Machine] = []

    def one_more() -> None:
        kept.append(Machine(game))
        kept[-1].run(seconds=1)

    before = resident()
    benchmark.pedantic(one_more, rounds=MACHINES)
    each = (resident() - before) // MACHINES
    benchmark.extra_info["bytes"] = each
    assert each <= MOST_BYTES
