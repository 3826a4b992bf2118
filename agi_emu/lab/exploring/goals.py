"""Reads logics for goals: ways of conditions that a player can reach by saying, walking or pressing something."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from agi_emu.coverage.reached import FALSE, TRUE
from agi_emu.facts.codes import EGO, Flag, Var
from agi_emu.lab.exploring.conditions import FIRST_FLAG, Facts, can_forbid
from agi_emu.logic.clauses import Clause, Condition, Test, condition_of
from agi_emu.logic.code import Action, Goto, If, Instruction
from agi_emu.logic.opcodes import Operand

PLACES = ("posn", "obj.in.box", "center.posn", "right.posn")
NEAR = "near"
"""The name of a test that asks whether ego is nearer to an object than so many cells, across and down together."""
LEADS_TO_A_ROOM, LEADS_TO_AN_ITEM = 3.0, 2.0
"""What a goal is worth behind which another room, or an item, is; any other is worth 1."""
_END_OF_CONDITION = 3
_TYPED = range(1, 128)
_ITEM_ACTIONS = ("get", "get.v", "drop", "put", "put.v")
_STORES = {"get.posn": (1, 2), "distance": (2,), "random": (2,)}
"""Which operands of actions are variables that change with every step."""
_COUNTS = ("increment", "decrement", "addn", "subn")
COUNT = "count"
_MADE = {"set": "isset", "get": "has", "assignn": "equaln", "assignv": "equalv", **dict.fromkeys(_COUNTS, COUNT)}
"""The tests that actions make true."""
_SET_LATER = {"end.of.loop": 1, "reverse.loop": 1, "sound": 1, "follow.ego": 2, "move.obj": 4}
"""Actions that set a flag when they are done, and which operand it is."""
_COMPARED = ("equaln", "greatern", "lessn")


_Chain = tuple[tuple[Condition, bool], ...]
Effect = tuple[str, int, int]
"""A test that becomes true, its variable, flag or item, and the value; or "message", and the number of one."""


@dataclass(frozen=True, slots=True, eq=False)
class Goal:
    """A way of a condition, and what a player can do to get there."""

    logic: int
    mark: int
    """The offset whose mark shows it, in the logic's code."""
    way: int
    """TRUE or FALSE: the mark."""
    chain: tuple[tuple[Condition, bool], ...]
    """Of the conditions around it and its own those that can forbid it, each with how it must come out."""
    means: tuple[Clause, ...]
    """Of each, a player must make one test true."""
    unknown: frozenset[int]
    """Variables of the logic, and flags plus FIRST_FLAG, whose values say nothing."""
    kind: str
    """What a player does in the end: "say", "press", "walk", or "wait" until a variable that counts gets somewhere."""
    worth: float = 1.0
    said: Test | None = None
    """Of several sentences in its own condition, this one."""
    counter: Test | None = None
    """What a goal to wait for asks of a variable that counts."""
    rooms: frozenset[int] = frozenset()
    """The rooms that lie behind it."""
    effects: frozenset[Effect] = frozenset()
    """What happens behind it."""

    def is_allowed(self, facts: Facts) -> bool:
        """Return whether variables, flags and items let a player get there now."""
        return all(facts.allow(condition, wanted=wanted, unknown=self.unknown) for condition, wanted in self.chain)

    def is_reached(self, marks: bytes) -> bool:
        """Return whether the marks of the logic's code show it."""
        if self.mark >= len(marks) or not marks[self.mark] & self.way:
            return False
        return self.said is None or bool(marks[self.said.offset] & TRUE)


@dataclass(frozen=True, slots=True)
class _Block:
    """Instructions that are executed only if a condition comes out one way."""

    end: int
    condition: Condition
    wanted: bool


def counting_of(instructions: Sequence[Instruction]) -> dict[int, _Chain]:
    """Return the variables that a logic counts without a player's doing, each with the conditions around that."""
    terms = _Terms(list(_with_chains(instructions)), {})
    return {variable: chain for variable, chain in terms.counting.items() if not terms.means(chain)}


def goals_of(logic: int, instructions: Sequence[Instruction], timers: Mapping[int, _Chain]) -> Iterator[Goal]:
    """Yield the goals of a logic, in the order of its code; `timers` are variables that logic 0 counts in all rooms."""
    chained = list(_with_chains(instructions))
    terms = _Terms(chained, timers)
    later: defaultdict[Effect, set[int]] = defaultdict(set)
    for each, chain in chained:
        if isinstance(each, Action) and each.opcode.name == "new.room" and not terms.means(chain):
            for effect in asked_by(chain[-1:]):
                later[effect].add(each.operands[0])
    for each, chain in chained:
        if not isinstance(each, If):
            continue
        *before, (own, _) = chain
        body = [other for other in instructions if each.end <= other.offset < each.target]
        mark = each.end - _END_OF_CONDITION
        means = terms.means(chain)
        counter = None if means else terms.counter_of(own)
        if counter is not None:
            checks = terms.checks((*chain, *terms.counting[counter.operands[0]]))
            goal = Goal(logic, mark, TRUE, checks, (), terms.unknown, "wait", counter=counter)
            yield _leading_to(body, goal, later)
        if means:
            kind = _kind_of(means)
            said = [test for clause in own.clauses for test in clause if test.name == "said" and not test.is_negated]
            goal = Goal(logic, mark, TRUE, terms.checks(chain), means, terms.unknown, kind)
            goal = _leading_to(body, goal, later)
            yield from (replace(goal, said=test) for test in said) if said else (goal,)
        chain = (*before, (own, False))
        means = terms.means(chain)
        if means:
            yield Goal(logic, mark, FALSE, terms.checks(chain), means, terms.unknown, _kind_of(means))


def needs_of(instructions: Sequence[Instruction]) -> Iterator[tuple[int, frozenset[Effect]]]:
    """Yield the rooms that a logic leads to, each with what the conditions around that ask of flags and the like."""
    for each, chain in _with_chains(instructions):
        if isinstance(each, Action) and each.opcode.name == "new.room":
            yield each.operands[0], asked_by(chain)


def links_of(instructions: Sequence[Instruction]) -> Iterator[tuple[frozenset[Effect], frozenset[Effect]]]:
    """Yield what actions of a logic bring about, each with what the conditions around it ask, whoever fulfils them."""
    for each, chain in _with_chains(instructions):
        if isinstance(each, Action) and chain:
            yield _effects_of([each]), asked_by(chain)


def asked_by(chain: Iterable[tuple[Condition, bool]]) -> frozenset[Effect]:
    """Return what conditions ask of variables, flags and items to come out as wanted."""
    tests = [test for condition, wanted in chain if wanted for clause in condition.clauses for test in clause]
    found: set[Effect] = set()
    for test in tests:
        if test.is_negated or test.name not in ("isset", "has", "equalv", *_COMPARED):
            continue
        found.add((test.name, test.operands[0], test.operands[1] if test.name in ("equaln", "equalv") else 0))
        if test.name in _COMPARED:
            found.add((COUNT, test.operands[0], 0))
    return frozenset(found)


def _leading_to(body: Sequence[Instruction], goal: Goal, later: Mapping[Effect, set[int]]) -> Goal:
    actions = [each for each in body if isinstance(each, Action)]
    rooms = frozenset(each.operands[0] for each in actions if each.opcode.name == "new.room")
    effects = _effects_of(actions)
    rooms = rooms.union(*(later[effect] for effect in effects & later.keys()))
    return replace(goal, worth=_worth_of(body), rooms=rooms, effects=effects)


def _effects_of(actions: Iterable[Action]) -> frozenset[Effect]:
    found: set[Effect] = set()
    for each in actions:
        if each.opcode.name in _MADE:
            value = each.operands[1] if each.opcode.name in ("assignn", "assignv") else 0
            found.add((_MADE[each.opcode.name], each.operands[0], value))
        elif each.opcode.name in _SET_LATER:
            found.add(("isset", each.operands[_SET_LATER[each.opcode.name]], 0))
        kinds = zip(each.opcode.operands, each.operands, strict=False)
        found.update(("message", operand, 0) for kind, operand in kinds if kind is Operand.MESSAGE)
    return frozenset(found)


def _kind_of(means: Iterable[Clause]) -> str:
    names = {test.name for clause in means for test in clause}
    if "said" in names:
        return "say"
    is_key = any(test.name == "equaln" and test.operands[0] == Var.KEY for clause in means for test in clause)
    return "press" if is_key or "controller" in names else "walk"


def _worth_of(body: Iterable[Instruction]) -> float:
    names = {each.opcode.name for each in body if isinstance(each, Action)}
    if "new.room" in names or "new.room.v" in names:
        return LEADS_TO_A_ROOM
    return LEADS_TO_AN_ITEM if names.intersection(_ITEM_ACTIONS) else 1.0


def _with_chains(
    instructions: Sequence[Instruction],
) -> Iterator[tuple[Instruction, _Chain]]:
    """Yield instructions with the conditions around them; of a condition itself, its own is the last."""
    jumps = {each.end: each for each in instructions if isinstance(each, Goto)}
    returns = {each.end for each in instructions if isinstance(each, Action) and each.opcode.name == "return"}
    code_end = instructions[-1].end if instructions else 0
    coming: defaultdict[int, list[_Block]] = defaultdict(list)
    active: list[_Block] = []
    for each in instructions:
        active = [block for block in active if block.end > each.offset] + coming.pop(each.offset, [])
        chain = tuple((block.condition, block.wanted) for block in active)
        if not isinstance(each, If):
            yield each, chain
            continue
        condition = condition_of(each)
        yield each, (*chain, (condition, True))
        if each.target > each.end:
            coming[each.end].append(_Block(each.target, condition, True))
            jump = jumps.get(each.target)
            if jump is not None and jump.target > each.target:
                coming[each.target].append(_Block(jump.target, condition, False))
            # What ends with a return lets only the other way pass.
            passed, wanted = (each.target, False) if jump is None else (jump.target, True)
            if passed in returns:
                coming[passed].append(_Block(min((block.end for block in active), default=code_end), condition, wanted))


class _Terms:
    """What flags and variables of a logic stand for, where that is something a player can do."""

    def __init__(self, chained: Sequence[tuple[Instruction, _Chain]], timers: Mapping[int, _Chain]) -> None:
        self._mirrors: dict[tuple[str, int, int], Clause] = {}
        self._distances: dict[int, int] = {}
        self.counting = dict(timers)
        """By variable that this logic or logic 0 counts, the conditions around that."""
        unknown = set(timers)
        for each, chain in chained:
            if isinstance(each, Action):
                self._note_mirror(each, chain)
                unknown.update(each.operands[index] for index in _STORES.get(each.opcode.name, ()))
                if each.opcode.name in _COUNTS:
                    unknown.add(each.operands[0])
                    self.counting.setdefault(each.operands[0], chain)
                if each.opcode.name == "distance" and EGO in each.operands[:2]:
                    self._distances[each.operands[2]] = max(each.operands[:2])
        unknown.update(FIRST_FLAG + given if name == "isset" else given for name, given, _ in self._mirrors)
        self.unknown = frozenset(unknown)

    def _note_mirror(self, action: Action, chain: _Chain) -> None:
        """Note a flag that is set, or a number that a variable gets, where nothing but ego's place is asked for."""
        if len(chain) != 1 or not chain[0][1] or len(chain[0][0].clauses) != 1:
            return
        [clause] = chain[0][0].clauses
        if all(_is_place(test) and not test.is_negated for test in clause):
            if action.opcode.name == "set":
                self._mirrors.setdefault(("isset", action.operands[0], 0), clause)
            elif action.opcode.name == "assignn":
                self._mirrors.setdefault(("equaln", action.operands[0], action.operands[1]), clause)

    def counter_of(self, condition: Condition) -> Test | None:
        """Return the test of a condition that asks for a variable which the logic counts up or down."""
        tests = (clause[0] for clause in condition.clauses if len(clause) == 1)
        return next((test for test in tests if test.name in _COMPARED and test.operands[0] in self.counting), None)

    def checks(self, chain: Iterable[tuple[Condition, bool]]) -> tuple[tuple[Condition, bool], ...]:
        """Return the conditions that variables, flags and items can forbid to come out as wanted."""
        return tuple(each for each in chain if can_forbid(each[0], wanted=each[1], unknown=self.unknown))

    def means(self, chain: Iterable[tuple[Condition, bool]]) -> tuple[Clause, ...]:
        """Return what a player has to do for conditions to come out as wanted; empty if that is nothing."""
        found = []
        for condition, wanted in chain:
            if wanted:
                found += [self._any_of(clause) for clause in condition.clauses]
            elif len(condition.clauses) == 1:
                # All its tests must fail.
                found += [self._mean(test, wanted=False) for test in condition.clauses[0]]
        return tuple(clause for clause in found if clause)

    def _any_of(self, clause: Clause) -> Clause:
        return tuple(mean for test in clause for mean in self._mean(test, wanted=True))

    def _mean(self, test: Test, *, wanted: bool) -> Clause:
        """Return tests one of which a player must make true for a test to come out as wanted."""
        name, given = test.name, test.operands
        holds = wanted is not test.is_negated
        if name in ("lessn", "greatern") and given[0] in self._distances:
            is_near = (name == "lessn") is holds
            limit = given[1] + (name == "greatern")
            return (Test(NEAR, (self._distances[given[0]], limit), False, test.offset),) if is_near else ()
        if not holds:
            return ()
        if name == "isset" and ("isset", given[0], 0) in self._mirrors:
            return self._mirrors["isset", given[0], 0]
        if name == "equaln" and ("equaln", given[0], given[1]) in self._mirrors:
            return self._mirrors["equaln", given[0], given[1]]
        return (test,) if _is_up_to_player(test) else ()


def _is_place(test: Test) -> bool:
    return test.name in PLACES and test.operands[0] == EGO


def _is_up_to_player(test: Test) -> bool:
    name, given = test.name, test.operands
    if name == "equaln":
        return (given[0] == Var.EGO_EDGE and given[1] > 0) or (given[0] == Var.KEY and given[1] in _TYPED)
    if name == "isset":
        return given[0] in (Flag.EGO_ON_WATER, Flag.EGO_ON_SIGNAL)
    return name in ("said", "controller") or _is_place(test)
