"""Shows an editor a game that stands: named values, variables, flags, objects, items and strings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from agi_emu.debugging.debugger import Debugger, StackFrame
from agi_emu.logic.code import Action, If, decoded
from agi_emu.logic.opcodes import Operand
from agi_emu.machine.watchables import FIELDS, STRINGS, Watchable, shown

_FIRST_OBJECT = 100
"""The reference of object 0; those of the scopes are below."""
_SHOWN_KINDS = {Operand.VARIABLE: "v", Operand.FLAG: "f"}


class Scopes:
    """The values of a debugger's machine, by the numbers that editors ask with."""

    def __init__(self, debugger: Debugger) -> None:
        """Show this machine."""
        self._debugger = debugger
        self._state = debugger.machine.unguarded.state
        self._code_page = debugger.machine.unguarded.code_page
        names = debugger.places.names
        self._names = {operand: name for name, operand in reversed(tuple(names.items())) if not operand.isdecimal()}
        self._scopes: Mapping[str, Callable[[Sequence[StackFrame]], Iterator[dict[str, Any]]]] = {
            "In this logic": self._in_logic,
            "Named": self._named,
            "Variables": lambda frames: self._of("v", range(256)),
            "Flags": lambda frames: self._of("f", range(256)),
            "Objects": lambda frames: self._objects(),
            "Items": lambda frames: self._items(),
            "Strings": lambda frames: self._of("s", range(STRINGS)),
            "Time": lambda frames: self._time(),
        }

    def scopes(self) -> list[dict[str, Any]]:
        """Return the scopes."""
        return [
            {"name": name, "variablesReference": number, "expensive": number > 2}
            for number, name in enumerate(self._scopes, 1)
        ]

    def variables(self, reference: int, frames: Sequence[StackFrame]) -> list[dict[str, Any]]:
        """Return the values of a scope or an object; LookupError for a reference that was never given."""
        if reference >= _FIRST_OBJECT:
            number = reference - _FIRST_OBJECT
            return [self._shown(Watchable("o", number, field), name=field) for field in FIELDS]
        return list([*self._scopes.values()][reference - 1](frames))

    def watchable(self, name: str, reference: int) -> Watchable:
        """Return what a name in a scope or object, or an expression without one, is; ValueError for nothing."""
        if reference >= _FIRST_OBJECT:
            return self._debugger.target(f"o{reference - _FIRST_OBJECT}.{name}")
        return self._debugger.target(name.split(" ")[0])

    def _shown(self, each: Watchable, *, name: str = "", value: str = "") -> dict[str, Any]:
        own = self._names.get(str(each))
        return {
            "name": name or (f"{own} ({each})" if own else str(each)),
            "value": value or shown(each.value(self._state, self._code_page)),
            "evaluateName": str(each),
            "variablesReference": 0,
        }

    def _of(self, kind: str, numbers: Iterator[int] | range) -> Iterator[dict[str, Any]]:
        for number in numbers:
            yield self._shown(Watchable(kind, number))

    def _in_logic(self, frames: Sequence[StackFrame]) -> Iterator[dict[str, Any]]:
        """Yield the variables and flags that the innermost logic mentions."""
        game = self._debugger.machine.game
        found: dict[Watchable, None] = {}
        for frame in frames[:1]:
            for each in decoded(game.logic(frame.logic).code, game.profile):
                parts = each.tokens if isinstance(each, If) else [each] if isinstance(each, Action) else []
                for part in parts:
                    kinds = part.opcode.operands if part.opcode is not None else ()
                    for kind, number in zip(kinds, part.operands, strict=False):
                        if kind in _SHOWN_KINDS:
                            found[Watchable(_SHOWN_KINDS[kind], number)] = None
        for watchable in sorted(found, key=lambda each: (each.kind != "v", each.number)):
            yield self._shown(watchable)

    def _named(self, frames: Sequence[StackFrame]) -> Iterator[dict[str, Any]]:
        for operand in self._names:
            if operand[0] in "vfs":
                yield self._shown(self._debugger.target(operand))

    def _objects(self) -> Iterator[dict[str, Any]]:
        for number in range(self._state.general.object_count):
            each = self._state.objects[number]
            name = self._names.get(f"o{number}")
            yield {
                "name": f"{name} (o{number})" if name else f"o{number}",
                "value": f"{each.x}, {each.y}: view {each.view}, loop {each.loop}, cel {each.cel}",
                "variablesReference": _FIRST_OBJECT + number,
            }

    def _items(self) -> Iterator[dict[str, Any]]:
        for number, item in enumerate(self._debugger.machine.game.items):
            each = self._shown(Watchable("i", number))
            yield each | {"name": f"i{number} {item.name.decode(self._code_page, 'replace')}"}

    def _time(self) -> Iterator[dict[str, Any]]:
        time = self._debugger.time
        moment = time.moment
        for name, value in (
            ("cycle", f"{moment.cycles:,}"),
            ("beat", f"{moment.beats:,}"),
            ("latest cycle", f"{time.present.cycles:,}"),
            ("earliest cycle", f"{time.beginning.cycles:,}"),
        ):
            yield {"name": name, "value": value, "variablesReference": 0}
