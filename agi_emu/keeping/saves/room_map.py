"""Lays the rooms of a journal out as a map: each in a cell of its own, beside those from which it was entered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count
from typing import NamedTuple


class RoomWay(NamedTuple):
    """A way that the player has gone from one room into another."""

    start: int
    end: int
    direction: str
    """north, east, south or west; "" if it was not at an edge."""


class MapCell(NamedTuple):
    """A cell of a map, counted from any other."""

    column: int
    row: int


_STEPS = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}
_CELL, _LINK = 5, 2
"""Characters of a room on a map of text, and between two rooms."""


def cells_of(rooms: Sequence[int], ways: Sequence[RoomWay]) -> dict[int, MapCell]:
    """Return the cell of each room: where its way leads from a room that has one, or as near to it as is free."""
    cells: dict[int, MapCell] = {}
    # Ways over an edge of the picture have a direction, so they, and the rooms that have some, come first.
    ways = sorted(ways, key=lambda way: not way.direction)
    directed = {room for way in ways if way.direction for room in way[:2]}
    for room in sorted(rooms, key=lambda room: room not in directed):
        if room not in cells:
            below = max((cell.row for cell in cells.values()), default=-2) + 2
            cells[room] = MapCell(0, below)
        while step := next(_steps_out_of(cells, ways), None):
            entered, wanted = step
            cells[entered] = next(cell for cell in _around(wanted) if cell not in cells.values())
    return cells


def _steps_out_of(cells: Mapping[int, MapCell], ways: Iterable[RoomWay]) -> Iterator[tuple[int, MapCell]]:
    """Yield rooms without a cell beside those that have one, and the cell that each should get."""
    for way in ways:
        across, down = _STEPS.get(way.direction, (0, 0))
        for known, other, sign in ((way.start, way.end, 1), (way.end, way.start, -1)):
            if known in cells and other not in cells:
                yield other, MapCell(cells[known].column + sign * across, cells[known].row + sign * down)


def _around(cell: MapCell) -> Iterator[MapCell]:
    """Yield a cell, then those around it, the nearest first."""
    for radius in count():
        square = range(-radius, radius + 1)
        ring = [(across, down) for across in square for down in square if max(abs(across), abs(down)) == radius]
        for across, down in sorted(ring, key=lambda step: (step[0] ** 2 + step[1] ** 2, -step[0], -step[1])):
            yield MapCell(cell.column + across, cell.row + down)


def map_as_text(rooms: Sequence[int], ways: Sequence[RoomWay]) -> Sequence[str]:
    """Return a map as lines of text: rooms by number, ways between neighbours, then where each room leads."""
    cells = cells_of(rooms, ways)
    if not cells:
        return []
    left, top = (min(cell[axis] for cell in cells.values()) for axis in range(2))
    places = {MapCell(cell.column - left, cell.row - top): room for room, cell in cells.items()}
    linked = {frozenset(way[:2]) for way in ways}
    height = 2 * max(cell.row for cell in places) + 1
    lines = [[" "] * ((_CELL + _LINK) * (max(cell.column for cell in places) + 1)) for _ in range(height)]
    for (column, row), room in places.items():
        at = (_CELL + _LINK) * column
        lines[2 * row][at : at + _CELL] = f"[{room:3}]"
        if {room, places.get(MapCell(column + 1, row))} in linked:
            lines[2 * row][at + _CELL : at + _CELL + _LINK] = "--"
        if {room, places.get(MapCell(column, row + 1))} in linked:
            lines[2 * row + 1][at + _CELL // 2] = "|"
    drawn = ["".join(line).rstrip() for line in lines]
    return [*drawn, "", *(f"room {room}: {leads_of(room, ways) or 'nowhere yet'}" for room in rooms)]


def leads_of(room: int, ways: Iterable[RoomWay]) -> str:
    """Return where the ways out of a room lead, in words; "" if none was gone."""
    return ", ".join(dict.fromkeys(f"{way.direction} to {way.end}".strip() for way in ways if way.start == room))
