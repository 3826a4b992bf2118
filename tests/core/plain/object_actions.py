"""Plain twin of ``_core/object_actions``: the actions on objects by name (reference: OBJ-1, VIEW-31, VIEW-42).

Each takes the world and the operand bytes as they stand in the logic.
"""

from __future__ import annotations

from collections.abc import Callable

from tests.core.plain import sprites
from tests.core.plain.cels import END_OF_LOOP, NORMAL, REVERSE, REVERSE_LOOP, set_cel, set_loop, set_view
from tests.core.plain.motion import FOLLOW, MOVE, WANDER, find_position, move_towards, signed
from tests.core.plain.world import (
    ANIMATED,
    CYCLING,
    DRAWN,
    FIXED_LOOP,
    FIXED_PRIORITY,
    IGNORE_BLOCKS,
    IGNORE_HORIZON,
    IGNORE_OBJECTS,
    NO_ADVANCE,
    ON_LAND,
    ON_WATER,
    REPOSITIONED,
    UPDATE,
    AgiTrap,
    Thing,
    World,
)

OwnAction = Callable[..., None]
ACTIONS: dict[str, OwnAction] = {}


def action(name: str) -> Callable[[OwnAction], OwnAction]:
    """Enter a function into the table under the name of its action."""

    def enter(function: OwnAction) -> OwnAction:
        ACTIONS[name] = function
        return function

    return enter


def checked(world: World, number: int, error: int) -> Thing:
    """Return an object, or raise the error for a number that the game does not have."""
    if number >= len(world.things):
        raise AgiTrap(error, number)
    return world.things[number]


# Coming and going


@action("animate.obj")
def animate_obj(world: World, number: int) -> None:
    thing = checked(world, number, 13)
    if not thing.has(ANIMATED):
        thing.flags = ANIMATED | UPDATE | CYCLING
        thing.motion = thing.cycle_type = thing.direction = 0


@action("unanimate.all")
def unanimate_all(world: World) -> None:
    sprites.unanimate_all(world)


@action("draw")
def draw(world: World, number: int) -> None:
    thing = checked(world, number, 19)
    if not thing.has_cel:
        raise AgiTrap(20, number)
    sprites.draw(world, thing)


@action("erase")
def erase(world: World, number: int) -> None:
    sprites.erase(world, checked(world, number, 12))


@action("stop.update")
def stop_update(world: World, number: int) -> None:
    sprites.set_update(world, world.things[number], on=False)


@action("start.update")
def start_update(world: World, number: int) -> None:
    sprites.set_update(world, world.things[number], on=True)


@action("force.update")
def force_update(world: World, number: int) -> None:
    sprites.force_update(world)


# Places


@action("position")
def position(world: World, number: int, x: int, y: int) -> None:
    thing = world.things[number]
    thing.x = thing.previous_x = x
    thing.y = thing.previous_y = y


@action("position.v")
def position_v(world: World, number: int, x: int, y: int) -> None:
    position(world, number, world.variables[x], world.variables[y])


@action("get.posn")
def get_posn(world: World, number: int, x: int, y: int) -> None:
    thing = world.things[number]
    world.variables[x] = thing.x % 256
    world.variables[y] = thing.y % 256


@action("reposition.to")
def reposition_to(world: World, number: int, x: int, y: int) -> None:
    thing = world.things[number]
    thing.put_bits(REPOSITIONED, on=True)
    thing.x, thing.y = x, y
    find_position(world, thing)


@action("reposition.to.v")
def reposition_to_v(world: World, number: int, x: int, y: int) -> None:
    reposition_to(world, number, world.variables[x], world.variables[y])


@action("reposition")
def reposition(world: World, number: int, dx: int, dy: int) -> None:
    thing = world.things[number]
    to = []
    for place, delta in ((thing.x, signed(world.variables[dx])), (thing.y, signed(world.variables[dy]))):
        to.append(0 if delta < 0 and place < -delta else place + delta)
    reposition_to(world, number, *to)


@action("distance")
def distance(world: World, first: int, second: int, variable: int) -> None:
    one, two = world.things[first], world.things[second]
    found = 255
    if one.has(DRAWN) and two.has(DRAWN):
        across = abs((one.x + one.width // 2) - (two.x + two.width // 2))
        found = across + abs(one.y - two.y)
        found = found % 256 if world.distance_wraps else min(found, 254)
    world.variables[variable] = found


# Looks


@action("set.view")
def put_view(world: World, number: int, view: int) -> None:
    set_view(world, world.things[number], view)


@action("set.view.v")
def put_view_v(world: World, number: int, view: int) -> None:
    put_view(world, number, world.variables[view])


@action("set.loop")
def put_loop(world: World, number: int, loop: int) -> None:
    set_loop(world, world.things[number], loop)


@action("set.loop.v")
def put_loop_v(world: World, number: int, loop: int) -> None:
    put_loop(world, number, world.variables[loop])


@action("set.cel")
def put_cel(world: World, number: int, cel: int) -> None:
    set_cel(world, world.things[number], cel)
    world.things[number].put_bits(NO_ADVANCE, on=False)


@action("set.cel.v")
def put_cel_v(world: World, number: int, cel: int) -> None:
    put_cel(world, number, world.variables[cel])


def reads(name: str, look: Callable[[Thing], int]) -> None:
    """Enter an action that stores something of an object in a variable."""

    def read(world: World, number: int, variable: int) -> None:
        world.variables[variable] = look(world.things[number]) % 256

    ACTIONS[name] = read


reads("last.cel", lambda thing: thing.cel_count - 1)
reads("current.cel", lambda thing: thing.cel)
reads("current.loop", lambda thing: thing.loop)
reads("current.view", lambda thing: thing.view)
reads("number.of.loops", lambda thing: thing.loop_count)
reads("get.priority", lambda thing: thing.priority)
reads("get.dir", lambda thing: thing.direction)


@action("set.priority")
def set_priority(world: World, number: int, priority: int) -> None:
    thing = world.things[number]
    thing.put_bits(FIXED_PRIORITY, on=True)
    thing.priority = priority


@action("set.priority.v")
def set_priority_v(world: World, number: int, priority: int) -> None:
    set_priority(world, number, world.variables[priority])


@action("set.pri.base")
def set_pri_base(world: World, base: int) -> None:
    # Two integer divisions (reference: VIEW-49); from 168 on every row is 4.
    height = (168 - base) * 168 // 10
    world.priorities = [4 if y < base else min(15, (y - base) * 168 // height + 5) for y in range(168)]
    world.base_was_set = True


def switches(name: str, bits: int, *, on: bool) -> None:
    """Enter an action that sets or clears flag bits of an object."""

    def switch(world: World, number: int) -> None:
        world.things[number].put_bits(bits, on=on)

    ACTIONS[name] = switch


switches("fix.loop", FIXED_LOOP, on=True)
switches("release.loop", FIXED_LOOP, on=False)
switches("release.priority", FIXED_PRIORITY, on=False)
switches("ignore.horizon", IGNORE_HORIZON, on=True)
switches("observe.horizon", IGNORE_HORIZON, on=False)
switches("ignore.objs", IGNORE_OBJECTS, on=True)
switches("observe.objs", IGNORE_OBJECTS, on=False)
switches("ignore.blocks", IGNORE_BLOCKS, on=True)
switches("observe.blocks", IGNORE_BLOCKS, on=False)
switches("object.on.water", ON_WATER, on=True)
switches("object.on.land", ON_LAND, on=True)
switches("object.on.anything", ON_WATER | ON_LAND, on=False)
switches("stop.cycling", CYCLING, on=False)
switches("start.cycling", CYCLING, on=True)


# Cycling and motion


def cycles(name: str, cycle_type: int) -> None:
    """Enter an action that lets an object cycle on."""

    def cycle(world: World, number: int) -> None:
        thing = world.things[number]
        thing.cycle_type = cycle_type
        thing.put_bits(CYCLING, on=True)

    ACTIONS[name] = cycle


def cycles_to_end(name: str, cycle_type: int) -> None:
    """Enter an action that lets an object cycle to an end and then sets a flag."""

    def cycle(world: World, number: int, flag: int) -> None:
        thing = world.things[number]
        thing.cycle_type = cycle_type
        thing.put_bits(UPDATE | CYCLING | NO_ADVANCE, on=True)
        thing.p0 = flag
        world.set_flag(flag, on=False)

    ACTIONS[name] = cycle


cycles("normal.cycle", NORMAL)
cycles("reverse.cycle", REVERSE)
cycles_to_end("end.of.loop", END_OF_LOOP)
cycles_to_end("reverse.loop", REVERSE_LOOP)


@action("cycle.time")
def cycle_time(world: World, number: int, variable: int) -> None:
    thing = world.things[number]
    thing.cycle_time = thing.cycle_clock = world.variables[variable]


@action("step.time")
def step_time(world: World, number: int, variable: int) -> None:
    thing = world.things[number]
    thing.step_time = thing.step_clock = world.variables[variable]


@action("step.size")
def step_size(world: World, number: int, variable: int) -> None:
    world.things[number].step_size = world.variables[variable]


@action("set.dir")
def set_dir(world: World, number: int, variable: int) -> None:
    world.things[number].direction = world.variables[variable]


@action("stop.motion")
def stop_motion(world: World, number: int) -> None:
    thing = world.things[number]
    thing.direction = 0
    if not world.motion_stays:
        thing.motion = 0
    if number == 0:
        world.variables[6] = 0
        world.player_control = False


@action("start.motion")
def start_motion(world: World, number: int) -> None:
    if not world.motion_stays:
        world.things[number].motion = 0
    if number == 0:
        world.variables[6] = 0
        world.player_control = True


@action("normal.motion")
def normal_motion(world: World, number: int) -> None:
    world.things[number].motion = 0


@action("wander")
def wander(world: World, number: int) -> None:
    thing = world.things[number]
    if number == 0:
        world.player_control = False
    thing.motion = WANDER
    thing.put_bits(UPDATE, on=True)


@action("follow.ego")
def follow_ego(world: World, number: int, near: int, flag: int) -> None:
    thing = world.things[number]
    thing.p0 = max(near, thing.step_size)
    thing.p1 = flag
    thing.p2 = 255
    world.set_flag(flag, on=False)
    thing.motion = FOLLOW
    thing.put_bits(UPDATE, on=True)


@action("move.obj")
def move_obj(world: World, number: int, x: int, y: int, size: int, flag: int) -> None:
    thing = world.things[number]
    thing.motion = MOVE
    thing.p0, thing.p1, thing.p2, thing.p3 = x, y, thing.step_size, flag
    if size:
        thing.step_size = size
    world.set_flag(flag, on=False)
    thing.put_bits(UPDATE, on=True)
    if number == 0:
        world.player_control = False
    if not world.old_directions:
        move_towards(world, thing)


@action("move.obj.v")
def move_obj_v(world: World, number: int, x: int, y: int, size: int, flag: int) -> None:
    move_obj(world, number, world.variables[x], world.variables[y], world.variables[size], flag)


# The room


@action("set.horizon")
def set_horizon(world: World, y: int) -> None:
    world.horizon = y


@action("block")
def block(world: World, x1: int, y1: int, x2: int, y2: int) -> None:
    world.block = (x1, y1, x2, y2)


@action("unblock")
def unblock(world: World) -> None:
    world.block = None


@action("program.control")
def program_control(world: World) -> None:
    world.player_control = False


@action("player.control")
def player_control(world: World) -> None:
    world.player_control = True
    world.things[0].motion = 0


def record(world: World, *entry: int) -> None:
    """Append an entry to the script list (reference: SAVE-12)."""
    if 7 in world.flags or world.script is None:
        return
    if len(world.script) >= world.script_size:
        raise AgiTrap(11, len(world.script))
    world.script.append((entry[0], entry[1]))


@action("add.to.pic")
def add_to_pic(world: World, view: int, loop: int, cel: int, x: int, y: int, priority: int, margin: int) -> None:
    combined = (priority | margin << 4) % 256
    for entry in ((5, 0), (view, loop), (cel, x), (y, combined)):
        record(world, *entry)
    sprites.add_to_picture(world, view, loop, cel, x, y, combined)


@action("add.to.pic.v")
def add_to_pic_v(world: World, *variables: int) -> None:
    add_to_pic(world, *(world.variables[variable] for variable in variables))
