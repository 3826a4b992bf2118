"""Chooses what to do in other rooms than the one where a play stands, and knows the ways that logics tell of."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from agi_emu.facts.codes import Var
from agi_emu.lab.exploring.goals import Goal
from agi_emu.lab.exploring.walks import aim_of

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Container, Mapping, Sequence

    from agi_emu.lab.exploring.conditions import Facts
    from agi_emu.lab.exploring.kept_states import KeptState
    from agi_emu.lab.exploring.knowledge import Knowledge
    from agi_emu.lab.exploring.objective import Level
    from agi_emu.lab.exploring.walks import Walker
    from agi_emu.machine.machine import Machine

ERRANDS, TIMES_OF_A_SITUATION, MOST_ASKED, MOST_BEARERS = 0.3, 3, 20, 100
"""How often a play goes to another room for a goal, and how often to a door with the same facts that matter there;
goals that are looked at for one such errand, and states for each."""


class Errands:
    """Looks for states that allow something in another room."""

    def __init__(
        self,
        knowledge: Knowledge,
        walker: Walker,
        untried_of: Callable[[Machine, int], list[Goal]],
        is_untried: Callable[[Goal, Level | None, Facts], bool],
        chance: random.Random,
    ) -> None:
        """`untried_of` returns the goals of a room's logic that were never tried while they were allowed.

        Among them are doors that were tried: `is_untried` tells whether they were with such facts.
        """
        self._knowledge = knowledge
        self._walker = walker
        self._untried_of = untried_of
        self._is_untried = is_untried
        self._chance = chance
        self._errands: Counter[Goal] = Counter()
        """Walks to a goal's room from states elsewhere."""
        self._carried: Counter[object] = Counter()
        """The same for each situation in which such a walk began."""

    def note_ways(self, machine: Machine) -> None:
        """Note the walks out of the room of now that its logic tells of."""
        room = machine.unguarded.state.vars[Var.ROOM]
        for goal in self._knowledge.goals(room):
            for entered in goal.rooms if goal.kind == "walk" else ():
                self._walker.note(room, entered, aim_of(goal.means, machine, self._chance))

    def choose(
        self,
        machine: Machine,
        rooms: Sequence[int],
        states: Mapping[int, Sequence[KeptState]],
        within_reach: Mapping[int, Container[Goal]],
    ) -> tuple[KeptState, Goal] | None:
        """Choose, now and then, what is out of reach of a room's states, or a deed, and a state elsewhere for it."""
        if self._chance.random() >= ERRANDS:
            return None
        goals = [goal for room in rooms for goal in (*self._untried_of(machine, room), *self._knowledge.deeds(room))]
        weights = [self._knowledge.worth(goal) / (1 + self._errands[goal]) for goal in goals]
        others = [state for room in states.values() for state in room]
        for goal in dict.fromkeys(self._chance.choices(goals, weights, k=MOST_ASKED) if goals else ()):
            is_deed = self._knowledge.is_reached(goal)
            is_door = goal.kind != "enter" and self._knowledge.leads_to_a_new_room(goal)
            if is_door and goal in within_reach.get(goal.logic, ()):
                continue
            here = states.get(goal.logic, ())
            if not (is_deed or is_door) and any(goal.is_allowed(state.facts) for state in here):
                continue
            before = self._walker.rooms_before(goal.logic) - {goal.logic}
            near = [state for state in others if state.room in before]
            asked = self._chance.sample(near, min(len(near), MOST_BEARERS))
            bearers = [state for state in asked if self._knowledge.brings(goal, state.facts)]
            if is_door:
                bearers = [state for state in bearers if self._is_new(goal, state)]
            if bearers:
                self._errands[goal] += 1
                bearer = max(bearers, key=lambda each: self._knowledge.progress(each.facts) / (1 + each.chosen))
                self._carried[self._knowledge.situation(goal, bearer.facts)] += 1
                return bearer, goal
        return None

    def _is_new(self, goal: Goal, state: KeptState) -> bool:
        times = self._carried[self._knowledge.situation(goal, state.facts)]
        return times < TIMES_OF_A_SITUATION and self._is_untried(goal, state.level, state.facts)
