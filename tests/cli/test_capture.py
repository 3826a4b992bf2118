"""``agi-emu capture``: files of each kind, ranges, layers, what is refused."""

from __future__ import annotations

import json
import struct
import sys
import wave
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from PIL import Image

from agi_emu import cli
from agi_emu.facts.errors import ExitCode
from agi_emu.machine.machine import Machine
from agi_emu.presentation.picture_files import save_png
from agi_emu.recording.recording import Recording
from agi_emu.recording.replaying.replay import replay
from agi_emu.resources import open_game
from tests.own_games import meadow
from tests.own_games.building import GameBuilder

EGO_COLOR = 4
FFMPEG = """#!{python}
import sys
words = sys.argv[1:]
data = sys.stdin.buffer.read() if "rawvideo" in words else b""
if "{fails}":
    sys.exit("no such codec\\nUnknown encoder")
open(words[-1], "wb").write(b"0000ftyp" + str(len(data)).encode() + b" " + " ".join(words).encode())
"""
"""Stands for ffmpeg: writes how many bytes of pictures it got, and what it was told."""


def put_ffmpeg(folder: Path, monkeypatch: pytest.MonkeyPatch, *, fails: str = "") -> None:
    program = folder / "bin" / "ffmpeg"
    program.parent.mkdir()
    program.write_text(FFMPEG.replace("{python}", sys.executable).replace("{fails}", fails))
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(program.parent))


def invoke(*arguments: object) -> Result:
    return CliRunner().invoke(cli.verbs, ["capture", *map(str, arguments)])


def test_png_shows_the_screen_of_the_last_tick(game: Path, tmp_path: Path) -> None:
    target = tmp_path / "screen.png"
    assert invoke(game, "-o", target, "--ticks", "5:40").exit_code == ExitCode.GOOD
    machine = Machine(open_game(game))
    machine.run(ticks=40)
    with Image.open(target) as image:
        assert image.mode == "P"
        assert image.tobytes() == machine.frame.pixels


@pytest.mark.parametrize(("layer", "size", "place", "value"), [
    ("screen", (320, 200), (162, 8 * 1 + 118), EGO_COLOR),
    ("visual", (160, 168), (81, 118), EGO_COLOR),
    ("priority", (160, 168), (81, 118), 11),  # row 120 lies in band 120 / 12 + 1 = 11
])  # fmt: skip
def test_layers(
    game: Path, tmp_path: Path, layer: str, size: tuple[int, int], place: tuple[int, int], value: int
) -> None:
    target = tmp_path / "layer.png"
    assert invoke(game, "-o", target, "--ticks", 40, "--layer", layer, "--scale", 2).exit_code == ExitCode.GOOD
    with Image.open(target) as image:
        assert image.size == (2 * size[0], 2 * size[1])
        assert image.getpixel((2 * place[0], 2 * place[1])) == value


@pytest.mark.parametrize("ending", ["gif", "apng"])
def test_animations_show_what_the_script_does(game: Path, tmp_path: Path, ending: str) -> None:
    script = tmp_path / "walk.script"
    script.write_text("cycle 20: key right\n")
    target = tmp_path / f"walk.{ending}"
    result = invoke(game, "-o", target, "--ticks", "10:40", "--script", script)
    assert result.exit_code == ExitCode.GOOD, result.output
    with Image.open(target) as image:
        assert image.n_frames > 10
        lasting = 0
        for number in range(image.n_frames):
            image.seek(number)
            lasting += int(image.info["duration"])
    assert lasting == 31 * 50, "31 ticks of 50 ms"


def test_a_game_that_ends_is_captured_to_its_end(game: Path, tmp_path: Path) -> None:
    script = tmp_path / "leave.script"
    script.write_text("cycle 20: key ctrl-x\n")
    result = invoke(game, "-o", tmp_path / "end.gif", "--ticks", "0:200", "--script", script)
    assert result.exit_code == ExitCode.GOOD
    assert "the game ended in tick 2" in result.stderr


def test_result_as_json(game: Path, tmp_path: Path) -> None:
    target = tmp_path / "x.png"
    result = invoke(game, "-o", target, "--ticks", 7, "--json")
    assert json.loads(result.stdout) == {"file": str(target), "ticks": [7, 7], "played_ticks": 7}


@pytest.mark.parametrize("wrong", [
    ("-o", "x.bmp"), ("-o", "x.png", "--ticks", "9:3"), ("-o", "x.png", "--ticks", "a"), ("-o", "x.png", "--scale", 0),
    ("-o", "x.png", "--layer", "sound"), (),
])  # fmt: skip
def test_wrong_use(game: Path, wrong: tuple[object, ...]) -> None:
    assert invoke(game, *wrong).exit_code == ExitCode.WRONG_USE


def test_a_folder_that_is_absent_is_named(game: Path, tmp_path: Path) -> None:
    result = invoke(game, "-o", tmp_path / "absent" / "x.png", "--ticks", 1)
    assert result.exit_code == ExitCode.WRONG_USE
    assert "absent" in result.stderr


def test_sound_comes_with_the_picture_or_alone(build_game: GameBuilder, tmp_path: Path) -> None:
    note = "voice 0\na4:30"
    game = build_game({0: "if (!f200) { set(f200); load.sound(1); sound(1, f40); } return();"}, sounds={1: note})
    alone, beside = tmp_path / "alone.wav", tmp_path / "beside.wav"
    for machine in ("pc", "tandy"):
        assert invoke(game, "--wav", alone, "--ticks", "2:20", "--machine", machine).exit_code == ExitCode.GOOD
        gif = ("-o", tmp_path / "x.gif", "--wav", beside, "--ticks", "2:20", "--machine", machine)
        assert invoke(game, *gif).exit_code == ExitCode.GOOD
        assert alone.read_bytes() == beside.read_bytes()
        with wave.open(str(alone)) as file:
            assert file.getnframes() == 19 * 3 * 735
            assert any(file.readframes(9 * 3 * 735))
    assert invoke(game, "--ticks", 5).exit_code == ExitCode.WRONG_USE


def test_a_recording_is_captured_as_it_was_played(build_game: GameBuilder, tmp_path: Path) -> None:
    sources = meadow.sources()
    logic = str(sources["logics"][0]).replace(
        "call(1);", "call(1);\nif (v40 < 20) { v40 += 1; if (v40 == 20) { load.sound(1); sound(1, f40); } }"
    )  # type: ignore[index]
    game = build_game(**(sources | {"logics": {**sources["logics"], 0: logic}, "sounds": {1: "voice 0\na4:30"}}))  # type: ignore[arg-type, dict-item]
    script, recording = tmp_path / "walk.script", tmp_path / "walk.agirec"
    script.write_text("cycle 20: key right\n")
    run = ["run", game, "--headless", "--ticks", 60, "--script", script, "--record", recording]
    assert CliRunner().invoke(cli.verbs, [*map(str, run)]).exit_code == ExitCode.GOOD
    for name in ("at.png", "walk.gif", "walk.apng", "walk.wav"):
        played, recorded = tmp_path / f"played-{name}", tmp_path / name
        for source, target, more in ((game, played, ["--script", script]), (recording, recorded, [])):
            option = "--wav" if name.endswith(".wav") else "-o"
            result = invoke(source, option, target, "--ticks", "10:40", *more)
            assert result.exit_code == ExitCode.GOOD, result.output
        assert played.read_bytes() == recorded.read_bytes()
    with wave.open(str(tmp_path / "walk.wav")) as file:
        assert file.getnframes() == 31 * 3 * 735
        assert any(file.readframes(31 * 3 * 735))


def test_tick_n_of_a_recording_is_the_one_that_is_compared(game: Path, tmp_path: Path) -> None:
    script, recording = tmp_path / "walk.script", tmp_path / "walk.agirec"
    script.write_text("cycle 5: key right\n")
    run = ["run", game, "--headless", "--ticks", 60, "--script", script, "--record", recording]
    assert CliRunner().invoke(cli.verbs, [*map(str, run)]).exit_code == ExitCode.GOOD
    play = replay(open_game(game), Recording.load(recording))
    assert len(play.recording.ticks) == 60
    for tick in (1, 2, 21, 60):
        target = tmp_path / f"{tick}.png"
        assert invoke(recording, "-o", target, "--ticks", tick).exit_code == ExitCode.GOOD
        play.seek(tick)
        save_png(tmp_path / "expected.png", play.machine.frame)
        assert target.read_bytes() == (tmp_path / "expected.png").read_bytes()


def test_a_recording_ends_where_it_ends(game: Path, tmp_path: Path) -> None:
    recording, target = tmp_path / "still.agirec", tmp_path / "still.gif"
    CliRunner().invoke(cli.verbs, ["run", str(game), "--headless", "--ticks", "20", "--record", str(recording)])
    last = len(Recording.load(recording).ticks)
    result = invoke(recording, "-o", target, "--ticks", "5:900", "--json")
    assert json.loads(result.stdout)["ticks"] == [5, last]
    for wrong in (["--ticks", 900], ["--seed", 3], ["--script", recording], ["--load", recording]):
        assert invoke(recording, "-o", target, *wrong).exit_code == ExitCode.WRONG_USE
    assert invoke(game, "-o", target, "--game", game).exit_code == ExitCode.WRONG_USE
    away = game.rename(game.with_name("away"))
    assert "give its path with --game" in invoke(recording, "-o", target).stderr
    assert invoke(recording, "-o", target, "--game", away).exit_code == ExitCode.GOOD


def test_a_film_gets_every_tick_and_its_sound(game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put_ffmpeg(tmp_path, monkeypatch)
    target = tmp_path / "film.mp4"
    result = invoke(game, "-o", target, "--ticks", "5:14", "--scale", 2)
    assert result.exit_code == ExitCode.GOOD, result.output
    joined = target.read_text()
    assert "sound.wav" in joined
    assert "-c:a aac" in joined
    assert invoke(game, "-o", target, "--ticks", "5").exit_code == ExitCode.GOOD


def test_ffmpeg_that_fails_or_is_missing_is_a_sentence(
    game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "film.webm"
    monkeypatch.setenv("PATH", str(tmp_path))
    result = invoke(game, "-o", target)
    assert result.exit_code == ExitCode.HOST_LACKS
    assert "ffmpeg, which is not installed" in result.output
    put_ffmpeg(tmp_path, monkeypatch, fails="yes")
    result = invoke(game, "-o", target)
    assert result.exit_code == ExitCode.HOST_LACKS
    assert "Unknown encoder; -o FILE.gif" in result.output
    assert not target.exists()


def test_a_chip_log_is_as_long_as_the_range(build_game: GameBuilder, tmp_path: Path) -> None:
    game, target = build_game(**meadow.sources()), tmp_path / "run.vgm"
    result = invoke(game, "--machine", "tandy", "--vgm", target, "--ticks", "10:29")
    assert result.exit_code == ExitCode.GOOD, result.output
    # 44,100 samples a second for 20 ticks.
    assert struct.unpack_from("<I", target.read_bytes(), 0x18)[0] == 44_100
    result = invoke(game, "--vgm", target)
    assert (result.exit_code, "no PC speaker" in result.output) == (ExitCode.WRONG_USE, True)
