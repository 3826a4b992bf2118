"""Plain twin of ``_core/sprites`` (reference: VIEW-21, VIEW-26, VIEW-29, VIEW-42)."""

from __future__ import annotations

from contextlib import suppress

from tests.core.plain import cel as views
from tests.core.plain.cels import set_cel, set_loop, set_view
from tests.core.plain.motion import find_position
from tests.core.plain.world import (
    ACTIVE,
    ANIMATED,
    DRAWN,
    FIXED_PRIORITY,
    IGNORE_HORIZON,
    IGNORE_OBJECTS,
    NO_ADVANCE,
    STOPPED,
    UPDATE,
    HungError,
    Sprite,
    Thing,
    World,
)

CELLS = 160 * 168


def covered(thing: Thing) -> list[int]:
    """Return the addresses of an object's rectangle; the top row is a byte, and addresses run on past the edges."""
    top = (thing.y - thing.height + 1) % 256
    return [
        160 * row + column
        for row in range(top, top + thing.height)
        for column in range(thing.x, thing.x + thing.width)
        if 0 <= 160 * row + column < CELLS
    ]


def depends_on_the_last(view: bytes, mirror_bits: int) -> bool:
    """Return whether a mirrored cel shows what the last drawing has left.

    It does where it belongs to two loops or more besides the one for which the resource holds it, or to one whose
    number has no room in its bits.
    """
    limit = 1 << mirror_bits
    others: dict[int, set[int]] = {}
    for loop in range(view[2]):
        for number in range(views.cels_of_loop(view, loop)):
            try:
                start = views.start_of_cel(view, loop, number)
                flags = view[start + 2]
            except IndexError:
                continue
            if flags >= 0x80 and max(flags // 16 % 8, loop) >= limit:
                return True
            if flags >= 0x80 and flags // 16 % 8 != loop:
                others.setdefault(start, set()).add(loop)
    return any(len(loops) > 1 for loops in others.values())


def shown_in(world: World, thing: Thing, loop: int) -> int:
    """Return the loop for which a cel is drawn: a mirrored one is turned round in memory whenever its loop changes.

    In other views two loops at most share a cel, and each shows it one way. The cel notes the low bits of the loop, but
    all eight are compared (reference: VIEW-10).
    """
    view = world.views[thing.view]
    start = views.start_of_cel(view, loop, thing.cel)
    flags = view[start + 2]
    if flags < 0x80 or not depends_on_the_last(view, world.mirror_bits):
        return thing.loop
    held_for = flags // 16 % 8
    limit = 1 << world.mirror_bits
    noted, is_turned = world.turned.get((thing.view, start), (held_for % limit, False))
    if noted != thing.loop:
        is_turned = not is_turned
        world.turned[thing.view, start] = (thing.loop % limit, is_turned)
    return held_for + 1 if is_turned else held_for


def blit(world: World, thing: Thing) -> None:
    """Draw an object's cel; object number 0 tells in flag 1 whether nothing of it is to be seen."""
    if not thing.has_cel:
        return
    top = (thing.y - thing.height + 1) % 256
    hidden = True
    # After a set.loop that failed the original goes on with the old cel's address.
    loop = thing.loop if thing.has_cel == 1 else thing.has_cel - 2
    view = world.views[thing.view]
    # A cel whose header lies outside of the view shows nothing.
    with suppress(IndexError):
        shown = shown_in(world, thing, loop)
        hidden = views.blit(world.picture, view, loop, thing.cel, thing.x, top, thing.priority, shown_in=shown)
    if thing.number == 0:
        world.set_flag(1, on=hidden)


def key(world: World, thing: Thing) -> int:
    """Return the row by which an object is ordered (reference: VIEW-23, VIEW-25)."""
    if not thing.has(FIXED_PRIORITY):
        return thing.y
    if not world.base_was_set:
        return 48 + 12 * (thing.priority - 5)
    if world.fixed_key == 1:
        return -1 if thing.priority == 0 else 168
    world.hung_sorting |= thing.priority == 0
    return max((y for y in range(168) if world.priorities[y] < thing.priority), default=-1)


def insert(world: World, wanted: int) -> list[Sprite]:
    """Draw the objects of a list in order, each over what it saves."""
    asked = ACTIVE if world.lists_only_animated else DRAWN | UPDATE
    wanted_things = [thing for thing in world.things if thing.flags & asked == wanted & asked]
    if world.static_by_number and wanted == ANIMATED | DRAWN:
        return [put_in(world, thing) for thing in wanted_things]
    chosen = [thing for thing in wanted_things if key(world, thing) < 255]
    chosen.sort(key=lambda thing: (key(world, thing), thing.number))
    # The others are never found: the last one that was stands in for each of them.
    chosen += chosen[-1:] * (len(wanted_things) - len(chosen))
    return [put_in(world, thing) for thing in chosen]


def put_in(world: World, thing: Thing) -> Sprite:
    """Draw an object over what it saves."""
    sprite = Sprite(thing, {address: world.picture[address] for address in covered(thing)})
    blit(world, thing)
    return sprite


def remove(world: World, sprites: list[Sprite]) -> None:
    """Put back what the sprites of a list cover, the last one first."""
    while sprites:
        for address, cell in sprites.pop().behind.items():
            world.picture[address] = cell


def take_out_updating(world: World) -> None:
    """Take the updating objects out of the picture."""
    remove(world, world.updating)


def put_in_updating(world: World) -> None:
    """Put the updating objects into the picture."""
    world.updating = insert(world, ACTIVE)


def take_all_out(world: World) -> None:
    """Take all objects out of the picture."""
    remove(world, world.updating)
    remove(world, world.static)


def put_all_in(world: World) -> None:
    """Put all objects into the picture, static ones first."""
    world.static = insert(world, ANIMATED | DRAWN)
    put_in_updating(world)


def show(world: World, thing: Thing) -> None:
    """Copy what an object covers and covered to the screen."""
    left, right = min(thing.x, thing.previous_x), max(thing.x + thing.width, thing.previous_x + thing.shown_width) - 1
    # Tops are compared as 16-bit numbers without a sign, which the recordings' screens show (golden data, `scr`).
    tops = (thing.y - thing.height + 1, thing.previous_y - thing.shown_height + 1)
    top = min(tops, key=lambda top: top % 65536)
    bottom = max(thing.y, thing.previous_y)
    thing.shown_width, thing.shown_height = thing.width, thing.height
    for y in range(max(top, 0), min(bottom, 167) + 1):
        for x in range(max(left, 0), min(right, 159) + 1):
            world.screen[160 * y + x] = world.picture[160 * y + x] % 16


def show_all(world: World, sprites: list[Sprite]) -> None:
    """Show the objects of a list; each remembers its place, or that it has stopped."""
    for thing in [sprite.thing for sprite in sprites]:
        show(world, thing)
        if thing.step_clock == thing.step_time:
            if (thing.x, thing.y) == (thing.previous_x, thing.previous_y):
                thing.put_bits(STOPPED, on=True)
            else:
                thing.previous_x, thing.previous_y = thing.x, thing.y
                thing.put_bits(STOPPED, on=False)


def remember_place(thing: Thing) -> None:
    """Take the object's place and size as those shown."""
    thing.previous_x, thing.previous_y = thing.x, thing.y
    thing.shown_width, thing.shown_height = thing.width, thing.height


def draw(world: World, thing: Thing) -> None:
    """draw."""
    if thing.has(DRAWN):
        return
    thing.put_bits(UPDATE, on=True)
    hung = False
    try:
        find_position(world, thing)
    except HungError:
        hung = True
    remember_place(thing)
    take_out_updating(world)
    thing.put_bits(DRAWN, on=True)
    put_in_updating(world)
    show(world, thing)
    thing.put_bits(NO_ADVANCE, on=False)
    if hung:
        raise HungError


def erase(world: World, thing: Thing) -> None:
    """erase."""
    if not thing.has(DRAWN):
        return
    is_static = not thing.has(UPDATE)
    take_out_updating(world)
    if is_static:
        remove(world, world.static)
    thing.put_bits(DRAWN, on=False)
    if is_static:
        world.static = insert(world, ANIMATED | DRAWN)
    put_in_updating(world)
    show(world, thing)


def set_update(world: World, thing: Thing, *, on: bool) -> None:
    """start.update and stop.update."""
    if thing.has(UPDATE) == on:
        return
    take_all_out(world)
    thing.put_bits(UPDATE, on=on)
    put_all_in(world)


def force_update(world: World) -> None:
    """force.update; its operand does not matter."""
    take_all_out(world)
    put_all_in(world)
    show_all(world, world.static)
    show_all(world, world.updating)


def unanimate_all(world: World) -> None:
    """unanimate.all."""
    take_all_out(world)
    for thing in world.things:
        thing.put_bits(ANIMATED | DRAWN, on=False)


def mark(world: World, address: int, count: int, priority: int) -> None:
    """Give cells a priority, from an address on."""
    for each in range(address, address + count):
        if 0 <= each < CELLS:
            world.picture[each] = world.picture[each] % 16 + 16 * priority


def draw_box(world: World, thing: Thing, margin: int) -> None:
    """Draw the control box around an added cel's feet (reference: VIEW-44, VIEW-45)."""
    y, x, width = thing.y, thing.x, thing.width
    rows = 1
    while y - rows >= 0 and world.priorities[y - rows] == world.priorities[y]:
        rows += 1
    rows = min(rows, thing.height)
    mark(world, 160 * y + x, width, margin)
    if rows > 1:
        for row in range(y - rows + 1, y):
            mark(world, 160 * row + x, 1, margin)
            mark(world, 160 * row + x + width - 1, 1, margin)
        count = (width - 2) % 256
        if count == 0:
            mark(world, 0, CELLS, margin)
        else:
            mark(world, 160 * (y - rows + 1) + x + 1, count, margin)


def add_to_picture(world: World, view: int, loop: int, cel: int, x: int, y: int, combined: int) -> None:
    """add.to.pic with an object of its own, number 0 (reference: VIEW-42)."""
    thing = world.scratch
    set_view(world, thing, view)
    set_loop(world, thing, loop)
    set_cel(world, thing, cel)
    thing.flags = IGNORE_HORIZON | IGNORE_OBJECTS | FIXED_PRIORITY
    thing.priority = 15
    thing.x, thing.y = x, y
    thing.shown_width, thing.shown_height = thing.width, thing.height
    find_position(world, thing)
    remember_place(thing)
    thing.priority = combined
    take_all_out(world)
    if thing.priority % 16 == 0:
        thing.priority |= world.priorities[thing.y]
    blit(world, thing)
    if thing.priority <= 0x3F:
        draw_box(world, thing, thing.priority // 16)
    put_all_in(world)
    show(world, thing)
