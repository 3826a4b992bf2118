"""The synthesiser: beats of samples at any speed, and the table behind them."""

from __future__ import annotations

import statistics
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from agi_emu._core.port_log import packed
from agi_emu.presentation.synthesiser import CHIPS, LOUDNESS, RATES, Synthesiser, gain_of_volume, samples_of
from benchmarks.trials.loudness import MOST_DECIBELS, levels

A4 = [(0, 0xC0, value) for value in (0x8E, 0x0F, 0x90)]


def test_the_table_of_impulses_is_what_its_script_makes(root: Path) -> None:
    script = root / "scripts" / "impulse-table"
    assert subprocess.run([sys.executable, script, "--check"], check=False).returncode == 0


@pytest.mark.parametrize("rate", RATES)
def test_a_beat_is_a_sixtieth_of_a_second(rate: int) -> None:
    synthesiser = Synthesiser("tandy", rate)
    assert [len(synthesiser.beat()) for _ in range(3)] == [rate // 60] * 3


@pytest.mark.parametrize("speed", [0.1, 0.3, 0.75, 2.0, 7.0])
def test_another_speed_changes_the_tempo_and_not_the_pitch(speed: float) -> None:
    synthesiser = Synthesiser("tandy")
    synthesiser.write(A4)
    for _ in range(20):
        synthesiser.beat()  # after which the high-pass has found the middle
    beats = round(60 * speed)
    heard = [sample for _ in range(beats) for sample in synthesiser.beat(speed=speed)]
    assert len(heard) == pytest.approx(44100 * beats / 60 / speed, abs=1)
    rises = np.flatnonzero(np.diff(np.sign(heard)) > 0)
    assert len(rises) == pytest.approx(440.4 * len(heard) / 44100, abs=2)


def test_beats_make_the_samples_that_a_log_makes() -> None:
    writes = [*A4, (2, 0xC0, 0x94), (3, 0xC0, 0xE4), (3, 0xC0, 0xF1), (5, 0xC0, 0x9F)]
    for machine in CHIPS:
        synthesiser = Synthesiser(machine)
        heard: list[int] = []
        for beat in range(8):
            synthesiser.write(write for write in writes if write[0] == beat)
            heard += synthesiser.beat()
        assert samples_of(packed(writes), 8, machine).tolist() == heard
        assert any(heard) == (machine != "pc")


def test_the_ends_of_the_volume() -> None:
    assert [gain_of_volume(volume) for volume in (0, 50, 100)] == [0, 64, 256]


SPEAKER_440 = [(0, 0x43, 0xB6), (0, 0x42, 2712 & 0xFF), (0, 0x42, 2712 >> 8), (0, 0x61, 3)]
"""1193182 Hz / 2712 is 440 Hz."""


def level_of(machine: str, writes: list[tuple[int, int, int]]) -> float:
    """Return the level of a second of sound in decibels, less the share that the machine's loudness takes away."""
    synthesiser = Synthesiser(machine)
    synthesiser.write(writes)
    heard = np.array([sample for _ in range(60) for sample in synthesiser.beat()], dtype=float)
    return float(20 * np.log10(np.sqrt((heard[10_000:] ** 2).mean()) / LOUDNESS[machine]))


def test_the_speaker_is_as_loud_as_a_voice_of_the_chip_at_attenuation_1() -> None:
    # docs/sound.md: both square waves.
    chip = [(0, 0xC0, 0x8E), (0, 0xC0, 0x0F), (0, 0xC0, 0x91)]
    assert level_of("pc", SPEAKER_440) == pytest.approx(level_of("pcjr", chip), abs=0.1)


def test_a_chip_that_games_set_louder_is_turned_down() -> None:
    assert level_of("pcjr", A4) == pytest.approx(level_of("tandy", A4), abs=0.01)
    assert LOUDNESS["pcjr"] < LOUDNESS["tandy"]


@pytest.mark.slow
@pytest.mark.games
def test_games_are_equally_loud_on_all_computers(games: Path) -> None:
    sounds = [sound for path in sorted(games.glob("*.zip"))[::6] for sound in levels(path)]
    means = [statistics.fmean(sound[machine] for sound in sounds) for machine in CHIPS]
    assert len(sounds) > 50
    assert max(means) - min(means) < MOST_DECIBELS
