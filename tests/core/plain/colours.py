"""The colours of pixels, obvious and slow."""

from __future__ import annotations


def paint(pixels: bytes, colours: bytes) -> bytes:
    """Return red, green and blue of each pixel; IndexError for one that has no colour."""
    palette = [colours[start : start + 3] for start in range(0, len(colours), 3)]
    return b"".join(palette[pixel] for pixel in pixels)
