"""Types for the player: gives the machine keys one handful after the other, since its keyboard buffer is small."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import TYPE_CHECKING

from agi_emu.machine.input.events import InputEvent
from agi_emu.machine.input.keynames import key_events

if TYPE_CHECKING:
    from agi_emu.machine.machine import Machine

HANDFUL = 10
"""Events that are given at once: fewer than the 15 keys of the BIOS buffer and the 19 of the queue."""


class Typist:
    """Keeps events until the machine has taken those before."""

    def __init__(self) -> None:
        """Start with nothing to type."""
        self._waiting: deque[InputEvent] = deque()

    def press(self, names: Iterable[str]) -> None:
        """Press keys by name, after what is being typed."""
        for name in names:
            self._waiting.extend(key_events(name))

    def type(self, events: Iterable[InputEvent]) -> None:
        """Type events, after what is being typed."""
        self._waiting.extend(events)

    def stop(self) -> None:
        """Forget what is not typed yet."""
        self._waiting.clear()

    @property
    def is_busy(self) -> bool:
        """Whether something is still to be typed."""
        return bool(self._waiting)

    def next(self, machine: Machine) -> list[InputEvent]:
        """Return what can be typed now: nothing while keys wait in the machine."""
        keyboard = machine.unguarded.state.keyboard
        if not self._waiting or keyboard.bios_count or keyboard.queue_head != keyboard.queue_tail:
            return []
        return [self._waiting.popleft() for _ in range(min(HANDFUL, len(self._waiting)))]
