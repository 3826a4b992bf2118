"""Pixels of a screen of another size, obvious and slow."""

from __future__ import annotations

WIDTH, HEIGHT = 320, 200


def sample(screen: bytes, colours: bytes, width: int, height: int, *, grey: bool) -> bytes:
    """Return the pixels in the middle of each part of a screen: indices, or their lightness."""
    found = bytearray()
    for y in range(height):
        for x in range(width):
            index = screen[WIDTH * ((2 * y + 1) * HEIGHT // (2 * height)) + (2 * x + 1) * WIDTH // (2 * width)]
            red, green, blue = colours[3 * index : 3 * index + 3]
            found.append((77 * red + 150 * green + 29 * blue + 128) // 256 if grey else index)
    return bytes(found)
