"""Plain twin of ``_core/ways``: the way of an object whose width stays the same."""

from __future__ import annotations

from dataclasses import replace

from tests.core.plain import motion
from tests.core.plain.world import ACTIVE, ANIMATED, BLOCKED, DRAWN, IGNORE_OBJECTS, Thing, World

Place = tuple[int, int]
Box = tuple[int, int, int, int]


def stands_in_the_way(thing: Thing) -> bool:
    """Tell whether others cannot pass an object."""
    return thing.has(ANIMATED | DRAWN) and not (thing.has(ACTIVE) and thing.direction)


def looked_at(world: World) -> World:
    """Return a world whose first object can be tried anywhere, without what walks."""
    others = [replace(each) for each in world.things[1:] if stands_in_the_way(each)]
    return replace(world, things=[replace(world.things[0]), *others], flags=set(), variables=list(world.variables))


def lines_under(world: World, place: Place) -> set[int]:
    """Return which of flags 0 and 3 a place sets."""
    thing = world.things[0]
    thing.x, thing.y = place
    motion.may_stand(world, thing)
    return world.flags & {0, 3}


def place_after(world: World, place: Place, direction: int) -> tuple[Place, int] | None:
    """Return the place after a step, and the edge that it meets."""
    thing = world.things[0]
    (thing.x, thing.y), thing.direction, thing.previous_y = place, direction, place[1]
    thing.put_bits(BLOCKED, on=False)
    motion.test_block(world, thing)
    if thing.has(BLOCKED):
        return None
    across, down = motion.STEPS[direction]
    x, y, edge = motion.held_inside(
        world, thing, place[0] + across * thing.step_size, place[1] + down * thing.step_size
    )
    thing.x, thing.y = x, y
    if not thing.has(IGNORE_OBJECTS) and motion.collides(world, thing):
        return None
    return ((x, y), edge) if motion.may_stand(world, thing) else None


def distance(box: Box, place: Place) -> tuple[int, int]:
    """Return the longer and the shorter way to a box."""
    across = max(box[0] - place[0], place[0] - box[2], 0)
    down = max(box[1] - place[1], place[1] - box[3], 0)
    return max(across, down), min(across, down)


def find_way(
    world: World, box: Box, slack: int, edge: int, on_signal: bool, on_water: bool
) -> tuple[bytes, int, int, bool]:
    """Return the steps of the first object, where they end, and whether that is the goal."""
    world = looked_at(world)
    slack = 0 if edge or on_signal or on_water else slack
    start = world.things[0].x, world.things[0].y
    lines = ({3} if on_signal else set()) | ({0} if on_water else set())
    own = lines_under(world, start)
    if distance(box, start) == (0, 0) and not edge and lines <= own:
        return b"", *start, True
    ways: dict[Place, bytes] = {start: b""}
    nearest, queue = start, [start]
    avoided: list[Place] = []
    for avoids in (True, False):
        for place in queue:
            for direction in (*ways[place][-1:], 1, 3, 5, 7, 2, 4, 6, 8):
                found = place_after(world, place, direction)
                if found is None:
                    continue
                other, met = found
                under = world.flags & {0, 3}
                if distance(box, other) == (0, 0) and lines <= under and edge in (0, met):
                    return ways[place] + bytes([direction]), *other, True
                if other in ways:
                    continue
                ways[other] = ways[place] + bytes([direction])
                if avoids and under - own:
                    avoided.append(other)
                    continue
                queue.append(other)
                is_nearer = distance(box, other) < distance(box, nearest)
                if is_nearer and (avoids or distance(box, other)[0] < slack):
                    nearest = other
        if distance(box, nearest)[0] < slack:
            return ways[nearest], *nearest, True
        queue = avoided
    return ways[nearest], *nearest, False
