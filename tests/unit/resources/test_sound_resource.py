"""Notes of sounds."""

from __future__ import annotations

import pytest

from agi_emu.resources.sound import Note, parse_sound
from tests.unit.sample_games import SILENCE


def test_the_note_of_the_reference() -> None:
    # reference: SND-2, SND-1: 15 ticks, n = 254, full volume
    data = bytes.fromhex("0800 0f00 1100 1300 0f000f8e90 ffff ffff ffff ffff")
    sound = parse_sound(1, data)
    assert sound.voices == ((Note(15, b"\x0f\x8e\x90"),), (), (), ())
    note = sound.voices[0][0]
    assert (note.divisor, note.attenuation) == (254, 0)
    assert sound.beats(0) == 15
    assert sound.notes == ()


def test_noise_has_a_kind_and_a_rate() -> None:
    note = Note(5, b"\x00\xe6\xf3")
    assert (note.is_white_noise, note.noise_rate, note.attenuation) == (True, 2, 3)
    assert not Note(5, b"\x00\xe3\xf3").is_white_noise


def test_silence_has_no_notes() -> None:
    assert parse_sound(1, SILENCE).voices == ((), (), (), ())


@pytest.mark.parametrize(
    ("data", "note"),
    [
        (b"\x08\x00", "its 2 bytes hold no voices; it is silent"),
        (bytes(20), "its first voice starts at 0, in the header; it is silent"),
    ],
)
def test_junk_is_silent(data: bytes, note: str) -> None:
    # reference: SND-5
    sound = parse_sound(1, data)
    assert sound.voices == ((), (), (), ())
    assert sound.notes == (note,)


def test_a_voice_without_an_end_ends_with_the_resource() -> None:
    data = bytes.fromhex("0800 0000 ff00 0a00 0500112290 06001122")
    sound = parse_sound(1, data)
    assert sound.voices[0] == (Note(5, b"\x11\x22\x90"),)
    assert sound.voices[1] == sound.voices[2] == ()
    assert sound.notes[:3] == (
        "voice 0 has no end; it ends with the resource",
        "voice 1 starts at 0, outside of the 17 bytes; it is silent",
        "voice 2 starts at 255, outside of the 17 bytes; it is silent",
    )
