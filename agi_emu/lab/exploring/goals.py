"""Reads logics for goals: ways of conditions that a player can reach by saying, walking or pressing something."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from agi_emu.coverage.reached import FALSE, TRUE
from agi_emu.facts.codes import EGO, Flag, Var
from agi_emu.lab.exploring.conditions import FIRST_FLAG, Facts, can_forbid
from agi_emu.logic.clauses import Clause, Condition, Test, condition_of
from agi_emu.logic.code import Action, Goto, If, Instruction
from agi_emu.logic.opcodes import Operand
from agi_emu.state.layout import PICTURE_HEIGHT, PICTURE_WIDTH

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
COUNT, DROPPED = "count", "dropped"
"""The names of tests that a variable is counted, and that an item lies in no room."""
_MADE = {
    "set": "isset",
    "get": "has",
    "drop": DROPPED,
    "assignn": "equaln",
    "assignv": "equalv",
    **dict.fromkeys(_COUNTS, COUNT),
}
"""The tests that actions make true."""
_SET_LATER = {"end.of.loop": 1, "reverse.loop": 1, "sound": 1, "follow.ego": 2, "move.obj": 4}
"""Actions that set a flag when they are done, and which operand it is."""
_COMPARED = ("equaln", "greatern", "lessn")
_LAST = (PICTURE_WIDTH - 1, PICTURE_HEIGHT - 1)


_Step = tuple[Condition, bool]
_Chain = tuple[_Step, ...]
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
    """What a player does in the end: "say", "press", "walk", "wait" until a variable that counts gets somewhere, or
    "enter" the room while variables, flags and items are so."""
    worth: float = 1.0
    said: Test | None = None
    """Of several sentences in its own condition, this one."""
    counter: Test | None = None
    """What a goal to wait for asks of a variable that counts, or of a flag that tells the end of a movement."""
    counting: tuple[_Chain, ...] = ()
    """The conditions around what counts the variable, one of which must hold, if it does not always count."""
    rooms: frozenset[int] = frozenset()
    """The rooms that lie behind it."""
    effects: frozenset[Effect] = frozenset()
    """What happens behind it."""
    direct_effects: frozenset[Effect] = frozenset()
    """Those of them that need no other condition."""

    def is_allowed(self, facts: Facts) -> bool:
        """Return whether variables, flags and items let a player get there now."""
        if not all(facts.allow(condition, wanted=wanted, unknown=self.unknown) for condition, wanted in self.chain):
            return False
        counting = (
            all(facts.allow(each, wanted=way, unknown=self.unknown) for each, way in chain) for chain in self.counting
        )
        return not self.counting or any(counting)

    def asks(self) -> frozenset[Effect]:
        """Return what it asks of variables, flags and items."""
        return asked_by(step for chain in (self.chain, *self.counting) for step in chain)

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


class Common(NamedTuple):
    """What logic 0 does with variables in every room, without a player's doing."""

    timers: Mapping[int, list[_Chain]]
    """Those that it counts, each with the conditions around that."""
    axes: Mapping[int, int]
    """Those that get ego's place: 0 for the column, 1 for the row."""


def common_of(instructions: Sequence[Instruction]) -> Common:
    """Return what logic 0 does in every room."""
    terms = _Terms(list(_with_chains(instructions)), Common({}, {}))
    return Common(terms.counting, terms.axes)


def goals_of(logic: int, instructions: Sequence[Instruction], common: Common) -> Iterator[Goal]:
    """Yield the goals of a logic, in the order of its code."""
    chained = list(_with_chains(instructions))
    terms = _Terms(chained, common)
    behind: defaultdict[_Step, list[tuple[Action, _Chain]]] = defaultdict(list)
    later: defaultdict[Effect, set[int]] = defaultdict(set)
    for each, chain in chained:
        if isinstance(each, Action):
            for step in chain:
                behind[step].append((each, chain))
            if each.opcode.name == "new.room" and not terms.means(chain):
                for effect in asked_by(chain[-1:]):
                    later[effect].add(each.operands[0])
    for each, chain in chained:
        if not isinstance(each, If):
            continue
        *before, (own, _) = chain
        mark = each.end - _END_OF_CONDITION
        for way, wanted in ((TRUE, True), (FALSE, False)):
            chain = (*before, (own, wanted))
            means, unknown = terms.means(chain), terms.unknown_in(chain)
            goal = Goal(logic, mark, way, terms.checks(chain, unknown), means, unknown, _kind_of(means))
            counter = terms.counter_of(own) if wanted else None
            if not means and counter is not None:
                around = terms.counting[counter.operands[0]] if counter.name in _COMPARED else []
                unknown |= {FIRST_FLAG + counter.operands[0]} if counter.name == "isset" else unknown
                counting = tuple(terms.checks(each, unknown) for each in around)
                goal = replace(goal, chain=terms.checks(chain, unknown), unknown=unknown, kind="wait", counter=counter)
                goal = replace(goal, counting=counting if all(counting) else ())
            elif not means:
                unknown |= {Var.PREVIOUS_ROOM}
                if not _is_of_entering(before) or not can_forbid(own, wanted=wanted, unknown=unknown):
                    continue
                goal = replace(goal, chain=terms.checks(chain, unknown), unknown=unknown, kind="enter")
            goal = _leading_to(behind[own, wanted], (own, wanted), goal, later)
            said = [test for clause in own.clauses for test in clause if test.name == "said" and not test.is_negated]
            yield from (replace(goal, said=test) for test in said) if said and wanted else (goal,)


def _is_of_entering(chain: Iterable[tuple[Condition, bool]]) -> bool:
    clauses = (clause for condition, wanted in chain if wanted for clause in condition.clauses if len(clause) == 1)
    return any(test.name == "isset" and test.operands[0] == Flag.NEW_ROOM for [test] in clauses)


def needs_of(instructions: Sequence[Instruction]) -> Iterator[tuple[int, frozenset[Effect]]]:
    """Yield the rooms that a logic leads to, each with what the conditions around that ask of flags and the like."""
    for each, chain in _with_chains(instructions):
        if isinstance(each, Action) and each.opcode.name == "new.room":
            yield each.operands[0], asked_by(chain)


def asked_by(chain: Iterable[tuple[Condition, bool]]) -> frozenset[Effect]:
    """Return what conditions ask of variables, flags and items to come out as wanted."""
    asked = [(test, wanted) for condition, wanted in chain for clause in condition.clauses for test in clause]
    return effects_for(test for test, wanted in asked if test.is_negated is not wanted)


def effects_for(tests: Iterable[Test]) -> frozenset[Effect]:
    """Return what makes tests of variables, flags and items true, or may do so."""
    found: set[Effect] = set()
    for test in tests:
        if test.name not in ("isset", "has", "obj.in.room", "equalv", *_COMPARED):
            continue
        name, value = test.name, test.operands[1] if test.name in ("equaln", "equalv") else 0
        found.add((DROPPED if name == "obj.in.room" else name, test.operands[0], value))
        if name in _COMPARED:
            found.add((COUNT, test.operands[0], 0))
    return frozenset(found)


def _leading_to(
    behind: Sequence[tuple[Action, _Chain]], step: _Step, goal: Goal, later: Mapping[Effect, set[int]]
) -> Goal:
    actions = [each for each, _ in behind]
    rooms = frozenset(each.operands[0] for each in actions if each.opcode.name == "new.room")
    effects = _effects_of(actions)
    rooms = rooms.union(*(later[effect] for effect in effects & later.keys()))
    direct = _effects_of(each for each, chain in behind if chain[-1] == step)
    return replace(goal, worth=_worth_of(actions), rooms=rooms, effects=effects, direct_effects=direct)


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
    return "press" if is_key or not names.isdisjoint(("controller", "have.key")) else "walk"


def _worth_of(actions: Iterable[Action]) -> float:
    names = {each.opcode.name for each in actions}
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

    def __init__(self, chained: Sequence[tuple[Instruction, _Chain]], common: Common) -> None:
        self._mirrors: dict[tuple[str, int, int], Clause] = {}
        self._distances: dict[int, int] = {}
        self.axes = dict(common.axes)
        """Variables that get ego's place, as for `Common`."""
        counted: defaultdict[int, list[_Chain]] = defaultdict(list)
        self._stored: list[tuple[int, _Chain]] = []
        """Variables that change with what a player does, or from cycle to cycle, each with the conditions around."""
        written: set[int] = set()
        self._set_later: set[int] = set()
        """Flags that say when a movement or a sound is done."""
        for each, chain in chained:
            if isinstance(each, Action):
                name, given = each.opcode.name, each.operands
                self._note_mirror(each, chain)
                if name in _SET_LATER:
                    self._set_later.add(given[_SET_LATER[name]])
                self._stored += [(given[index], chain) for index in _STORES.get(name, ())]
                if name in (*_COUNTS, "assignn", "assignv"):
                    written.add(given[0])
                if name in _COUNTS:
                    counted[given[0]].append(chain)
                if name == "get.posn" and given[0] == EGO:
                    self.axes |= {given[1]: 0, given[2]: 1}
                if name == "distance" and EGO in given[:2]:
                    self._distances[given[2]] = max(given[:2])
        self.axes = {variable: axis for variable, axis in self.axes.items() if variable not in written}
        counting = {each: [chain for chain in chains if not self.means(chain)] for each, chains in counted.items()}
        self.counting = {**common.timers, **{each: chains for each, chains in counting.items() if chains}}
        """By variable that this logic or logic 0 counts without a player's doing, the conditions around that."""
        self._stored += [(each, chains[0]) for each, chains in counted.items() if each not in self.counting]
        mirrored = {FIRST_FLAG + given if name == "isset" else given for name, given, _ in self._mirrors}
        self._unknown = frozenset({*self.counting, *self.axes, *mirrored})

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
        """Return the test of a condition that asks for a variable which is counted, or for the end of a movement."""
        waited = {**dict.fromkeys(_COMPARED, self.counting.keys()), "isset": self._set_later}
        tests = [clause[0] for clause in condition.clauses if len(clause) == 1 and clause[0].name in waited]
        tests = [test for test in tests if test.operands[0] in waited[test.name]]
        return next((test for test in tests if test.name in _COMPARED or not test.is_negated), None)

    def unknown_in(self, chain: _Chain) -> frozenset[int]:
        """Return the variables and flags whose values say nothing where a chain of conditions is asked."""
        stored = (variable for variable, around in self._stored if around == chain[: len(around)])
        return self._unknown.union(stored)

    def checks(self, chain: Iterable[tuple[Condition, bool]], unknown: frozenset[int]) -> _Chain:
        """Return the conditions that variables, flags and items can forbid to come out as wanted."""
        return tuple(each for each in chain if can_forbid(each[0], wanted=each[1], unknown=unknown))

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
        if name in _COMPARED and given[0] in self.axes:
            return _stretch(self.axes[given[0]], test, holds=holds)
        if not holds:
            return ()
        if name == "isset" and ("isset", given[0], 0) in self._mirrors:
            return self._mirrors["isset", given[0], 0]
        if name == "equaln" and ("equaln", given[0], given[1]) in self._mirrors:
            return self._mirrors["equaln", given[0], given[1]]
        return (test,) if _is_up_to_player(test) else ()


def _stretch(axis: int, test: Test, *, holds: bool) -> Clause:
    """Return where ego must be for a test of its column (0) or row (1) to come out so."""
    low, high, value = 0, _LAST[axis], test.operands[1]
    if test.name == "equaln":
        low, high = (value, value) if holds else (low, high)
    elif (test.name == "lessn") is holds:
        high = value - (test.name == "lessn")
    else:
        low = value + (test.name == "greatern")
    box = (low, 0, high, _LAST[1]) if axis == 0 else (0, low, _LAST[0], high)
    return (Test("posn", (EGO, *box), False, test.offset),)


def _is_place(test: Test) -> bool:
    return test.name in PLACES and test.operands[0] == EGO


def _is_up_to_player(test: Test) -> bool:
    name, given = test.name, test.operands
    if name == "equaln":
        return (given[0] == Var.EGO_EDGE and given[1] > 0) or (given[0] == Var.KEY and given[1] in _TYPED)
    if name == "isset":
        return given[0] in (Flag.EGO_ON_WATER, Flag.EGO_ON_SIGNAL)
    return name in ("said", "controller", "have.key") or _is_place(test)
