"""Sounds of the Apple IIgs, as far as the facts reach."""

from __future__ import annotations

import pytest

from agi_emu.machine.machine import Machine
from agi_emu.resources import open_game
from agi_emu.resources.sound_formats import apple_iigs_beats
from tests.own_games.building import GameBuilder


def sample(length: int) -> bytes:
    """Return an Apple IIgs sample: a word 1, its length at byte 8, 54 bytes of header (reference: EXT-25)."""
    header = bytearray(54)
    header[0] = 1
    header[8:10] = length.to_bytes(2, "little")
    return bytes(header) + bytes(length)


@pytest.mark.parametrize(("length", "beats"), [(0, 0), (1, 1), (8000, 60), (8001, 61)])
def test_apple_iigs_samples_last_as_long_as_they_say(length: int, beats: int) -> None:
    # reference: EXT-25
    # 8,000 samples are a second, which is 60 beats
    assert apple_iigs_beats(sample(length)) == beats


def test_sounds_of_the_pc_are_no_samples() -> None:
    assert apple_iigs_beats(bytes.fromhex("0800 0A00 0C00 0E00") + b"\xff\xff" * 4) is None
    assert apple_iigs_beats(b"\x01\x00") is None


def test_a_foreign_sound_is_silent_and_sets_its_flag_after_its_length(build_game: GameBuilder) -> None:
    source = "if (!f60) { set(f60); load.sound(1); sound(1, f50); } return();"
    machine = Machine(open_game(build_game({0: source}, sounds={1: sample(4000)})))
    machine.run(until=lambda m: bool(m.state.sound.playing))
    began = machine.state.clock.beats
    machine.run(until=lambda m: m.flags[50])
    # half a second, and the beat in which the end is found
    assert machine.state.clock.beats - began == 31
    assert not [value for _, port, value in machine.port_writes if port == 0x61 and value & 3]
