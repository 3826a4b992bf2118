"""Measures how much of the original's stack the fills of a picture need.

The original fills line by line and keeps on its 2560-byte stack where it has yet to go on (reference: PIC-25,
PIC-27). What it keeps for each stretch is not known, so bytes cannot be counted. What can be are the stretches that
wait at once: of the 1942 pictures of 75 games, which the original draws, none has more than 96. A fill with more goes
where no picture has been seen to go.
"""

from __future__ import annotations

from agi_emu._core import picture
from agi_emu.facts.pens import pen_variant
from agi_emu.facts.versions import VersionProfile
from agi_emu.resources.drawn_picture import EMPTY_PICTURE, HEIGHT, WIDTH
from agi_emu.resources.projects.picture_script import commands
from agi_emu.resources.projects.picture_source import COLOR_ON, PRIORITY_ON

_FILL = 0xF8
_WHITE, _FREE_PRIORITY = 15, 4
MOST_SEEN = 96
"""Stretches that wait in the deepest fills which the original is known to survive."""


def deepest_fill(data: bytes, profile: VersionProfile) -> tuple[int, int]:
    """Return the most stretches that a fill of a picture has to remember, and the offset of that fill's command."""
    buffer = bytearray(EMPTY_PICTURE)
    drawing = picture.Drawing(buffer, data, pen_variant=pen_variant(profile))
    color: int | None = None
    priority: int | None = None
    deepest = (0, 0)
    for command in commands(data):
        color = command.switched(COLOR_ON, color)
        priority = command.switched(PRIORITY_ON, priority)
        if command.number == _FILL:
            cells = bytearray(buffer)
            for x, y in zip(command.operands[::2], command.operands[1::2], strict=False):
                depth = pending_stretches(cells, min(x, WIDTH - 1), min(y, HEIGHT - 1), color, priority)
                deepest = max(deepest, (depth, command.offset), key=lambda found: found[0])
        end = command.offset + len(command.data)
        while drawing.offset < end and drawing.step():
            pass
    return deepest


def pending_stretches(cells: bytearray, x: int, y: int, color: int | None, priority: int | None) -> int:
    """Fill cells from a place; return the most stretches of a line that are waiting at once, deepest first."""
    plane, empty = (0x0F, _WHITE) if color is not None else (0xF0, _FREE_PRIORITY << 4)
    filled = color if color is not None else None if priority is None else priority << 4
    if filled in (None, empty) or cells[y * WIDTH + x] & plane != empty:
        return 0
    is_free = bytearray(cells.translate(bytes(cell & plane == empty for cell in range(256))))
    paint = (0 if color is None else color) | (0 if priority is None else priority << 4)
    keep = (0x0F if color is None else 0) | (0xF0 if priority is None else 0)
    painted = bytes(cell & keep | paint for cell in range(256))
    waiting = [(x, y)]
    most = 0
    while waiting:
        most = max(most, len(waiting))
        x, y = waiting.pop()
        row = y * WIDTH
        if not is_free[row + x]:
            continue
        left = is_free.rfind(0, row, row + x) + 1 or row
        right = is_free.find(0, row + x, row + WIDTH)
        right = row + WIDTH if right < 0 else right
        is_free[left:right] = bytes(right - left)
        cells[left:right] = cells[left:right].translate(painted)
        for other in (row - WIDTH, row + WIDTH):
            if not 0 <= other < WIDTH * HEIGHT:
                continue
            first, last = left - row + other, right - row + other
            position = is_free.find(1, first, last)
            while position >= 0:
                waiting.append((position - other, other // WIDTH))
                end = is_free.find(0, position, last)
                position = is_free.find(1, end, last) if end >= 0 else -1
    return most
