"""Sounds as WAV, VGM and MIDI, read back."""

from __future__ import annotations

import math
import struct
import wave
from array import array
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from agi_emu.facts.errors import ResourceError
from agi_emu.machine.machine import Machine
from agi_emu.machine.settings import Settings
from agi_emu.presentation.midi import midi
from agi_emu.presentation.sounds_alone import TAIL_BEATS, play_alone
from agi_emu.presentation.vgm import vgm
from agi_emu.presentation.wave import WaveFile, WaveSink, save_wave
from agi_emu.resources import open_game
from agi_emu.resources.game import Game
from agi_emu.resources.sound import parse_sound
from tests.examples import examples
from tests.own_games.building import GameBuilder
from tests.unit.machine.test_sound import A4, resource, voice

SONG = resource(
    voice((30, *A4), (15, 0x1A, 0x8C, 0x92), (5, 0x00, 0x80, 0x9F)),
    voice((10, 0x10, 0xA3, 0xB5)),
    voice((50, 0x20, 0xCF, 0xD0)),
    voice((12, 0, 0xE4, 0xF3), (12, 0, 0xE3, 0xF3), (5, 0, 0xE0, 0xFF)),
)
"""50 beats: notes of 440.4 Hz and 262.0 Hz (divisors 254, 428), a rest; 432 Hz; 212 Hz; white, then periodic noise."""


@pytest.fixture
def game(build_game: GameBuilder) -> Game:
    return open_game(build_game({0: "return();"}, sounds={3: SONG}))


# WAV


def test_a_wave_file_holds_the_samples(tmp_path: Path) -> None:
    samples = array("h", (-32768, -1, 0, 1, 32767))
    save_wave(tmp_path / "a.wav", samples, 48_000)
    with wave.open(str(tmp_path / "a.wav")) as file:
        assert file.getparams()[:4] == (1, 2, 48_000, 5)
        assert struct.unpack("<5h", file.readframes(5)) == tuple(samples)


def test_a_sound_alone_lasts_as_long_as_its_notes(game: Game) -> None:
    # reference: SND-14: the longest sum of durations and a beat; on the PC voice 0 counts.
    assert play_alone(game, 3).beats == 51
    solo = play_alone(game, 3, "pc")
    assert (solo.beats, solo.is_whole) == (51, True)
    assert len(solo.samples()) == (51 + TAIL_BEATS) * 735
    assert not play_alone(game, 3, longest=20).is_whole
    with pytest.raises(ResourceError, match="sound 4 does not exist"):
        play_alone(game, 4)


def test_a_session_writes_the_same_samples(game: Game, tmp_path: Path) -> None:
    solo = play_alone(game, 3)
    with (
        WaveFile(tmp_path / "sink.wav") as file,
        WaveSink(file, Machine(game, settings=Settings(machine="tandy")), first=3) as sink,
    ):
        for beat in range(solo.beats + TAIL_BEATS):
            sink.write([write for write in solo.port_writes if write[0] == beat])
    with wave.open(str(tmp_path / "sink.wav")) as read:
        assert read.readframes(1 << 20) == solo.samples()[2 * 735 :].tobytes()


# VGM


def commands(log: bytes) -> Iterator[tuple[int, int]]:
    """Yield (sample, value) of the chip writes of a VGM file, then (sample, -1) at its end."""
    at = 0x34 + struct.unpack_from("<I", log, 0x34)[0]
    sample = 0
    while log[at] != 0x66:
        if log[at] == 0x50:
            yield sample, log[at + 1]
            at += 2
        elif log[at] == 0x61:
            sample += struct.unpack_from("<H", log, at + 1)[0]
            at += 3
        else:
            assert log[at] == 0x62
            sample += 735
            at += 1
    assert at == len(log) - 1
    yield sample, -1


def test_a_register_log_holds_every_write_at_its_time(game: Game) -> None:
    solo = play_alone(game, 3)
    log = vgm(solo.port_writes, solo.beats, "tandy")
    expected = [(beat * 735, value) for beat, port, value in solo.port_writes if port == 0xC0]
    assert list(commands(log)) == [*expected, (51 * 735, -1)]
    assert log[:4] == b"Vgm "
    end, version, clock = struct.unpack_from("<III", log, 4)
    assert (end + 4, version, clock) == (len(log), 0x171, 3579545)
    assert struct.unpack_from("<I", log, 0x18)[0] == 51 * 735


@given(beats=st.lists(st.integers(0, 2000), min_size=1, max_size=10))
@examples(50)
def test_waits_of_any_length_are_exact(beats: list[int]) -> None:
    beats.sort()
    log = vgm([(beat, 0xC0, 0x9F) for beat in beats[:-1]], beats[-1], "pcjr")
    assert [sample for sample, _ in commands(log)] == [735 * beat for beat in beats]


# MIDI


def tracks(file: bytes) -> Iterator[list[tuple[int, bytes]]]:
    """Yield the tracks of a MIDI file as (time, event)."""
    kind, length, form, count, division = struct.unpack_from(">4sIHHH", file)
    assert (kind, length, form, division) == (b"MThd", 6, 1, 30)
    at = 14
    for _ in range(count):
        kind, length = struct.unpack_from(">4sI", file, at)
        assert kind == b"MTrk"
        at += 8
        end = at + length
        now, events = 0, []
        while at < end:
            wait = 0
            while file[at] & 0x80:
                wait = wait << 7 | file[at] & 0x7F
                at += 1
            now += wait << 7 | file[at]
            at += 1
            size = 3 + file[at + 2] if file[at] == 0xFF else 2 if file[at] >> 4 == 0xC else 3
            events.append((now, file[at : at + size]))
            at += size
        assert events[-1][1] == b"\xff\x2f\x00"
        yield events
    assert at == len(file)


def pitches(events: list[tuple[int, bytes]]) -> list[tuple[int, int, float]]:
    """Return start, length and frequency of the notes of a track, with the bend of two semitones."""
    notes, bend, pressed = [], 0.0, (0, 0)
    for time, event in events:
        if event[0] >> 4 == 0xE:
            bend = ((event[1] | event[2] << 7) - 8192) / 8192 * 2
        elif event[0] >> 4 == 0x9:
            pressed = (time, event[1])
        elif event[0] >> 4 == 0x8:
            assert event[1] == pressed[1]
            notes.append((pressed[0], time - pressed[0], 440 * 2 ** ((event[1] + bend - 69) / 12)))
    return notes


def cents(one: float, other: float) -> float:
    return 1200 * math.log2(one / other)


def test_notes_have_their_time_and_pitch_within_a_cent() -> None:
    first, second, third, noise = tracks(midi(parse_sound(3, SONG)))
    tempo = next(event for _, event in first if event[:2] == b"\xff\x51")
    assert int.from_bytes(tempo[3:], "big") / 30 == pytest.approx(1_000_000 / 60, abs=1)  # microseconds a beat
    expected = {0: [(0, 30, 254), (30, 15, 428)], 1: [(0, 10, 259)], 2: [(0, 50, 527)]}
    for number, track in enumerate((first, second, third)):
        found = pitches(track)
        assert [(start, length) for start, length, _ in found] == [note[:2] for note in expected[number]]
        for (_, _, hertz), (_, _, divisor) in zip(found, expected[number], strict=True):
            assert abs(cents(hertz, 111860.78125 / divisor)) < 1
    drum = next(event for _, event in noise if event[0] == 0x99)
    assert drum[1] == 42
    # Periodic noise at the rate of tone 2: a period has 15 shifts (reference: SND-31). The last note is a rest.
    (_, strike, _), (start, length, hertz) = pitches(noise)
    assert (strike, start, length) == (12, 12, 12)
    assert abs(cents(hertz, 111860.78125 / 527 / 15)) < 1


def test_every_divisor_that_midi_can_play_has_its_pitch() -> None:
    for divisor in range(9, 1024):
        sound = parse_sound(1, resource(voice((4, divisor >> 4, 0x80 | divisor & 15, 0x90))))
        ((_, _, hertz),) = pitches(next(tracks(midi(sound))))
        assert abs(cents(hertz, 111860.78125 / divisor)) < 1


def test_velocity_falls_2_decibels_a_step() -> None:
    velocities = []
    for attenuation in range(15):
        sound = parse_sound(1, resource(voice((4, 0x0F, 0x8E, 0x90 | attenuation))))
        velocities += [event[2] for _, event in next(tracks(midi(sound))) if event[0] >> 4 == 9]
    assert np.diff(40 * np.log10(velocities)) == pytest.approx(-2, abs=0.4)
