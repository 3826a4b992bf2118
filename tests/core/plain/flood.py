"""Plain twin of ``_core/flood`` (reference: PIC-25)."""

from __future__ import annotations

from tests.core.plain.line import HEIGHT, WIDTH, plot


def is_fillable(cell: int, colour_on: bool) -> bool:
    """Tell whether a cell counts as empty: white if the colour plane is on, else priority 4."""
    return cell & 15 == 15 if colour_on else cell >> 4 == 4


def area(picture: bytes | bytearray, x: int, y: int, mask: int, value: int) -> set[tuple[int, int]]:
    """Return the points that a fill at (x, y) paints."""
    colour_on = bool(mask & 0x0F)
    refused = value & 15 == 15 if colour_on else mask == 0 or value >> 4 == 4
    if refused or not is_fillable(picture[WIDTH * y + x], colour_on):
        return set()
    reached = {(x, y)}
    waiting = [(x, y)]
    while waiting:
        x, y = waiting.pop()
        for point in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
            inside = 0 <= point[0] < WIDTH and 0 <= point[1] < HEIGHT
            if inside and point not in reached and is_fillable(picture[WIDTH * point[1] + point[0]], colour_on):
                reached.add(point)
                waiting.append(point)
    return reached


def fill(picture: bytearray, x: int, y: int, mask: int, value: int) -> int:
    """Paint the area around (x, y); return the number of cells."""
    points = area(picture, x, y, mask, value)
    for point in points:
        plot(picture, *point, mask, value)
    return len(points)
