"""The chip: samples a second on one core."""

from __future__ import annotations

from array import array

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from agi_emu._core.port_log import packed
from agi_emu._core.psg import Psg
from agi_emu.presentation.synthesiser import impulses

SECONDS = 10
VOICES = 4


def _play(benchmark: BenchmarkFixture, chip: str, *writes: tuple[int, int], rate: int = 44100) -> None:
    psg = Psg(impulses(), chip, rate)
    for port, value in writes:
        psg.write(port, value)
    samples = array("h", bytes(2 * rate * SECONDS))
    benchmark(psg.render, samples)
    benchmark.extra_info["samples_per_second"] = len(samples) / benchmark.stats.stats.min


CHORD = [(0xC0, value) for value in (0x8E, 0x0F, 0x90, 0xAC, 0x12, 0xB0, 0xC8, 0x0C, 0xD0)]
"""440, 373 and 559 Hz."""


@pytest.mark.parametrize("rate", [44100, 48000])
def test_bench_chip_three_tones(benchmark: BenchmarkFixture, rate: int) -> None:
    _play(benchmark, "ncr8496", *CHORD, rate=rate)


def test_bench_chip_three_tones_and_noise(benchmark: BenchmarkFixture) -> None:
    _play(benchmark, "ncr8496", *CHORD, (0xC0, 0xE4), (0xC0, 0xF0))


def test_bench_chip_highest_tone(benchmark: BenchmarkFixture) -> None:
    """The worst case, 224,000 edges a second."""
    _play(benchmark, "sn76496", (0xC0, 0x81), (0xC0, 0x00), (0xC0, 0x90))


def test_bench_chip_speaker(benchmark: BenchmarkFixture) -> None:
    _play(benchmark, "", (0x43, 0xB6), (0x42, 0xE8), (0x42, 0x0B), (0x61, 3))


def test_bench_chip_log_of_a_whole_sound(benchmark: BenchmarkFixture) -> None:
    """Ten seconds of three tones that fade: a write to each voice in every beat, in one call."""
    fading = [
        (beat, 0xC0, 0x90 | voice << 5 | beat // 4 % 15) for beat in range(60 * SECONDS) for voice in range(VOICES)
    ]
    log = packed([*((0, port, value) for port, value in CHORD), *fading])
    samples = benchmark(lambda: Psg(impulses(), "ncr8496", 44100).play(log, 735, 60 * SECONDS))
    benchmark.extra_info["samples_per_second"] = len(samples) / benchmark.stats.stats.min


def test_bench_chip_silence(benchmark: BenchmarkFixture) -> None:
    _play(benchmark, "ncr8496")
