"""A replay in a window is heard as the game was; what is passed on the way to another place is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from agi_emu.machine.machine import Machine
from agi_emu.machine.settings import Settings
from agi_emu.recording.masks import NO_MASKS
from agi_emu.recording.recording import Recording
from agi_emu.recording.replaying.playback import Audience
from agi_emu.recording.replaying.replay import Replay
from agi_emu.resources.game import Game, open_game
from agi_emu.session import PortWrites
from agi_emu.window import windowed_play
from agi_emu.window.host.sdl import SdlDisplay
from agi_emu.window.host.sound_out import SoundChoice, SoundOut
from agi_emu.window.replay_window import ReplayWindow
from agi_emu.window.windowed_play import WindowAppearance
from tests.own_games.building import GameBuilder
from tests.replay.recorded import record

LOGIC = "v10 = 1; v40 += 1; if (v40 == 5) { load.sound(1); sound(1, f40); } return();"
TUNE = "voice 0\n" + "a4:12\nc5:12\n" * 12
BEATS = 300


class Ear:
    """A listener that writes down what it gets and how."""

    def __init__(self) -> None:
        self.heard: list[tuple[int, int, int]] = []
        self.passed: list[tuple[int, int, int]] = []
        self.resumed: list[int] = []

    def write(self, port_writes: PortWrites) -> None:
        self.heard += port_writes

    def follow(self, port_writes: PortWrites) -> None:
        self.passed += port_writes

    def resume(self, machine: Machine) -> None:
        self.resumed.append(machine.state.clock.beats)
        self.passed.clear()


@pytest.fixture
def game(build_game: GameBuilder) -> Game:
    return open_game(build_game({0: LOGIC}, sounds={1: TUNE}))


@pytest.fixture
def tune(game: Game) -> Recording:
    return record(Machine(game, settings=Settings(machine="tandy", seed=3)), {}, BEATS)


def test_all_of_a_replay_is_heard(game: Game, tune: Recording) -> None:
    whole, parts = Ear(), Ear()
    Replay(game, tune, Audience(listener=whole)).run()
    assert len({beat for beat, _, _ in whole.heard}) > 20
    play = Replay(game, tune, Audience(listener=parts))
    for tick in (30, 60, 1000):
        play.run(until_tick=tick)
    assert parts.heard == whole.heard
    assert not parts.passed


def test_seeking_and_stepping_back_are_unheard_and_lead_past_what_is_passed(game: Game, tune: Recording) -> None:
    ear = Ear()
    play = Replay(game, tune, Audience(listener=ear))
    play.run(until_tick=70)
    heard = list(ear.heard)
    play.seek(30)
    assert ear.heard == heard
    assert len(ear.resumed) == 2, "at the start, and at the snapshot"
    # From the snapshot before it: tick 20 to tick 30, which is over after 90 beats.
    passed = [beat for beat, _, _ in ear.passed]
    assert passed
    assert 60 <= min(passed) <= max(passed) <= 90
    play.step_back()
    assert ear.heard == heard
    assert len(ear.resumed) > 2
    assert max((beat for beat, _, _ in ear.passed), default=0) <= 90
    play.run()
    assert ear.heard[len(heard) :], "it is heard again when it is played"


class Card:
    """A sound card that takes nothing."""

    latency = 0.0
    active = True
    is_closed = False

    def close(self) -> None:
        self.is_closed = True


def test_a_window_plays_sound_at_the_chosen_volume(
    game: Game, tune: Recording, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    card = Card()
    made: list[SoundOut] = []
    heard: list[int] = []

    class Sound(SoundOut):
        def __init__(self, machine: str, *given: object, **named: object) -> None:
            super().__init__(machine, *given, **named, opener=lambda fill, rate: card)  # type: ignore[arg-type]
            assert machine == "tandy"
            made.append(self)

        def write(self, port_writes: PortWrites) -> None:
            heard.append(len(port_writes))
            super().write(port_writes)

    monkeypatch.setattr(windowed_play, "SoundOut", Sound)
    display = SdlDisplay()
    try:
        path = tmp_path / "tune.agirec"
        appearance = WindowAppearance(scale=1, speed=None)
        window = ReplayWindow(game, tune, path, display, appearance, NO_MASKS, sound=SoundChoice(volume=40))
        window.replay.run(until_tick=50)
        assert len(heard) >= 149
        assert made[0].volume == 40
        count = len(heard)
        window._jump(-30)
        window._step_back()
        assert len(heard) == count
        window._window.commands.has_left = True
        window.play()
        silent = ReplayWindow(game, tune, path, display, appearance, NO_MASKS)
        silent.replay.run()
        silent._window.commands.has_left = True
        silent.play()
    finally:
        display.close()
    assert len(made) == 1
