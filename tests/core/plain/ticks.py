"""Ticks of a machine, taken beat by beat, obvious and slow."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from agi_emu.machine.machine import Machine
from agi_emu.state.digest_lists import COMPLETE
from agi_emu.state.digests import frame_digest, sound_digest, state_digest, values_of
from tests.core.plain.masking import masked

BEATS_PER_TICK = 3
PlainTick = tuple[str, str, str, int, bytes, int | None]


def ticks_of(
    machine: Machine,
    count: int,
    number: int,
    *,
    counts_work: bool,
    areas: Sequence[tuple[int, int, int, int]] = (),
    variables: Sequence[int] = (),
) -> Iterator[PlainTick]:
    """Yield the next ticks of a machine; the game must not end."""
    for _ in range(count):
        machine.port_writes.clear()
        began, burnt = machine.unguarded.state.clock.beats, machine.core.burnt
        for _ in range(BEATS_PER_TICK):
            machine.advance()
        state = machine.unguarded.state
        left = masked(state, areas, variables)
        yield (
            state_digest(left, number),
            frame_digest(left, number),
            sound_digest(machine.port_writes, began),
            state.cycle.number,
            b"" if number == COMPLETE else values_of(state),
            machine.core.burnt - burnt if counts_work else None,
        )
