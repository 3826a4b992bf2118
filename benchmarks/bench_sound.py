"""The sound player: one beat of four voices."""

from __future__ import annotations

from pytest_benchmark.fixture import BenchmarkFixture

from agi_emu.machine import sound
from agi_emu.versions import PROFILES
from tests.unit.test_sound import A4, Host, resource, voice


def test_bench_sound_beat_of_four_voices(benchmark: BenchmarkFixture) -> None:
    """A beat, 1/60 s, in which every voice fades."""
    host = Host({1: resource(*[voice((60_000, *A4))] * 4)}, profile=PROFILES["2.936"])
    sound.start(host, 1, 40)

    def beat() -> None:
        host.port_writes.clear()
        sound.step(host)

    benchmark(beat)
    assert host.state.sound.playing
