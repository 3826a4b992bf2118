"""Does any of the valid lines at random; where the game ends, or offers to, it begins again."""

from __future__ import annotations

import random
from collections.abc import Sequence

from benchmarks.quests.world import QuestWorld


def some_lines(valid: Sequence[str], chance: random.Random) -> list[str]:
    """Return all sentences, or all in brackets, one as often as the other: there are many places to walk to."""
    kinds = [[line for line in valid if line.startswith("<") is is_bracketed] for is_bracketed in (True, False)]
    return chance.choice([kind for kind in kinds if kind])


def play(world: QuestWorld, chance: random.Random) -> None:
    """Play until it is over."""
    info = world.info()
    while not world.is_over:
        *_, terminated, _, info = world.step(chance.choice(some_lines(info["valid"], chance)))
        if terminated and not world.is_over:
            info = world.restart()
