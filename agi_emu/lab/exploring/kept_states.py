"""Holds states that an exploration keeps, and chooses among them by how far on they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random

    from agi_emu.lab.exploring.conditions import Facts
    from agi_emu.lab.exploring.goals import Goal
    from agi_emu.lab.exploring.objective import Level
    from agi_emu.lab.exploring.takes import Trail
    from agi_emu.machine.snapshots import Snapshot

LESS_FAR = 0.5
"""How much less often a search continues from the next level than from the one before."""
CHAINS_IN_VAIN = 60
"""Chains of moves without anything new after which a level counts half."""


@dataclass(slots=True, eq=False)
class KeptState:
    """A state that was kept."""

    snapshot: Snapshot
    trail: Trail
    room: int
    is_cheated: bool
    """Whether a cheat was used on the way."""
    goals: dict[Goal, None]
    """Goals of the room that were allowed here, and not tried then."""
    level: Level | None
    """How far on the play is, if it has an objective."""
    facts: Facts
    done: Goal | None
    """What was aimed for last in the room."""
    chosen: int = 0
    news: int = 0
    """New marks that plays from here have brought."""


def of_a_level(states: Sequence[KeptState], vain: Mapping[Level | None, int], chance: random.Random) -> list[KeptState]:
    """Return the states of a level: mostly the furthest, and seldom one from which many chains were in vain."""
    levels = sorted({each.level for each in states}, key=lambda level: level or (), reverse=True)
    weights = [LESS_FAR**at / (1 + vain[level] / CHAINS_IN_VAIN) for at, level in enumerate(levels)]
    chosen = chance.choices(levels, weights)[0]
    return [each for each in states if each.level == chosen]
