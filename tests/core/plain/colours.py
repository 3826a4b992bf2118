"""The colours of pixels, obvious and slow."""

from __future__ import annotations


def paint(pixels: bytes, colours: bytes) -> bytes:
    """Return red, green and blue of each pixel; IndexError for one that has no colour."""
    palette = [colours[start : start + 3] for start in range(0, len(colours), 3)]
    return b"".join(palette[pixel] for pixel in pixels)


def moved(pixels: bytes, width: int, across: int, down: int) -> bytes:
    """Return a picture moved to the right and down, black where nothing comes from."""
    height = len(pixels) // width
    places = ((row - down, column - across) for row in range(height) for column in range(width))
    return bytes(
        pixels[width * row + column] if 0 <= row < height and 0 <= column < width else 0 for row, column in places
    )
