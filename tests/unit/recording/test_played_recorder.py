"""The public recorder, and random plays that it records."""

from __future__ import annotations

from pathlib import Path

import pytest

import agi_emu
from agi_emu.lab.monkey import TICKS_AFTER, RoomFinds, play
from agi_emu.machine.machine import Machine
from agi_emu.machine.settings import Settings
from tests.own_games import meadow
from tests.own_games.building import GameBuilder

ROOMS = """
if (v0 == 0) { v10 = 1; accept.input(); new.room(1); }
v50 += 1;
if (v50 == 40 && v0 == 1) { new.room(2); }
if (v50 == 90 && v0 == 2) { new.room(3); }
return();
"""
EMPTY = "return();"


@pytest.fixture
def game(build_game: GameBuilder) -> agi_emu.Game:
    return agi_emu.open_game(build_game(**meadow.sources()))  # type: ignore[arg-type]


def test_what_is_played_through_it_can_be_compared(game: agi_emu.Game, tmp_path: Path) -> None:
    recorder = agi_emu.Recorder(agi_emu.Machine(game, seed=3))
    recorder.press("right")
    recorder.run(seconds=1)
    recorder.type("look\n")
    recorder.run(ticks=10)
    recorder.press("enter")
    recorder.run(seconds=5, until=lambda machine: machine.state.clock.beats >= 200)
    saved = recorder.save(tmp_path / "played.agirec")
    assert saved == agi_emu.Recording.load(tmp_path / "played.agirec")
    assert len(saved.events) > 5
    outcome = agi_emu.check(tmp_path / "played.agirec")
    assert (outcome.status, outcome.ticks) == ("equal", recorder.ticks)
    assert recorder.ticks > 60


def test_it_begins_anywhere_at_the_end_of_a_beat(game: agi_emu.Game, tmp_path: Path) -> None:
    machine = agi_emu.Machine(game, seed=3)
    machine.press("right")
    machine.run(seconds=1)
    recorder = agi_emu.Recorder(machine)
    recorder.press("down")
    recorder.run(seconds=1)
    recorder.save(tmp_path / "later.agirec")
    outcome = agi_emu.check(tmp_path / "later.agirec", game=game.path)
    assert (outcome.status, outcome.ticks) == ("equal", 20)


def test_a_beginning_is_equal_to_the_same_ticks(game: agi_emu.Game, tmp_path: Path) -> None:
    recorder = agi_emu.Recorder(agi_emu.Machine(game, seed=3))
    for key in ("right", "down", "left"):
        recorder.press(key)
        recorder.run(seconds=1)
    beginning = recorder.beginning(30)
    assert beginning.ticks == recorder.recording.ticks[:30]
    assert len(beginning.events) < len(recorder.recording.events)
    beginning.save(tmp_path / "beginning.agirec")
    assert agi_emu.check(tmp_path / "beginning.agirec", game=game.path).status == "equal"


@pytest.mark.parametrize("cycles", range(1, 12))
def test_it_can_be_saved_inside_a_beat(build_game: GameBuilder, tmp_path: Path, cycles: int) -> None:
    # v10 is 1: a cycle begins in the last beat of each tick, before the tick is over.
    game = agi_emu.open_game(build_game({0: "v10 = 1; v50 += v19; return();"}))
    recorder = agi_emu.Recorder(agi_emu.Machine(game, seed=3))
    for _ in range(cycles):
        recorder.press("space")
        recorder.advance(until=agi_emu.Stop.CYCLE)
    recorder.press("x")
    recorder.advance(until=agi_emu.Stop.CYCLE)
    saved = recorder.save(tmp_path / "inside.agirec")
    assert agi_emu.Recording.load(tmp_path / "inside.agirec") == saved
    outcome = agi_emu.check(tmp_path / "inside.agirec", game=game.path)
    assert (outcome.status, outcome.notes) == ("equal", ())
    assert len(saved.events) >= cycles - 1


def test_a_key_is_pressed_once_although_its_step_was_stopped(game: agi_emu.Game) -> None:
    recorder = agi_emu.Recorder(agi_emu.Machine(game, seed=3))
    recorder.run(seconds=1)
    recorder.press("space")
    recorder.machine.stop()
    assert recorder.advance() & agi_emu.Stop.ASKED
    recorder.run(seconds=1)
    assert len(recorder.recording.events) == 1
    assert agi_emu.compare(game, recorder.recording) is None


def test_in_one_go_it_records_what_it_records_beat_by_beat(game: agi_emu.Game) -> None:
    whole, cut = (agi_emu.Recorder(agi_emu.Machine(game, seed=3), counts_work=True) for _ in range(2))
    for key in ("right", "down", "enter"):
        whole.press(key)
        whole.run(seconds=1, ticks=7)
        cut.press(key)
        last = cut.machine.state.clock.beats + 81
        while cut.machine.state.clock.beats < last:
            cut.advance()
    assert whole.recording == cut.recording


def test_only_stops_that_a_recording_knows(game: agi_emu.Game) -> None:
    recorder = agi_emu.Recorder(agi_emu.Machine(game))
    for wrong in (agi_emu.Stop.READY, agi_emu.Stop(0), agi_emu.Stop.BEAT | agi_emu.Stop.WAITING):
        with pytest.raises(ValueError, match="not at"):
            recorder.advance(until=wrong)


def test_a_random_play_is_the_same_whether_recorded_or_not(game: agi_emu.Game) -> None:
    assert play(game, 7, 200, Settings()) == play(game, 7, 200, Settings(), finds=RoomFinds())


def test_the_shortest_plays_reach_every_room(build_game: GameBuilder, tmp_path: Path) -> None:
    game = agi_emu.open_game(build_game({0: ROOMS, 1: EMPTY, 2: EMPTY, 3: EMPTY}))
    finds = RoomFinds()
    reached = set()
    for seed in range(3):
        reached |= set(play(game, seed, 200, Settings(), finds=finds).rooms)
    chosen = finds.shortest()
    assert reached >= {1, 2, 3}
    assert set().union(*(found.rooms for _, found in chosen)) == reached
    for room, found in chosen:
        path = tmp_path / f"{room}.agirec"
        found.recording.save(path)
        assert agi_emu.check(path, game=game.path).status == "equal"
        assert len(found.recording.ticks) <= found.ticks + TICKS_AFTER
        machine = Machine(game, settings=found.recording.head.settings)
        replay = agi_emu.replay(game, agi_emu.Recording.load(path))
        replay.run()
        assert replay.machine.vars[0] == room
        assert machine.game is game
