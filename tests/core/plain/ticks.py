"""Ticks of a machine, taken beat by beat, obvious and slow."""

from __future__ import annotations

from collections.abc import Iterator

from agi_emu.machine.machine import Machine
from agi_emu.state.digest_lists import COMPLETE
from agi_emu.state.digests import frame_digest, sound_digest, state_digest, values_of
from agi_emu.state.layout import StateLayout

BEATS_PER_TICK = 3
PlainTick = tuple[str, str, str, int, bytes, int | None]


def ticks_of(machine: Machine, count: int, number: int, *, counts_work: bool) -> Iterator[PlainTick]:
    """Yield the next ticks of a machine; the game must not end."""
    for _ in range(count):
        machine.port_writes.clear()
        began, burnt = machine.unguarded.state.clock.beats, machine.core.burnt
        for _ in range(BEATS_PER_TICK):
            machine.advance()
        state = StateLayout.from_buffer_copy(machine.unguarded.state)
        yield (
            state_digest(state, number),
            frame_digest(state, number),
            sound_digest(machine.port_writes, began),
            state.cycle.number,
            b"" if number == COMPLETE else values_of(state),
            machine.core.burnt - burnt if counts_work else None,
        )
