"""What lay around a sound while it was recorded."""

from __future__ import annotations

import pytest

from agi_emu.machine import sound
from agi_emu.machine.machine import Machine
from agi_emu.resources import open_game
from agi_emu.resources.game import Game
from tests.accuracy import tables
from tests.accuracy.bench import strict_settings
from tests.accuracy.recorded_sounds import RecordedSounds
from tests.own_games.building import GameBuilder
from tests.unit.machine.test_sound import A4, CHIP, Host, resource, voice

FIRST = resource(voice((3, *A4)))
SECOND = resource(voice((7, *A4)))


@pytest.fixture
def game(build_game: GameBuilder) -> Game:
    return open_game(build_game({0: "return();"}, sounds={1: FIRST, 2: SECOND}))


END_FLAG = 77


STACK = b"\xaa\xaa" + b"s" * 2558
"""How the memory begins (reference: MEM-4)."""


def sounds_alone(segment: bytes, first: int, number: int) -> bytes:
    """Return a segment, seen from its address `first`, without the stack and what the recorder put at FF00h."""
    for address, content in ((0xFF00, bytes([number, END_FLAG, 0, 0])), (0x1E90, STACK)):
        place = (address - first) % 0x10000
        assert segment[place : place + len(content)] == content
        segment = segment[:place] + bytes(len(content)) + segment[place + len(content) :]
    return segment


def test_a_sound_lies_behind_the_one_loaded_before_it(game: Game) -> None:
    recorded = RecordedSounds(game, END_FLAG)
    # An entry of the list has seven words: next, number, place, four voices. What is in use before the first sound
    # begins at 1E90h (reference: MEM-1, the word at data address 0).
    start = 0x1E90 + Machine(game, settings=strict_settings()).state.heap.used + 14
    first, second = recorded.load(1), recorded.load(2)
    assert sounds_alone(first, start, 1) == FIRST + bytes(0x10000 - len(FIRST))
    second = sounds_alone(second, start + len(FIRST) + 14, 2)
    assert second.startswith(SECOND + bytes(1000))
    assert second.endswith(FIRST + bytes(14))
    assert len(second) == 0x10000
    recorded.begin_again()
    assert sounds_alone(recorded.load(2), start, 2) == SECOND + bytes(0x10000 - len(SECOND))


def test_a_sound_that_reaches_the_recorders_operands_is_played_with_them(build_game: GameBuilder) -> None:
    # reference: MEM-14
    long = bytes([1]) * 0xD400
    game = open_game(build_game({0: "return();"}, sounds={1: long}))
    recorded = RecordedSounds(game, END_FLAG)
    start = 0x1E90 + Machine(game, settings=strict_settings()).state.heap.used + 14
    place = 0xFF00 - start
    assert 0 < place < len(long) - 4
    expected = long[:place] + bytes([1, END_FLAG, 0, 0]) + long[place + 4 :]
    assert recorded.load(1)[: len(long)] == expected


def test_a_row_of_a_sound_that_did_not_fit_ends_the_run(game: Game) -> None:
    recorded = RecordedSounds(game, END_FLAG)
    for number in (1, 2):
        recorded.load(number)
    failed = {"sound": 2, "pc": {"error": "did not return"}, "tandy": {"error": "did not return"}}
    assert [verdict for verdict, _ in tables.sounds(recorded, failed)] == [None, None]
    assert recorded.load(2).endswith(bytes(len(FIRST) + 14))


def test_a_voice_before_the_sound_wraps_around() -> None:
    # A place has 16 bits: voice 0 begins two bytes before the sound, its note goes on in the sound's own first bytes.
    # There: 65534, so pitch bytes FEh and FFh, and the attenuation is the low half of what comes next, 8, with which
    # the envelope begins 2 louder.
    data = b"\xfe\xff" + b"\x08\x00" * 3 + b"\xff\xff"
    host = Host({1: data}, machine="pcjr")
    sound.start(host, 1, 40)
    host.step(1)
    assert host.written(1)[:2] == [(CHIP, 0xFF), (CHIP, 0x96)]
    assert host.state.sound.level[0] == 8
    assert host.state.sound.position[0] == 3


def test_a_game_recorded_in_the_form_of_version_3_has_a_longer_directory(build_game: GameBuilder) -> None:
    # golden, sounds of 3.002.098: gourdb 65 reaches the recorder's operands 8 bytes earlier than with four files
    folder = build_game({0: "return();"}, sounds={1: FIRST})
    first = RecordedSounds(open_game(folder, "3.002.098"), END_FLAG).load(1)
    start = 0x1F20 + Machine(open_game(folder, "3.002.098"), settings=strict_settings()).state.heap.used + 8 + 14
    assert first.index(STACK) == (0x1F20 - start) % 0x10000
