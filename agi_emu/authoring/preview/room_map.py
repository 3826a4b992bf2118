"""The rooms of a game and the ways between them, from the actions that lead to another room."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from agi_emu.authoring.lint.program import Places, Program

BY_NUMBER, BY_VARIABLE = "new.room", "new.room.v"


@dataclass(frozen=True, slots=True)
class MapNode:
    """A room, or a logic that is none and leads to rooms, and where it stands on the map."""

    number: int
    is_room: bool
    column: int
    """Ways from where the game begins."""
    row: int
    exists: bool
    """Whether the game has a logic of this number."""


@dataclass(frozen=True, slots=True)
class MapWay:
    """A way from one logic to a room."""

    start: int
    end: int
    places: tuple[str, ...]
    """The lines of the sources that lead there."""


@dataclass(frozen=True, slots=True)
class RoomMap:
    """All rooms and ways."""

    nodes: tuple[MapNode, ...]
    ways: tuple[MapWay, ...]
    unknown: tuple[str, ...]
    """Places that lead to a room whose number is computed."""


def room_map(program: Program, places: Places) -> RoomMap:
    """Return the map of a game."""
    found: dict[tuple[int, int], list[str]] = {}
    unknown = []
    for (logic, offset), action in program.actions():
        place = places.of_code(logic, offset)
        if action.opcode.name == BY_NUMBER:
            ends: Sequence[int] | None = [action.operands[0]]
        elif action.opcode.name == BY_VARIABLE:
            values = program.possible_values(action.operands[0])
            ends = None if values is None else sorted(values)
        else:
            continue
        if ends is None:
            unknown.append(place)
            continue
        for end in ends:
            lines = found.setdefault((logic, end), [])
            if place not in lines:
                lines.append(place)
    rooms = {end for _, end in found}
    ways = tuple(MapWay(start, end, tuple(lines)) for (start, end), lines in sorted(found.items()))
    columns = _columns(rooms | {start for start, _ in found}, found)
    rows: dict[int, int] = {}
    nodes = []
    for number in sorted(columns, key=lambda each: (columns[each], each)):
        column = columns[number]
        rows[column] = rows.get(column, -1) + 1
        nodes.append(MapNode(number, number in rooms, column, rows[column], number in program.instructions))
    return RoomMap(tuple(nodes), ways, tuple(unknown))


def _columns(numbers: set[int], ways: Mapping[tuple[int, int], object]) -> dict[int, int]:
    """Return how many ways lead to each from logic 0, or from another start where it does not lead."""
    columns: dict[int, int] = {}
    # Logics that are not rooms can lead on from anywhere: they stand on the left, too.
    ends = {end for _, end in ways}
    for first in sorted(numbers, key=lambda each: (each in ends, each)):
        if first in columns:
            continue
        columns[first] = 0
        waiting = deque([first])
        while waiting:
            here = waiting.popleft()
            for start, end in ways:
                if start == here and end not in columns:
                    columns[end] = columns[here] + 1
                    waiting.append(end)
    return columns
