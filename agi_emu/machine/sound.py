"""The sound player: turns a sound resource into port writes, one step a beat.

Source: reference: SND-6, SND-7, SND-13, SND-15, SND-24, SND-25.

The steps are the core's (agi_emu/_core/player.pyx). What they give are the bytes that the original sends to the
hardware: the chip of PCjr and Tandy at port C0h, the timer (42h, 43h) and the gate (61h) of the PC speaker.
"""

from __future__ import annotations

from array import array

from agi_emu.facts.mercies import SILENT_FOREIGN_SOUNDS
from agi_emu.machine.interpreter import Interpreter
from agi_emu.resources.sound_formats import apple_iigs_beats
from agi_emu.state.layout import SoundState

VOICES = 4
EMPTY_SOUND = bytes.fromhex("0800 0800 0800 0800 FFFF")
"""Four voices that end where they begin."""
BEHIND_EVERY_SOUND = 0x10000
"""A position that no resource has: the voice ends there."""
SILENT = 15
"""The attenuation at which nothing is heard; the loudest is 0."""
REST = 0x9F
"""The level byte of a rest, where there is no envelope."""
GATE_PORT = 0x61
GATE_OPEN = 0x03
GATE_SHUT = 0x00
KEYBOARD_ACKNOWLEDGE = 0x80
CHIP_ENABLED = 0x60
"""Bits of port 61h. Nothing else of the machine sets bits there that last, so each value is the whole byte."""


def give(m: Interpreter, number: int) -> None:
    """Give the core the bytes of a sound; a missing one, where that is forgiven, ends with its first beat."""
    if not m.core.has_sound(number):
        m.core.set_sound(number, _bytes_of(m, number))


def _bytes_of(m: Interpreter, number: int) -> bytes:
    return m.game.sounds.get(number, EMPTY_SOUND)


def start(m: Interpreter, number: int, end_flag: int) -> None:
    """Begin sound `number`; its first notes come with the next beat. What played before has been stopped."""
    give(m, number)
    m.core.start_sound(number, end_flag)
    if SILENT_FOREIGN_SOUNDS in m.settings.mercies:
        foreign = apple_iigs_beats(_bytes_of(m, number))
        if foreign is not None:
            _wait_silently(m.state.sound, foreign)


def _wait_silently(sound: SoundState, beats: int) -> None:
    """Let one voice without notes count the beats of a sound that cannot be played."""
    for voice in range(VOICES):
        sound.active[voice] = 0
    sound.active[0] = 1
    sound.voices_left = 1
    sound.position[0] = BEHIND_EVERY_SOUND
    sound.counter[0] = min(beats + 1, 0xFFFF)


def stop(m: Interpreter) -> None:
    """End the sound that plays, if any: silence, and its flag is set."""
    m.core.stop_sound()


def play(m: Interpreter, beats: int, *, until: Interpreter | None = None) -> tuple[int, array[int]]:
    """Play the sound that was started by itself, for at most `beats` beats; return how many, and its port writes.

    With `until` it ends where it stands as the sound of that machine. The port writes come as a log
    (agi_emu/_core/port_log.pyx) and not in `port_writes`.
    """
    return m.core.play_sound(beats, until.core if until else None)


def stand_alike(m: Interpreter, other: Interpreter) -> bool:
    """Return whether two machines play the same sound and stand at the same place of it."""
    return m.core.sound_stands_as(other.core)


def acknowledge_key(m: Interpreter) -> None:
    """Write to the gate's port what an interrupt handler that keeps a key to itself sends to the keyboard.

    The port keeps what the speaker or the first sound of the chip has set there: bit 7 goes up and down beside it
    (reference: KEY-26).
    """
    sound = m.state.sound
    is_open = sound.playing and sound.level[0] != (SILENT if m.profile.envelope else REST)
    was_used = any(sound.position)
    held = was_used * CHIP_ENABLED if m.settings.machine != "pc" else GATE_OPEN if is_open else GATE_SHUT
    for value in (held | KEYBOARD_ACKNOWLEDGE, held):
        m.port_writes.append((m.state.clock.beats, GATE_PORT, value))
