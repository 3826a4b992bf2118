"""Go-explore: keeps the first state of every place, goes back to one, and explores from there.

``python examples/go_explore.py GAME --steps 200000``. GAME is a folder or a zip archive; without it the demo game is
played. Printed are the places found, the best score, and what to do for it. Needs ``agi-emu[gym]``.

A place is a room, a score, what the player carries, and a cell of the picture. Going back is `set_state`, which takes
microseconds; that is what makes this so much faster than to play again from the start. After Ecoffet and others,
"First return, then explore", 2021.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import gymnasium

from agi_emu.data import demo_path
from agi_emu.lab.worlds import register
from agi_emu.lab.worlds.actions import DIRECTIONS

CELL_WIDTH, CELL_HEIGHT = 20, 24
FIRST_STEPS, STEPS_FROM_A_PLACE = 200, 40
LONGEST_WALK = 12
SAYS, WALKS, BEST_SHARE = 0.35, 0.45, 0.3
"""Shares of the moves, the rest of which answer questions and wait; how often a place with the best score is chosen."""
MOST_PLACES = 4000


@dataclass(slots=True)
class Place:
    """A state to go back to, and how it was reached: from another one, by these actions."""

    state: Any
    before: Place | None
    actions: tuple[Any, ...]
    score: int
    info: dict[str, Any]
    chosen: int = 0

    def way(self) -> list[Any]:
        """Return all actions from the start."""
        ways: list[tuple[Any, ...]] = []
        place: Place | None = self
        while place:
            ways.append(place.actions)
            place = place.before
        return [action for actions in reversed(ways) for action in actions]


class GoExplore:
    """Explores one game."""

    def __init__(self, world: Any, seed: int = 1) -> None:
        """Explore a world that has `get_state` and `set_state`."""
        self.world = world
        self.meanings: Sequence[str] = self.world.action_meanings
        self.number = {meaning: at for at, meaning in enumerate(self.meanings)}
        self.sentences = [at for at, action in enumerate(self.world.actions) if action.logics]
        self.chance = random.Random(seed)
        self.steps = 0
        _, info = self.world.reset(seed=seed)
        self.best = Place(self.world.get_state(), None, (), info["score"], info)
        self.places: dict[object, Place] = {self.key(info): self.best}

    def key(self, info: dict[str, Any]) -> object:
        """Return what makes two states the same place."""
        ego = self.world.machine.ego
        return info["room"], info["score"], *info["inventory"], ego.x // CELL_WIDTH, ego.y // CELL_HEIGHT

    def choose(self) -> Place:
        """Choose a place: one that was seldom chosen, sometimes of those with the best score."""
        places = list(self.places.values())
        if self.chance.random() < BEST_SHARE:
            places = [place for place in places if place.score == self.best.score]
        return self.chance.choices(places, [(1 + place.chosen) ** -0.5 for place in places])[0]

    def plan(self, info: dict[str, Any]) -> list[Any]:
        """Return the actions of the next move."""
        choice = self.chance.random()
        if info["message"]:
            return [self.number["enter"]]
        if choice < SAYS and info["words"]:
            return [self.chance.choice([at for at in self.sentences if info["action_mask"][at]] or [0])]
        if choice < SAYS + WALKS:
            # A direction key starts ego, who walks until something is in the way.
            return [self.number[self.chance.choice(DIRECTIONS)], *[0] * self.chance.randrange(LONGEST_WALK)]
        return [self.chance.choice([0, self.number["enter"], self.number["space"]])]

    def explore_from(self, place: Place, steps: int) -> None:
        """Go to a place and explore, keeping every place that is new."""
        place.chosen += 1
        self.world.set_state(place.state)
        info, actions, last = place.info, [], self.steps + steps
        while self.steps < last:
            for action in self.plan(info):
                *_, terminated, truncated, info = self.world.step(action)
                self.steps += 1
                actions.append(action)
                if terminated or truncated:
                    return
            if (key := self.key(info)) not in self.places and len(self.places) < MOST_PLACES:
                place = Place(self.world.get_state(), place, tuple(actions), info["score"], info)
                self.places[key], actions = place, []
                if place.score > self.best.score:
                    self.best = place

    def explore(self, steps: int) -> Place:
        """Explore for so many steps; return the place with the best score."""
        self.explore_from(self.best, FIRST_STEPS)
        while self.steps < steps:
            before = self.best
            self.explore_from(self.choose(), STEPS_FROM_A_PLACE)
            if self.best is not before:
                print(f"step {self.steps}: score {self.best.score} in room {self.best.info['room']}", flush=True)
        return self.best

    def replayed(self, place: Place, seed: int) -> int:
        """Play to a place from the start, without states; return the score at its end."""
        _, info = self.world.reset(seed=seed)
        for action in place.way():
            *_, info = self.world.step(action)
        return int(info["score"])


def main(arguments: Sequence[str] | None = None) -> int:
    """Explore a game; return the best score."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", nargs="?", default=str(demo_path()))
    parser.add_argument("--steps", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    register()
    world = gymnasium.make(
        "AGI-v0", game=given.game, observation="state", actions="walk+words", disable_env_checker=True
    )
    best = (explorer := GoExplore(world.unwrapped, given.seed)).explore(given.steps)
    rooms = {place.info["room"] for place in explorer.places.values()}
    assert explorer.replayed(best, given.seed) == best.score
    print(f"{explorer.steps} steps, {len(explorer.places)} places, {len(rooms)} rooms, best score {best.score}:")
    print(", ".join(explorer.meanings[action] for action in best.way() if action))
    return best.score


if __name__ == "__main__":
    main()
