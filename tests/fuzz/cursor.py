"""The bytes of an input as the choices that a target makes of them; an input that has ended gives 0 for ever."""

from __future__ import annotations

import zlib

import numpy as np
from numpy.typing import NDArray


class Cursor:
    """Takes numbers and bytes from the beginning of an input."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    @property
    def is_over(self) -> bool:
        """Return whether nothing is left."""
        return self._at >= len(self._data)

    def byte(self) -> int:
        """Take a byte."""
        self._at += 1
        return self._data[self._at - 1] if self._at <= len(self._data) else 0

    def word(self) -> int:
        """Take a number of 16 bits, low byte first."""
        return self.byte() | self.byte() << 8

    def signed_word(self) -> int:
        """Take a number of 16 bits with a sign."""
        return (self.word() ^ 0x8000) - 0x8000

    def below(self, count: int) -> int:
        """Take a number from 0 to `count` - 1, of one byte."""
        return self.byte() % count

    def take(self, count: int) -> bytes:
        """Take so many bytes, fewer at the end."""
        taken = self._data[self._at : self._at + count]
        self._at += count
        return taken

    def rest(self) -> bytes:
        """Take everything that is left."""
        return self.take(len(self._data))


def share(data: bytes, count: int) -> int:
    """Return which of `count` equal parts of all inputs one belongs to: what takes long is done with one part."""
    return zlib.crc32(data) % count


def exact(data: bytes) -> NDArray[np.uint8]:
    """Return bytes in memory that ends where they do: the address sanitizer sees an access one byte behind it."""
    return np.frombuffer(data, np.uint8).copy()
