"""The one module that knows PortAudio: what the host can play sound on, and streams to it."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any, NamedTuple, Protocol

from agi_emu.facts.errors import HostError

SYSTEM_LIBRARY = "libportaudio2"
"""Debian's name for PortAudio; the Python packages for other systems include it."""

BLOCK = 512
"""Samples per request of the card."""
PATIENCE = 2.0
"""Seconds by which a device may be late with its samples before it counts as stuck."""


class SoundStream(Protocol):
    """A stream to the card, playing since it was opened."""

    @property
    def active(self) -> bool:
        """Whether the card still asks for samples."""

    @property
    def latency(self) -> float:
        """Seconds from the callback to the loudspeaker."""

    def close(self) -> None:
        """Close the stream."""


def load_portaudio() -> ModuleType:
    """Import sounddevice, which loads PortAudio."""
    try:
        import sounddevice  # type: ignore[import-untyped]
    except ImportError as error:
        raise HostError(f"no sound: {error}; pip install sounddevice") from error
    except OSError as error:
        how = f"apt-get install {SYSTEM_LIBRARY}" if sys.platform == "linux" else "install PortAudio"
        raise HostError(f"no sound: {error}; {how}") from error
    assert isinstance(sounddevice, ModuleType)
    return sounddevice


def output_device() -> str:
    """Return the name of the device that plays sound by default."""
    portaudio = load_portaudio()
    try:
        device = portaudio.query_devices(kind="output")
    except (portaudio.PortAudioError, ValueError) as error:
        raise HostError("no sound: this computer has no device to play it on") from error
    return str(device["name"])


def open_stream(fill: Callable[[memoryview], None], rate: int) -> SoundStream:
    """Let the card play what `fill` writes into the buffers it gets, in a thread of the card's.

    The buffers are bytes of 16-bit samples, mono. No numpy is imported.
    """
    portaudio = load_portaudio()
    output_device()

    def callback(buffer: Any, _frames: int, _times: Any, _status: Any) -> None:
        fill(memoryview(buffer))

    try:
        stream = portaudio.RawOutputStream(
            samplerate=rate, channels=1, dtype="int16", blocksize=BLOCK, callback=callback
        )
        stream.start()
    except (portaudio.PortAudioError, ValueError) as error:
        raise HostError(f"no sound: the device refuses {rate} samples per second ({error})") from error
    opened: SoundStream = stream
    return opened


@dataclass(slots=True)
class SamplePlayback:
    """Samples to play in one go, and measurements of the card's clock."""

    samples: memoryview[int]
    at: int = 0
    calls: list[tuple[float, int]] = field(default_factory=list)
    """Times in seconds at which the card asked for samples, and how many it had got by then."""

    def fill(self, target: memoryview) -> None:
        """Give the card its next samples."""
        self.calls.append((time.perf_counter(), self.at))
        content = self.samples[self.at :].cast("B")[: len(target)]
        target[: len(content)] = content
        target[len(content) :] = bytes(len(target) - len(content))
        self.at += len(target) // 2

    @property
    def is_done(self) -> bool:
        """Whether the card has all samples."""
        return self.at >= len(self.samples)

    def rate(self) -> float:
        """Return the samples per second that the card took: the slope of the line closest to all its calls."""
        count = len(self.calls)
        mean_time = sum(moment for moment, _ in self.calls) / count
        mean_place = sum(place for _, place in self.calls) / count
        spread = sum((moment - mean_time) ** 2 for moment, _ in self.calls)
        common = sum((moment - mean_time) * (place - mean_place) for moment, place in self.calls)
        return common / spread if spread else float("inf")


class PlaybackMeasurements(NamedTuple):
    """The measurements of a playback."""

    latency: float
    """Seconds from the program to the loudspeaker."""
    rate: float
    """Samples per second by this computer's clock."""


def play_samples(samples: memoryview[int], rate: int) -> PlaybackMeasurements:
    """Play samples and return when the last has been heard; raise HostError if that is impossible."""
    playback = SamplePlayback(samples)
    stream = open_stream(playback.fill, rate)
    try:
        end = time.monotonic() + len(samples) / rate + PATIENCE
        while not playback.is_done:
            if time.monotonic() > end or not stream.active:
                raise HostError("no sound: the device has stopped accepting samples")
            time.sleep(0.01)
        latency = stream.latency
        time.sleep(min(latency + 2 * BLOCK / rate, PATIENCE))
    finally:
        stream.close()
    return PlaybackMeasurements(latency, playback.rate())


@contextmanager
def c_libraries_silent() -> Iterator[None]:
    """Hide what ALSA and others print to the C library's stderr: our own message says it better."""
    sys.stderr.flush()
    kept = os.dup(2)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    os.close(nowhere)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
