"""A key begins and ends a recording in the window, and the player can take a replay over."""

from __future__ import annotations

from pathlib import Path

import pytest

from agi_emu.machine.machine import Machine
from agi_emu.machine.raised_errors import RaisedError
from agi_emu.recording.comparing.compare import compare
from agi_emu.recording.head import StartKind
from agi_emu.recording.masks import NO_MASKS
from agi_emu.recording.recording import Recording
from agi_emu.resources.game import Game, open_game
from agi_emu.session import EveryBeat, Session
from agi_emu.window.host.sdl import SdlDisplay
from agi_emu.window.recording_key import RecordingKey, free_path
from agi_emu.window.replay_window import ReplayWindow
from agi_emu.window.windowed_play import WindowAppearance
from tests.own_games import meadow
from tests.own_games.building import GameBuilder
from tests.replay.recorded import ScriptedPlayer, keys, record

WALK = keys(b0="right", b60="down", b120="left", b180="f1", b240="enter")


@pytest.fixture
def game(build_game: GameBuilder) -> Game:
    return open_game(build_game(**meadow.sources()))  # type: ignore[arg-type]


def test_a_key_begins_and_ends_a_recording(game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    said: list[str] = []
    session = Session(Machine(game, seed=3), source=ScriptedPlayer(WALK), pacer=EveryBeat())
    key = RecordingKey(session, said.append)
    session.run(beats=100)
    key.toggle()
    session.run(beats=200)
    key.toggle()
    session.run(beats=50)
    path = tmp_path / "game1-001.agirec"
    assert said == ["recording into ~/game1-001.agirec", "recorded ~/game1-001.agirec"]
    made = Recording.load(path)
    assert made.head.start.kind is StartKind.STATE
    assert compare(game, made) is None
    assert free_path(Path(), "game1") == Path("game1-002.agirec")
    key.stop()


def test_the_player_takes_a_replay_over(game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    path = tmp_path / "walk.agirec"
    made = record(Machine(game, seed=3), WALK, 400, path=path)
    display = SdlDisplay()
    try:
        window = ReplayWindow(game, made, path, display, WindowAppearance(scale=1, speed=None), NO_MASKS)
        window.go_to(60)
        assert window.span == (0, 60, 400 // 3)
        assert window._window.commands.past is window
        assert window.caption().startswith("= 180 00:03.000 c")
        window.take_over()
        assert window.caption().startswith("REC 180")
        window.replay.session.run(beats=60)
        window._window.commands.has_left = True
        window.play()
    finally:
        display.close()
    joined = Recording.load(path)
    assert joined.head.rerecords == 1
    assert joined.ticks[:60] == made.ticks[:60]
    assert len(joined.ticks) >= 79
    assert compare(game, joined) is None
    assert Recording.load(tmp_path / "walk.agirec.before") == made


def test_a_replay_shows_errors_of_the_game(
    build_game: GameBuilder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    logic = "if (isset(f5)) { v10 = 1; } v60 += 1; if (v60 == 4) { sound(7, f100); } return();"
    faulty = open_game(build_game({0: logic}))
    path = tmp_path / "walk.agirec"
    made = record(Machine(faulty, seed=3), {}, 120, path=path)
    told: list[str] = []

    def tell(error: RaisedError) -> str:
        told.append(str(error))
        return told[-1]

    display = SdlDisplay()
    try:
        window = ReplayWindow(faulty, made, path, display, WindowAppearance(scale=1, speed=None), NO_MASKS)
        window.tell_errors(tell)
        window.replay.run()
        assert window._window._title_bar.errors == 1
        window._window.commands.has_left = True
        window.play()
    finally:
        display.close()
    assert len(told) == 1
    assert "sound 7 is not loaded (error 9, room 0, cycle 3)" in told[0]
