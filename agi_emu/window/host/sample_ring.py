"""The ring of samples between the emulator, which fills it, and the sound card's callback, which empties it.

One thread writes and one reads. Each moves a position of its own and only reads the other's, so neither ever waits.
"""

from __future__ import annotations

from array import array

SAMPLE_BYTES = 2


class SampleRing:
    """Samples of 16 bits on their way to the card; after a gap they flow again once enough have come together."""

    def __init__(self, capacity: int) -> None:
        """Hold up to `capacity` samples."""
        self._bytes = bytearray(capacity * SAMPLE_BYTES)
        self._size = len(self._bytes)
        self._written = 0
        self._read = 0
        self._flows = False
        self._rests = True
        self.underruns = 0
        """How often the card asked for samples that were missing, not counting intended gaps."""

    @property
    def fill(self) -> int:
        """Number of samples waiting for the card."""
        return (self._written - self._read) // SAMPLE_BYTES

    @property
    def flows(self) -> bool:
        """Whether the card gets samples, and not silence until enough are there."""
        return self._flows

    def rest(self) -> None:
        """Announce that no samples will come for a while, so that the card running out is not an underrun."""
        self._rests = True

    def write(self, samples: array[int], start: int = 0) -> bool:
        """Add samples, and let them flow if there are now `start` or more; return False and add none if not all fit."""
        content = memoryview(samples).cast("B")
        if self._size - (self._written - self._read) < len(content):
            return False
        at = self._written % self._size
        first = min(len(content), self._size - at)
        self._bytes[at : at + first] = content[:first]
        self._bytes[: len(content) - first] = content[first:]
        self._written += len(content)
        self._rests = False
        if not self._flows and self.fill >= start:
            self._flows = True
        return True

    def read_into(self, target: memoryview) -> None:
        """Fill a buffer of bytes with the next samples, with silence where there are none."""
        wanted = len(target)
        here = min(wanted, self._written - self._read) if self._flows else 0
        at = self._read % self._size
        first = min(here, self._size - at)
        target[:first] = self._bytes[at : at + first]
        target[first:here] = self._bytes[: here - first]
        self._read += here
        if here < wanted:
            target[here:] = bytes(wanted - here)
            if self._flows:
                self._flows = False
                self.underruns += not self._rests
