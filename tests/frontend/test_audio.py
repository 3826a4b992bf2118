"""Real streams without a sound card: ALSA's file device keeps what PortAudio played, sample for sample.

The device takes samples as fast as they come, so nothing here waits. Each test runs in a process of its own: PortAudio
reads ALSA's configuration once.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from array import array
from pathlib import Path

import pytest

from agi_emu.data import demo_path
from agi_emu.facts.errors import HostError
from agi_emu.presentation.sounds_alone import play_alone
from agi_emu.resources import open_game
from agi_emu.window.host import sound_card
from tests.own_games.building import GameBuilder

pytestmark = pytest.mark.audio

CONFIGURATION = """
pcm.nothing {{ type null }}
pcm.tape {{ type file slave.pcm "nothing" file "{tape}" format "raw" }}
pcm.!default {{ type plug slave {{ pcm "tape" format S16_LE rate 44100 channels 1 }} }}
"""


@pytest.fixture
def tape(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file that becomes what is played."""
    if sys.platform != "linux":
        pytest.skip("only ALSA has a device that writes a file")
    try:
        sound_card.load_portaudio()
    except HostError as error:
        pytest.skip(str(error))
    tape = tmp_path / "tape.raw"
    configuration = tmp_path / "asound.conf"
    configuration.write_text(CONFIGURATION.format(tape=tape))
    monkeypatch.setenv("ALSA_CONFIG_PATH", str(configuration))
    return tape


def agi_emu(root: Path, *arguments: object) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(root), "SDL_VIDEODRIVER": "dummy"}
    command = [sys.executable, "-m", "agi_emu", *map(str, arguments)]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)


def played(tape: Path) -> memoryview[int]:
    """Return what was played, without the silence before and behind it."""
    return stripped(memoryview(tape.read_bytes()).cast("h"))


def stripped(samples: memoryview[int]) -> memoryview[int]:
    sounding = [index for index, sample in enumerate(samples) if sample]
    return samples[sounding[0] : sounding[-1] + 1]


@pytest.mark.parametrize("machine", ["pc", "tandy"])
def test_our_own_tune_arrives_sample_for_sample(root: Path, tape: Path, machine: str) -> None:
    done = agi_emu(root, "sound", demo_path(), 1, "--machine", machine)
    assert done.returncode == 0, done.stderr
    assert played(tape) == stripped(play_alone(open_game(demo_path()), 1, machine).samples())


@pytest.mark.games
def test_a_whole_sound_of_a_real_game_arrives_sample_for_sample(root: Path, games: Path, tape: Path) -> None:
    game = games / "demo1.zip"
    number = next(iter(open_game(game).sounds))
    done = agi_emu(root, "sound", game, number)
    assert done.returncode == 0, done.stderr
    assert played(tape) == stripped(play_alone(open_game(game), number, "pc").samples())


def test_doctor_hears_that_a_file_is_no_card(root: Path, tape: Path) -> None:
    found = agi_emu(root, "doctor")
    line = next(line for line in found.stdout.splitlines() if "sound" in line)
    assert line.startswith("good")
    assert "not a real sound card" in line
    assert len(played(tape)) > 44_100


def test_without_a_device_there_is_one_sentence(root: Path, tape: Path, tmp_path: Path) -> None:
    (tmp_path / "asound.conf").write_text("pcm.!default { type hw card 99 }")
    done = agi_emu(root, "sound", demo_path(), 1)
    assert done.returncode == 4
    assert done.stderr == "agi-emu: no sound: this computer has no device to play it on\n"


@pytest.mark.slow
def test_a_game_in_the_window_is_heard(root: Path, tape: Path, build_game: GameBuilder) -> None:
    song = (
        "if (!f200) { set(f200); v10 = 1; load.sound(1); sound(1, f40); } v60++; if (v60 == 30) { quit(1); } return();"
    )
    game = build_game({0: song}, sounds={1: "voice 0\na4:300"})
    done = agi_emu(root, "run", game, "--machine", "tandy", "-v")
    assert done.returncode == 0, done.stderr
    assert re.search(r"sound: \d+ underruns?\n", done.stderr)
    assert len(played(tape)) > 10_000
    before = tape.read_bytes()
    assert agi_emu(root, "run", game, "--sound", "off").returncode == 0
    assert tape.read_bytes() == before


def test_the_line_through_the_calls_is_the_cards_rate() -> None:
    playback = sound_card.SamplePlayback(array("h"))
    # A card of 44,200 samples a second whose calls come up to 5 ms late.
    playback.calls = [(at / 44200 + at * 7 % 6 / 1000, at) for at in range(0, 88_400, 512)]
    assert playback.rate() == pytest.approx(44_200, rel=0.001)
