"""The sound player, by examples of the reference; every sound of real games is in tests/golden."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import pytest

from agi_emu._core.machine import Core
from agi_emu.facts.codes import Flag
from agi_emu.facts.font import built_in_face
from agi_emu.facts.mercies import SHORT_ZERO_NOTES, Mercy
from agi_emu.facts.versions import PROFILES, VersionProfile
from agi_emu.machine import sound
from agi_emu.machine.interpreter import core_rules
from agi_emu.machine.settings import Settings
from agi_emu.state.areas import Flags
from agi_emu.state.layout import STATE_BYTES, StateLayout

GATE, CHIP = 0x61, 0xC0
SILENCE = [(CHIP, 0x9F), (CHIP, 0xBF), (CHIP, 0xDF), (CHIP, 0xFF)]


@dataclass
class Host:
    """As much of a machine as the player needs."""

    sounds: Mapping[int, bytes]
    machine: str = "tandy"
    profile: VersionProfile = PROFILES["2.917"]
    mercies: frozenset[Mercy] = frozenset()
    state: StateLayout = field(init=False)
    core: Core = field(init=False)

    def __post_init__(self) -> None:
        buffer = bytearray(STATE_BYTES)
        self.state = StateLayout.from_buffer(buffer)
        self.core = Core(buffer, built_in_face())
        self.flags = Flags(self.state.flags)
        self.flags[Flag.SOUND_ON] = True
        self.core.set_rules(core_rules(self.profile, Settings(machine=self.machine, mercies=self.mercies)))

    @property
    def port_writes(self) -> list[tuple[int, int, int]]:
        return self.core.port_writes

    @property
    def game(self) -> Host:
        return self

    @property
    def settings(self) -> Host:
        return self

    def flag(self, number: int) -> bool:
        return self.flags[number]

    def set_flag(self, number: int, value: bool) -> None:
        self.flags[number] = value

    def play(self, number: int, end_flag: int, *, beats: int) -> int | None:
        """Start a sound and play at most `beats` beats; return the beat that set its flag, or None."""
        sound.start(self, number, end_flag)
        for beat in range(1, beats + 1):
            self.step(beat)
            if self.flag(end_flag):
                return beat
        return None

    def step(self, beat: int) -> None:
        """Play one beat, which is number `beat`."""
        self.state.clock.beats = beat
        self.core.step_sound()

    def written(self, beat: int) -> list[tuple[int, int]]:
        """Return port and value of what was written in a beat."""
        return [(port, value) for when, port, value in self.port_writes if when == beat]


def voice(*notes: Iterable[int]) -> bytes:
    """Return the bytes of a voice from notes of duration and three bytes."""
    return b"".join(duration.to_bytes(2, "little") + bytes(rest) for duration, *rest in notes) + b"\xff\xff"


def resource(*voices: bytes) -> bytes:
    """Return a sound resource; voices that are not given are empty."""
    parts = [*voices, *([b"\xff\xff"] * (4 - len(voices)))]
    offsets = [8 + sum(map(len, parts[:index])) for index in range(4)]
    return b"".join(offset.to_bytes(2, "little") for offset in offsets) + b"".join(parts)


A4 = (0x0F, 0x8E, 0x90)
"""Divisor 254, 440 Hz, full volume (reference: SND-2)."""


def test_a_sound_ends_one_beat_after_its_notes() -> None:
    # reference: SND-8: durations 3 and 2 give notes at beats 1 and 4, the end at beat 6.
    host = Host({1: resource(voice((3, *A4), (2, *A4)))})
    assert host.play(1, 40, beats=20) == 6
    assert [beat for beat in range(1, 7) if (CHIP, 0x8E) in host.written(beat)] == [1, 4]
    assert not host.state.sound.playing


def test_the_speaker_plays_eight_ninths_of_the_pitch() -> None:
    # reference: SND-26: the divisor is 12 * 254 = 3048 = 0BE8h.
    host = Host({1: resource(voice((2, *A4)))}, machine="pc")
    assert host.play(1, 40, beats=9) == 3
    assert host.written(0) == []
    assert host.written(1) == [(0x43, 0xB6), (0x42, 0xE8), (0x42, 0x0B), (GATE, 3), (CHIP, 0x90)]
    assert host.written(2) == [(CHIP, 0x90)]
    assert host.written(3) == [(GATE, 0), (CHIP, 0x9F), (GATE, 0)]


def test_the_speaker_ends_with_its_voice_and_the_chip_with_all() -> None:
    # reference: SND-14, SND-24
    data = {1: resource(voice((2, *A4)), voice((7, 0x0F, 0xAE, 0xB0)))}
    assert Host(data, machine="pc").play(1, 40, beats=20) == 3
    assert Host(data, machine="pcjr").play(1, 40, beats=20) == 8


def test_the_chip_gets_pitch_bytes_as_stored_and_levels_by_voice() -> None:
    # The note of voice 1 names registers of voice 2 (reference: SND-3, SND-19).
    host = Host({1: resource(b"\xff\xff", voice((4, 0x0F, 0xCE, 0xD5)))}, machine="pcjr")
    sound.start(host, 1, 40)
    host.step(1)
    assert host.written(0) == [(GATE, 0x60)]
    assert host.written(1) == [(CHIP, value) for value in (0x9F, 0xCE, 0x0F, 0xB3, 0xDF, 0xFF)]


def test_noise_has_one_byte_of_pitch_and_no_envelope() -> None:
    host = Host({1: resource(*[b"\xff\xff"] * 3, voice((3, 0x00, 0xE4, 0xF2)))}, "pcjr", PROFILES["2.936"])
    host.play(1, 40, beats=9)
    assert host.written(1)[3:] == [(CHIP, 0xE4), (CHIP, 0xF2)]
    assert host.written(2) == host.written(3) == [(CHIP, 0xF2)]


@pytest.mark.parametrize(
    ("attenuation", "expected"),
    [
        # reference: SND-15, SND-16.
        (4, [2, 1, 2, 3, 4, 4, 5, 5, 5, 5, 6]),
        (1, [0, 0, 0, 0, 1, 1, 2]),
        (13, [11, 10, 11, 12, 13, 13, 14, 14, 14, 14, 15]),
        (15, [15, 15, 15]),
    ],
)
def test_a_note_fades_by_the_envelope(attenuation: int, expected: list[int]) -> None:
    host = Host({1: resource(voice((200, 0x0F, 0x8E, 0x90 | attenuation)))}, "pcjr", PROFILES["2.936"])
    assert levels(host, len(expected)) == expected


def test_variable_23_acts_only_while_the_envelope_runs() -> None:
    host = Host({1: resource(voice((200, 0x0F, 0x8E, 0x90)))}, "pcjr", PROFILES["2.936"])
    host.state.vars[23] = 3
    heard = levels(host, 80)
    assert heard[66] == 15  # 13, the last of the table, and 3 more
    assert heard[67:] == [13] * 13


def test_variable_23_from_128_on_is_not_limited() -> None:
    # reference: SND-17: added as a byte and compared signed; 200 + 5 = CDh keeps its register bits (90h | CDh).
    host = Host({1: resource(voice((200, 0x0F, 0x8E, 0x97)))}, "pcjr", PROFILES["2.936"])
    host.state.vars[23] = 200
    sound.start(host, 1, 40)
    host.step(1)
    assert host.written(1)[2] == (CHIP, 0x90 | 0xCD)


def test_a_tandy_is_quieter_where_it_is_loud() -> None:
    # reference: SND-15; the envelope begins with -2.
    loud, soft = (Host({1: resource(voice((9, 0x0F, 0x8E, 0x90 | level)))}) for level in (9, 10))
    assert (levels(loud, 1), levels(soft, 1)) == ([9], [8])


def test_flag_9_off_ends_a_sound_at_the_next_beat() -> None:
    # reference: SND-9
    host = Host({1: resource(voice((200, *A4)))})
    host.set_flag(9, False)
    assert host.play(1, 40, beats=9) == 1
    assert host.written(1) == SILENCE


def test_stop_sets_the_flag_of_what_plays_and_nothing_else() -> None:
    # reference: SND-7
    host = Host({1: resource(voice((200, *A4)))}, machine="pc")
    sound.stop(host)
    assert host.port_writes == []
    sound.start(host, 1, 40)
    host.step(1)
    sound.stop(host)
    assert host.written(1)[-1] == (GATE, 0)
    assert host.flag(40)
    host.step(2)
    assert host.written(2) == []


def test_a_duration_of_0_lasts_65536_beats() -> None:
    # reference: SND-4.
    host = Host({1: resource(voice((0, *A4)))}, machine="pc")
    assert host.play(1, 40, beats=70_000) == 65_537


def test_a_voice_behind_the_end_of_the_resource_is_one_long_note() -> None:
    host = Host({1: b"\x99\x99" * 4}, "pcjr")
    assert host.play(1, 40, beats=1000) is None
    assert host.written(1)[:3] == [(CHIP, 0x00), (CHIP, 0x00), (CHIP, 0x90)]


def test_the_mercy_skips_notes_without_duration_and_ends_with_the_resource() -> None:
    data = resource(*[b"\xff\xff"] * 3, voice((0, 0, 0xE4, 0xF0), (3, 0, 0xE5, 0xF0))[:-2])
    host = Host({1: data}, "pcjr", mercies=frozenset({SHORT_ZERO_NOTES}))
    assert host.play(1, 40, beats=9) == 4
    assert (CHIP, 0xE5) in host.written(1)


@pytest.mark.parametrize("length", range(9))
def test_a_cut_off_resource_does_no_harm(length: int) -> None:
    host = Host({1: resource(voice((3, *A4)))[:length]})
    host.play(1, 40, beats=10)


def levels(host: Host, beats: int) -> list[int]:
    """Play sound 1 and return the level of voice 0 at the end of each beat."""
    sound.start(host, 1, 40)
    heard = []
    for beat in range(1, beats + 1):
        host.step(beat)
        heard += [value & 0x0F for _, value in host.written(beat) if value & 0xF0 == 0x90]
    return heard
