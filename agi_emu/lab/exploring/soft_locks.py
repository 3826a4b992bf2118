"""Suspects soft locks: something that was never undone, after which no play reached a room that others reached.

What a play does is told in facts, the values of variables, flags and places of items. A fact is suspected if plays had
it, never lost it, and with it never entered a room that others entered. A room through which the play came to the fact,
such as one of an introduction, does not count. `exploration.py` then plays from the moment before and from the moment
after: what lies behind a door that shuts for good is not lost, if it leads somewhere.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from agi_emu.facts.codes import CARRIED, Flag, Var
from agi_emu.lab.exploring.takes import Trail
from agi_emu.machine.machine import Machine
from agi_emu.state.layout import StateLayout

VALUES = 256
MOST_VALUES = 6
"""Variables with more values count or measure something."""
LEAST_CHAINS = 3
"""Chains of moves with a fact before it is suspected."""
_FIRST_FREE_VARIABLE, _FIRST_FREE_FLAG = int(max(Var)) + 1, int(max(Flag)) + 1
_FIRST_FLAG, _FIRST_ITEM = VALUES, 2 * VALUES
"""Where flags and items begin among the numbers of facts; variables come first."""


@dataclass(frozen=True, slots=True)
class Fact:
    """The value of a variable or flag, or the room of an item."""

    number: int
    value: int

    def holds(self, state: StateLayout) -> bool:
        """Return whether it is so."""
        return bool(facts_of(state)[self.number] == self.value)

    def words(self, machine: Machine) -> str:
        """Return it in words."""
        if self.number < _FIRST_FLAG:
            return f"v{self.number} is {self.value}"
        if self.number < _FIRST_ITEM:
            return f"f{self.number - _FIRST_FLAG} is {'set' if self.value else 'reset'}"
        name = machine.items[self.number - _FIRST_ITEM].name.decode(machine.code_page, "replace")
        return f"{name} is " + ("carried" if self.value == CARRIED else f"in room {self.value}")


@dataclass(frozen=True, slots=True)
class Suspicion:
    """A fact after which rooms may be out of reach."""

    fact: Fact
    trail: Trail
    """The first play that got there."""
    rooms: frozenset[int]


def facts_of(state: StateLayout) -> np.ndarray:
    """Return variables, flags and the rooms of items, each as a number from 0 to 255."""
    flags = np.unpackbits(np.frombuffer(bytes(state.flags), np.uint8))
    items = np.frombuffer(bytes(state.item_rooms[: state.general.item_count]), np.uint8)
    return np.concatenate([np.frombuffer(bytes(state.vars), np.uint8), flags, items])


@dataclass(slots=True, eq=False)
class _Entered:
    """How a room was entered by chains of moves."""

    began: np.ndarray
    """By fact: whether such a chain began with it."""
    had: np.ndarray
    """By fact: how many began or ended with it."""
    chains: int = 0


class SoftLocks:
    """Counts what chains of moves had, lost and reached."""

    def __init__(self, machine: Machine) -> None:
        """Begin with the facts of now, which are never suspected."""
        self._first = facts_of(machine.unguarded.state)
        self._every = np.arange(len(self._first))
        shape = (len(self._first), VALUES)
        self._chains = np.zeros(shape, np.int32)
        self._is_lost = np.zeros(shape, bool)
        self._entered: dict[int, _Entered] = {}
        self._trails: dict[tuple[int, int], Trail] = {}
        self._is_known = np.zeros(shape, bool)
        self._before = self._first

    def keep(self, state: StateLayout, trail: Trail) -> None:
        """Note a state that was kept."""
        facts = facts_of(state)
        for number in np.flatnonzero(~self._is_known[self._every, facts]):
            self._trails[int(number), int(facts[number])] = trail
        self._is_known[self._every, facts] = True

    def begin(self, state: StateLayout) -> None:
        """Note where a chain of moves begins."""
        self._before = facts_of(state)
        self._chains[self._every, self._before] += 1

    def end(self, state: StateLayout, rooms: set[int]) -> None:
        """Note where it ended, and which rooms it was in."""
        before, now = self._before, facts_of(state)
        changed = np.flatnonzero(before != now)
        self._is_lost[changed, before[changed]] = True
        for room in rooms:
            if room not in self._entered:
                shape = self._chains.shape
                self._entered[room] = _Entered(np.zeros(shape, bool), np.zeros(shape, np.int32))
            entered = self._entered[room]
            entered.chains += 1
            entered.began[self._every, before] = True
            entered.had[self._every, before] += 1
            entered.had[changed, now[changed]] += 1

    def suspicions(self, counted: set[int]) -> list[Suspicion]:
        """Return what is suspected to keep plays from the rooms that count, with the most chains that tell of it first.

        Those are the ones that had the fact, and those that entered the room without it.
        """
        held = (self._chains >= LEAST_CHAINS) & ~self._is_lost
        held[self._every, self._first] = False
        held[self._is_known.sum(axis=1) > MOST_VALUES] = False
        held[:_FIRST_FREE_VARIABLE] = held[_FIRST_FLAG : _FIRST_FLAG + _FIRST_FREE_FLAG] = False
        found: list[tuple[int, Suspicion]] = []
        for number, value in np.argwhere(held).tolist():
            trail = self._trails.get((number, value))
            if trail is None or trail.before is None:
                continue
            fact = Fact(number, value)
            others = self.entered_without(fact) & counted - trail.rooms
            rooms = frozenset(room for room in others if not self._entered[room].began[number, value])
            if rooms:
                without = max(self._entered[room].chains - self._entered[room].had[number, value] for room in rooms)
                found.append((int(self._chains[number, value] * without), Suspicion(fact, trail, rooms)))
        return [suspicion for _, suspicion in sorted(found, key=lambda each: -each[0])]

    def entered_without(self, fact: Fact) -> set[int]:
        """Return the rooms that chains entered which never had a fact."""
        at = fact.number, fact.value
        return {room for room, entered in self._entered.items() if room and entered.had[at] < entered.chains}
