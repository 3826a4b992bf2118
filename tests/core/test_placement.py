"""The placement search on a map of bits ends where the plain one does, which tests every place of the spiral."""

from __future__ import annotations

import random

import pytest

from tests.core.plain.motion import HungError, find_position
from tests.core.plain.world import DRAWN
from tests.core.scenes import Scene

CONTROLS = (0, 1, 2, 3, 4, 15)
FLAGS = (0x0002, 0x0004, 0x0008, 0x0100, 0x0200, 0x0800)
"""What the search looks at in an object."""


def hardly_passable(chance: random.Random) -> bytes:
    """Return a picture in which most places are barred, or none."""
    common = chance.choice(CONTROLS)
    picture = bytearray([16 * common]) * (160 * 168)
    for _ in range(chance.choice((0, 0, 1, 3, 40))):
        row, column = chance.randrange(168), chance.randrange(160)
        length = min(chance.randint(1, 60), 160 - column)
        picture[160 * row + column : 160 * row + column + length] = bytes([16 * chance.choice(CONTROLS)]) * length
    return bytes(picture)


@pytest.mark.parametrize(
    "seed", [seed if seed < 50 else pytest.param(seed, marks=pytest.mark.slow) for seed in range(150)]
)
def test_far_places_equal_the_plain_ones(seed: int) -> None:
    # reference: OBJ-58, OBJ-59
    chance = random.Random(seed)
    scene = Scene(seed, objects=chance.choice((1, 2, 9)))
    scene.core.sprites_out()
    scene.state.updating_sprites.count = scene.state.static_sprites.count = 0
    world, thing = scene.world, scene.world.things[0]
    picture = hardly_passable(chance)
    world.picture[:] = picture
    scene.state.picture[:] = picture
    thing.flags = sum(flag for flag in FLAGS if chance.random() < 0.25)
    thing.x, thing.y = chance.choice(((80, 100), (0, 167), (255, 255), (382, 382), (-128, 37), (159, 0)))
    if chance.random() < 0.2:
        thing.width = chance.choice((0, 1, 160, 161, 255))
        thing.height = chance.choice((0, 1, 168, 255))
    each = scene.state.objects[0]
    for name in ("flags", "x", "y", "width", "height"):
        setattr(each, name, getattr(thing, name))
    assert not thing.has(DRAWN)
    scene.core.draw_object(0)
    try:
        find_position(world, thing)
        is_hung = False
    except HungError:
        is_hung = True
    flags = [scene.state.flags[0] >> 7 & 1, scene.state.flags[0] >> 4 & 1]
    assert (each.x, each.y, each.priority) == (thing.x, thing.y, thing.priority)
    assert flags == [number in world.flags for number in (0, 3)]
    if is_hung:
        assert (each.x, each.y) == (thing.x, thing.y)
