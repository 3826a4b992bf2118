"""The object pass: loops, cels, moves and redrawing of everything that is animated."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from agi_emu import Machine, open_game
from agi_emu.data import demo_path
from tests.own_games.building import GameBuilder

WALKERS = """
animate.obj(o{0}); set.view(o{0}, 0); ignore.objs(o{0}); ignore.blocks(o{0}); ignore.horizon(o{0});
position(o{0}, {1}, {2}); draw(o{0}); start.cycling(o{0}); wander(o{0});
"""


@pytest.mark.parametrize("count", [1, 16, 100])
def test_bench_objects_pass(benchmark: BenchmarkFixture, tmp_path: Path, count: int) -> None:
    """People of the demo game who walk about, cycle, and are redrawn in every cycle."""
    start = "".join(WALKERS.format(number, 7 * number % 140, 40 + 11 * number % 120) for number in range(count))
    picture = "v50 = 0; load.pic(v50); draw.pic(v50); show.pic();"
    source = f"if (!isset(f50)) {{ set(f50); {picture} load.view(0); {start} }} return();"
    demo = open_game(demo_path())
    path = GameBuilder(tmp_path)({0: source}, pictures={0: b"\xff"}, views={0: demo.views[0]}, max_object=count + 1)
    machine = Machine(open_game(path), seed=1)
    machine.run(ticks=200)  # drawing a hundred is work for more than one beat
    assert machine.state.updating_sprites.count == count
    assert not benchmark(machine.core.animate)
    benchmark.extra_info["objects"] = count
