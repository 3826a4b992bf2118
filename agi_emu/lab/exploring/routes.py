"""Finds the way over a picture: from every cell the direction to the nearest of some goals."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from agi_emu.facts.codes import EGO, ObjectFlag
from agi_emu.state.layout import PICTURE_HEIGHT, PICTURE_WIDTH

if TYPE_CHECKING:
    from agi_emu.machine.machine import Machine

BARRIER, CONDITIONAL, TRIGGER, WATER = range(4)
"""Priorities that are control lines."""
STEPS = {(0, -1): 1, (1, -1): 2, (1, 0): 3, (1, 1): 4, (0, 1): 5, (-1, 1): 6, (-1, 0): 7, (-1, -1): 8}
Obstacle = tuple[int, int, int]
"""An object that stands still and in the way: its left side, its row, its width."""
_BORDERED = PICTURE_WIDTH + 2
_BACK = [(-x - _BORDERED * y, direction) for (x, y), direction in STEPS.items()]
_PRIORITY = bytes(cell >> 4 for cell in range(256))


def obstacles(machine: Machine) -> tuple[Obstacle, ...]:
    """Return the objects that stand in ego's way and do not move."""
    state = machine.unguarded.state
    if state.objects[EGO].flags & ObjectFlag.IGNORE_OBJECTS:
        return ()
    return tuple(
        (each.x, each.y, each.width)
        for each in state.objects[EGO + 1 : state.general.object_count]
        if each.flags & ObjectFlag.PRESENT == ObjectFlag.PRESENT
        and not each.flags & ObjectFlag.IGNORE_OBJECTS
        and not each.direction
    )


class Ground:
    """Where ego can stand in the picture of now: by the cell of its left foot."""

    def __init__(self, machine: Machine) -> None:
        """Look at the control lines, the horizon and ego's own rules."""
        state = machine.unguarded.state
        ego = state.objects[EGO]
        self.width = max(1, min(int(ego.width), PICTURE_WIDTH))
        top = 0 if ego.flags & ObjectFlag.IGNORE_HORIZON else state.general.horizon + 1
        self.top = max(0, min(top, PICTURE_HEIGHT - 1))
        priorities = bytes(state.picture).translate(_PRIORITY)
        stops = {BARRIER}
        if not ego.flags & ObjectFlag.IGNORE_BLOCKS:
            stops.add(CONDITIONAL)
        if ego.flags & ObjectFlag.ON_LAND:
            stops.add(WATER)
        self._is_free = self._wide(priorities, lambda priority: priority not in stops, whole=True)
        for x, y, width in obstacles(machine):
            # They meet where they share a row and overlap or touch (reference: OBJ-56).
            left, right = max(0, x - self.width), min(x + width, PICTURE_WIDTH - 1)
            if 0 <= y < PICTURE_HEIGHT and left <= right:
                start = PICTURE_WIDTH * y
                self._is_free[start + left : start + right + 1] = bytes(right + 1 - left)
        self.triggers = self._places(self._wide(priorities, lambda priority: priority == TRIGGER, whole=False))
        self.water = self._places(self._wide(priorities, lambda priority: priority == WATER, whole=True))

        self.dangers = frozenset((*self.triggers, *self.water))
        """Cells where something happens, as a rule."""

    def _wide(self, priorities: bytes, fits: Callable[[int], bool], *, whole: bool) -> bytearray:
        """Return for each cell whether all cells of the base line from there fit, or any of them."""
        table = bytes(fits(priority) for priority in range(16)) + bytes(240)
        # A row as a number, a byte for each cell: shifted copies of it tell about all base lines at once.
        start = PICTURE_WIDTH * self.top
        row = int.from_bytes(priorities[start:].translate(table), "little")
        found = row
        for shift in range(1, self.width):
            found = found & (row >> 8 * shift) if whole else found | (row >> 8 * shift)
        cells = bytearray(start) + found.to_bytes(PICTURE_WIDTH * PICTURE_HEIGHT - start, "little")
        # No base line goes on in the next row.
        for x in range(PICTURE_WIDTH - self.width + 1, PICTURE_WIDTH):
            cells[x::PICTURE_WIDTH] = bytes(PICTURE_HEIGHT)
        return cells

    def _places(self, there: bytearray) -> list[int]:
        return [cell for cell, is_there in enumerate(there) if is_there and self._is_free[cell]]

    def edge(self, direction: int) -> list[int]:
        """Return the free cells at the edge in a direction: 1 north, 3 east, 5 south, 7 west."""
        last = PICTURE_WIDTH - self.width
        if direction in (1, 5):
            y = self.top if direction == 1 else PICTURE_HEIGHT - 1
            cells = range(PICTURE_WIDTH * y, PICTURE_WIDTH * y + last + 1)
        else:
            cells = range(last if direction == 3 else 0, PICTURE_WIDTH * PICTURE_HEIGHT, PICTURE_WIDTH)
        return [cell for cell in cells if self._is_free[cell]]

    def box(self, left: int, top: int, right: int, bottom: int) -> list[int]:
        """Return the free cells of a rectangle."""
        rows = range(max(top, self.top), min(bottom, PICTURE_HEIGHT - 1) + 1)
        columns = range(max(left, 0), min(right, PICTURE_WIDTH - 1) + 1)
        return [cell for y in rows for x in columns if self._is_free[cell := PICTURE_WIDTH * y + x]]

    def route(self, goals: Iterable[int]) -> bytearray:
        """Return for each cell the direction to the nearest goal; 0 at goals and where no way leads to one.

        Water and lines that set flag 3 are crossed only where no other way leads on: what happens there ends a walk, as
        a rule.
        """
        # A border that is not free, and cells that stop being free when they are seen, save most of the questions.
        free = bytearray(_BORDERED * (PICTURE_HEIGHT + 2))
        for y in range(PICTURE_HEIGHT):
            start = _BORDERED * (y + 1) + 1
            free[start : start + PICTURE_WIDTH] = self._is_free[PICTURE_WIDTH * y : PICTURE_WIDTH * (y + 1)]
        directions = bytearray(len(free))
        queue = [_bordered(cell) for cell in goals]
        avoided = set(map(_bordered, self.dangers)).difference(queue)
        for cell in (*queue, *avoided):
            free[cell] = 0
        _spread(queue, free, directions)
        if avoided:
            for cell in avoided:
                free[cell] = 1
            _spread(queue, free, directions)
        rows = range(_BORDERED + 1, _BORDERED * (PICTURE_HEIGHT + 1), _BORDERED)
        return bytearray().join(directions[start : start + PICTURE_WIDTH] for start in rows)


def _spread(queue: list[int], free: bytearray, directions: bytearray) -> None:
    """Append to a queue the free cells around it, the nearest first, with the direction back, until there are none."""
    # The list grows while it is read.
    for cell in queue:
        for way, direction in _BACK:
            other = cell + way
            if free[other]:
                free[other] = 0
                directions[other] = direction
                queue.append(other)


def _bordered(cell: int) -> int:
    y, x = divmod(cell, PICTURE_WIDTH)
    return _BORDERED * (y + 1) + x + 1
