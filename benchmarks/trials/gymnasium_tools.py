"""Agents and wrappers of others on worlds of the demo game: ``python -m benchmarks.trials.gymnasium_tools``.

Each runs once, for some steps, and a line says that it did. What is not installed is named and left out.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from importlib import import_module
from typing import Any

import gymnasium
import numpy as np
from gymnasium import wrappers
from gymnasium.utils.env_checker import check_env

import agi_emu.lab.worlds  # Gymnasium knows the worlds by it.  # noqa: F401
from agi_emu.data import demo_path
from agi_emu.lab.worlds.environment import OBSERVATIONS

STEPS = 256


def make(**options: Any) -> gymnasium.Env[Any, Any]:
    """Return a world of the demo game."""
    return gymnasium.make("AGI-v0", game=str(demo_path()), max_episode_steps=64, **options)


def ppo() -> None:
    """Let PPO of stable-baselines3 learn from the state."""
    import_module("stable_baselines3").PPO("MlpPolicy", make(observation="state"), n_steps=64, device="cpu").learn(
        STEPS
    )


def maskable_ppo() -> None:
    """Let MaskablePPO of sb3-contrib learn with valid actions alone."""
    world = make(observation="state")
    import_module("sb3_contrib").MaskablePPO("MlpPolicy", world, n_steps=64, device="cpu").learn(STEPS)


def atari_preprocessing() -> None:
    """Step through the wrapper for Atari games."""
    import_module("cv2")
    world = wrappers.AtariPreprocessing(make(observation="rgb", frame_skip=1), noop_max=4, frame_skip=4)
    world.reset(seed=1)
    assert world.step(0)[0].shape == (84, 84)


def record_video() -> None:
    """Record a film."""
    import_module("moviepy")
    with tempfile.TemporaryDirectory() as folder:
        world = wrappers.RecordVideo(make(render_mode="rgb_array"), folder, episode_trigger=lambda number: True)
        world.reset(seed=1)
        for _ in range(20):
            world.step(world.action_space.sample())
        world.close()


def checker() -> None:
    """Let Gymnasium check all kinds of worlds."""
    for observation in OBSERVATIONS:
        for actions in ("keys", "words", "walk+words", "walk+mouse"):
            check_env(make(observation=observation, actions=actions).unwrapped, skip_render_check=True)
    check_env(gymnasium.make("AGIText-v0", game=str(demo_path())).unwrapped, skip_render_check=True)


def vectors() -> None:
    """Step the three kinds of vectors, and turn the information of the native one into lists."""
    for mode in ("sync", "async", "vector_entry_point"):
        worlds = gymnasium.make_vec("AGI-v0", num_envs=2, vectorization_mode=mode, game=str(demo_path()))
        worlds.reset(seed=1)
        worlds.step(np.array([0, 1]))
        worlds.close()
    native = gymnasium.make_vec("AGI-v0", num_envs=2, vectorization_mode="vector_entry_point", game=str(demo_path()))
    listed = wrappers.vector.DictInfoToList(native)
    assert len(listed.reset(seed=1)[1]) == 2


TOOLS: tuple[Callable[[], None], ...] = (ppo, maskable_ppo, atari_preprocessing, record_video, checker, vectors)


def main() -> None:
    """Run each, and print which did."""
    for tool in TOOLS:
        try:
            tool()
        except ModuleNotFoundError as error:
            print(f"{tool.__name__:20} left out: {error.name} is not installed", flush=True)
        else:
            print(f"{tool.__name__:20} works", flush=True)


if __name__ == "__main__":
    main()
