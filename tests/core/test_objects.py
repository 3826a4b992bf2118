"""The core's passes over the objects and what draws them, against the plain twins in random scenes.

Of the actions on objects those are here that the twins of cels, motion and sprites do; tests/unit/commands has all.
"""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agi_emu.logic.opcodes import ACTIONS, Operand
from agi_emu.state.progress import Need
from tests.core.plain import cels, motion, sprites
from tests.core.plain import cycle as plain_cycle
from tests.core.plain.world import ACTIVE, NO_ADVANCE, REPOSITIONED, STOPPED, AgiTrap, HungError, World
from tests.core.scenes import NUMBERS, Scene
from tests.examples import examples

SEEDS = st.integers(0, 2**32 - 1)
ROWS = {row.name: row for row in ACTIONS}


def draw(world: World, number: int) -> None:
    """Do what draw does, for an object that the game has."""
    if not world.things[number].has_cel:
        raise AgiTrap(20, number)
    sprites.draw(world, world.things[number])


def reposition_to(world: World, number: int, x: int, y: int) -> None:
    """Do what reposition.to does."""
    thing = world.things[number]
    thing.put_bits(REPOSITIONED, on=True)
    thing.x, thing.y = x, y
    motion.find_position(world, thing)


def set_cel(world: World, number: int, cel: int) -> None:
    """Do what set.cel does."""
    cels.set_cel(world, world.things[number], cel)
    world.things[number].put_bits(NO_ADVANCE, on=False)


def set_pri_base(world: World, base: int) -> None:
    """Divide the rows from `base` on into ten bands, by two integer divisions (reference: VIEW-49)."""
    height = (168 - base) * 168 // 10
    world.priorities = [4 if y < base else (y - base) * 168 // height + 5 for y in range(168)]
    world.base_was_set = True


def add_to_pic(world: World, view: int, loop: int, cel: int, x: int, y: int, priority: int, margin: int) -> None:
    """Do what add.to.pic does while the script list does not record."""
    sprites.add_to_picture(world, view, loop, cel, x, y, (priority | margin << 4) % 256)


PLAIN_ACTIONS: dict[str, Callable[..., None]] = {
    "draw": draw,
    "erase": lambda world, number: sprites.erase(world, world.things[number]),
    "start.update": lambda world, number: sprites.set_update(world, world.things[number], on=True),
    "stop.update": lambda world, number: sprites.set_update(world, world.things[number], on=False),
    "force.update": lambda world, number: sprites.force_update(world),
    "unanimate.all": lambda world: sprites.unanimate_all(world),
    "set.view": lambda world, number, view: cels.set_view(world, world.things[number], view),
    "set.loop": lambda world, number, loop: cels.set_loop(world, world.things[number], loop),
    "set.cel": set_cel,
    "reposition.to": reposition_to,
    "set.pri.base": set_pri_base,
    "add.to.pic": add_to_pic,
}


def begin(seed: int) -> Scene:
    """Return a scene whose objects are in the picture on both sides."""
    scene = Scene(seed)
    sprites.put_all_in(scene.world)
    scene.check("putting the objects into the picture")
    return scene


def some_operand(chance: random.Random, scene: Scene, kind: Operand) -> int:
    """Return an operand byte that often means something."""
    count = len(scene.world.things)
    limits = {Operand.OBJECT: count, Operand.VIEW: 4, Operand.LOOP: 6, Operand.CEL: 4, Operand.PRIORITY: 16}
    if kind is Operand.OBJECT:
        return chance.randrange(count)
    return chance.randrange(limits[kind] if kind in limits and chance.random() < 0.8 else 256)


def act(scene: Scene, name: str, operands: list[int]) -> bool:
    """Let one action happen on both sides; return False when the original would hang."""
    stop = scene.execute(bytes([NUMBERS[name], *operands, 0]))
    expected = Need.NONE, 0, 0
    try:
        PLAIN_ACTIONS[name](scene.world, *operands)
    except AgiTrap as trap:
        expected = Need.ERROR, trap.number, trap.value
    except HungError:
        expected = Need.PLACE, 0, 0
    if scene.world.hung_sorting:
        expected = Need.PLACE, 0, 0
    vm = scene.state.vm
    found = (stop, vm.error, vm.error_value) if stop == Need.ERROR else (stop, 0, 0)
    vm.error = 0
    assert found == expected, f"{name} {operands}"
    scene.check(f"{name} {operands}")
    return stop != Need.PLACE


@examples(40)
@given(SEEDS)
def test_cycles_equal_the_plain_ones(seed: int) -> None:
    scene = begin(seed)
    for number in range(12):
        if not scene.world.old_directions:
            scene.core.direction_pass()
            motion.choose_directions(scene.world)
            scene.check(f"directions of cycle {number}")
        hung = scene.core.animate()
        assert hung == plain_cycle.animate(scene.world)
        scene.check(f"animation of cycle {number}")
        if hung:
            return


@pytest.mark.parametrize("kind", [motion.WANDER, motion.FOLLOW])
def test_random_turns_equal_the_plain_ones(kind: int) -> None:
    # The counts of wander and follow.ego decide when chance is asked: each value of a count has to come.
    scene = Scene(kind, objects=2)
    sprites.put_all_in(scene.world)
    chance = scene.chance
    scene.world.old_directions = False
    for _ in range(4000):
        for thing, ours in zip(scene.world.things, scene.state.objects, strict=False):
            thing.flags = ACTIVE | chance.choice((0, STOPPED))
            thing.motion, thing.step_clock = kind, 1
            thing.p0, thing.p2 = (chance.choice((chance.randrange(9), chance.randrange(256))) for _ in range(2))
            thing.x, thing.y = chance.randrange(160), chance.randrange(168)
            for name in ("flags", "motion", "step_clock", "p0", "p2", "x", "y"):
                setattr(ours, name, getattr(thing, name))
        scene.core.direction_pass()
        motion.choose_directions(scene.world)
        for thing, ours in zip(scene.world.things, scene.state.objects, strict=False):
            for name in ("direction", "motion", "p0", "p2"):
                assert getattr(ours, name) == getattr(thing, name)
        assert scene.state.rng == scene.world.seed
    scene.check("all turns")


@pytest.mark.parametrize("kind", [motion.WANDER, motion.FOLLOW])
@pytest.mark.parametrize("clock", [58235, 58235 + 65536])
def test_a_clock_that_seeds_to_zero_for_ever_ticks_on(kind: int, clock: int) -> None:
    # (58235 * 7C4Dh + 1) mod 65536 = 0, so each draw is 0. A tick later it is 7C4Dh, and 7Ch ^ 4Dh = 49.
    scene = Scene(kind, objects=2)
    scene.state.rng, scene.state.clock.bios = 0, clock
    scene.state.general.block_active = 0
    ego, other = scene.state.objects[0], scene.state.objects[1]
    for each, x in ((ego, 100), (other, 20)):
        each.flags, each.motion, each.x, each.y, each.width, each.step_size = ACTIVE | STOPPED, 0, x, 100, 4, 1
    other.motion, other.step_clock, other.p0, other.p2 = kind, 1, 2, 0
    scene.core.direction_pass()
    assert scene.state.rng != 0
    if kind == motion.FOLLOW:
        assert (other.direction, 1 <= other.p2 <= 40) == (49 % 9, True)


@examples(30)
@given(SEEDS)
def test_actions_equal_the_plain_ones(seed: int) -> None:
    scene = begin(seed)
    chance = scene.chance
    names = sorted(PLAIN_ACTIONS)
    for _ in range(25):
        name = chance.choice(names)
        if not act(scene, name, [some_operand(chance, scene, kind) for kind in ROWS[name].operands]):
            return
        if chance.random() < 0.2 and (scene.core.animate() | plain_cycle.animate(scene.world)):
            return


@pytest.mark.parametrize("name", sorted(PLAIN_ACTIONS))
def test_each_action_equals_the_plain_one(name: str) -> None:
    for seed in range(6):
        scene = begin(seed)
        for _ in range(3):
            if not act(scene, name, [some_operand(scene.chance, scene, kind) for kind in ROWS[name].operands]):
                break


@pytest.mark.parametrize(("name", "error"), [("animate.obj", 13), ("draw", 19), ("erase", 12)])
def test_objects_that_the_game_does_not_have(name: str, error: int) -> None:
    scene = begin(1)
    number = len(scene.world.things)
    assert scene.execute(bytes([NUMBERS[name], number, 0])) == Need.ERROR
    assert (scene.state.vm.error, scene.state.vm.error_value) == (error, number)


@examples(40)
@given(SEEDS, st.integers(0, 3), st.lists(st.integers(0, 255), min_size=4, max_size=4))
def test_clock_equals_the_plain_one(beats: int, paused: int, clock: list[int]) -> None:
    scene = Scene(1)
    scene.state.vars[11:15] = clock
    plain = plain_cycle.Clock([0] * 11 + list(clock), paused=paused == 3)
    scene.state.clock.paused = plain.paused
    for _ in range(beats % 400):
        scene.core.beat()
        plain.beat()
    ours = scene.state.clock
    assert (ours.beats, ours.ticks, ours.animation) == (plain.beats, plain.ticks, plain.animation)
    assert list(scene.state.vars[11:15]) == plain.variables[11:15]
