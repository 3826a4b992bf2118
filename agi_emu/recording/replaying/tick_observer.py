"""Digests every tick of a session, under the masks declared by the author."""

from __future__ import annotations

from collections.abc import Sequence

from agi_emu._core.ticks import Ticker
from agi_emu.facts.codes import BEATS_PER_TICK
from agi_emu.machine.input.events import InputEvent
from agi_emu.machine.machine import Machine
from agi_emu.recording.masks import NO_MASKS, Masks
from agi_emu.recording.ticks import Ticks
from agi_emu.session import PortWrites
from agi_emu.state.digests import CURRENT, frame_places, state_places
from agi_emu.state.progress import Stop


class TickObserver:
    """An observer and audio sink; the sound of a tick is its port writes.

    A tick ends with every third beat from the start; if the game ends, so does the current tick.
    """

    def __init__(
        self,
        machine: Machine,
        begun: Ticks,
        *,
        masks: Masks = NO_MASKS,
        counts_work: bool = False,
    ) -> None:
        """Continue ticks with a machine at the start of the next one.

        With `counts_work` the ticks hold the work that was done in them.
        """
        self._ended = False
        rows = bytearray(begun.rows)
        self.ticks = Ticks.of_rows(rows)
        """The ticks so far; grows while the session is played."""
        self._ticker = Ticker(
            machine.core,
            machine.screen,
            rows,
            state_places(CURRENT),
            frame_places(CURRENT),
            mask=masks.in_core if masks else None,
            counts_work=counts_work,
        )

    def jump(self, machine: Machine, begun: Ticks) -> None:
        """Continue other ticks with a machine that was moved to the start of the next one."""
        self._ended = bool(machine.unguarded.state.general.exited)
        self._ticker.rows[:] = begun.rows
        self._ticker.begin()

    def expect(self, ticks: Ticks | None) -> None:
        """Let `run_to` end behind the first tick that these do not have in its place; None for no comparison."""
        self._ticker.expect(None if ticks is None else ticks.rows)

    def write(self, port_writes: PortWrites) -> None:
        """Take the port writes of a beat."""
        if port_writes:
            self._ticker.hear(port_writes)

    def after(self, machine: Machine, events: Sequence[InputEvent]) -> None:
        """Digest the tick if it is over."""
        state = machine.unguarded.state
        if state.general.exited:
            if not self._ended:
                self._ended = True
                machine.take_tick(self._ticker)
        elif state.clock.beats >= self.next_beat(machine) and state.cycle.beat_due:
            machine.take_tick(self._ticker)

    def run_to(self, machine: Machine, last_beat: int) -> Stop:
        """Let a machine at the end of a beat run to the end of another, or of the first tick that is not expected."""
        return machine.advance_ticks(last_beat, self._ticker)

    def next_beat(self, machine: Machine) -> int:
        """Return the last beat of the current tick."""
        return self._ticker.tick_began + BEATS_PER_TICK
