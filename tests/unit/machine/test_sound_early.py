"""Sound before 2.903, without envelopes (reference: SND-18 to SND-23, SND-27)."""

from __future__ import annotations

import pytest

from agi_emu.facts.versions import PROFILES
from agi_emu.machine import sound
from tests.unit.machine.test_sound import A4, CHIP, GATE, Host, resource, voice

OPEN, SHUT = (GATE, 3), (GATE, 0)
A4_ON_SPEAKER = [(0x43, 0xB6), (0x42, 0xE8), (0x42, 0x0B), OPEN]
"""The timer's divisor is 12 * 254 = 3048 = 0BE8h (reference: SND-26)."""


def host_of(*voices: bytes, machine: str = "pc", version: str = "2.440", v23: int = 0) -> Host:
    """Return a host with sound 1 of these voices."""
    host = Host({1: resource(*voices)}, machine, PROFILES[version])
    host.state.vars[23] = v23
    return host


def chip_bytes(host: Host, *, beats: int = 1) -> list[int]:
    """Play sound 1 and return what the chip gets in the last of these beats."""
    host.play(1, 40, beats=beats)
    assert all(port == CHIP for port, _ in host.written(beats))
    return [value for _, value in host.written(beats)]


def test_the_speaker_is_written_to_only_when_a_note_or_the_end_is_read() -> None:
    # reference: SND-27
    host = host_of(voice((3, *A4), (2, 0x00, 0x80, 0x9F)))
    assert host.play(1, 40, beats=20) == 6
    assert [host.written(beat) for beat in range(7)] == [[], A4_ON_SPEAKER, [], [], [SHUT], [], [SHUT, SHUT]]


@pytest.mark.parametrize("level", [0x0F, 0x8F, 0xBF])
def test_a_rest_sounds_on_the_speaker_where_it_is_not_9f(level: int) -> None:
    host = host_of(voice((2, 0x0F, 0x8E, level)))
    host.play(1, 40, beats=1)
    assert host.written(1) == A4_ON_SPEAKER


def test_an_interrupt_that_keeps_a_key_leaves_the_gate_as_the_note_has_set_it() -> None:
    for level, gate in ((0x0F, 0x03), (0x9F, 0x00)):
        host = host_of(voice((9, 0x0F, 0x8E, level)))
        host.play(1, 40, beats=1)
        host.port_writes.clear()
        sound.acknowledge_key(host)
        assert [value for _, _, value in host.port_writes] == [gate | 0x80, gate]


@pytest.mark.parametrize("machine", ["pcjr", "tandy"])
def test_the_chip_is_written_to_only_when_a_note_or_the_end_is_read(machine: str) -> None:
    # reference: SND-18
    host = host_of(voice((3, 0x0F, 0x8E, 0x9A)), machine=machine)
    assert host.play(1, 40, beats=9) == 4
    assert host.written(0) == [(GATE, 0x60)]
    assert host.written(1)[:3] == [(CHIP, 0x8E), (CHIP, 0x0F), (CHIP, 0x9A)]
    assert host.written(2) == host.written(3) == []


def test_each_voice_ends_with_a_note_of_its_own() -> None:
    # 2.440: 8F 00 9F / AF 00 BF / CF 00 DF / EF FF, then the end of the sound: 9F BF DF FF.
    ends = bytes.fromhex("8F009F AF00BF CF00DF EFFF 9FBFDFFF")
    assert bytes(chip_bytes(host_of(machine="pcjr"))) == ends


def test_noise_has_a_second_byte_up_to_2_411() -> None:
    # reference: SND-21
    noise = voice((3, 0x12, 0xE4, 0xF2))
    empty = [b"\xff\xff"] * 3
    assert chip_bytes(host_of(*empty, noise, machine="pcjr"))[-2:] == [0xE4, 0xF2]
    assert chip_bytes(host_of(*empty, noise, machine="pcjr", version="2.411"))[-3:] == [0xE4, 0x12, 0xF2]


@pytest.mark.parametrize(
    ("version", "machine", "v23", "byte", "expected"),
    [
        # E3: 94h is made 97h first, then 99h by v23; 99h stays.
        ("2.440", "tandy", 2, 0x94, 0x99),
        ("2.440", "tandy", 0, 0x99, 0x99),
        ("2.440", "tandy", 0, 0x97, 0x9A),
        ("2.440", "pcjr", 0, 0x94, 0x94),
        # E2: the register bits are the byte's own; without them it is no level, and no Tandy's either.
        ("2.440", "tandy", 0, 0x04, 0x04),
        ("2.440", "pcjr", 0, 0xB5, 0xB5),
        ("2.440", "pcjr", 9, 0x98, 0x9F),
        # Compared as a signed byte: 4 + 200 is not limited, and its register bits are mixed in.
        ("2.440", "pcjr", 200, 0x94, 0x90 | 0xCC),
        # Row 7: 2.272 adds v23 to the whole byte: 98h + 9 names another register; 0Ch + 9 is above 15.
        ("2.272", "pcjr", 9, 0x98, 0xA1),
        ("2.272", "pcjr", 9, 0x0C, 0x0F),
        ("2.272", "pcjr", 0x70, 0x94, 0x04),
        # Row 8: no v23 at all, but 3 more on a Tandy.
        ("2.230", "tandy", 9, 0x94, 0x97),
        ("2.089", "pcjr", 9, 0x94, 0x94),
    ],
)
def test_the_level_byte_of_a_note(version: str, machine: str, v23: int, byte: int, expected: int) -> None:
    host = host_of(voice((9, 0x0F, 0x8E, byte)), machine=machine, version=version, v23=v23)
    assert chip_bytes(host)[:3] == [0x8E, 0x0F, expected]


def test_variable_23_acts_from_the_next_note_on() -> None:
    host = host_of(voice((2, 0x0F, 0x8E, 0x94), (2, 0x0F, 0x8E, 0x94)), machine="pcjr")
    sound.start(host, 1, 40)
    for beat in range(1, 4):
        host.step(beat)
        host.state.vars[23] = 3
    assert [host.written(beat)[2:3] for beat in (1, 2, 3)] == [[(CHIP, 0x94)], [], [(CHIP, 0x97)]]
