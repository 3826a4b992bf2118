"""The machine's sound hardware on the host's side: port writes in, samples out, at any speed of play."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from functools import cache

from agi_emu._core.psg import Psg
from agi_emu.data import read_data
from agi_emu.facts.codes import BEATS_PER_SECOND

RATES = (44_100, 48_000)
"""Samples per second; a beat holds a whole number of either."""
DEFAULT_RATE = RATES[0]
FULL_VOLUME = 100
FULL_GAIN = 256

CHIPS = {"pc": "", "pcjr": "sn76496", "tandy": "ncr8496"}
"""The sound chip of each machine (reference: SND-32); the PC has only its speaker."""

LOUDNESS = {"pc": 206, "pcjr": 160, "tandy": FULL_GAIN}
"""What each machine's voices are multiplied by, in 256ths: all are equally loud (benchmarks.trials.loudness)."""


@cache
def impulses() -> bytes:
    """Return the table that all samples are made of (scripts/impulse-table)."""
    return read_data("impulses.bin")


def gain_of_volume(volume: int) -> int:
    """Return what samples are multiplied by, in 256ths, for a volume of 0-100; half the volume is 12 dB less."""
    return (FULL_GAIN * volume * volume + FULL_VOLUME**2 // 2) // FULL_VOLUME**2


class Synthesiser:
    """Makes the samples of one machine, beat by beat."""

    def __init__(self, machine: str, rate: int = DEFAULT_RATE) -> None:
        """Switch on the hardware of `machine` (pc, pcjr, tandy) for `rate` samples per second."""
        self.rate = rate
        self._psg = Psg(impulses(), CHIPS[machine], rate, LOUDNESS[machine])
        self._left_over = 0.0

    def write(self, port_writes: Iterable[tuple[int, int, int]]) -> None:
        """Take writes of (beat, port, value) at the moment up to which samples were made."""
        self._psg.take(port_writes)

    def beat(self, *, speed: float = 1.0, gain: int = FULL_GAIN) -> array[int]:
        """Return the samples of a beat, 16 bits and mono; at another speed it has more or fewer, and the same pitch."""
        exact = self.rate / (BEATS_PER_SECOND * speed) + self._left_over
        count = int(exact)
        self._left_over = exact - count
        samples = array("h", bytes(2 * count))
        self._psg.render(samples, gain)
        return samples

    def run(self, log: array[int], beats: int) -> memoryview[int]:
        """Return the samples of `beats` beats in one go; `log` holds their port writes, from beat 0 on."""
        return self._psg.play(log, self.rate // BEATS_PER_SECOND, beats)


def samples_of(log: array[int], beats: int, machine: str, rate: int = DEFAULT_RATE) -> memoryview[int]:
    """Return the samples of `beats` beats with the log of a whole sound (agi_emu/_core/port_log.pyx)."""
    return Synthesiser(machine, rate).run(log, beats)
