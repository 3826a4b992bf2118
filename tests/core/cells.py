"""Pictures for the tests of the core: made, guarded, compared cell by cell."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cache

WIDTH = 160
HEIGHT = 168
CELLS = WIDTH * HEIGHT
EMPTY = 0x4F
GUARD_BYTES = 4096
GUARD = 0xA5


@dataclass
class Guarded:
    """A picture in the middle of a larger block of memory; what lies around it must never change."""

    block: bytearray

    @property
    def picture(self) -> memoryview:
        """The picture, as the core gets it."""
        return memoryview(self.block)[GUARD_BYTES : GUARD_BYTES + CELLS]

    def check(self) -> None:
        """Fail if something was written around the picture."""
        guard = bytes([GUARD]) * GUARD_BYTES
        assert self.block[:GUARD_BYTES] == guard, "written in front of the picture"
        assert self.block[-GUARD_BYTES:] == guard, "written behind the picture"


def guarded(picture: bytes | bytearray) -> Guarded:
    """Return a copy of a picture between two guards."""
    guard = bytes([GUARD]) * GUARD_BYTES
    return Guarded(bytearray(guard + picture + guard))


def empty() -> bytearray:
    """Return a picture as draw.pic starts with it: priority 4, white (reference: PIC-2)."""
    return bytearray([EMPTY]) * CELLS


def noise(seed: int, cells: tuple[int, ...] = tuple(range(256))) -> bytearray:
    """Return a picture of random cells out of the given ones."""
    return bytearray(_noise(seed, cells))


@cache
def _noise(seed: int, cells: tuple[int, ...]) -> bytes:
    return bytes(random.Random(seed).choices(cells, k=CELLS))


def assert_equal(actual: bytes | bytearray | memoryview, expected: bytes | bytearray) -> None:
    """Fail with the first cell that differs."""
    if bytes(actual) == bytes(expected):
        return
    offset = next(i for i in range(CELLS) if actual[i] != expected[i])
    y, x = divmod(offset, WIDTH)
    raise AssertionError(f"cell ({x}, {y}) is {actual[offset]:02X}, should be {expected[offset]:02X}")


def changed(picture: bytes | bytearray | memoryview, background: int = EMPTY) -> list[tuple[int, int]]:
    """Return the points (x, y) that no longer hold the background, row by row."""
    return [(i % WIDTH, i // WIDTH) for i in range(CELLS) if picture[i] != background]
