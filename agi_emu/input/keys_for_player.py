"""Presses keys for the player: a text typed bit by bit, a walk with the arrows that a player would press.

So recordings and replays stay exact.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from agi_emu.facts.codes import EGO, ObjectFlag, Var
from agi_emu.machine.input.events import Arrow, InputEvent, key_events
from agi_emu.machine.machine import Machine
from agi_emu.machine.ways import Target, Way, find_way

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


STEPS = ((0, 0), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
"""The way across and down of each direction."""
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
    """A walk of ego to a target, as near to it as a way leads."""

    def __init__(self, machine: Machine, target: Target) -> None:
        """Begin with the next `steer`."""
        self._machine = machine
        self._target = target
        self._room = machine.unguarded.state.vars[Var.ROOM]
        self._cycle = -1
        self._place = (-1, -1)
        self._still = 0
        self._asked: int | None = None
        """The direction that was asked for and does not show yet, 0 to stop."""
        self._asked_in = 0
        self._late = 0
        """Steps that ego makes before a key shows: where a game does not wait between its cycles."""
        self._held = 0
        self._way: Way | None = None
        self._made = 0
        """Steps of the way."""
        self.is_over = False

    @property
    def way(self) -> Way:
        """The way of now, from where ego stood when it was sought."""
        if self._way is None:
            self._way, self._made = find_way(self._machine.unguarded, self._target), 0
        return self._way

    def steer(self) -> list[InputEvent]:
        """Return the arrows to press now; once in a cycle, mostly none."""
        state = self._machine.unguarded.state
        if self.is_over or state.cycle.number == self._cycle:
            return []
        self._cycle = state.cycle.number
        if not can_walk(self._machine) or state.vars[Var.ROOM] != self._room:
            return self._end()
        ego = state.objects[EGO]
        self._look_where_ego_is()
        if self._still > PATIENCE_STEPS * max(1, self._machine.unguarded.state.objects[EGO].step_time):
            return [*self._stop(), *self._end()]
        steps = self.way.steps[self._made :]
        if not steps and self._target.edge and self._made:
            # It is left by walking on.
            return []
        if ego.direction == self._asked:
            self._late = (self._cycle - self._asked_in - 1) // max(1, ego.step_time)
            self._asked = None
        if not ego.direction and len(steps) <= self._late:
            return self._end()
        wanted = steps[0] if steps and not ego.direction else steps[self._late] if len(steps) > self._late else 0
        if wanted == ego.direction or (wanted == self._asked and self._cycle < self._asked_in + ANSWER_CYCLES):
            return []
        self._asked, self._asked_in = wanted, self._cycle
        return self._press(wanted) if wanted else [*self._release(), *self._stop()]

    @property
    def has_arrived(self) -> bool:
        """Whether ego is at the target, as near as its steps and keys allow."""
        return self.way.arrives and len(self.way.steps) - self._made <= self._late

    def _look_where_ego_is(self) -> None:
        """Count a step that was made, or seek another way from where ego is now."""
        ego = self._machine.unguarded.state.objects[EGO]
        here, before = (ego.x, ego.y), self._place
        self._still = 0 if here != before else self._still + 1
        self._place = here
        if self._way is None or here == before:
            return
        if self._made < len(self._way.steps):
            across, down = STEPS[self._way.steps[self._made]]
            self._made += 1
            is_last = self._made == len(self._way.steps)
            expected = (before[0] + across * ego.step_size, before[1] + down * ego.step_size)
            if here == (self._way[1:3] if is_last else expected):
                return
        self._way = None

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


class StraightWalk(Walk):
    """A walk that looks at no obstacle: it ends at the first."""

    @property
    def way(self) -> Way:
        """The steps straight towards the target, whatever is in between."""
        if self._way is None:
            ego = self._machine.unguarded.state.objects[EGO]
            place, size, steps = [int(ego.x), int(ego.y)], max(1, int(ego.step_size)), bytearray()
            while any(signs := [_sign(to - at, size) for to, at in zip(self._target.box, place, strict=False)]):
                steps.append(STEPS.index((signs[0], signs[1])))
                place = [at + size * sign for at, sign in zip(place, signs, strict=True)]
            self._way, self._made = Way(bytes(steps), place[0], place[1], arrives=True), 0
        return self._way


def _sign(distance: int, step: int) -> int:
    return 0 if abs(distance) < step else 1 if distance > 0 else -1
