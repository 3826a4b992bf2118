"""Two machines side by side: pictures and states as each of them has alone, at any tick."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from agi_emu.machine.machine import Machine
from agi_emu.recording.recording import Recording
from agi_emu.recording.replaying.playback import Playback
from agi_emu.resources.game import Game, open_game
from tests.own_games.building import GameBuilder
from tests.own_games.hostile import GAMES
from tests.replay.recorded import record
from tests.reporting.changed_demo import ChangedDemo, make_changed_demo
from web.machine_side.beside import MachinePair, open_pair


class Host:
    """A page that remembers the last picture of each side."""

    def __init__(self) -> None:
        self.pixels: dict[str, bytes] = {}

    def show(self, pixels: bytes, colours: bytes, width: int, side: str) -> None:
        assert (width, len(pixels), len(colours)) == (320, 320 * 200, 48)
        self.pixels[side] = pixels


def alone(game: Game, recording: Recording, tick: int) -> Playback:
    """Play a recording with nothing beside it."""
    play = Playback(game, recording)
    play.run(until_tick=tick)
    return play


@pytest.fixture(scope="module")
def changed(tmp_path_factory: pytest.TempPathFactory) -> ChangedDemo:
    return make_changed_demo(tmp_path_factory.mktemp("beside"))


@pytest.fixture
def host() -> Host:
    return Host()


def pair_of(host: Host, changed: ChangedDemo, *names: str) -> MachinePair:
    """Open what the page opens."""
    head = Recording.load(changed.quay).head
    games = {"expected": changed.quay.parent / head.path, "actual": changed.game}
    sides = {
        name: {"game": str(games[name].resolve()), "recording": str(changed.quay), "profile": head.profile}
        for name in names
    }
    return open_pair(host, json.dumps(sides))


def test_both_show_what_each_shows_alone(host: Host, changed: ChangedDemo) -> None:
    recording = Recording.load(changed.quay)
    pair = pair_of(host, changed, "expected", "actual")
    games = {"expected": open_game(changed.quay.parent / recording.head.path), "actual": open_game(changed.game)}
    for tick in (60, 139, 20, 61):
        pair.seek(tick)
        for name, game in games.items():
            play = alone(game, recording, tick)
            assert host.pixels[name] == play.machine.frame.pixels
            assert pair.sides[name].replay.machine.digests() == play.machine.digests()
        assert json.loads(pair.status())["tick"] == tick
    assert host.pixels["expected"] != host.pixels["actual"]


def test_both_play_on_together(host: Host, changed: ChangedDemo) -> None:
    pair = pair_of(host, changed, "expected", "actual")
    pair.seek(50)
    assert pair.turn(3) == 3
    assert {side.replay.tick for side in pair.sides.values()} == {51}
    pair.step(-1)
    assert {side.replay.tick for side in pair.sides.values()} == {50}
    while not pair.is_over:
        pair.turn(60)
    assert {side.replay.tick for side in pair.sides.values()} == {139}
    assert pair.turn(3) == 0


class Impatient(MachinePair):
    """One whose turns are over as soon as anybody asks, except for the first times."""

    patience = 0

    def turn_is_over(self) -> bool:
        self.patience -= 1
        return self.patience < 0


def test_machines_that_need_several_turns_for_a_beat_stay_at_the_same_beat(host: Host, build_game: GameBuilder) -> None:
    quiet = build_game({0: "return();"})
    recording = record(Machine(open_game(quiet)), {}, 60)
    busy = GAMES["fills of both planes"](build_game)
    pair = Impatient(host, {"expected": (open_game(quiet), recording), "actual": (open_game(busy), recording)})
    turns = played = 0
    while pair.beats < 12:
        pair.patience = 2
        played += pair.turn(1)
        turns += 1
        beats = [side.replay.session.beats for side in pair.sides.values()]
        assert max(beats) == played + any(side.is_divided for side in pair.sides.values())
    assert turns > played


def test_what_differs_in_the_state_is_named(host: Host, changed: ChangedDemo) -> None:
    pair = pair_of(host, changed, "expected", "actual")
    pair.seek(40)
    assert json.loads(pair.state()) == []
    pair.seek(60)
    rows = json.loads(pair.state())
    assert ["o0", "x", "46", "48"] in rows
    assert all(expected != actual for _, _, expected, actual in rows)


def test_without_the_recorded_game_only_the_actual_one_plays(host: Host, changed: ChangedDemo) -> None:
    pair = pair_of(host, changed, "actual")
    pair.seek(60)
    assert set(host.pixels) == {"actual"}
    status = json.loads(pair.status())
    assert (status["tick"], status["ticks"], status["notes"]) == (60, 139, {"actual": ""})
    assert ["o0", "x", "", "48"] in json.loads(pair.state())


def test_a_side_that_ends_early_waits_for_the_other(host: Host, tmp_path: Path, build_game: GameBuilder) -> None:
    long = build_game({0: "v60 = 1; return();"})
    recording = record(Machine(open_game(long)), {}, 60)
    short = build_game({0: "v60++; if (v60 > 5) { quit(1); } return();"})
    pair = MachinePair(host, {"expected": (open_game(long), recording), "actual": (open_game(short), recording)})
    pair.seek(15)
    status = json.loads(pair.status())
    assert status["tick"] == 15
    assert status["notes"]["expected"] == ""
    assert status["notes"]["actual"].startswith("the game ended in tick ")
    assert not pair.is_over
    pair.seek(1)
    assert json.loads(pair.status())["notes"] == {"expected": "", "actual": ""}
