"""Go-explore of `examples/go_explore.py` in words: goes back to places that it has kept, and does valid lines there."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

from benchmarks.quests.agents.random_words import some_lines
from benchmarks.quests.world import QuestWorld
from examples.go_explore import GoExplore

STEPS_FROM_A_PLACE = 8


class GoExploreInWords(GoExplore):
    """Says in each room what it has said there least often."""

    def __init__(self, world: QuestWorld, seed: int) -> None:
        self.said: Counter[tuple[int, str]] = Counter()
        super().__init__(world, seed)

    def key(self, info: dict[str, Any]) -> object:
        """Return what makes two states the same place."""
        return super().key(info), *info["milestones"]

    def plan(self, info: dict[str, Any]) -> Sequence[str]:
        """Return a valid line."""
        lines = some_lines(info["valid"], self.chance)
        self.chance.shuffle(lines)
        line = min(lines, key=lambda each: self.said[info["room"], each])
        self.said[info["room"], line] += 1
        return [line]


def play(world: QuestWorld, chance: random.Random) -> None:
    """Play until it is over."""
    explorer = GoExploreInWords(world, chance.randrange(1 << 16))
    while not world.is_over:
        explorer.explore_from(explorer.choose(), STEPS_FROM_A_PLACE)
