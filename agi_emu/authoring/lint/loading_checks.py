"""Views, sounds, pictures and logics that a room uses and never loads.

A new room forgets all of them (reference: TIME-16), so each has to be loaded by a logic that runs in the room: logic 0,
the room's own, and those that these call.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from agi_emu.authoring.lint.findings import LintFinding, LintRule
from agi_emu.authoring.lint.program import Places, Program
from agi_emu.logic.code import Action
from agi_emu.resources.kinds import Kind

_ROOM_VARIABLE = 0
_LOADS = {"load.view": Kind.VIEW, "load.sound": Kind.SOUND}
_LOADS_BY_VARIABLE = {"load.view.v": Kind.VIEW, "load.pic": Kind.PICTURE}
_USES = {"set.view": (Kind.VIEW, 1, 3), "add.to.pic": (Kind.VIEW, 0, 3), "sound": (Kind.SOUND, 0, 9)}
"""Command -> the kind of what it needs, which operand names it, the error without it (reference: CMD-39)."""
_DRAWS = ("draw.pic", "overlay.pic")
_PICTURE_ERROR = 18


@dataclass(slots=True)
class _Logic:
    """What a logic loads and calls."""

    loaded: dict[Kind, set[int]] = field(default_factory=lambda: {kind: set() for kind in Kind})
    loads_any: set[Kind] = field(default_factory=set)
    """Kinds of which it loads what cannot be known, by a variable."""
    called: set[int] = field(default_factory=set)
    calls_any: bool = False


def loading_findings(program: Program, places: Places) -> Iterator[LintFinding]:
    """Yield uses of resources that no logic loads which runs in any of the rooms where the use is executed."""
    rooms = _Rooms(program)
    told: set[tuple[int, Kind, int]] = set()
    for (number, offset), action in program.actions():
        use = _used(program, action)
        if use is None:
            continue
        kind, resource, error = use
        if (number, kind, resource) in told or rooms.may_be_loaded(number, kind, resource):
            continue
        told.add((number, kind, resource))
        sentence = f"{action.opcode.name} needs {kind} {resource}, which no logic of this room loads: error {error}"
        yield LintFinding(LintRule.NOT_LOADED, places.of_code(number, offset), sentence, action.opcode.name)


def _used(program: Program, action: Action) -> tuple[Kind, int, int] | None:
    """Return kind and number of what an action needs to be loaded, and the error without it; None if not known."""
    name = action.opcode.name
    if name in _USES:
        kind, index, error = _USES[name]
        return kind, action.operands[index], error
    if name in _DRAWS and action.operands[0] != _ROOM_VARIABLE:
        values = program.possible_values(action.operands[0])
        if values is not None and len(values) == 1:
            return Kind.PICTURE, next(iter(values)), _PICTURE_ERROR
    return None


class _Rooms:
    """Says what is loaded where."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._logics = {number: self._read(number) for number in program.instructions}
        self._common = self._closure(0)
        self._running = {room: self._closure(room) | self._common for room in self._logics}
        self._by_logic: dict[int, list[int]] = {}
        entered = self._entered()
        for room, running in self._running.items():
            for number in running if room in entered else ():
                self._by_logic.setdefault(number, []).append(room)

    def may_be_loaded(self, logic: int, kind: Kind, resource: int) -> bool:
        """Return whether a resource may be loaded in a room in which this logic runs; True for a logic of no room."""
        rooms = self._by_logic.get(logic)
        if not rooms:
            return True
        return any(
            kind in found.loads_any or resource in found.loaded[kind]
            for room in rooms
            for found in (self._logics[number] for number in self._running[room])
        )

    def _entered(self) -> set[int]:
        """Return the logics that may be rooms; 0 is the room of the start."""
        rooms = {action.operands[0] for _, action in self._program.actions() if action.opcode.name == "new.room"}
        for _, action in self._program.actions():
            if action.opcode.name == "new.room.v":
                values = self._program.possible_values(action.operands[0])
                rooms |= set(self._logics) if values is None else values
        return {0, *rooms}

    def _read(self, number: int) -> _Logic:
        found = _Logic()
        for action in self._program.instructions[number]:
            if not isinstance(action, Action):
                continue
            name = action.opcode.name
            if name in _LOADS:
                found.loaded[_LOADS[name]].add(action.operands[0])
            elif name in _LOADS_BY_VARIABLE:
                kind = _LOADS_BY_VARIABLE[name]
                values = self._program.possible_values(action.operands[0])
                if values is None:
                    found.loads_any.add(kind)
                found.loaded[kind] |= values or set()
            elif name == "call":
                found.called.add(action.operands[0])
            elif name == "call.v" and action.operands[0] != _ROOM_VARIABLE:
                called = self._program.possible_values(action.operands[0])
                found.calls_any |= called is None
                found.called |= called or set()
        return found

    def _closure(self, number: int) -> set[int]:
        """Return a logic and all that it calls."""
        found: set[int] = set()
        waiting = [number]
        while waiting:
            each = waiting.pop()
            if each in found or each not in self._logics:
                continue
            found.add(each)
            logic = self._logics[each]
            waiting += self._logics if logic.calls_any else logic.called
        return found
