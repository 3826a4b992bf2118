"""Plain twin of ``_core/line`` (reference: PIC-4, PIC-15)."""

from __future__ import annotations

WIDTH = 160
HEIGHT = 168


def plot(picture: bytearray, x: int, y: int, mask: int, value: int) -> None:
    """Plot one cell."""
    offset = WIDTH * y + x
    picture[offset] = (picture[offset] | mask) & value


def sign(number: int) -> int:
    """Return -1, 0 or 1."""
    return (number > 0) - (number < 0)


def line_points(x1: int, y1: int, x2: int, y2: int) -> list[tuple[int, int]]:
    """Return the points that a line plots, in order; a slanted one leaves its first point to the caller."""
    if y1 == y2:
        return [(x, y1) for x in range(min(x1, x2), max(x1, x2) + 1)]
    if x1 == x2:
        return [(x1, y) for y in range(min(y1, y2), max(y1, y2) + 1)]
    dx, dy = abs(x2 - x1), abs(y2 - y1)
    if dx >= dy:
        n, sum_x, sum_y = dx, 0, dx // 2
    else:
        n, sum_x, sum_y = dy, dy // 2, 0
    x, y = x1, y1
    points = []
    for _ in range(n):
        sum_y = (sum_y + dy) % 256
        if sum_y >= n:
            sum_y -= n
            y += sign(y2 - y1)
        sum_x = (sum_x + dx) % 256
        if sum_x >= n:
            sum_x -= n
            x += sign(x2 - x1)
        points.append((x, y))
    return points


def draw(picture: bytearray, x1: int, y1: int, x2: int, y2: int, mask: int, value: int) -> None:
    """Plot a line."""
    for x, y in line_points(x1, y1, x2, y2):
        plot(picture, x, y, mask, value)
