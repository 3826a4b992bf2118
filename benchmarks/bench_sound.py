"""The sound player: one beat of four voices."""

from __future__ import annotations

from pytest_benchmark.fixture import BenchmarkFixture

from agi_emu.data import demo_path
from agi_emu.facts.versions import PROFILES
from agi_emu.machine import sound
from agi_emu.presentation.sounds_alone import play_alone
from agi_emu.resources import open_game
from tests.unit.machine.test_sound import A4, Host, resource, voice

TUNE = 1
"""The longest sound of the demo game."""


def test_bench_sound_from_resource_to_samples(benchmark: BenchmarkFixture) -> None:
    """The tune of the demo game, with the machine that plays it."""
    game = open_game(demo_path())
    samples = benchmark(lambda: play_alone(game, TUNE, "tandy").samples())
    benchmark.extra_info["samples_per_second"] = len(samples) / benchmark.stats.stats.min


def test_bench_sound_beat_of_four_voices(benchmark: BenchmarkFixture) -> None:
    """A beat, 1/60 s, in which every voice fades."""
    host = Host({1: resource(*[voice((60_000, *A4))] * 4)}, profile=PROFILES["2.936"])
    sound.start(host, 1, 40)

    def beat() -> None:
        host.port_writes.clear()
        sound.step(host)

    benchmark(beat)
    assert host.state.sound.playing
