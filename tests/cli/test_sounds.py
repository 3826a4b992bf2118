"""``agi-emu extract`` and ``agi-emu sound``: what they write, and what they refuse."""

from __future__ import annotations

import json
import wave
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from agi_emu import cli
from agi_emu.facts.errors import ExitCode, HostError
from agi_emu.window.host import sound_card
from tests.own_games.building import GameBuilder

SOUNDS = {1: "voice 0\na4:30", 7: "voice 0\nc4:10\nvoice 1\ne4:40"}


@pytest.fixture
def game(build_game: GameBuilder) -> Path:
    return build_game({0: "return();"}, sounds=SOUNDS)


def invoke(*arguments: object) -> Result:
    return CliRunner().invoke(cli.verbs, list(map(str, arguments)))


def frames(path: Path) -> int:
    with wave.open(str(path)) as file:
        return file.getnframes()


def test_every_sound_becomes_three_files(game: Path, tmp_path: Path) -> None:
    result = invoke("extract", game, "sounds", "-o", tmp_path / "out")
    assert result.exit_code == ExitCode.GOOD
    assert "6 files (sounds)" in result.stdout
    names = {f"sound-{number:03}.{kind}" for number in SOUNDS for kind in ("wav", "mid", "vgm")}
    assert {path.name for path in (tmp_path / "out").iterdir()} == names


def test_the_pc_has_no_chip_to_log(game: Path, tmp_path: Path) -> None:
    result = invoke("extract", game, "sounds", "-o", tmp_path / "pc", "--machine", "pc", "--json")
    assert json.loads(result.stdout) == {"kind": "sounds", "folder": str(tmp_path / "pc"), "files": 4}
    # reference: SND-24: on the PC a sound ends with voice 0; six beats of silence follow.
    assert frames(tmp_path / "pc" / "sound-007.wav") == (10 + 1 + 6) * 735


def test_one_sound_as_a_file(game: Path, tmp_path: Path) -> None:
    target = tmp_path / "seven.wav"
    result = invoke("sound", game, 7, "--wav", target, "--json")
    assert result.exit_code == ExitCode.GOOD
    # As `run` plays it: the PC's speaker, with which a sound ends with its first voice.
    assert json.loads(result.stdout) == {"sound": 7, "machine": "pc", "seconds": 11 / 60, "wav": str(target)}
    assert frames(target) == (10 + 1 + 6) * 735


def test_one_sound_is_played(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    heard = []
    monkeypatch.setattr(sound_card, "play_samples", lambda samples, rate: heard.append((len(samples), rate)))
    assert invoke("sound", game, 1, "--machine", "pcjr").exit_code == ExitCode.GOOD
    assert heard == [(37 * 735, 44_100)]


def test_a_sound_is_written_at_the_rate_that_is_asked_for(game: Path, tmp_path: Path) -> None:
    target = tmp_path / "seven.wav"
    assert invoke("sound", game, 7, "--machine", "tandy", "--wav", target, "--rate", "48000").exit_code == ExitCode.GOOD
    with wave.open(str(target)) as file:
        assert (file.getframerate(), file.getnframes()) == (48_000, (40 + 1 + 6) * 800)


@pytest.mark.parametrize("name", ["x.mp3", "x", "x.wav.ogg"])
def test_sound_is_written_under_its_own_name_only(game: Path, tmp_path: Path, name: str) -> None:
    for verb in (("sound", game, 7), ("capture", game)):
        result = invoke(*verb, "--wav", tmp_path / name)
        assert result.exit_code == ExitCode.WRONG_USE
        assert "should end in .wav: sound is written as WAV only." in " ".join(result.stderr.split())
    assert not [*tmp_path.glob("x*")]


def test_what_cannot_be_played_is_said(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    result = invoke("sound", game, 2)
    assert result.exit_code == ExitCode.UNREADABLE
    assert "sound 2 does not exist; there are 2" in result.stderr

    def refuse(*_arguments: object) -> None:
        raise HostError("no sound: this computer has no device to play it on")

    monkeypatch.setattr(sound_card, "play_samples", refuse)
    result = invoke("sound", game, 1)
    assert result.exit_code == ExitCode.HOST_LACKS
    assert result.stderr == "agi-emu: no sound: this computer has no device to play it on\n"


def test_a_sound_that_never_ends_is_cut_off(build_game: GameBuilder, tmp_path: Path) -> None:
    game = build_game({0: "return();"}, sounds={1: "voice 0\na4:60000"})
    result = invoke("sound", game, 1, "--wav", tmp_path / "long.wav")
    assert "cut off after 300 seconds" in result.stderr
    assert frames(tmp_path / "long.wav") == (300 * 60 + 6) * 735
