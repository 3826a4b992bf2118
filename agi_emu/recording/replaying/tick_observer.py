"""Digests every tick of a session, under the masks declared by the author."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from agi_emu.codes import BEATS_PER_TICK
from agi_emu.machine.input.events import InputEvent
from agi_emu.recording.masks import NO_MASKS, Masks
from agi_emu.recording.tick_blocks import Tick
from agi_emu.session import PortWrites
from agi_emu.state.digest_lists import COMPLETE
from agi_emu.state.digests import CURRENT, frame_digest, sound_digest, state_digest, values_of
from agi_emu.state.progress import Stop

if TYPE_CHECKING:
    from agi_emu.machine.machine import Machine

ENDED_OR_ASKED = int(Stop.ENDED | Stop.ASKED)
NO_SOUND = sound_digest((), 0)


class TickObserver:
    """An observer and audio sink; the sound of a tick is its port writes.

    A tick ends with every third beat from the start; if the game ends, so does the current tick.
    """

    def __init__(
        self,
        machine: Machine,
        on_tick: Callable[[Tick], None],
        *,
        number: int = CURRENT,
        masks: Masks = NO_MASKS,
        counts_work: bool = False,
    ) -> None:
        """Start with a machine at the start of the first tick; `number` is that of the digests.

        With `counts_work` the ticks hold the work that was done in them.
        """
        self._on_tick = on_tick
        self._number = number
        self._masks = masks
        self._writes: list[tuple[int, int, int]] = []
        self._ended = False
        self._counts_work = counts_work
        self._burnt = machine.core.burnt
        self.tick_began = machine.unguarded.state.clock.beats
        """Beat at which the current tick started."""

    def jump(self, machine: Machine) -> None:
        """Continue with a machine that was moved to the start of another tick."""
        self._writes.clear()
        self._ended = bool(machine.unguarded.state.general.exited)
        self._burnt = machine.core.burnt
        self.tick_began = machine.unguarded.state.clock.beats

    def write(self, port_writes: PortWrites) -> None:
        """Take the port writes of a beat."""
        self._writes += port_writes

    def after(self, machine: Machine, events: Sequence[InputEvent]) -> None:
        """Digest the tick if it is over."""
        state = machine.unguarded.state
        if state.general.exited:
            if not self._ended:
                self._ended = True
                self._digest(machine)
        elif state.clock.beats >= self.tick_began + BEATS_PER_TICK and state.cycle.beat_due:
            self._digest(machine)

    def run_ticks(self, machine: Machine, last_beat: int, agrees: Callable[[Tick], bool] | None) -> Stop:
        """Let a machine at the end of a beat run to the end of another, or of the first tick that does not agree."""
        while True:
            end = self.tick_began + BEATS_PER_TICK
            stop = machine.advance_to(min(end, last_beat))
            if int(stop) & ENDED_OR_ASKED or end > last_beat:
                return stop
            self._writes += machine.port_writes
            machine.port_writes.clear()
            tick = self._digest(machine)
            if end == last_beat or (agrees is not None and not agrees(tick)):
                return stop

    def next_beat(self, machine: Machine) -> int:
        """Return the last beat of the current tick."""
        return self.tick_began + BEATS_PER_TICK

    def _digest(self, machine: Machine) -> Tick:
        state = self._masks.apply(machine.unguarded.state)
        sound = sound_digest(self._writes, self.tick_began) if self._writes else NO_SOUND
        burnt = machine.core.burnt
        tick = Tick(
            state_digest(state, self._number),
            machine.frame_digest(self._number)
            if state is machine.unguarded.state
            else frame_digest(state, self._number),
            sound,
            machine.unguarded.state.cycle.number,
            b"" if self._number == COMPLETE else values_of(machine.unguarded.state),
            burnt - self._burnt if self._counts_work else None,
        )
        self._burnt = burnt
        self._writes.clear()
        self.tick_began = machine.unguarded.state.clock.beats
        self._on_tick(tick)
        return tick
