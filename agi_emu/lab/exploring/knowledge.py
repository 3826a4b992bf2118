"""Knows the goals in the logics of a game, and which of them are left."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from agi_emu._core import observing
from agi_emu.coverage.reached import NAMED
from agi_emu.coverage.sentences import sentence_of, shortest_words
from agi_emu.facts.codes import Var
from agi_emu.lab.exploring.conditions import is_decided
from agi_emu.lab.exploring.goals import COUNT, Effect, Goal, common_of, effects_for, goals_of, needs_of
from agi_emu.lab.exploring.objective import Level, Objective, level_of
from agi_emu.logic.clauses import condition_of
from agi_emu.logic.code import If, decode
from agi_emu.resources.avoided import NOTHING, Avoided

if TYPE_CHECKING:
    import random

    from agi_emu.lab.exploring.conditions import Facts
    from agi_emu.logic.clauses import Test
    from agi_emu.logic.code import Instruction
    from agi_emu.machine.machine import Machine
    from agi_emu.resources.game import Game
    from agi_emu.state.layout import StateLayout

LEADS_TO_A_NEW_ROOM, LEADS_TOWARDS_ONE = 20.0, 6.0
"""What a goal is worth behind which a room is that no play has entered, or what the way to such a room asks for."""
YES_OR_NO, SAYS_YES_OR_NO = ("y", "y", "yes", "n", "no", "1"), 0.6
SAYS_A_ROOM, NUMBERS = 0.5, 100
"""How often a number that is asked for is a room that was not reached; numbers that are given otherwise."""
LONGEST_CHAIN = 3
"""How many goals in a row are followed back from a room."""


class Knowledge:
    """What a game's logics test."""

    def __init__(self, game: Game, avoided: Avoided = NOTHING, objective: Objective | None = None) -> None:
        """Read logics when they are first asked for; what belongs to what is avoided is left out."""
        self.avoided = avoided
        self.objective = objective
        self._game = game
        self._goals: dict[int, tuple[Goal, ...]] = {}
        self._left: dict[int, tuple[bytes, list[Goal]]] = {}
        self._rooms = sorted(set(game.logics) & set(game.pictures))
        self._reached: set[Goal] = set()
        self._needs: dict[int, tuple[tuple[int, frozenset[Effect]], ...]] = {}
        self._entered = b""
        self._wanted: set[Effect] = set()
        """Items, and what these and ways to rooms ask for that no play has entered, as of `_entered`."""
        self._steps: dict[Goal, bool] = {}
        self._barred: set[Goal] = set()
        self._is_told = False
        """Whether `look` knows them."""
        self._tests: dict[int, tuple[Test, ...]] = {}
        """By logic what it tests that facts decide, once each."""
        self._common = common_of(self._instructions_of(0))
        self.groups = sorted(shortest_words(game))

    def goals(self, logic: int) -> tuple[Goal, ...]:
        """Return the goals of a logic, in their order."""
        if logic not in self._goals:
            read = goals_of(logic, self._instructions_of(logic), self._common)
            self._goals[logic] = tuple(goal for goal in read if not self.avoided.cover(logic, goal.mark))
        return self._goals[logic]

    def left(self, machine: Machine, logic: int) -> list[Goal]:
        """Return the goals of a logic that were not reached so far."""
        marks = observing.code_marks(machine.core, logic)
        before, left = self._left.get(logic, (None, list(self.goals(logic))))
        if marks != before:
            # What was reached stays reached.
            self._reached.update(goal for goal in left if goal.is_reached(marks))
            left = [goal for goal in left if goal not in self._reached]
            self._left[logic] = marks, left
        if self.objective is None:
            return left
        return list(dict.fromkeys((*left, *filter(self.is_step, self.goals(logic)))))

    def worth(self, goal: Goal) -> float:
        """Return what a goal is worth: rooms that no play has entered, and what leads to them, come first."""
        if self.leads_to_a_new_room(goal):
            return LEADS_TO_A_NEW_ROOM
        if self.objective is not None and (self.objective.hints_at(goal) or self.objective.ends_with(goal)):
            return LEADS_TO_A_NEW_ROOM
        if not self._wanted.isdisjoint(goal.effects) or self.is_step(goal):
            return LEADS_TOWARDS_ONE
        return 1.0 if goal.rooms else goal.worth

    def is_step(self, goal: Goal) -> bool:
        """Return whether a play with an objective may need a goal that another one has reached."""
        if self.objective is None:
            return False
        if goal not in self._steps:
            asked = self._asked | {(COUNT, Var.SCORE, 0)}
            has_use = any(effect in asked or effect[0] == "has" for effect in goal.effects)
            self._steps[goal] = has_use or bool(self.objective.hints_at(goal)) or self.objective.ends_with(goal)
        return self._steps[goal] or goal in self.objective.fruitful

    def level_of(self, state: StateLayout) -> Level | None:
        """Return how far on a play is that has an objective."""
        return level_of(state) if self.objective is not None else None

    def situation(self, goal: Goal, facts: Facts) -> object:
        """Return what a try of a goal counts for beside the goal: how all comes out that its logic tests."""
        return goal, facts.verdicts(self._tests_of(goal.logic))

    def _tests_of(self, logic: int) -> tuple[Test, ...]:
        if logic not in self._tests:
            unknown = frozenset({Var.PREVIOUS_ROOM}).union(*(each.unknown for each in self.goals(logic)))
            conditions = (condition_of(each) for each in self._instructions_of(logic) if isinstance(each, If))
            tests = (test for condition in conditions for clause in condition.clauses for test in clause)
            decided = {(test.name, test.operands): test for test in tests if is_decided(test, unknown)}
            self._tests[logic] = tuple(decided.values())
        return self._tests[logic]

    def bar(self, door: Goal) -> None:
        """Learn that a door does not open: what its logic tests may make it, and is wanted from now on."""
        self._barred.add(door)
        self._is_told = False

    def tried(self, goal: Goal, level: Level | None) -> object:
        """Return what tries of a goal count for: a step to an objective is tried on each level."""
        return (goal, level) if level is not None and self.is_step(goal) else goal

    def learn(self, goal: Goal, before: Level | None, state: StateLayout) -> None:
        """Learn what has come of a goal that was aimed for on a level."""
        if self.objective is not None and before is not None and level_of(state) > before:
            self.objective.fruitful.add(goal)

    @cached_property
    def _asked(self) -> frozenset[Effect]:
        """What goals and ways to rooms ask for anywhere in the game."""
        needs = (need for logic in self._game.logics for _, needs in self._needs_of(logic) for need in needs)
        goals = (goal for logic in self._game.logics for goal in self.goals(logic))
        return frozenset((*needs, *(need for goal in goals for need in goal.asks())))

    def leads_to_a_new_room(self, goal: Goal) -> bool:
        """Return whether behind a goal is a room that exists, and that no play had entered at the last `look`."""
        return any(self._is_new(room) for room in goal.rooms)

    def _is_new(self, room: int) -> bool:
        return room in self._game.logics and not (self._entered and self._entered[room])

    def look(self, machine: Machine) -> None:
        """Follow back what items and ways to new rooms ask for, once after each room that is entered."""
        entered = bytes(observing.named_marks(machine.core, NAMED["rooms"]))
        if entered == self._entered and self._is_told:
            return
        self._entered, self._is_told = entered, True
        known = [0, *(room for room, mark in enumerate(entered) if mark and room)]
        self._wanted = {("has", item, 0) for item in range(self._game.items.count)}
        for logic in known:
            for room, needs in self._needs_of(logic):
                if self._is_new(room):
                    self._wanted |= needs
        for logic in {door.logic for door in self._barred if self.leads_to_a_new_room(door)}:
            self._wanted |= effects_for(self._tests_of(logic))
        for _ in range(LONGEST_CHAIN):
            goals = (goal for logic in known for goal in self.goals(logic))
            asked = [goal.asks() for goal in goals if not self._wanted.isdisjoint(goal.effects)]
            self._wanted = self._wanted.union(*asked)

    def _needs_of(self, logic: int) -> tuple[tuple[int, frozenset[Effect]], ...]:
        if logic not in self._needs:
            self._needs[logic] = tuple(needs_of(self._instructions_of(logic)))
        return self._needs[logic]

    def _instructions_of(self, logic: int) -> list[Instruction]:
        found = self._game.logic_if_present(logic)
        return list(decode(found.code, self._game.profile)) if found is not None else []

    def is_reached(self, goal: Goal) -> bool:
        """Return whether `left` has seen that a goal was reached."""
        return goal in self._reached

    def deeds(self, logic: int) -> list[Goal]:
        """Return the goals of a logic that were reached, and that bring something wanted."""
        # Of what is said and where ego must stand for it, the innermost comes last.
        last = {effect: goal for goal in self.goals(logic) if goal in self._reached for effect in goal.direct_effects}
        return list(dict.fromkeys(goal for effect, goal in last.items() if effect in self._wanted))

    def brings(self, goal: Goal, facts: Facts) -> bool:
        """Return whether facts allow a goal and, if it was reached, lack something wanted that it brings."""
        lacks = goal not in self._reached or any(map(facts.lack, goal.direct_effects & self._wanted))
        return lacks and goal.is_allowed(facts)

    def progress(self, facts: Facts) -> int:
        """Return how much holds of what is wanted."""
        return sum(not facts.lack(effect) for effect in self._wanted)

    def openers(self, logic: int, then: Facts, now: Facts) -> list[Goal]:
        """Return the goals of a logic that were reached, are allowed now, and bring what was so then and is not."""
        allowed = (goal for goal in self.goals(logic) if goal in self._reached and goal.is_allowed(now))
        last = {effect: goal for goal in allowed for effect in goal.effects}
        return list(dict.fromkeys(last[each] for each in last if now.lack(each) and not then.lack(each)))

    def rooms_left(self, machine: Machine) -> list[int]:
        """Return the logics with a picture of the same number that no play has entered: rooms, as a rule."""
        entered = observing.named_marks(machine.core, NAMED["rooms"])
        return [number for number in self._rooms if not entered[number]]

    def line_for(self, goal: Goal, chance: random.Random) -> str | None:
        """Return a sentence for a goal: its own, or one of those that the conditions around it know."""
        said = [goal.said] if goal.said else [test for clause in goal.means for test in clause if test.name == "said"]
        if not self.groups or not said:
            return None
        return self.sentence(chance.choice(said).operands, chance.choice(self.groups))

    def number(self, machine: Machine, chance: random.Random) -> int:
        """Return a number that a question might want to hear: many games ask authors for a room to go to."""
        rooms = self.rooms_left(machine)
        if rooms and chance.random() < SAYS_A_ROOM:
            return chance.choice(rooms)
        return chance.randrange(NUMBERS)

    def answer(self, chance: random.Random) -> str:
        """Return what a question might want to hear: yes, no, or a word of the game."""
        if not self.groups or chance.random() < SAYS_YES_OR_NO:
            return chance.choice(YES_OR_NO)
        return self.sentence([chance.choice(self.groups)], 0) or "x"

    def sentence(self, groups: Sequence[int], any_group: int) -> str | None:
        """Return a line that says these word groups; None where the game has no words for them."""
        return sentence_of(self._game, groups, any_group)
