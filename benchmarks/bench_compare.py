"""Comparing recordings with ten real games, and seeking in one."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from agi_emu import Machine, open_game
from agi_emu.recording.comparing.compare import compare_with_game
from agi_emu.recording.replaying.replay import Replay
from agi_emu.resources.game import Game
from tests.replay.play import random_events, vocabulary
from tests.replay.recorded import record

GAMES = ("alpndh", "cldest", "enclos", "groza", "kq4dem", "lshayl", "solsys", "texm2", "vdgirl", "wizaro")
BEATS = 3600
"""A minute: a hundredth of that is what a comparison may take."""


def real_game(name: str) -> Game:
    folder = Path(os.environ.get("AGI_EMU_SHARED") or Path(__file__).parents[2] / "shared") / "games"
    path = folder / f"{name}.zip"
    if not path.is_file():
        pytest.skip(f"{path} is absent")
    return open_game(path)


@pytest.mark.games
@pytest.mark.parametrize("name", GAMES)
def test_bench_compare_a_minute(benchmark: BenchmarkFixture, name: str) -> None:
    """A recording of a minute of random play: 0.6 s is 100 times real time."""
    game = real_game(name)
    machine = Machine(game, seed=3)
    recording = record(machine, random_events(vocabulary(machine), 3, BEATS), BEATS)
    seconds = len(recording.ticks) / 20
    assert benchmark.pedantic(compare_with_game, (game, recording), rounds=3).equal
    if benchmark.stats is not None:
        benchmark.extra_info["times real time"] = round(seconds / benchmark.stats.stats.min)
        before = time.process_time()
        compare_with_game(game, recording)
        benchmark.extra_info["times real time on a core of its own"] = round(seconds / (time.process_time() - before))


@pytest.mark.games
def test_bench_replay_seek(benchmark: BenchmarkFixture) -> None:
    """Any tick of a recording that has been played once: 0.1 s is the limit."""
    game = real_game("kq4dem")
    machine = Machine(game, seed=3)
    play = Replay(game, record(machine, random_events(vocabulary(machine), 3, BEATS), BEATS))
    play.run()
    ticks = iter(range(19, 10_000_000, 379))
    benchmark(lambda: play.seek(next(ticks) % 1199))
