"""Ways: the same as the plain twin's, and each step is one that the movement pass makes."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from agi_emu._core.ways import find_way
from tests.core.plain import motion, ways
from tests.core.plain.world import ANIMATED, BLOCKED, CYCLING, DRAWN, FIXED_LOOP, REPOSITIONED, UPDATE
from tests.core.scenes import FIELDS, Scene
from tests.examples import examples

WHOLE = (0, 0, 159, 167)


def walking_scene(seed: int) -> tuple[Scene, tuple[ways.Box, int, int, bool, bool]]:
    """Return a scene in which the first object can walk and no other does, and where it shall walk."""
    scene = Scene(seed, objects=1 + seed % 4)
    chance = scene.chance
    scene.core.sprites_out()
    for thing, ours in zip(scene.world.things, scene.state.objects, strict=False):
        thing.put_bits(CYCLING | REPOSITIONED | BLOCKED | UPDATE, on=False)
        thing.put_bits(FIXED_LOOP | ANIMATED | DRAWN | UPDATE * (thing.number == 0), on=True)
        thing.direction = thing.motion = 0
        thing.step_time = thing.step_clock = 1
        thing.step_size = chance.choice((3, 5, 7))
        if thing.number:
            thing.previous_y = thing.y
        if thing.number == 0:
            motion.find_position(scene.world, thing)
            thing.previous_x, thing.previous_y = thing.x, thing.y
        for name in FIELDS:
            setattr(ours, name, getattr(thing, name))
    scene.core.sprites_in()
    x, y = chance.randrange(160), chance.randrange(168)
    box, slack = chance.choice(
        (((x, y, x, y), scene.world.things[0].step_size), (WHOLE, 0), ((x, y, x + 30, y + 9), 0))
    )
    goal = chance.choice(((0, False, False), (chance.randrange(5), False, False), (0, True, False), (0, False, True)))
    return scene, (box, slack, *goal)


@examples(6)
@example(3)
@given(st.integers(0, 2**32 - 1))
def test_ways_are_those_of_the_plain_twin(seed: int) -> None:
    try:
        scene, goal = walking_scene(seed)
    except motion.HungError:
        return
    before = bytes(scene.buffer)
    found = find_way(scene.core, 0, *goal)
    assert bytes(scene.buffer) == before, "it only looks"
    assert found == ways.find_way(scene.world, *goal)


@examples(30)
@given(st.integers(0, 2**32 - 1))
def test_the_movement_pass_goes_the_way(seed: int) -> None:
    try:
        scene, goal = walking_scene(seed)
    except motion.HungError:
        return
    steps, x, y, arrives = find_way(scene.core, 0, *goal)
    ego = scene.state.objects[0]
    rules = ego.flags
    places = []
    for direction in steps:
        ego.flags, ego.direction = rules, direction
        scene.core.direction_pass()
        scene.core.animate()
        assert ego.direction == direction, "a block stops it"
        places.append((ego.x, ego.y))
    assert (ego.x, ego.y) == (x, y)
    # An edge that ego stands at already is met without a move.
    assert len(set(places)) >= len(places) - 1
    if arrives and goal[2]:
        assert scene.state.vars[2] == goal[2]


def test_what_is_not_in_the_picture_has_no_way() -> None:
    scene = Scene(5, objects=1)
    with pytest.raises(ValueError, match="object 1"):
        find_way(scene.core, 1, WHOLE, 0, 1, False, False)
    for name, value in (("x", -1), ("x", 160), ("y", 168), ("y", -1), ("width", 0), ("width", 200)):
        scene = Scene(5, objects=1)
        setattr(scene.state.objects[0], name, value)
        assert find_way(scene.core, 0, WHOLE, 0, 1, False, False)[::3] == (b"", False)
