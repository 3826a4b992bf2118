"""Plain twin of ``_core/brush`` (reference: PIC-17, PIC-18, PIC-20, PIC-22)."""

from __future__ import annotations

from collections.abc import Iterator

from tests.core.plain.line import WIDTH

ROUND = {
    0: ["1"],
    1: ["11", "11", "11"],
    2: ["010", "111", "111", "111", "010"],
    3: ["0110", "0110", "1111", "1111", "1111", "0110", "0110"],
    4: ["00100", "01110", "11111", "11111", "11111", "11111", "11111", "01110", "00100"],
    5: [
        *("001100", "011110", "011110", "011110"),
        *("111111", "111111", "111111"),
        *("011110", "011110", "011110", "001100"),
    ],
    6: ["0011100", *["0111110"] * 3, *["1111111"] * 5, *["0111110"] * 3, "0011100"],
    7: ["00011000", "00111100", *["01111110"] * 3, *["11111111"] * 5, *["01111110"] * 3, "00111100", "00011000"],
}
SIZE_1 = {
    "2.425": ["11", "11", "00"],
    "2.426": ["11", "11", "01"],
    "2.435": ["11", "11", "01"],
    "2.439": ["11", "11", "11"],
    "3.002": ["00", "11", "00"],
}
OFF_CENTRE = ("2.425", "2.426")


def placed(x: int, y: int, n: int, interpreter: str = "2.439") -> tuple[int, int]:
    """Return the top left cell of a pen of size n plotted at (x, y)."""
    t = 2 * (x - n // 2) if interpreter in OFF_CENTRE else 2 * x - n
    if t < 0:
        t = 0
    limit = 318 if interpreter == "3.002" else 320
    if t > limit - 2 * n:
        t = limit - 2 * n
    top = y - n // 2 if interpreter in OFF_CENTRE else y - n
    if top < 0:
        top = 0
    if top > 167 - 2 * n:
        top = 167 - 2 * n
    return t // 2, top


def splatter(texture: int) -> Iterator[bool]:
    """Yield for each cell of the shape whether it is plotted."""
    t = texture | 1
    while True:
        low = t & 1
        t >>= 1
        if low:
            t ^= 0xB8
        yield t & 3 == 2


def shape(pen: int, interpreter: str = "2.439") -> list[str]:
    """Return the rows of a pen."""
    n = pen & 7
    if pen & 0x10:
        return ["1" * (n + 1)] * (2 * n + 1)
    return SIZE_1[interpreter] if n == 1 else ROUND[n]


def pen_offsets(x: int, y: int, pen: int, texture: int, interpreter: str = "2.439") -> list[int]:
    """Return the offsets that a pen plots, also one behind the picture."""
    left, top = placed(x, y, pen & 7, interpreter)
    covered = [
        WIDTH * (top + row) + left + column
        for row, cells in enumerate(shape(pen, interpreter))
        for column, cell in enumerate(cells)
        if cell == "1"
    ]
    if not pen & 0x20:
        return covered
    return [offset for offset, plotted in zip(covered, splatter(texture), strict=False) if plotted]


def draw(
    picture: bytearray, x: int, y: int, pen: int, texture: int, mask: int, value: int, interpreter: str = "2.439"
) -> None:
    """Plot a pen; a cell behind the picture is dropped."""
    for offset in pen_offsets(x, y, pen, texture, interpreter):
        if offset < len(picture):
            picture[offset] = (picture[offset] | mask) & value
