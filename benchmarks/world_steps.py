"""Steps per second of worlds: ours beside the Arcade Learning Environment, and EnvPool where it is installed.

``python -m benchmarks.world_steps [ROUNDS]``, on one core, by turns; needs gymnasium and ale-py (``make lab``). A step
has four cycles of our game, or four frames of the other. Actions are random. Times are processor time.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import Any, NamedTuple

import numpy as np

from agi_emu.data import demo_path

ROUNDS = 7
SECONDS = 1.0
SKIP = 4
WORLDS = 16
SIDE = 84
ARCADE = "Breakout"


class Contender(NamedTuple):
    """A world, and how many machines each of its steps steps."""

    name: str
    observation: str
    steps: Callable[[], int]
    """Steps once; returns how many worlds were stepped."""


def _single(world: Any) -> Callable[[], int]:
    chance = np.random.default_rng(1)
    world.reset(seed=1)

    def step() -> int:
        _, _, terminated, truncated, _ = world.step(int(chance.integers(world.action_space.n)))
        if terminated or truncated:
            world.reset()
        return 1

    return step


def _vector(worlds: Any, actions: int) -> Callable[[], int]:
    chance = np.random.default_rng(1)
    worlds.reset()

    def step() -> int:
        worlds.step(chance.integers(actions, size=WORLDS).astype(np.int32))
        return WORLDS

    return step


def ours() -> list[Contender]:
    """Return the demo game, alone with each observation, and as a vector."""
    import gymnasium

    from agi_emu.lab.worlds import register
    from agi_emu.lab.worlds.environment import AgiEnv

    register()
    shapes = {"rgb": "rgb, 200x320", "indices": "indices, 200x320", "text": "text", "state": "state, 512 bytes"}
    found = [
        Contender("AGI", shape, _single(AgiEnv(demo_path(), observation=name, actions="keys", frame_skip=SKIP)))
        for name, shape in shapes.items()
    ]
    for size, options in (("indices, 200x320", {}), (f"grey, {SIDE}x{SIDE}", {"size": (SIDE, SIDE), "grey": True})):
        worlds = gymnasium.make_vec("AGI-v0", WORLDS, game=demo_path(), actions="keys", frame_skip=SKIP, **options)
        found.append(Contender(f"AGI, vector of {WORLDS}", size, _vector(worlds, worlds.single_action_space.n)))
    return found


def arcade() -> list[Contender]:
    """Return a game of the Arcade Learning Environment, alone and as its own vector in one thread."""
    import gymnasium

    ale = import_module("ale_py")
    gymnasium.register_envs(ale)
    single = gymnasium.make(f"ALE/{ARCADE}-v5", frameskip=SKIP, obs_type="rgb", repeat_action_probability=0.0)
    vector = ale.AtariVectorEnv(
        ARCADE.lower(), num_envs=WORLDS, frameskip=SKIP, stack_num=1, img_height=SIDE, img_width=SIDE, num_threads=1
    )
    return [
        Contender("ALE", "rgb, 210x160", _single(single)),
        Contender(f"ALE, vector of {WORLDS}", f"grey, {SIDE}x{SIDE}", _vector(vector, vector.single_action_space.n)),
    ]


def pool() -> list[Contender]:
    """Return the same game in EnvPool, in one thread; nothing without it."""
    if find_spec("envpool") is None:
        return []
    options = {"num_envs": WORLDS, "num_threads": 1, "frame_skip": SKIP, "stack_num": 1}
    worlds = import_module("envpool").make(
        f"{ARCADE}-v5", env_type="gymnasium", img_height=SIDE, img_width=SIDE, gray_scale=True, **options
    )
    return [Contender(f"EnvPool, {WORLDS}", f"grey, {SIDE}x{SIDE}", _vector(worlds, worlds.action_space.n))]


def rate(steps: Callable[[], int], seconds: float) -> float:
    """Return the steps per second of processor time, over so many seconds."""
    start, count = time.process_time(), 0
    while (passed := time.process_time() - start) < seconds:
        count += steps()
    return count / passed


def main(arguments: list[str]) -> None:
    """Measure all of them by turns, and print a table of medians."""
    rounds = int(arguments[0]) if arguments else ROUNDS
    contenders = [*ours(), *arcade(), *pool()]
    rates: list[list[float]] = [[] for _ in contenders]
    for _ in range(rounds):
        for each, found in zip(contenders, rates, strict=True):
            found.append(rate(each.steps, SECONDS))
    print("| world | observation | steps per second | least to most |\n|---|---|---|---|")
    for each, found in zip(contenders, rates, strict=True):
        span = f"{min(found):,.0f} to {max(found):,.0f}"
        print(f"| {each.name} | {each.observation} | {statistics.median(found):,.0f} | {span} |")


if __name__ == "__main__":
    main(sys.argv[1:])
