"""The plain sound player: a resource to port writes, one step a beat (reference: SND-6, SND-7, SND-13, SND-15, SND-24,
SND-25).
"""

from __future__ import annotations

from typing import Any, TypeAlias

from agi_emu.facts.mercies import SHORT_ZERO_NOTES
from agi_emu.facts.versions import AttenuationVariable
from agi_emu.state.layout import SoundState

SoundHost: TypeAlias = Any
"""State, game, profile, settings, port_writes, flag and set_flag, as a machine has them."""

SOUND_ON_FLAG = 9
ATTENUATION_VARIABLE = 23

VOICES = 4
NOISE_VOICE = 3
NOTE_BYTES = 5
END_OF_VOICE = 0xFFFF
BEHIND_EVERY_SOUND = 0x10000

SILENT = 15
"""The attenuation at which nothing is heard; the loudest is 0."""

REST = 0x9F
"""The level byte that is a rest where there is no envelope."""

NO_ENVELOPE = 255
"""The value of `Sound.step` while the envelope of a voice does not run."""

CHIP_PORT = 0xC0
CHIP_ATTENUATION = (0x90, 0xB0, 0xD0, 0xF0)
"""Register bits of each voice's attenuation."""

TIMER_COMMAND_PORT = 0x43
TIMER_PORT = 0x42
TIMER_SQUARE_WAVE = 0xB6
TIMER_PER_CHIP_DIVISOR = 12
"""The speaker's divisor is 12 times the chip's: a pitch of 8/9 (reference: SND-26)."""

GATE_PORT = 0x61
GATE_OPEN = 0x03
GATE_SHUT = 0x00
CHIP_ENABLED = 0x60
"""Bits of port 61h. Nothing else of the machine sets bits there that last, so each value is the whole byte."""


def start(m: SoundHost, number: int, end_flag: int) -> None:
    """Begin sound `number`; its first notes come with the next beat. What played before has been stopped."""
    data = m.game.sounds[number]
    sound = m.state.sound
    for voice in range(VOICES):
        sound.position[voice] = _word(data, 2 * voice)
        sound.counter[voice] = 1
        sound.active[voice] = 1
        sound.step[voice] = NO_ENVELOPE
        sound.level[voice] = SILENT if m.profile.envelope else REST
    sound.voices_left = VOICES if _has_chip(m) else 1
    sound.number = number
    sound.end_flag = end_flag
    sound.playing = 1
    if _has_chip(m):
        _write(m, GATE_PORT, CHIP_ENABLED)


def stop(m: SoundHost) -> None:
    """End the sound that plays, if any: silence, and its flag is set."""
    sound = m.state.sound
    if not sound.playing:
        return
    if _has_chip(m):
        for register in CHIP_ATTENUATION:
            _write(m, CHIP_PORT, register | SILENT)
    else:
        _write(m, GATE_PORT, GATE_SHUT)
    sound.playing = 0
    m.set_flag(sound.end_flag, True)


def step(m: SoundHost) -> None:
    """Play one beat."""
    sound = m.state.sound
    if not sound.playing:
        return
    if not m.flag(SOUND_ON_FLAG):
        stop(m)
        return
    data = m.game.sounds[sound.number]
    for voice in range(VOICES if _has_chip(m) else 1):
        if sound.active[voice]:
            _step_voice(m, sound, voice, data)
    if sound.voices_left == 0:
        stop(m)


def _step_voice(m: SoundHost, sound: SoundState, voice: int, data: bytes) -> None:
    # Quirk: a duration of 0 lasts 65536 beats, for the counter is decremented first (reference: SND-4).
    sound.counter[voice] = (sound.counter[voice] - 1) & 0xFFFF
    if sound.counter[voice] == 0:
        position, duration = _next_note(m, data, sound.position[voice])
        if duration == END_OF_VOICE:
            sound.voices_left -= 1
            sound.active[voice] = 0
            if m.profile.envelope:
                _write_level(m, voice, SILENT, rest=True)
            else:
                _write_note(m, 0, CHIP_ATTENUATION[voice] - 0x10 | SILENT, CHIP_ATTENUATION[voice] | SILENT)
            return
        sound.counter[voice] = duration
        if voice != NOISE_VOICE:
            sound.step[voice] = 0
        high, low, level = (_byte(data, position + offset) for offset in (2, 3, 4))
        sound.position[voice] = (position + NOTE_BYTES) % 0x10000
        if not m.profile.envelope:
            sound.level[voice] = level
            _write_note(m, high, low, level)
        else:
            sound.level[voice] = level & 0x0F
            _write_pitch(m, high=high, low=low, rest=sound.level[voice] == SILENT)
    if not m.profile.envelope:
        return
    rest = sound.level[voice] == SILENT
    _write_level(m, voice, _attenuation(m, sound, voice), rest=rest)


def _next_note(m: SoundHost, data: bytes, position: int) -> tuple[int, int]:
    """Return where the next note is and its duration, beats."""
    if position == BEHIND_EVERY_SOUND:
        return position, END_OF_VOICE
    if SHORT_ZERO_NOTES in m.settings.mercies:
        while position < len(data) and _word(data, position) == 0:
            position += NOTE_BYTES
        if position >= len(data):
            return position, END_OF_VOICE
    return position, _word(data, position)


def _attenuation(m: SoundHost, sound: SoundState, voice: int) -> int:
    """Return the attenuation of this beat and move the voice's envelope on; beyond 15 only with v23 above 127."""
    level: int = sound.level[voice]
    if level == SILENT:
        return level
    envelope = m.profile.envelope
    if sound.step[voice] < len(envelope):
        sound.held[voice] = min(max(level + envelope[sound.step[voice]], 0), SILENT)
        sound.step[voice] += 1
        level = _quieter(m, sound.held[voice])
    elif sound.step[voice] != NO_ENVELOPE:
        # Quirk: after the envelope its last value is held, and v23 is no longer added (reference: SND-15).
        sound.step[voice] = NO_ENVELOPE
        level = sound.level[voice] = sound.held[voice]
    if m.settings.machine == "tandy" and (level < 8 or level >= 0x80):
        level = (level + m.profile.tandy_attenuation) & 0xFF
    return level


def _quieter(m: SoundHost, level: int) -> int:
    """Return `level` with variable 23 added, where the interpreter knows it.

    Quirk: the sum is compared as a signed byte, so it is not limited for v23 from 128 on (reference: SND-17).
    """
    if m.profile.attenuation_variable is AttenuationVariable.ABSENT:
        return level
    level = (level + m.state.vars[ATTENUATION_VARIABLE]) & 0xFF
    return SILENT if SILENT < level < 0x80 else level


def _write_note(m: SoundHost, high: int, low: int, level: int) -> None:
    """Send a note, or a voice's end, where there is no envelope (reference: SND-27, SND-18, SND-19, SND-20)."""
    _write_pitch(m, high=high, low=low, rest=level == REST)
    if not _has_chip(m):
        return
    register, attenuation = level & 0xF0, level & 0x0F
    if m.settings.machine == "tandy" and level & 0x90 == 0x90 and attenuation < 8:
        attenuation += m.profile.tandy_attenuation
    if m.profile.attenuation_variable is AttenuationVariable.ADDED_TO_BYTE:
        _write(m, CHIP_PORT, _quieter(m, register | attenuation))
    else:
        _write(m, CHIP_PORT, register | _quieter(m, attenuation))


def _write_pitch(m: SoundHost, *, high: int, low: int, rest: bool) -> None:
    """Send the pitch of a new note: the chip gets the bytes as stored, the speaker a divisor."""
    if _has_chip(m):
        # Quirk: the register bits are the resource's, so a wrong one changes another voice (reference: SND-19).
        _write(m, CHIP_PORT, low)
        if low & 0xE0 != 0xE0 or m.profile.noise_has_second_byte:
            _write(m, CHIP_PORT, high)
    elif rest:
        _write(m, GATE_PORT, GATE_SHUT)
    else:
        divisor = TIMER_PER_CHIP_DIVISOR * ((high & 0x3F) << 4 | low & 0x0F)
        _write(m, TIMER_COMMAND_PORT, TIMER_SQUARE_WAVE)
        _write(m, TIMER_PORT, divisor & 0xFF)
        _write(m, TIMER_PORT, divisor >> 8)
        _write(m, GATE_PORT, GATE_OPEN)


def _write_level(m: SoundHost, voice: int, attenuation: int, *, rest: bool) -> None:
    """Send an attenuation; the PC sends it to the chip that it lacks, and shuts the gate again in a rest."""
    if rest and not _has_chip(m):
        _write(m, GATE_PORT, GATE_SHUT)
    _write(m, CHIP_PORT, CHIP_ATTENUATION[voice] | attenuation)


def _has_chip(m: SoundHost) -> bool:
    return m.settings.machine != "pc"


def _byte(data: bytes, offset: int) -> int:
    """Return a byte of the resource, 0 behind its end; 65536 bytes on is the same place.

    Quirk: the original reads on in its heap. Where the recordings have voices that begin or run behind the end, what
    they found there was mostly 0 (presq 0 and 1, patqst 117, jukebx 4), so such a voice holds one note for 65536 beats.
    """
    offset %= 0x10000
    return data[offset] if offset < len(data) else 0


def _word(data: bytes, offset: int) -> int:
    return _byte(data, offset) | _byte(data, offset + 1) << 8


def _write(m: SoundHost, port: int, value: int) -> None:
    m.port_writes.append((m.state.clock.beats, port, value))
