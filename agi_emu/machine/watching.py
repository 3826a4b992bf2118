"""Calls functions when something that they wait for happens in a machine: a value changes, or a message is shown.

The core compares what is watched before each token of the logics, and after each phase of the cycle and each beat, and
notes who was at work. A machine that nobody watches runs the loop without that.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from agi_emu._core import observing
from agi_emu.facts.codes import Flag, Var
from agi_emu.machine.display.readable import window_text
from agi_emu.machine.interpreter import Interpreter, nothing
from agi_emu.machine.watchables import Watchable, watchable_of
from agi_emu.state.progress import Need, Part, Phase

PRINT = "print"
CHANGES = "changes"
_ANY = tuple(Watchable(kind, number) for kind in "vf" for number in range(256))
LOGIC = ""
PARTS: Mapping[int, str] = MappingProxyType(
    {
        Part.LOGIC: LOGIC,
        Part.MOTION: "motion",
        Part.CYCLING: "cycling",
        Part.CLOCK: "clock",
        Part.SOUND: "sound",
        Phase.EVENTS: "input",
        Phase.DIRECTIONS: "motion",
        Phase.STATUS: "motion",
        Need.ACTION: LOGIC,
        Need.LOGIC: LOGIC,
        Need.TRACE: LOGIC,
        Need.BEAT: "input",
        Need.LINE: "input",
        Need.MODAL: "window",
        Need.MENU: "menu",
        Need.ERROR: "error",
        Need.PLACE: "motion",
        Need.STATUS: "status line",
    }
)
"""Who writes, by the core's number: a logic, or a part of the interpreter; any other is the order of the cycle."""
_BY_PARSER = frozenset(
    {
        Watchable("v", Var.UNKNOWN_WORD),
        Watchable("f", Flag.HAVE_INPUT),
        Watchable("f", Flag.HAVE_MATCH),
    }
)
"""What input writes where a sentence is read."""


@dataclass(frozen=True, slots=True)
class Event:
    """What a function that waits is called with."""

    name: str
    """What it waits for, as it was given to `Machine.on`."""
    value: int | bool | str
    """The value now; the text of a message."""
    before: int | bool | str | None
    """The value before; None for a message."""
    place: tuple[int, int] | None
    """The logic, and the offset in its code, of the action that did it; None outside of logics."""
    part: str = LOGIC
    """The part of the interpreter that did it: motion, cycling, clock, sound, input, parser, window, menu, error,
    jump (a restart, or a save that the player restored) or cycle; empty for an action."""


Listener = Callable[[Event], Any]


@dataclass(slots=True, eq=False)
class _Watch:
    name: str
    listener: Listener
    target: Watchable | None
    """None for messages."""
    latest: Any = None
    """The value that was told last."""


class Watches:
    """What is watched in one machine."""

    def __init__(self, m: Interpreter) -> None:
        """Watch nothing yet."""
        self._m = m
        self._watches: list[_Watch] = []
        self._owners: list[_Watch] = []
        """The watch of each place that the core looks at."""
        self._jumps = m.jumps
        m.values_changed = self._tell_changes

    def add(self, name: str, listener: Listener) -> Callable[[], None]:
        """Call `listener` from now on; the function returned ends that. ValueError for an unknown name."""
        if name == CHANGES:
            added = [_Watch(str(each), listener, each) for each in _ANY]
        else:
            target = None if name == PRINT else watchable_of(name)
            if target is None and name != PRINT:
                raise ValueError(
                    f"{name!r} cannot be watched; give print, changes, score, room, or such as v30, flag 40, o0.x"
                )
            added = [_Watch(name, listener, target)]
        self._tell_changes()
        self._watches += added
        self.begin_again()

        def end() -> None:
            self._tell_changes()
            self._watches = [each for each in self._watches if each not in added]
            self.begin_again()

        return end

    def begin_again(self) -> None:
        """Take the state as it is for what was last seen."""
        # For messages, bits that never change: the core then notes the place of each token.
        bits = [(each, each.target.bits if each.target else [(0, 0)]) for each in self._watches]
        observing.watch(self._m.core, [place for _, places in bits for place in places])
        self._owners = [each for each, places in bits for _ in places]
        self._jumps = self._m.jumps
        for watch in self._watches:
            watch.latest = self._value(watch)
        is_heard = any(each.name == PRINT for each in self._watches)
        self._m.window_opened = self._tell_message if is_heard else nothing

    def _value(self, watch: _Watch) -> Any:
        return watch.target.value(self._m.state, self._m.code_page) if watch.target else None

    def _tell_changes(self) -> None:
        """Call the functions that wait for what has changed."""
        owners = self._owners
        place = observing.place(self._m.core)
        jumped, self._jumps = self._jumps != self._m.jumps, self._m.jumps
        changed = {id(owners[index]): (owners[index], writer) for index, writer in observing.changes(self._m.core)}
        for watch, writer in changed.values():
            before, watch.latest = watch.latest, self._value(watch)
            part = "jump" if jumped else PARTS.get(writer, "cycle")
            if part == "input" and watch.target in _BY_PARSER:
                part = "parser"
            does = place if part in (LOGIC, "window", "error", "jump") else None
            watch.listener(Event(watch.name, watch.latest, before, does, part))

    def _tell_message(self) -> None:
        place = observing.place(self._m.core)
        for watch in [each for each in self._watches if each.name == PRINT]:
            watch.listener(Event(watch.name, window_text(self._m) or "", None, place))
