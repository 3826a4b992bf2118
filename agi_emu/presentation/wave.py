"""Sound as a WAV file: 16 bits, mono."""

from __future__ import annotations

import io
import wave
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self

from agi_emu._core.port_log import packed
from agi_emu.machine.machine import Machine
from agi_emu.presentation.sounds_alone import synthesiser_of
from agi_emu.presentation.synthesiser import DEFAULT_RATE

SAMPLE_BYTES = 2
BEATS_AT_A_TIME = 600
"""Beats whose samples a sink makes at once."""


class WaveFile:
    """A WAV file; samples can be added until it is closed."""

    def __init__(self, target: Path | BinaryIO, rate: int = DEFAULT_RATE) -> None:
        """Create the file, or begin to write to an open one, for `rate` samples per second."""
        # A writer of the library that could not open its file complains when it is thrown away.
        self._target = target
        self._file = target.open("wb") if isinstance(target, Path) else target
        self._wave = wave.open(self._file, "wb")  # noqa: SIM115
        self._wave.setnchannels(1)
        self._wave.setsampwidth(SAMPLE_BYTES)
        self._wave.setframerate(rate)

    def add(self, samples: memoryview[int]) -> None:
        """Append samples of 16 bits."""
        self._wave.writeframes(samples)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._wave.close()
        if isinstance(self._target, Path):
            self._file.close()


def save_wave(target: Path | BinaryIO, samples: memoryview[int], rate: int = DEFAULT_RATE) -> None:
    """Write a WAV file of all these samples."""
    with WaveFile(target, rate) as file:
        file.add(samples)


def wave_bytes(samples: memoryview[int], rate: int = DEFAULT_RATE) -> bytes:
    """Return all these samples as the bytes of a WAV file."""
    out = io.BytesIO()
    save_wave(out, samples, rate)
    return out.getvalue()


class WaveSink:
    """A session's audio sink that writes what is heard to a file, from beat `first` (counted from 1) on."""

    def __init__(self, file: WaveFile, machine: Machine, rate: int = DEFAULT_RATE, *, first: int = 1) -> None:
        """Write the sound of `machine` to `file` from now on, including the notes it is playing."""
        self._file = file
        self._synthesiser = synthesiser_of(machine, rate)
        self._first = first
        self._beat = 0
        self._writes: list[tuple[int, int, int]] = []
        self._kept = 0

    def write(self, port_writes: Sequence[tuple[int, int, int]]) -> None:
        """Record the writes of one beat."""
        self._writes += [(self._kept, port, value) for _, port, value in port_writes]
        self._kept += 1
        if self._kept == BEATS_AT_A_TIME:
            self.flush()

    def flush(self) -> None:
        """Make the samples of all beats since the last call, and write the requested ones."""
        samples = self._synthesiser.run(packed(self._writes), self._kept)
        unheard = min(self._kept, max(0, self._first - 1 - self._beat))
        self._file.add(samples[unheard * len(samples) // self._kept :] if unheard else samples)
        self._beat += self._kept
        self._writes.clear()
        self._kept = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.flush()
