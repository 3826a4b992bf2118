"""Sounds from notes, in Python or as text (reference: SND-1, SND-2)::

    voice 0
    c4:12 e4:12 g4:24 r:6 c5:36@2     ; name, octave: beats (1/60 s) @attenuation
    voice noise
    white1:10@4 r:10                   ; white or periodic, rate 0 to 3

and for sounds that were made otherwise::

    t251:10@3                          ; a tone by the number that the chip divides by, 0 to 1023
    $3F8E90:10                         ; the three bytes of a note in hexadecimal, as they stand in the sound

Attenuation goes from 0, the loudest, to 15, silence; `r` is a rest; `;` begins a comment.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from agi_emu.facts.errors import ResourceError
from agi_emu.facts.numbers import whole
from agi_emu.resources.projects.source_problems import SourceProblems
from agi_emu.resources.sound import Note as StoredNote
from agi_emu.resources.sound import Sound

VOICES = 4
NOISE = 3
_SILENCE = 15
_END_OF_VOICE = b"\xff\xff"
_MAX_DURATION = 0xFFFE
_MAX_LENGTH = 0xFFFF
_MAX_DIVISOR = 0x3FF
_NOISE_REGISTER = 0xE0
_WHITE = 0x04

# Divisors of the notes of octave 4, c to b, equal temperament on a = 440 Hz: rounded
# 111861 / frequency, the chip's clock in Hertz divided by 32.
_OCTAVE = 4
_OCTAVES = range(8, 0, -1)
_DIVISORS = {
    "c": 428,
    "c#": 404,
    "d": 381,
    "d#": 360,
    "e": 339,
    "f": 320,
    "f#": 302,
    "g": 285,
    "g#": 269,
    "a": 254,
    "a#": 240,
    "b": 226,
}


@dataclass(frozen=True, slots=True)
class Note:
    """A note: beats (1/60 s), divisor of the tone or the noise register's low bits, attenuation 0-15."""

    duration: int
    divisor: int
    attenuation: int = 0
    registers: bytes | None = None
    """The three bytes themselves, where they say more than divisor and attenuation."""


def sound_resource(voices: Sequence[Sequence[Note]]) -> bytes:
    """Return a sound with up to three tone voices and, fourth, noise."""
    if len(voices) > VOICES:
        raise ResourceError(f"a sound has at most {VOICES} voices, not {len(voices)}")
    body = bytearray()
    offsets = bytearray()
    for voice in range(VOICES):
        if len(body) > _MAX_LENGTH - 2 * VOICES:
            raise ResourceError(f"a sound has at most {_MAX_LENGTH} bytes")
        offsets += (2 * VOICES + len(body)).to_bytes(2, "little")
        for note in voices[voice] if voice < len(voices) else ():
            body += _note(note, voice)
        body += _END_OF_VOICE
    return bytes(offsets) + bytes(body)


def _note(note: Note, voice: int) -> bytes:
    if note.registers is not None and note.duration <= _MAX_DURATION:
        return note.duration.to_bytes(2, "little") + note.registers
    if not 1 <= note.duration <= _MAX_DURATION:
        raise ResourceError(f"a note lasts 1 to {_MAX_DURATION} beats, not {note.duration}")
    if not 0 <= note.attenuation <= _SILENCE:
        raise ResourceError(f"expected an attenuation from 0 to {_SILENCE}, not {note.attenuation}")
    limit = _MAX_DIVISOR if voice != NOISE else 7
    if not 0 <= note.divisor <= limit:
        raise ResourceError(f"expected a divisor from 0 to {limit}, not {note.divisor}")
    register = 0x80 | voice << 5
    attenuation = register | 0x10 | note.attenuation
    high = 0 if voice == NOISE else note.divisor >> 4
    low = _NOISE_REGISTER | note.divisor if voice == NOISE else register | note.divisor & 0x0F
    return note.duration.to_bytes(2, "little") + bytes([high, low, attenuation])


def parse_sound(text: str, file: str = "sound") -> bytes:
    """Return the sound of a text (see the module); raises ResourceError with file and line for what is wrong."""
    voices: list[list[Note]] = [[] for _ in range(VOICES)]
    voice: int | None = None
    problems = SourceProblems(file)
    for number, raw in enumerate(text.split("\n"), start=1):
        line = raw.split(";")[0].strip().lower()
        with problems.of_line(number):
            if match := re.fullmatch(r"voice\s+([012]|noise)", line):
                voice = NOISE if match[1] == "noise" else int(match[1])
            elif line.startswith("voice") or (line and voice is None):
                # What follows is read as notes of a tone, so that it is not called wrong for this.
                voice = 0
                raise ResourceError(f"expected voice 0, 1, 2 or noise before the first note, not {line!r}")
            elif voice is not None:
                for word in line.split():
                    note = _parse_note(word, voice)
                    _note(note, voice)
                    voices[voice].append(note)
    problems.raise_all()
    return sound_resource(voices)


def _parse_note(word: str, voice: int) -> Note:
    if match := re.fullmatch(r"\$([0-9A-Fa-f]{6}):(\d+)", word):
        return Note(whole(match[2]), 0, 0, bytes.fromhex(match[1]))
    if voice != NOISE and (match := re.fullmatch(r"t(\d+):(\d+)(?:@(\d+))?", word)):
        return Note(whole(match[2]), whole(match[1]), whole(match[3] or "0"))
    match = re.fullmatch(r"(?:(r)|([a-g]#?)([1-8])|(white|periodic)([0-3])):(\d+)(?:@(\d+))?", word)
    if match is None or (match[4] is not None) != (voice == NOISE and match[1] is None):
        what = "white1:10@4" if voice == NOISE else "c#4:12@3"
        raise ResourceError(f"expected a note like {what} or a rest like r:12, not {word!r}")
    duration, attenuation = whole(match[6]), whole(match[7] or "0")
    if match[1]:
        return Note(duration, 0, _SILENCE)
    if match[4]:
        return Note(duration, whole(match[5]) | (_WHITE if match[4] == "white" else 0), attenuation)
    if match[2] not in _DIVISORS:
        raise ResourceError(f"{match[2]} is not a note")
    divisor = _divisor(match[2], whole(match[3]))
    if divisor > _MAX_DIVISOR:
        raise ResourceError(f"{word}: the note is too low for the chip; the lowest is {_NAMES[max(_NAMES)]}")
    return Note(duration, divisor, attenuation)


def _divisor(name: str, octave: int) -> int:
    """Return the divisor of a note. An octave doubles the frequency; integer arithmetic, rounded down."""
    return _DIVISORS[name] << _OCTAVE >> octave if octave > _OCTAVE else _DIVISORS[name] << _OCTAVE - octave


_NAMES = {
    divisor: f"{name}{octave}"
    for octave in _OCTAVES
    for name in _DIVISORS
    if (divisor := _divisor(name, octave)) <= _MAX_DIVISOR
}
"""Note by its divisor; where high notes share one, the lowest."""
_NOTES_PER_LINE = 12


def sound_script(sound: Sound) -> str:
    """Return the notes of a sound as text, from which `parse_sound` makes the same notes."""
    lines = []
    for voice, notes in enumerate(sound.voices):
        if notes:
            lines.append(f"voice {'noise' if voice == NOISE else voice}")
        words = [_word(note, voice) for note in notes]
        lines += [" ".join(words[at : at + _NOTES_PER_LINE]) for at in range(0, len(words), _NOTES_PER_LINE)]
    return "\n".join([*lines, ""])


def _word(note: StoredNote, voice: int) -> str:
    """Return the first form of a note that stands for its bytes."""
    level = f"@{note.attenuation}" if note.attenuation else ""
    if voice == NOISE:
        forms = [f"{'white' if note.is_white_noise else 'periodic'}{note.noise_rate}:{note.duration}{level}"]
    else:
        forms = [f"t{note.divisor}:{note.duration}{level}"]
        if note.divisor in _NAMES:
            forms.insert(0, f"{_NAMES[note.divisor]}:{note.duration}{level}")
    stored = note.duration.to_bytes(2, "little") + note.registers
    # A note of 0 beats, which the original counts down from 65536, is written with its bytes only.
    for form in (f"r:{note.duration}", *forms) if note.duration else ():
        if _note(_parse_note(form, voice), voice) == stored:
            return form
    return f"${note.registers.hex().upper()}:{note.duration}"
