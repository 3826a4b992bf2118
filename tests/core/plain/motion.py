"""Plain twin of ``_core/motion`` (reference: OBJ-9, OBJ-51, OBJ-46, OBJ-58, OBJ-56)."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from tests.core.plain.world import (
    ANIMATED,
    BLOCKED,
    DRAWN,
    FIXED_PRIORITY,
    IGNORE_BLOCKS,
    IGNORE_HORIZON,
    IGNORE_OBJECTS,
    ON_LAND,
    ON_WATER,
    REPOSITIONED,
    STOPPED,
    HungError,
    Thing,
    World,
)

STEPS = {1: (0, -1), 2: (1, -1), 3: (1, 0), 4: (1, 1), 5: (0, 1), 6: (-1, 1), 7: (-1, 0), 8: (-1, -1)}
BEHIND = ((0, 8), (-1, 1), (-1, 2), (0, 7), (1, 0), (1, 3), (1, 6), (0, 5), (-1, 4), (8, 20490))
"""Steps of directions 9 to 18 (reference: OBJ-8); of the ones past them nothing but the fall is known."""
STEPS |= {9 + i: step for i, step in enumerate(BEHIND)}
COMPASS = ((8, 1, 2), (7, 0, 3), (6, 5, 4))
NORMAL, WANDER, FOLLOW, MOVE = range(4)
LONGEST_SEARCH = 1000
"""Rings of the search that are far more than any start in these tests needs to pass over the whole picture."""


def step_of(thing: Thing) -> tuple[int, int]:
    """Return what one step adds to x and y, before both become 16-bit numbers."""
    dx, dy = STEPS.get(thing.direction, (0, 20490) if thing.direction else (0, 0))
    return dx * thing.step_size, dy * thing.step_size


def word(number: int) -> int:
    """Return a number as 16 bits with a sign."""
    return (number + 0x8000) % 0x10000 - 0x8000


def towards(x: int, y: int, to_x: int, to_y: int, step: int) -> int:
    """Return the direction to a point; 0 when it is nearer than a step in both axes."""

    def third(distance: int) -> int:
        if distance <= -step:
            return 0
        return 2 if distance >= step else 1

    return COMPASS[third(to_y - y)][third(to_x - x)]


def collides(world: World, thing: Thing) -> bool:
    """Tell whether an object stands in another's way."""
    if thing.has(IGNORE_OBJECTS):
        return False
    for other in world.things:
        if other.number == thing.number or not other.has(ANIMATED | DRAWN) or other.has(IGNORE_OBJECTS):
            continue
        touches = thing.x + thing.width >= other.x and thing.x <= other.x + other.width
        jumped = (thing.y > other.y and thing.previous_y < other.previous_y) or (
            thing.y < other.y and thing.previous_y > other.previous_y
        )
        if touches and (thing.y == other.y or jumped):
            return True
    return False


def may_stand(world: World, thing: Thing) -> bool:
    """Look at the control lines under an object; sets its priority, and flags 0 and 3 for object number 0."""
    if not thing.has(FIXED_PRIORITY) and 0 <= thing.y < 168:
        thing.priority = world.priorities[thing.y]
    allowed, water, signal = True, False, False
    if thing.priority != 15:
        water = True
        for x in range(thing.x, thing.x + thing.width):
            address = 160 * thing.y + x
            if not 0 <= address < len(world.picture):
                continue
            control = world.picture[address] >> 4
            if control == 0:
                allowed = False
                break
            if control == 3:
                continue
            water = False
            if control == 1 and not thing.has(IGNORE_BLOCKS):
                allowed = False
                break
            if control == 2:
                signal = True
        if allowed and ((thing.has(ON_WATER) and not water) or (thing.has(ON_LAND) and water)):
            allowed = False
    if thing.number == 0:
        world.set_flag(3, on=signal)
        world.set_flag(0, on=water)
    return allowed


def is_on_screen(world: World, thing: Thing) -> bool:
    """Tell whether an object lies wholly on the picture, below the horizon."""
    inside = thing.x >= 0 and thing.x + thing.width <= 160 and thing.y - thing.height >= -1 and thing.y <= 167
    return inside and (thing.has(IGNORE_HORIZON) or thing.y > world.horizon)


def spiral() -> Iterator[tuple[int, int]]:
    """Yield the steps of the search: left, down, right, up; one, one, two, two, three, three ..."""
    for ring in range(1, LONGEST_SEARCH):
        first, second = ((-1, 0), (0, 1)) if ring % 2 else ((1, 0), (0, -1))
        for step in (first, second):
            for _ in range(ring):
                yield step


def find_position(world: World, thing: Thing) -> None:
    """Put an object at the nearest place where it may be."""
    start_x = thing.x
    if not thing.has(IGNORE_HORIZON) and thing.y <= world.horizon:
        thing.y = world.horizon + 1
    start_y = thing.y
    x, y = start_x, start_y
    for step in itertools.chain([(0, 0)], spiral()):
        x, y = x + step[0], y + step[1]
        # Most of a long search goes on beside the picture.
        if 0 <= x < 160 and 0 <= y < 168:
            thing.x, thing.y = x, y
            if is_on_screen(world, thing) and not collides(world, thing) and may_stand(world, thing):
                return
    thing.x, thing.y = start_x, start_y
    raise HungError


def end_move(world: World, thing: Thing) -> None:
    """End a move.obj."""
    thing.step_size = thing.p2
    world.set_flag(thing.p3, on=True)
    thing.motion = NORMAL
    if thing.number == 0:
        world.player_control = True
        world.variables[6] = 0


def move_towards(world: World, thing: Thing) -> None:
    """Turn an object with a move.obj to its target; ends the move there."""
    thing.direction = towards(thing.x, thing.y, thing.p0, thing.p1, thing.step_size)
    if thing.number == 0:
        world.variables[6] = thing.direction
    if thing.direction == 0:
        end_move(world, thing)


def wander(world: World, thing: Thing) -> None:
    """Turn a wandering object when its count runs out or it has stopped."""
    old = thing.p0
    thing.p0 = (old - 1) % 256
    if old == 0 or thing.has(STOPPED):
        thing.direction = world.chance() % 9
        if thing.number == 0:
            world.variables[6] = thing.direction
        while thing.p0 < 6:
            thing.p0 = world.chance() % 51


def signed(byte: int) -> int:
    """Return a byte as a signed number."""
    return byte - 256 if byte > 127 else byte


def follow(world: World, thing: Thing) -> None:
    """Turn an object to ego, or away from what has stopped it."""
    ego = world.things[0]
    ego_x, own_x = ego.x + ego.width // 2, thing.x + thing.width // 2
    direction = towards(own_x, thing.y, ego_x, ego.y, thing.p0)
    if direction == 0:
        thing.direction = 0
        thing.motion = NORMAL
        world.set_flag(thing.p1, on=True)
        return
    if thing.p2 == 255:
        thing.p2 = 0
    elif thing.has(STOPPED):
        thing.direction = 0
        while thing.direction == 0:
            thing.direction = world.chance() % 9
        most = (abs(own_x - ego_x) + abs(thing.y - ego.y)) // 2 + 1
        if most <= thing.step_size:
            thing.p2 = thing.step_size
            return
        thing.p2 = world.chance() % most % 256
        while thing.p2 < thing.step_size:
            thing.p2 = world.chance() % most % 256
        return
    if thing.p2 != 0:
        old = thing.p2
        thing.p2 = (old - thing.step_size) % 256
        if signed(old) < signed(thing.step_size):
            thing.p2 = 0
        return
    thing.direction = direction


def test_block(world: World, thing: Thing) -> None:
    """Stop an object that would step into or out of the block."""
    if world.block is None:
        thing.put_bits(BLOCKED, on=False)
        return
    if thing.has(IGNORE_BLOCKS) or thing.direction == 0:
        return
    x1, y1, x2, y2 = world.block
    dx, dy = step_of(thing)
    to_x, to_y = word(thing.x + dx), word(thing.y + dy)
    is_inside = x1 < thing.x < x2 and y1 < thing.y < y2
    will_be_inside = x1 < to_x < x2 and y1 < to_y < y2
    thing.put_bits(BLOCKED, on=is_inside != will_be_inside)
    if thing.has(BLOCKED) and not world.old_directions:
        thing.direction = 0
        if thing.number == 0:
            world.variables[6] = 0


test_block.__test__ = False  # type: ignore[attr-defined]  # its name is no test's for pytest


def choose_directions(world: World) -> None:
    """Choose the direction of every active object that is about to step."""
    turns = {WANDER: wander, FOLLOW: follow, MOVE: move_towards}
    for thing in world.active():
        if thing.step_clock != 1 and not world.old_directions:
            continue
        if thing.motion in turns:
            turns[thing.motion](world, thing)
        test_block(world, thing)


def held_inside(world: World, thing: Thing, x: int, y: int) -> tuple[int, int, int]:
    """Return a place held within the picture, and the edge that it met."""
    border = 0
    if x < 0 or (world.left_edge_at_zero and x == 0):
        x, border = 0, 4
    elif x + thing.width > 160:
        x, border = 160 - thing.width, 2
    if y - thing.height < -1:
        y, border = thing.height - 1, 1
    elif y > 167:
        y, border = 167, 3
    elif y <= world.horizon and not thing.has(IGNORE_HORIZON):
        y, border = world.horizon + 1, 1
    return x, y, border


def step(world: World, thing: Thing) -> None:
    """Move one object by one step, as far as it may."""
    old = thing.x, thing.y
    x, y = old
    if not thing.has(REPOSITIONED) and not (world.old_directions and thing.has(BLOCKED)):
        dx, dy = step_of(thing)
        x, y = word(x + dx), word(y + dy)
    x, y, border = held_inside(world, thing, x, y)
    thing.x, thing.y = x, y
    try:
        if collides(world, thing) or not may_stand(world, thing):
            thing.x, thing.y = old
            border = 0
            find_position(world, thing)
    finally:
        if border != 0:
            if thing.number == 0:
                world.variables[2] = border
            else:
                world.variables[4], world.variables[5] = thing.number, border
            if thing.motion == MOVE:
                end_move(world, thing)
        thing.put_bits(REPOSITIONED, on=False)


def move_all(world: World) -> bool:
    """Move every active object whose step is due; return whether a search found nothing."""
    hung = False
    for number in (2, 4, 5):
        world.variables[number] = 0
    for thing in world.active():
        if thing.step_clock != 0:
            thing.step_clock -= 1
            if thing.step_clock != 0:
                continue
        thing.step_clock = thing.step_time
        try:
            step(world, thing)
        except HungError:
            hung = True
    return hung
