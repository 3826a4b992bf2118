"""Plain twin of ``_core/flood`` (reference: PIC-25)."""

from __future__ import annotations

import re

from tests.core.plain.line import HEIGHT, WIDTH


def is_fillable(cell: int, colour_on: bool) -> bool:
    """Tell whether a cell counts as empty: white if the colour plane is on, else priority 4."""
    return cell & 15 == 15 if colour_on else cell >> 4 == 4


def area(picture: bytes | bytearray, x: int, y: int, mask: int, value: int) -> list[slice]:
    """Return the stretches of cells that a fill at (x, y) paints.

    Taken row by row, each stretch of empty cells at once: not the queue of the core, and quick enough to be searched.
    """
    colour_on = bool(mask & 0x0F)
    refused = value & 15 == 15 if colour_on else mask == 0 or value >> 4 == 4
    if refused:
        return []
    empty = bytes(is_fillable(cell, colour_on) for cell in range(256))
    rows = [bytearray(picture[start : start + WIDTH].translate(empty)) for start in range(0, len(picture), WIDTH)]
    reached = []
    waiting = [(x, y)]
    while waiting:
        x, y = waiting.pop()
        row = rows[y]
        if not row[x]:
            continue
        left = row.rfind(0, 0, x) + 1
        right = row.find(0, x) if 0 in row[x:] else WIDTH
        row[left:right] = bytes(right - left)
        reached.append(slice(WIDTH * y + left, WIDTH * y + right))
        for beside in {max(y - 1, 0), min(y + 1, HEIGHT - 1)}:
            stretches = re.finditer(b"\x01+", rows[beside][left:right])
            waiting += [(left + stretch.start(), beside) for stretch in stretches]
    return reached


def fill(picture: bytearray, x: int, y: int, mask: int, value: int) -> int:
    """Paint the area around (x, y); return the number of cells."""
    painted = bytes((cell | mask) & value for cell in range(256))
    stretches = area(picture, x, y, mask, value)
    for stretch in stretches:
        picture[stretch] = picture[stretch].translate(painted)
    return sum(stretch.stop - stretch.start for stretch in stretches)
