"""Plain twin of ``_core/heap`` (docs/heap.md): what is left, and the first piece that does not fit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

PAGE_BYTES = 256


@dataclass
class Memory:
    """A memory of so many bytes; variable 8 and the most that was in use, as far as they were told."""

    size: int
    used: int = 0
    pages_left: int = 0
    most: int = 0
    lacking: tuple[int, int] | None = None
    """The size of the first piece that did not fit, and what was left for it."""

    def take(self, pieces: Iterable[int]) -> bool:
        """Take pieces one behind the other; return whether all did fit."""
        for piece in pieces:
            if piece > self.size - self.used:
                self.lacking = self.lacking or (piece, self.size - self.used)
                return False
            self.used += piece
        self.pages_left = (self.size - self.used) // PAGE_BYTES
        self.most = max(self.most, self.used)
        return True


def backgrounds(cels: Iterable[tuple[int, int]], entry: int) -> Iterator[int]:
    """Yield the pieces of the backgrounds under objects of these widths and heights."""
    for width, height in cels:
        yield entry
        yield width * height
