"""Presses keys for the player: a text typed bit by bit, a walk with the arrows that a player would press.

So recordings and replays stay exact.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import TYPE_CHECKING

from agi_emu.facts.codes import EGO, ObjectFlag, Var
from agi_emu.machine.input.events import Arrow, InputEvent
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


DIRECTIONS = {(0, -1): 1, (1, -1): 2, (1, 0): 3, (1, 1): 4, (0, 1): 5, (-1, 1): 6, (-1, 0): 7, (-1, -1): 8}
"""By the signs of the way across and down."""
PATIENCE_STEPS = 8
"""Steps that ego may stand still before the walk is given up: something is in the way."""
ANSWER_CYCLES = 4
"""Cycles in which a key that was pressed must show."""


def can_walk(machine: Machine) -> bool:
    """Return whether the player can send ego somewhere now."""
    state = machine.unguarded.state
    is_drawn = bool(state.objects[EGO].flags & ObjectFlag.DRAWN)
    is_free = not state.modal.depth and not state.general.text_mode
    return is_free and is_drawn and bool(state.general.player_control)


class Walk:
    """A walk to a place of the picture: where ego's feet shall be, in cells."""

    def __init__(self, machine: Machine, x: int, y: int) -> None:
        """Begin with the next `steer`."""
        self._machine = machine
        self._target = (x, y)
        self._room = machine.unguarded.state.vars[Var.ROOM]
        self._cycle = -1
        self._place = (-1, -1)
        self._still = 0
        self._asked = 0
        self._asked_in = 0
        self._held = 0
        self.is_over = False

    def steer(self) -> list[InputEvent]:
        """Return the arrows to press now; once in a cycle, mostly none."""
        state = self._machine.unguarded.state
        if self.is_over or state.cycle.number == self._cycle:
            return []
        self._cycle = state.cycle.number
        if not can_walk(self._machine) or state.vars[Var.ROOM] != self._room:
            return self._end()
        wanted = self._wanted()
        if not wanted or self._is_stuck():
            return [*self._stop(), *self._end()]
        if wanted == state.objects[EGO].direction or (
            wanted == self._asked and self._cycle < self._asked_in + ANSWER_CYCLES
        ):
            return []
        self._asked, self._asked_in = wanted, self._cycle
        return self._press(wanted)

    def _wanted(self) -> int:
        """Return the direction to the target, 0 when ego is there as near as its steps allow."""
        ego = self._machine.unguarded.state.objects[EGO]
        step = max(1, ego.step_size)
        across = self._target[0] - (ego.x + ego.width // 2)
        down = self._target[1] - ego.y
        signs = tuple(0 if abs(way) < step else 1 if way > 0 else -1 for way in (across, down))
        return DIRECTIONS.get((signs[0], signs[1]), 0)

    def _is_stuck(self) -> bool:
        ego = self._machine.unguarded.state.objects[EGO]
        place = (ego.x, ego.y)
        self._still = 0 if place != self._place else self._still + 1
        self._place = place
        return self._still > PATIENCE_STEPS * max(1, ego.step_time)

    def _press(self, direction: int) -> list[InputEvent]:
        """Press an arrow; where ego walks only while it is held, hold it."""
        released = self._release()
        if not self._machine.unguarded.state.keyboard.hold:
            return [*released, Arrow(direction, down=True), Arrow(direction, down=False)]
        self._held = direction
        return [*released, Arrow(direction, down=True)]

    def _stop(self) -> list[InputEvent]:
        """Stop ego: the arrow of its own direction does so, or letting go of it."""
        going = self._machine.unguarded.state.objects[EGO].direction
        if self._held or not going:
            return []
        return [Arrow(going, down=True), Arrow(going, down=False)]

    def _release(self) -> list[InputEvent]:
        held, self._held = self._held, 0
        return [Arrow(held, down=False)] if held else []

    def _end(self) -> list[InputEvent]:
        self.is_over = True
        return self._release()
