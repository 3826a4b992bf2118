"""Writes sounds as standard MIDI files: one track per voice, each note bent to the chip's pitch.

The time of the file is the beat: 30 of them are a quarter note of half a second. The file holds only the notes; how
they fade is up to the instrument.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Iterator

from agi_emu.resources.sound import NOISE_VOICE, Note, Sound

BEATS_PER_QUARTER = 30
MICROSECONDS_PER_QUARTER = 500_000
SQUARE_LEAD = 80
"""General MIDI's nearest to the chip, counted from 0."""
DRUM_CHANNEL = 9
DRUMS = (42, 38, 41, 46)
"""Closed hi-hat, snare, low floor tom, open hi-hat: white noise of rates 0, 1, 2 and that of tone 2."""
BEND_RANGE = 2
"""Range of the pitch bend in semitones, the default of every synthesiser; a note needs half of one."""
BEND_CENTRE = 0x2000
SILENT = 15
TONE_HZ = 3_579_545 / 32
"""Divided by a note's divisor, its pitch (reference: SND-29)."""
NOISE_HZ = (6991.3, 3495.6, 1747.8)
PERIOD = 15
"""Shifts of a period of periodic noise (reference: SND-31)."""
CONCERT_PITCH = 440.0
CONCERT_KEY = 69
HIGHEST_KEY = 127


def midi(sound: Sound) -> bytes:
    """Return a sound as a MIDI file of format 1 with four tracks: tones 0, 1, 2 and noise."""
    tracks = [_tone_track(sound, voice) for voice in range(NOISE_VOICE)]
    tracks.append(_noise_track(sound))
    header = struct.pack(">4sIHHH", b"MThd", 6, 1, len(tracks), BEATS_PER_QUARTER)
    return header + b"".join(struct.pack(">4sI", b"MTrk", len(track)) + track for track in tracks)


def _tone_track(sound: Sound, voice: int) -> bytes:
    track = _Track(f"voice {voice}")
    if voice == 0:
        track.event(b"\xff\x51\x03" + MICROSECONDS_PER_QUARTER.to_bytes(3, "big"))
    track.event(bytes((0xC0 | voice, SQUARE_LEAD)))
    for note in sound.voices[voice]:
        track.note(voice, TONE_HZ / (note.divisor or 1024), note)
    return track.finished()


def _noise_track(sound: Sound) -> bytes:
    """Return the noise voice: white noise as drums, periodic noise as the tone that it is."""
    track = _Track("noise")
    track.event(bytes((0xC0 | NOISE_VOICE, SQUARE_LEAD)))
    followed = list(_followed_pitches(sound))
    for note, pitch in zip(sound.voices[NOISE_VOICE], followed, strict=True):
        if note.is_white_noise:
            track.strike(DRUM_CHANNEL, DRUMS[note.noise_rate], note)
        else:
            shifts = pitch if note.noise_rate == 3 else NOISE_HZ[note.noise_rate]
            track.note(NOISE_VOICE, shifts / PERIOD, note)
    return track.finished()


def _followed_pitches(sound: Sound) -> Iterator[float]:
    """Yield for each note of the noise voice the pitch of tone 2 at its beginning."""
    others = iter(sound.voices[2])
    other = next(others, None)
    end = other.duration if other else 0
    start = 0
    for note in sound.voices[NOISE_VOICE]:
        while other and end <= start:
            following = next(others, None)
            if following is None:
                break
            other = following
            end += other.duration
        yield TONE_HZ / ((other.divisor if other else 0) or 1024)
        start += note.duration


class _Track:
    """Events of one track with the time between them."""

    def __init__(self, name: str) -> None:
        self._bytes = bytearray()
        self._waiting = 0
        self.event(b"\xff\x03" + bytes([len(name)]) + name.encode())

    def event(self, content: bytes) -> None:
        """Add an event now."""
        self._bytes += _variable_length(self._waiting) + content
        self._waiting = 0

    def note(self, channel: int, hertz: float, note: Note) -> None:
        """Add a note of a pitch; pitches above MIDI's keys become a rest."""
        exact = CONCERT_KEY + 12 * math.log2(hertz / CONCERT_PITCH)
        key = round(exact)
        if note.attenuation == SILENT or not 0 <= key <= HIGHEST_KEY:
            self._waiting += note.duration
            return
        bend = BEND_CENTRE + round((exact - key) / BEND_RANGE * BEND_CENTRE)
        self.event(bytes((0xE0 | channel, bend & 0x7F, bend >> 7)))
        self.strike(channel, key, note)

    def strike(self, channel: int, key: int, note: Note) -> None:
        """Add a key pressed for as long as the note lasts."""
        if note.attenuation == SILENT or note.duration == 0:
            self._waiting += note.duration
            return
        self.event(bytes((0x90 | channel, key, _velocity(note.attenuation))))
        self._waiting = note.duration
        self.event(bytes((0x80 | channel, key, 0)))

    def finished(self) -> bytes:
        """Return the whole track."""
        self.event(b"\xff\x2f\x00")
        return bytes(self._bytes)


def _velocity(attenuation: int) -> int:
    """Return the velocity for 2 dB per step: in General MIDI, the amplitude is its square."""
    return round(127 * 10 ** (-attenuation / 20))


def _variable_length(number: int) -> bytes:
    """Return a number in groups of seven bits, bit 7 on all but the last."""
    groups = [number & 0x7F]
    while number := number >> 7:
        groups.append(0x80 | number & 0x7F)
    return bytes(reversed(groups))
