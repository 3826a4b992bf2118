"""Calls functions when something that they wait for happens in a machine: a value changes, or a message is shown.

The core compares what is watched before each token of the logics, so what changes between two runs of them is noticed
when the next one begins. A machine that nobody watches runs the loop without that.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from agi_emu._core import observing
from agi_emu.machine.display.readable import window_text
from agi_emu.machine.interpreter import NAMED_VARIABLES, Interpreter, nothing
from agi_emu.state.layout import StateLayout

PRINT = "print"
_VARIABLE = re.compile(r"v(\d{1,3})")
_FLAG = re.compile(r"flag (\d{1,3})|f(\d{1,3})")
_LAST = 255


@dataclass(frozen=True, slots=True)
class Event:
    """What a function that waits is called with."""

    name: str
    """What it waits for, as it was given to `Machine.on`."""
    value: int | bool | str
    """The value now; the text of a message."""
    before: int | bool | None
    """The value before; None for a message."""
    place: tuple[int, int] | None
    """The logic, and the offset in its code, of the action that did it; None outside of logics."""


Listener = Callable[[Event], Any]


@dataclass(frozen=True, slots=True, eq=False)
class _Watch:
    name: str
    listener: Listener
    bits: tuple[int, int]
    """Offset in the state and mask."""
    is_flag: bool = False


def _watch_of(name: str, listener: Listener) -> _Watch:
    if name == PRINT:
        # Bits that never change: the core then notes the place of each token.
        return _Watch(name, listener, (0, 0))
    variable, flag = _VARIABLE.fullmatch(name), _FLAG.fullmatch(name)
    number = int((variable or flag or [0, 0])[1] or (flag or [0, 0, 0])[2]) if variable or flag else -1
    number = NAMED_VARIABLES.get(name, number)
    if not 0 <= number <= _LAST:
        raise ValueError(f"{name!r} cannot be watched; give print, score, room, or such as v30 or flag 40")
    if flag:
        offset = StateLayout.flags.offset + (number >> 3)  # type: ignore[attr-defined]
        return _Watch(name, listener, (offset, 0x80 >> (number & 7)), is_flag=True)
    return _Watch(name, listener, (StateLayout.vars.offset + number, 0xFF))  # type: ignore[attr-defined]


class Watches:
    """What is watched in one machine."""

    def __init__(self, m: Interpreter) -> None:
        """Watch nothing yet."""
        self._m = m
        self._watches: list[_Watch] = []
        m.values_changed = self._tell_changes

    def add(self, name: str, listener: Listener) -> Callable[[], None]:
        """Call `listener` from now on; the function returned ends that. ValueError for an unknown name."""
        watch = _watch_of(name, listener)
        self._tell_changes()
        self._watches.append(watch)
        self.begin_again()

        def end() -> None:
            if watch in self._watches:
                self._tell_changes()
                self._watches.remove(watch)
                self.begin_again()

        return end

    def begin_again(self) -> None:
        """Take the state as it is for what was last seen."""
        observing.watch(self._m.core, [each.bits for each in self._watches])
        is_heard = any(each.name == PRINT for each in self._watches)
        self._m.window_opened = self._tell_message if is_heard else nothing

    def _tell_changes(self) -> None:
        """Call the functions that wait for what has changed."""
        watches = tuple(self._watches)
        place = observing.place(self._m.core)
        for index, before, now in observing.changes(self._m.core):
            watch = watches[index]
            of_type = bool if watch.is_flag else int
            watch.listener(Event(watch.name, of_type(now), of_type(before), place))

    def _tell_message(self) -> None:
        place = observing.place(self._m.core)
        for watch in [each for each in self._watches if each.name == PRINT]:
            watch.listener(Event(watch.name, window_text(self._m) or "", None, place))
