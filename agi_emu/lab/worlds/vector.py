"""Many plays of one game as a vector world of Gymnasium: all of them step in one call, into one array."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from agi_emu._core.sampling import Sampler
from agi_emu.facts.palette import VGA_BYTES
from agi_emu.lab.worlds.environment import LIGHTNESS, AgiEnv, give_but_last, is_over
from agi_emu.machine.frame import Frame
from agi_emu.machine.machine import Machine
from agi_emu.machine.snapshots import Snapshot
from agi_emu.many import CYCLE_OR_WAITING, step_many
from agi_emu.state.layout import SCREEN_HEIGHT, SCREEN_WIDTH


class AgiVectorEnv(VectorEnv[Any, Any, Any]):
    """As many machines as `num_envs`: `AgiEnv`s of the same game, and palette indices of any size, or lightness.

    Palette indices are written for all machines in one call, of any `size`, or as lightness with `grey`; other
    observations, and other screens than those of 320x200 pixels, are made one by one. A machine whose play is over, or
    has taken `max_episode_steps`, is switched on again by the next step, whose action it ignores. With `copy=False` the
    next call overwrites the pictures that `reset` and `step` return. The other arguments are those of `AgiEnv`.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": ["rgb_array"]}  # noqa: RUF012

    def __init__(
        self,
        game: str | Path,
        num_envs: int = 1,
        *,
        observation: str = "indices",
        size: tuple[int, int] | None = None,
        grey: bool = False,
        copy: bool = True,
        max_episode_steps: int | None = None,
        **options: Any,
    ) -> None:
        """Open the game once; `size` is height and width of each picture, by default those of the screen."""
        if num_envs < 1:
            raise ValueError(f"a vector has at least one world, not {num_envs}")
        if max_episode_steps is not None and max_episode_steps < 1:
            raise ValueError(f"a play has at least one step, not {max_episode_steps}")
        if options.get("render_mode") == "human":
            raise ValueError("a vector shows no window; leave out render_mode, or give rgb_array")
        single = AgiEnv(game, observation=observation, **options)
        width, height = single.machine.settings.adapter.size
        self._is_sampled = (width, height) == (SCREEN_WIDTH, SCREEN_HEIGHT)
        size = size or (height, width)
        if observation != "indices" and (size != (height, width) or grey):
            raise ValueError("only palette indices have a size, or lightness; leave out size and grey, or observation")
        self._envs = [single, *(single.another() for _ in range(num_envs - 1))]
        self.num_envs = num_envs
        self.render_mode = single.render_mode
        self.metadata = {**single.metadata, **type(self).metadata}
        self.single_action_space = single.action_space
        self._pictures = np.zeros((num_envs, *size), np.uint8) if observation == "indices" else None
        self.single_observation_space = (
            single.observation_space if self._pictures is None else spaces.Box(0, 255, size, np.uint8)
        )
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_meanings = single.action_meanings
        self._grey, self._copies = grey, copy
        self._is_over = np.zeros(num_envs, bool)
        self._steps = np.zeros(num_envs, np.int64)
        self._most_steps = max_episode_steps

    @property
    def machines(self) -> list[Machine]:
        """The machines, in their order."""
        return [env.machine for env in self._envs]

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Switch on all machines, or those of the option "reset_mask"; with one number, machine i gets it plus i."""
        seeds = seed if isinstance(seed, list) else [None if seed is None else seed + at for at in range(self.num_envs)]
        others = dict(options or {})
        which = np.asarray(others.pop("reset_mask", np.ones(self.num_envs, bool)), bool)
        if which.shape != (self.num_envs,):
            raise ValueError(
                f"reset_mask has the shape {which.shape}; give a truth value for each of {self.num_envs} worlds"
            )
        for at in np.flatnonzero(which):
            self._envs[at].reset(seed=seeds[at], options=others)
        self._is_over[which] = False
        self._steps[which] = 0
        self._look(range(self.num_envs))
        return self._seen(), self._infos()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Do one action in each world; ValueError if there is not one for each."""
        if len(actions) != self.num_envs:
            raise ValueError(f"{len(actions)} actions for {self.num_envs} worlds; give one for each")
        if self.closed:
            raise RuntimeError("these worlds were closed; make others")
        begins = self._is_over.copy()
        # All of them before the first machine moves: one may not exist.
        chosen = [begins[at] or env.action_of(actions[at]) for at, env in enumerate(self._envs)]
        lasts: list[tuple[Any, ...]] = []
        before = []
        for env, action, begins_again in zip(self._envs, chosen, begins, strict=True):
            if begins_again:
                env.reset()
            before.append(env.machine.score)
            lasts.append(() if begins_again else give_but_last(env.machine, action))
        self._run(begins, lasts)
        rewards = np.zeros(self.num_envs)
        terminated = np.zeros(self.num_envs, bool)
        for at, env in enumerate(self._envs):
            if not begins[at]:
                rewards[at] = env.reward(env.machine, before[at])
                terminated[at] = is_over(env.machine, env.rules)
        self._steps = np.where(begins, 0, self._steps + 1)
        truncated = self._steps >= (self._most_steps or np.inf)
        self._is_over = terminated | truncated
        return self._seen(), rewards, terminated, truncated, self._infos()

    def get_state(self) -> list[Snapshot]:
        """Return a copy of each machine; one takes microseconds."""
        return [env.get_state() for env in self._envs]

    def set_state(self, states: Snapshot | Sequence[Snapshot]) -> None:
        """Continue from copies of machines, one for each, or one for all; SaveError if it is of another game.

        What `step` counts begins again: no play is over.
        """
        each = list(states) if isinstance(states, Sequence) else [states] * self.num_envs
        for env, state in zip(self._envs, each, strict=True):
            env.set_state(state)
        self._is_over[:] = False
        self._steps[:] = 0

    def render(self) -> Any:
        """Return the picture of each machine: height, width and 3 colours."""
        return tuple(env.render() for env in self._envs)

    def _run(self, begins: Any, lasts: list[tuple[Any, ...]]) -> None:
        """Run the machines that do not begin again, and write what all of them show."""
        first = self._envs[0]
        limits = {"cycles": first.frame_skip, "beats": first.most_beats}
        if self._pictures is not None and self._is_sampled and not begins.any():
            step_many(self.machines, lasts, self._pictures, grey=self._grey, **limits)
            return
        for at, machine in enumerate(self.machines):
            if not begins[at]:
                machine.advance(lasts[at], CYCLE_OR_WAITING, **limits)
        self._look(range(self.num_envs))

    def _look(self, which: Any) -> None:
        """Write what machines show, without a step."""
        if self._pictures is not None and not self._is_sampled:
            for at in which:
                self._pictures[at] = _sampled(self._envs[at].machine.frame, self._pictures[at].shape, grey=self._grey)
        elif self._pictures is not None:
            sampler = Sampler(self._pictures.data, VGA_BYTES, grey=self._grey)
            for at in which:
                sampler.put(self._envs[at].machine.screen, int(at))

    def _seen(self) -> Any:
        """Return what is observed of all machines."""
        if self._pictures is None:
            seen = [env.observed() for env in self._envs]
            return tuple(seen) if isinstance(seen[0], str) else np.stack(seen)
        return self._pictures.copy() if self._copies else self._pictures

    def _infos(self) -> dict[str, Any]:
        """Return each kind of information as an array, with a mask beside it, as Gymnasium wants them."""
        infos = [env.info() for env in self._envs]
        arrays: dict[str, Any] = {}
        for name, first in infos[0].items():
            if isinstance(first, np.ndarray):
                array = np.stack([info[name] for info in infos])
            else:
                array = np.empty(self.num_envs, np.int64 if isinstance(first, int) else object)
                for at, info in enumerate(infos):
                    array[at] = info[name]
            arrays[name] = array
            arrays[f"_{name}"] = np.ones(self.num_envs, bool)
        return arrays


def _sampled(frame: Frame, size: tuple[int, ...], *, grey: bool) -> Any:
    """Return a frame of another size, each pixel the one in the middle of its part, as `step_many` does."""
    shown = frame.of_size(size[1], size[0])
    return (shown.palette @ LIGHTNESS).round().astype(np.uint8)[shown.indices] if grey else shown.indices
