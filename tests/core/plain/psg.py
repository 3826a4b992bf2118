"""Chip and speaker, clock by clock: what stands at their outputs at every count (reference: SND-26,
SND-29 to SND-33).
"""

from __future__ import annotations

from dataclasses import dataclass

LEVELS = [round(8191 * 10 ** (-a / 10)) for a in range(15)] + [0]
"""A quarter of full scale, 2 dB a step (reference: SND-30)."""

SPEAKER = 6506
"""Twice the level of a voice."""


@dataclass(frozen=True)
class Kind:
    """A row of the table in reference: SND-32."""

    reset: int
    tap: int
    white_tap: int
    resets_always: bool
    inverted: bool


KINDS = {
    "sn76496": Kind(0x10000, 0x4, 0x8, resets_always=True, inverted=False),
    "ncr8496": Kind(0x8000, 0x2, 0x20, resets_always=False, inverted=True),
}


class Tone:
    """A counter that turns its output over when it has counted down."""

    def __init__(self) -> None:
        self.divisor = 0
        self.left = 1
        self.output = 0

    def count(self) -> None:
        if self.left == 0:
            self.output = 1 - self.output
            self.left = self.divisor or 1024
        self.left -= 1


class Noise:
    """A shift register with its own counter; divisor 2n of tone 2 at rate 3 (reference: SND-31)."""

    def __init__(self, kind: Kind, tone: Tone) -> None:
        self.kind = kind
        self.tone = tone
        self.control = 0
        self.left = 1
        self.register = kind.reset

    @property
    def output(self) -> int:
        return self.register & 1 ^ self.kind.inverted

    def write(self, value: int) -> None:
        if self.kind.resets_always or (value ^ self.control) & 4:
            self.register = self.kind.reset
        self.control = value & 7

    def count(self) -> None:
        if self.left == 0:
            self.shift()
            rate = self.control & 3
            self.left = 2 * (self.tone.divisor or 1024) if rate == 3 else 32 * 2**rate
        self.left -= 1

    def shift(self) -> None:
        bit = self.register & self.kind.tap != 0
        if self.control & 4:
            other = self.register & self.kind.white_tap != 0
            bit ^= (not other) if self.kind.inverted else other
        self.register >>= 1
        if bit:
            self.register |= self.kind.reset


class Speaker:
    """Channel 2 of the timer in its square wave mode, and the gate of port 61h; a count of it is three clocks."""

    def __init__(self) -> None:
        self.gate = 0
        self.counter = 0x10000
        self.bytes: list[int] | None = None
        self.is_set = False
        self.output = 0
        self.left = 0

    def restart(self) -> None:
        self.output = 1
        self.left = 3 * ((self.counter + 1) // 2)

    def write(self, port: int, value: int) -> None:
        if port == 0x43 and value >> 6 == 2:
            self.bytes, self.is_set, self.output = [], False, 0
        elif port == 0x42:
            self.bytes = [*(self.bytes or []), value]
            if len(self.bytes) == 2:
                counter = self.bytes[0] + 256 * self.bytes[1]
                self.counter = counter if counter > 1 else counter + 0x10000
                self.bytes = None
                if not self.is_set:
                    self.is_set = True
                    self.restart()
        elif port == 0x61:
            if value & 1 and not self.gate & 1:
                self.restart()
            elif not value & 1 and self.gate & 1:
                self.output = 1
            self.gate = value & 3

    def clock(self) -> None:
        if not (self.is_set and self.gate & 1):
            return
        if self.left == 0:
            self.output = 1 - self.output
            self.left = 3 * ((self.counter + 1) // 2 if self.output else self.counter // 2)
        self.left -= 1

    @property
    def level(self) -> int:
        return SPEAKER if self.gate & 2 and self.output else 0


class PlainPsg:
    """A machine's chip, if it has one, and its speaker."""

    def __init__(self, chip: str) -> None:
        self.tones = [Tone(), Tone(), Tone()]
        self.noise = Noise(KINDS[chip or "ncr8496"], self.tones[2])
        self.attenuation = [15, 15, 15, 15]
        self.latched = 0
        self.has_chip = chip != ""
        self.speaker = Speaker()

    def write(self, port: int, value: int) -> None:
        if port == 0xC0 and self.has_chip:
            self.write_chip(value)
        elif port != 0xC0:
            self.speaker.write(port, value)

    def write_chip(self, value: int) -> None:
        if value & 0x80:
            self.latched = value >> 4 & 7
        voice, is_attenuation = divmod(self.latched, 2)
        if is_attenuation:
            self.attenuation[voice] = value & 15
        elif voice == 3:
            self.noise.write(value)
        elif value & 0x80:
            self.tones[voice].divisor = self.tones[voice].divisor & 0x3F0 | value & 0x0F
        else:
            self.tones[voice].divisor = self.tones[voice].divisor & 0x00F | (value & 0x3F) << 4

    def run(self, counts: int) -> list[int]:
        """Return the sum of all outputs at each of the next counts of the chip."""
        voices = [*self.tones, self.noise]
        levels = []
        for _ in range(counts):
            for voice in voices if self.has_chip else ():
                voice.count()
            for _ in range(16):
                self.speaker.clock()
            chip = sum(LEVELS[a] * voice.output for a, voice in zip(self.attenuation, voices, strict=True))
            levels.append(self.speaker.level + (chip if self.has_chip else 0))
        return levels
