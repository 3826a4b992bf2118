"""A text agent: reads the screen, says sentences of words that are valid now, and learns which of them win points.

``python examples/text_agent.py GAME --plays 200``. GAME is a folder or a zip archive; without it the demo game is
played. Printed are the points per play, and what the agent thinks of the best actions. Needs ``agi-emu[gym]``.

It needs no model. What it knows of a scene are the room, the score, and what it carries; of each action there, how
often it was tried, what it was answered, and what was won afterwards. "I do not understand" answers many sentences,
"It is out of your reach" few: an answer that is rare makes it curious, and it tries again from elsewhere.
"""

from __future__ import annotations

import argparse
import random
import re
from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import gymnasium

from agi_emu.data import demo_path
from agi_emu.lab.worlds import register
from agi_emu.lab.worlds.actions import DIRECTIONS

DISCOUNT = 0.95
"""What a point is worth one action earlier."""
CURIOSITY = 0.5
"""What an action is worth that was never tried; it falls with the number of tries, and where its answer is common."""
WALKS = 0.3
"""Share of the actions that walk anywhere: what can be done depends on where one stands, which no text says."""
LONGEST_WALK = 8
"""Steps."""
AN_END = -1.0
"""What it is worth to end the play."""
LONGEST_IDLENESS, STEPS_TO_CLOSE = 8, 20
"""Actions without a sentence to choose after which ego counts as dead; steps of Enter that close windows at most."""


class TextAgent:
    """Plays one game again and again, and remembers."""

    def __init__(self, game: str, seed: int = 1) -> None:
        self.world = gymnasium.make("AGI-v0", game=game, observation="text", disable_env_checker=True).unwrapped
        self.meanings: Sequence[str] = self.world.action_meanings
        self.number = {meaning: at for at, meaning in enumerate(self.meanings)}
        self.sentences = [at for at, action in enumerate(self.world.actions) if action.logics]
        self.walks = [self.number[direction] for direction in DIRECTIONS]
        self.chance = random.Random(seed)
        self.worth: dict[object, float] = defaultdict(float)
        self.tries: dict[object, int] = defaultdict(int)
        self.answer: dict[object, str] = {}
        self.answered: dict[str, set[int]] = defaultdict(set)
        self.seed = seed

    def scene(self, info: dict[str, Any]) -> object:
        """Return what makes two moments alike."""
        return info["room"], info["score"], *info["inventory"]

    def valid(self, info: dict[str, Any]) -> list[int]:
        """Return the sentences that the logics in memory test for."""
        return [at for at in self.sentences if info["action_mask"][at]]

    def choose(self, scene: object, actions: Sequence[int]) -> int:
        """Choose what promises most: points that were won, and curiosity; or walk."""
        if self.chance.random() < WALKS:
            return self.chance.choice(self.walks)

        def promise(action: int) -> float:
            key = (scene, action)
            common = len(self.answered[self.answer[key]]) if key in self.answer else 1
            return self.worth[key] + CURIOSITY / common / (1 + self.tries[key]) ** 0.5 + 1e-3 * self.chance.random()

        return max(actions, key=promise)

    def act(self, action: int) -> tuple[str, float, bool, dict[str, Any]]:
        """Do an action, walk for a while if it is a walk, and read and close the windows that come; return all text."""
        text, reward, ended, _, info = self.world.step(action)
        for _ in range(self.chance.randrange(LONGEST_WALK) if action in self.walks else 0):
            if ended or info["message"]:
                break
            text, more, ended, _, info = self.world.step(0)
            reward += more
        pages = [text]
        for _ in range(STEPS_TO_CLOSE):
            if ended or not info["message"]:
                break
            text, more, ended, _, info = self.world.step(self.number["enter"])
            reward += more
            pages.append(text)
        return "\n".join(pages), reward, ended, info

    def play(self, actions: int) -> float:
        """Play once, for so many actions, and learn from it; return the points."""
        _, info = self.world.reset(seed=self.seed)
        past: list[tuple[object, float]] = []
        points, idle = 0.0, 0
        for _ in range(actions):
            scene = self.scene(info)
            choices = self.valid(info)
            action = self.choose(scene, choices) if choices else self.number["enter"]
            text, reward, ended, info = self.act(action)
            idle = 0 if choices else idle + 1
            ended |= idle == LONGEST_IDLENESS
            points += reward
            self.tries[scene, action] += 1
            past.append(((scene, action), reward + AN_END * ended))
            self.answer[scene, action] = answer = re.sub(r"\d+", "", text)
            self.answered[answer].add(action)
            if ended:
                break
        self.learn(past)
        return points

    def learn(self, past: Sequence[tuple[object, float]]) -> None:
        """Give each action its part of what came after it; what once worked well is remembered best."""
        value = 0.0
        for key, reward in reversed(past):
            value = reward + DISCOUNT * value
            self.worth[key] += (value - self.worth[key]) / (1 if value > self.worth[key] else self.tries[key])


def main(arguments: Sequence[str] | None = None) -> list[float]:
    """Play a game many times; return the points of each play."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", nargs="?", default=str(demo_path()))
    parser.add_argument("--plays", type=int, default=200)
    parser.add_argument("--actions", type=int, default=150, help="actions of a play")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    register()
    agent = TextAgent(given.game, given.seed)
    points = []
    for number in range(1, given.plays + 1):
        points.append(agent.play(given.actions))
        if number % max(1, given.plays // 10) == 0:
            recent = points[-max(1, given.plays // 10) :]
            print(
                f"play {number}: {sum(recent) / len(recent):.1f} points on average, best {max(points):.0f}", flush=True
            )
    best = sorted(agent.worth, key=lambda key: -agent.worth[key])[:8]
    for scene, action in best:
        print(f"{agent.worth[scene, action]:6.2f}  {agent.meanings[action]!r} in room {scene[0]}, score {scene[1]}")
    return points


if __name__ == "__main__":
    main()
