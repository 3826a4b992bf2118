"""SOUND resources: three tone voices and one of noise. The player steps through the raw bytes; this is for reading.

Source: reference: SND-1, SND-2; specification 7.1.
"""

from typing import NamedTuple

from agi_emu.resources.sound_formats import apple_iigs_beats

VOICES = 4
NOISE_VOICE = 3
_HEADER_BYTES = 2 * VOICES
_NOTE_BYTES = 5
_END_OF_VOICE = 0xFFFF


class Note(NamedTuple):
    """One note: how long it lasts (beats of 1/60 s, 0-65534) and its three bytes for the chip."""

    duration: int
    registers: bytes

    @property
    def divisor(self) -> int:
        """The number by which the chip divides 111860.8 Hz to get the tone (0-1023; 0 acts as 1024)."""
        return (self.registers[0] & 0x3F) << 4 | self.registers[1] & 0x0F

    @property
    def attenuation(self) -> int:
        """0 (full) to 15 (silent), 2 dB a step."""
        return self.registers[2] & 0x0F

    @property
    def is_white_noise(self) -> bool:
        """In the noise voice: white instead of periodic."""
        return bool(self.registers[1] & 4)

    @property
    def noise_rate(self) -> int:
        """In the noise voice: 0-2 a fixed rate, 3 the rate of tone voice 2."""
        return self.registers[1] & 3


class Sound(NamedTuple):
    """The notes of the four voices, tones 0, 1, 2 and noise; a damaged voice is empty or ends early."""

    number: int
    voices: tuple[tuple[Note, ...], tuple[Note, ...], tuple[Note, ...], tuple[Note, ...]]
    notes: tuple[str, ...] = ()

    def beats(self, voice: int) -> int:
        """Return the sum of the durations of a voice in beats of 1/60 s."""
        return sum(note.duration for note in self.voices[voice])


def parse_sound(number: int, data: bytes) -> Sound:
    """Return the four voices of a sound; damage is tolerated and noted (reference: SND-5)."""
    if len(data) < _HEADER_BYTES:
        return Sound(number, ((), (), (), ()), (f"its {len(data)} bytes hold no voices; it is silent",))
    offsets = [int.from_bytes(data[2 * voice : 2 * voice + 2], "little") for voice in range(VOICES)]
    if offsets[0] < _HEADER_BYTES:
        why = f"its first voice starts at {offsets[0]}, in the header"
        if apple_iigs_beats(data) is not None:
            why = "it is made for the Apple IIgs"
        return Sound(number, ((), (), (), ()), (f"{why}; it is silent",))
    notes: list[str] = []
    tone_0, tone_1, tone_2, noise = (_voice(data, voice, offsets[voice], notes) for voice in range(VOICES))
    return Sound(number, (tone_0, tone_1, tone_2, noise), tuple(notes))


def _voice(data: bytes, voice: int, offset: int, notes: list[str]) -> tuple[Note, ...]:
    if offset == 0 or offset + 2 > len(data):
        notes.append(f"voice {voice} starts at {offset}, outside of the {len(data)} bytes; it is silent")
        return ()
    found: list[Note] = []
    while offset + 2 <= len(data):
        duration = int.from_bytes(data[offset : offset + 2], "little")
        if duration == _END_OF_VOICE:
            return tuple(found)
        if offset + _NOTE_BYTES > len(data):
            break
        found.append(Note(duration, data[offset + 2 : offset + _NOTE_BYTES]))
        offset += _NOTE_BYTES
    notes.append(f"voice {voice} has no end; it ends with the resource")
    return tuple(found)
