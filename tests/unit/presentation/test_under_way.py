"""Who joins a machine in the middle of a sound hears the notes under way."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from pathlib import Path

import pytest

from agi_emu._core.port_log import packed, unpacked
from agi_emu.facts.codes import Flag
from agi_emu.machine import sound
from agi_emu.machine.machine import Machine
from agi_emu.machine.settings import Settings
from agi_emu.presentation.sounds_alone import synthesiser_of, under_way
from agi_emu.presentation.synthesiser import Synthesiser
from agi_emu.presentation.wave import WaveFile, WaveSink
from agi_emu.resources import open_game
from agi_emu.resources.game import Game
from agi_emu.session import EveryBeat, NoInput, Session
from tests.own_games.building import GameBuilder
from tests.unit.machine.test_sound import A4, resource, voice

LOGIC = "v10 = 1; v40 += 1; if (v40 == 3) { load.sound(1); sound(1, f40); } return();"
LONG_NOTES = resource(
    voice((10, *A4), (0, 0x11, 0x82, 0x91), (200, 0x1A, 0x8C, 0x91), (90, *A4)),
    voice((7, 0x10, 0xA3, 0xB5), (150, 0x12, 0xA1, 0xB1)),
    voice((300, 0x20, 0xCF, 0xD0)),
    voice((40, 0, 0xE4, 0xF3), (300, 0, 0xE6, 0xF3)),
)
"""Notes of more than a second, loud enough to be heard to their end (reference: SND-16); the one of duration 0 is
skipped where players are served better by that."""
CROSSED = resource(voice((250, 0x0F, 0xCE, 0x91)), voice((200, 0x2F, 0xA3, 0xB1)), voice((9, 1, 0xC2, 0xD1)))
"""The first voice's pitch goes to the third one's register."""


@pytest.fixture
def game(build_game: GameBuilder) -> Game:
    return open_game(build_game({0: LOGIC}, sounds={1: LONG_NOTES, 2: CROSSED}))


def beats_of(machine: Machine, count: int) -> Iterator[list[tuple[int, int, int]]]:
    """Play beats and yield the port writes of each."""
    for _ in range(count):
        machine.port_writes.clear()
        machine.beat()
        yield list(machine.port_writes)


@pytest.mark.parametrize("hardware", ["pc", "pcjr", "tandy"])
@pytest.mark.parametrize("number", [1, 2])
def test_a_machine_joined_in_the_middle_sounds_as_if_it_had_been_heard_all_the_time(
    game: Game, hardware: str, number: int
) -> None:
    player = Machine(game, settings=Settings(machine=hardware))
    player.set_flag(Flag.SOUND_ON, True)
    sound.start(player, number, 40)
    heard = Synthesiser(hardware)
    heard.write(player.port_writes)
    heard.beat()
    for place in range(1, 160):
        player.port_writes.clear()
        player.core.step_sound()
        heard.write(player.port_writes)
        heard.beat()
        if place % 13 == 0:
            before = player.snapshot()
            beats, log = under_way(player)
            assert beats == place
            assert len(log) > place
            assert player.snapshot() == before
    joined = synthesiser_of(player)
    for _ in range(60):
        player.port_writes.clear()
        player.core.step_sound()
        for synthesiser in (heard, joined):
            synthesiser.write(player.port_writes)
        samples = heard.beat()
        assert joined.beat() == samples
        assert any(samples)


@pytest.mark.parametrize("hardware", ["pc", "tandy"])
def test_a_restored_state_is_heard_in_the_middle_of_its_notes(game: Game, hardware: str) -> None:
    settings = Settings(machine=hardware)
    machine = Machine(game, settings=settings)
    writes = [write for beat in beats_of(machine, 130) for write in beat]
    snapshot = machine.snapshot()
    later = [write for beat in beats_of(machine, 5) for write in beat]
    assert not [value for _, port, value in later if port == 0xC0 and value & 0x90 == 0x80], "no note begins"
    other = Machine(game, settings=settings)
    other.restore(snapshot)
    joined = synthesiser_of(other)
    # From the notes' registers on: all that was ever written, of which none is missing.
    _, log = under_way(other)
    assert [write[1:] for write in unpacked(log)] == [write[1:] for write in writes]
    assert any(sample for beat in beats_of(other, 5) for sample in _samples(joined, beat))


def _samples(synthesiser: Synthesiser, writes: list[tuple[int, int, int]]) -> array[int]:
    synthesiser.write(writes)
    return synthesiser.beat()


def test_nothing_is_under_way_where_nothing_plays_or_it_cannot_be_known(game: Game) -> None:
    machine = Machine(game)
    assert under_way(machine) == (0, array("Q"))
    machine.run(ticks=30)
    assert under_way(machine)[0] > 0
    # Voices that stand where no playing of this sound brings them: the game's sound has become another one.
    machine.state.sound.position[0] += 1
    assert under_way(machine) == (0, array("Q"))
    machine.state.sound.number = 77
    assert under_way(machine) == (0, array("Q"))


def test_a_capture_that_begins_in_a_note_lets_it_hear(game: Game, tmp_path: Path) -> None:
    machine = Machine(game, settings=Settings(machine="tandy"))
    machine.run(ticks=40)
    machine.port_writes.clear()
    session = Session(machine, source=NoInput(), pacer=EveryBeat())
    with WaveFile(tmp_path / "joined.wav") as file, WaveSink(file, machine) as sink:
        session.audio.append(sink)
        session.run(beats=2)
    samples = array("h", (tmp_path / "joined.wav").read_bytes()[44:])
    assert len(samples) == 2 * 735
    assert max(samples) > 1000


def test_voices_that_have_ended_are_silent_in_what_is_joined(game: Game) -> None:
    # Voice 2 of the crossed sound ends after 9 beats; its divisor was voice 0's anyway.
    player = Machine(game, settings=Settings(machine="pcjr"))
    player.set_flag(Flag.SOUND_ON, True)
    sound.start(player, 2, 40)
    begun = packed(player.port_writes)
    _, log = sound.play(player, 50)
    assert under_way(player)[1] == begun + log
    assert (0xC0, 0xDF) in [write[1:] for write in unpacked(log)]
