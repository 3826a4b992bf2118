"""Fixed inputs of the kernels: they stay the same when the demo game changes."""

from __future__ import annotations

import random

from tests.core.cel_bytes import cel_of

# A house made by hand: lines of each kind, fills of both planes, pens.
HOUSE = bytes.fromhex(
    "F0 02 F2 0A F8 00 A0 F3 F0 06 F4 20 80 40 80 80 20 F6 20 40 50 20 80 40 F7 50 20 11 11 11 99 99 F0 0C F8 50 60"
    "F0 01 F5 40 60 48 70 40 60 F8 44 68 F9 34 FA 18 10 20 3A 30 28 55 90 18 F9 07 FA 88 30 70 50 F1 F2 05 F8 50 10 FF"
)

WHITE = 5  # the transparent colour of these cels


def figure(width: int, height: int, flags: int) -> bytes:
    """Return a cel that looks like a person to the decoder: short chunks, transparent on both sides."""
    source = random.Random(width)
    rows = bytearray()
    for _ in range(height):
        column = 0
        while column < width:
            count = min(source.randrange(1, 6), width - column)
            colour = WHITE if column < width // 4 or column > 3 * width // 4 else source.randrange(16)
            rows.append(colour << 4 | count)
            column += count
        rows.append(0)
    return cel_of(width, height, flags | WHITE, rows.hex())
