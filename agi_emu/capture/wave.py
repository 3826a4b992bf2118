"""Sound as a WAV file: 16 bits, mono."""

from __future__ import annotations

import io
import sys
import wave
from array import array
from pathlib import Path
from types import TracebackType
from typing import Self

from agi_emu.session import PortWrites
from agi_emu.synthesis.synthesiser import DEFAULT_RATE, Synthesiser

SAMPLE_BYTES = 2


class WaveFile:
    """A WAV file that samples are added to until it is closed."""

    def __init__(self, path: Path, rate: int = DEFAULT_RATE) -> None:
        """Create the file for `rate` samples a second."""
        self._file = path.open("wb")
        self._wave = wave.open(self._file, "wb")  # noqa: SIM115
        self._wave.setnchannels(1)
        self._wave.setsampwidth(SAMPLE_BYTES)
        self._wave.setframerate(rate)

    def add(self, samples: array[int]) -> None:
        """Append samples of 16 bits."""
        if sys.byteorder == "big":
            samples = array("h", samples)
            samples.byteswap()
        self._wave.writeframes(samples.tobytes())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._wave.close()
        self._file.close()


def save_wave(path: Path, samples: array[int], rate: int = DEFAULT_RATE) -> None:
    """Write a WAV file of all these samples."""
    with WaveFile(path, rate) as file:
        file.add(samples)


def wave_bytes(samples: array[int], rate: int = DEFAULT_RATE) -> bytes:
    """Return all these samples as the bytes of a WAV file."""
    out = io.BytesIO()
    with wave.open(out, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(SAMPLE_BYTES)
        file.setframerate(rate)
        if sys.byteorder == "big":
            samples = array("h", samples)
            samples.byteswap()
        file.writeframes(samples.tobytes())
    return out.getvalue()


class WaveSink:
    """A session's audio sink that writes what is heard to a file, from beat `first` (counted from 1) on."""

    def __init__(self, file: WaveFile, machine: str, rate: int = DEFAULT_RATE, *, first: int = 1) -> None:
        """Write to `file` what `machine` (pc, pcjr, tandy) lets hear."""
        self._file = file
        self._synthesiser = Synthesiser(machine, rate)
        self._first = first
        self._beat = 0

    def write(self, port_writes: PortWrites) -> None:
        """Take the writes of one beat."""
        self._beat += 1
        self._synthesiser.write(port_writes)
        samples = self._synthesiser.beat()
        if self._beat >= self._first:
            self._file.add(samples)
