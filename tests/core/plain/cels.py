"""Plain twin of ``_core/cels`` (reference: VIEW-37, VIEW-40, OBJ-35, OBJ-40)."""

from __future__ import annotations

from tests.core.plain import cel as views
from tests.core.plain.world import CYCLING, FIXED_LOOP, IGNORE_HORIZON, NO_ADVANCE, REPOSITIONED, AgiTrap, Thing, World

FOUR_LOOPS = {1: 3, 2: 0, 3: 0, 4: 0, 5: 2, 6: 1, 7: 1, 8: 1, 9: 0}
TWO_OR_THREE_LOOPS = {2: 0, 3: 0, 4: 0, 6: 1, 7: 1, 8: 1, 9: 0, **{10 + i: loop for i, loop in FOUR_LOOPS.items()}}
"""Directions past 8 read behind the table (reference: OBJ-38)."""
NORMAL, END_OF_LOOP, REVERSE_LOOP, REVERSE = range(4)


def set_cel(world: World, thing: Thing, cel: int) -> None:
    """Select a cel; one that would stick out right or above is moved onto the picture."""
    if not thing.has_view:
        raise AgiTrap(10, thing.number)
    if cel >= thing.cel_count:
        raise AgiTrap(8, thing.number)
    thing.cel, thing.has_cel = cel, 1
    try:
        found = views.read_cel(world.views[thing.view], thing.loop, cel)
    except IndexError:
        return  # outside of the view: the size stays
    thing.width, thing.height = found.width, found.height
    if thing.x + thing.width > 160:
        thing.x = 160 - thing.width
        thing.flags |= REPOSITIONED
    if thing.y - thing.height < -1:
        thing.y = thing.height - 1
        thing.flags |= REPOSITIONED
        if thing.y <= world.horizon and not thing.has(IGNORE_HORIZON):
            thing.y = world.horizon + 1


def set_loop(world: World, thing: Thing, loop: int) -> None:
    """Select a loop; the one behind the last is let through."""
    if not thing.has_view:
        raise AgiTrap(6, thing.number)
    if loop > thing.loop_count:
        raise AgiTrap(5, thing.number)
    before, thing.loop = thing.loop, loop
    thing.cel_count = views.cels_of_loop(world.views[thing.view], loop)
    thing.cel = thing.cel if thing.cel < thing.cel_count else 0
    try:
        set_cel(world, thing, thing.cel)
    except AgiTrap:
        # What is drawn is still the cel of the loop before.
        if thing.has_cel == 1 and before < 254:
            thing.has_cel = 2 + before
        raise


def set_view(world: World, thing: Thing, view: int) -> None:
    """Select a view in memory."""
    if view not in world.views:
        raise AgiTrap(3, view)
    thing.view, thing.has_view = view, 1
    data = world.views[view]
    thing.loop_count = data[2] if len(data) > 2 else 0
    set_loop(world, thing, thing.loop if thing.loop < thing.loop_count else 0)


def turned_as_four(world: World, loops: int) -> bool:
    """Tell whether a view with four or more loops is turned (reference: OBJ-37)."""
    return loops == 4 or world.auto_loop == 1 or (world.auto_loop == 2 and 20 in world.flags)


def choose_loop(world: World, thing: Thing) -> None:
    """Turn an object's loop to its direction."""
    if thing.has(FIXED_LOOP):
        return
    table: dict[int, int] = {}
    if thing.loop_count in (2, 3):
        table = TWO_OR_THREE_LOOPS
    elif thing.loop_count >= 4 and turned_as_four(world, thing.loop_count):
        table = FOUR_LOOPS
    loop = table.get(thing.direction, thing.loop)
    if loop != thing.loop and (thing.step_clock == 1 or world.old_directions):
        set_loop(world, thing, loop)


def advance_cel(world: World, thing: Thing) -> None:
    """Count the cycle clock down and show the next cel at 0."""
    if not thing.has(CYCLING) or thing.cycle_clock == 0:
        return
    thing.cycle_clock -= 1
    if thing.cycle_clock > 0:
        return
    thing.cycle_clock = thing.cycle_time
    if thing.has(NO_ADVANCE):
        thing.put_bits(NO_ADVANCE, on=False)
        return
    last = (thing.cel_count - 1) % 256
    cel = thing.cel
    finished = False
    if thing.cycle_type == NORMAL:
        cel = cel + 1 if cel + 1 <= last else 0
    elif thing.cycle_type == REVERSE:
        cel = cel - 1 if cel > 0 else last
    elif thing.cycle_type == END_OF_LOOP:
        finished = cel + 1 >= last
        cel = min(cel + 1, last) if cel < last else cel
    elif thing.cycle_type == REVERSE_LOOP:
        finished = cel - 1 <= 0
        cel = cel - 1 if cel > 0 else cel
    if finished:
        world.set_flag(thing.p0, on=True)
        thing.put_bits(CYCLING, on=False)
        thing.direction = 0
        thing.cycle_type = NORMAL
    set_cel(world, thing, cel)
