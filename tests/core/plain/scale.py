"""The screen at any size, pixel by pixel.

Target pixel i of a line covers [i * source, (i + 1) * source) where a screen pixel is `length` long; it is the mean of
the one or two screen pixels that it covers, weighted by 256ths. Below 1:1 it covers more, and the first two stand for
all. Columns are mixed first, then rows.
"""


def span(index: int, length: int, source: int) -> tuple[int, int, int]:
    """Return both screen pixels and the share of the first in 256ths."""
    first = index * source // length
    inside = (first + 1) * length - index * source
    if inside >= source or first + 1 == source:
        return first, first, 256
    return first, first + 1, (inside * 256 + source // 2) // source


def mix(a: int, b: int, weight: int) -> int:
    """Mix two colours byte by byte."""
    mixed = 0
    for shift in (0, 8, 16, 24):
        part = ((a >> shift & 0xFF) * weight + (b >> shift & 0xFF) * (256 - weight) + 128) >> 8
        mixed |= part << shift
    return mixed


def scaled(
    pixels: bytes,
    colours: list[int],
    width: int,
    height: int,
    across: int = 320,
    down: int = 200,
    layer: bytes | None = None,
) -> list[list[int]]:
    """Return the rows of a picture of across x down pixels at width x height, with a layer over it."""
    shown = [
        colours[256 + over] if over else colours[pixel]
        for pixel, over in zip(pixels, layer or bytes(len(pixels)), strict=True)
    ]
    rows = []
    for y in range(height):
        upper, lower, row_weight = span(y, height, down)
        row = []
        for x in range(width):
            left, right, weight = span(x, width, across)
            above = mix(shown[upper * across + left], shown[upper * across + right], weight)
            below = mix(shown[lower * across + left], shown[lower * across + right], weight)
            row.append(above if upper == lower else mix(above, below, row_weight))
        rows.append(row)
    return rows
