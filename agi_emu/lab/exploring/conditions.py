"""Decides if the variables, flags and items of a moment allow what a condition of a logic asks for."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from agi_emu.facts.codes import CARRIED, Var
from agi_emu.logic.clauses import PASSING_FLAGS, PASSING_VARIABLES, Condition, Test
from agi_emu.state.layout import StateLayout

FIRST_FLAG = 256
"""The number of flag 0 where variables and flags are numbered together."""
_FLAGS_PER_BYTE = 8
_FIRST_FLAG_OF_BYTE = 0x80


Having = tuple[int, bytes]
"""A score, and where all items are."""


def can_forbid(condition: Condition, *, wanted: bool, unknown: frozenset[int]) -> bool:
    """Return whether facts could decide that a condition does not come out as wanted.

    `unknown` are variables, and flags plus FIRST_FLAG, whose values say nothing.
    """
    if wanted:
        return any(all(is_decided(test, unknown) for test in clause) for clause in condition.clauses)
    return all(any(is_decided(test, unknown) for test in clause) for clause in condition.clauses)


def is_decided(test: Test, unknown: frozenset[int]) -> bool:
    """Return whether facts decide how a test comes out."""
    if test.name not in _DECIDED:
        return False
    if test.name == "isset":
        return test.operands[0] not in PASSING_FLAGS and FIRST_FLAG + test.operands[0] not in unknown
    variables, _ = _DECIDED[test.name]
    return not any(test.operands[index] in PASSING_VARIABLES or test.operands[index] in unknown for index in variables)


class Facts:
    """Variables, flags and items of a moment."""

    __slots__ = ("_flags", "_item_rooms", "_known", "_vars")

    def __init__(self, state: StateLayout) -> None:
        """Copy them."""
        self._vars = bytes(state.vars)
        self._flags = bytes(state.flags)
        self._item_rooms = bytes(state.item_rooms)
        self._known: dict[tuple[Condition, bool], bool] = {}
        """The conditions that were asked before: many goals share them."""

    def allow(self, condition: Condition, *, wanted: bool, unknown: frozenset[int] = frozenset()) -> bool:
        """Return whether a condition could come out as wanted: what these facts do not decide may come either way.

        `unknown` are those of the condition's logic, as for `can_forbid`.
        """
        known = self._known.get((condition, wanted))
        if known is None:
            known = self._known[condition, wanted] = self._allow(condition, wanted, unknown)
        return known

    def _allow(self, condition: Condition, wanted: bool, unknown: frozenset[int]) -> bool:
        if wanted:
            return all(
                any(self._verdict(test, unknown) is not False for test in clause) for clause in condition.clauses
            )
        return any(all(self._verdict(test, unknown) is not True for test in clause) for clause in condition.clauses)

    def _verdict(self, test: Test, unknown: frozenset[int]) -> bool | None:
        if not is_decided(test, unknown):
            return None
        _, verdict = _DECIDED[test.name]
        found = verdict(self, test.operands)
        return None if found is None else found is not test.is_negated

    def lack(self, effect: tuple[str, int, int]) -> bool:
        """Return whether variables, flags and items show that what an effect makes true is not so now."""
        name, *given = effect
        return self._verdict(Test(name, tuple(given), False, 0), frozenset()) is False

    def verdicts(self, tests: Iterable[Test]) -> tuple[bool | None, ...]:
        """Return how tests come out."""
        return tuple(self._verdict(test, frozenset()) for test in tests)

    def flag(self, number: int) -> bool | None:
        """Return whether a flag is set; None if that changes from cycle to cycle."""
        if number in PASSING_FLAGS:
            return None
        return bool(self._flags[number // _FLAGS_PER_BYTE] & _FIRST_FLAG_OF_BYTE >> number % _FLAGS_PER_BYTE)

    def variable(self, number: int) -> int:
        """Return the value of a variable."""
        return self._vars[number]

    @property
    def having(self) -> Having:
        """Return the score, and where all items are."""
        return self._vars[Var.SCORE], self._item_rooms

    def room_of(self, item: int) -> int:
        """Return where an item is."""
        return self._item_rooms[item]


_Verdict = Callable[[Facts, tuple[int, ...]], bool | None]
_DECIDED: dict[str, tuple[Iterable[int], _Verdict]] = {
    "return.false": ((), lambda facts, given: False),
    "equaln": ((0,), lambda facts, given: facts.variable(given[0]) == given[1]),
    "equalv": ((0, 1), lambda facts, given: facts.variable(given[0]) == facts.variable(given[1])),
    "lessn": ((0,), lambda facts, given: facts.variable(given[0]) < given[1]),
    "lessv": ((0, 1), lambda facts, given: facts.variable(given[0]) < facts.variable(given[1])),
    "greatern": ((0,), lambda facts, given: facts.variable(given[0]) > given[1]),
    "greaterv": ((0, 1), lambda facts, given: facts.variable(given[0]) > facts.variable(given[1])),
    "isset": ((), lambda facts, given: facts.flag(given[0])),
    "isset.v": ((0,), lambda facts, given: facts.flag(facts.variable(given[0]))),
    "has": ((), lambda facts, given: facts.room_of(given[0]) == CARRIED),
    "dropped": ((), lambda facts, given: facts.room_of(given[0]) == 0),
    "obj.in.room": ((1,), lambda facts, given: facts.room_of(given[0]) == facts.variable(given[1])),
}
"""For tests that facts decide: which operands are variables, and the verdict."""
