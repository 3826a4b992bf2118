"""What lay around a sound while it was recorded, and what is said about differences that remain."""

from __future__ import annotations

from pathlib import Path

import pytest

from agi_emu.accuracy import tables
from agi_emu.accuracy.explanations import EXPLANATIONS, explanation
from agi_emu.accuracy.recorded_sounds import RecordedSounds
from agi_emu.accuracy.report import markdown
from agi_emu.accuracy.scores import Accuracy, TableScore
from agi_emu.machine import sound
from agi_emu.resources import open_game
from agi_emu.resources.game import Game
from tests.own_games.building import GameBuilder
from tests.unit.test_sound import A4, CHIP, Host, resource, voice

FIRST = resource(voice((3, *A4)))
SECOND = resource(voice((7, *A4)))


@pytest.fixture
def game(build_game: GameBuilder) -> Game:
    return open_game(build_game({0: "return();"}, sounds={1: FIRST, 2: SECOND}))


def test_a_sound_lies_behind_the_one_loaded_before_it(game: Game) -> None:
    recorded = RecordedSounds(game)
    first, second = recorded.load(1), recorded.load(2)
    assert first == FIRST + bytes(0x10000 - len(FIRST))
    assert second.startswith(SECOND + bytes(1000))
    # An entry of the list has seven words: next, number, place, four voices.
    assert second.endswith(FIRST + bytes(14))
    assert len(second) == 0x10000
    recorded.begin_again()
    assert recorded.load(2) == SECOND + bytes(0x10000 - len(SECOND))


def test_a_row_of_a_sound_that_did_not_fit_ends_the_run(game: Game) -> None:
    recorded = RecordedSounds(game)
    for number in (1, 2):
        recorded.load(number)
    failed = {"sound": 2, "pc": {"error": "did not return"}, "tandy": {"error": "did not return"}}
    assert [verdict for verdict, _ in tables.sounds(recorded, failed)] == [None, None]
    assert not any(recorded.load(1)[len(FIRST) :])


def test_a_voice_before_the_sound_wraps_around() -> None:
    # A place has 16 bits: voice 0 begins two bytes before the sound, its note goes on in the sound's own first bytes.
    # There: 65534, so pitch bytes FEh and FFh, and the attenuation is the low half of what comes next, 8.
    data = b"\xfe\xff" + b"\x08\x00" * 3 + b"\xff\xff"
    host = Host({1: data}, machine="pcjr")
    sound.start(host, 1, 40)
    host.step(1)
    assert host.written(1)[:2] == [(CHIP, 0xFF), (CHIP, 0x98)]
    assert host.state.sound.level[0] == 8
    assert host.state.sound.position[0] == 3


def test_what_is_known_stands_behind_a_difference(tmp_path: Path) -> None:
    begin = next(iter(EXPLANATIONS))
    table, _, rest = begin.partition(": ")
    score = TableScore(table, "")
    score.take(False, f"{rest}: other")
    score.take(False, "of something else")
    page = markdown(Accuracy([score]))
    assert f"{begin}: other  \n  What is known: {EXPLANATIONS[begin]}." in page
    assert page.count("What is known") == 1
    assert explanation("sounds: ltec sound 1 on pc: other") == ""
