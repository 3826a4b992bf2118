"""A machine that goes away and comes back: the same one, or another that is given its state."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from agi_emu.machine.input.events import InputEvent
from agi_emu.machine.machine import Machine
from agi_emu.machine.saving.resuming import Grade, resume
from agi_emu.machine.saving.state_saving import save_state
from agi_emu.state.progress import Stop

STOPS = Stop.BEAT | Stop.CYCLE
BEATS_BETWEEN = 10


def go_away(machine: Machine, keys: Iterable[Sequence[InputEvent]]) -> None:
    """Take a snapshot, press other keys, and come back."""
    here = machine.snapshot()
    for pressed in keys:
        stops = [machine.advance(pressed if beat == 0 else [], STOPS) for beat in range(BEATS_BETWEEN)]
        if any(stop & Stop.ENDED for stop in stops):
            break
    machine.restore(here)


def moved(machine: Machine) -> Machine:
    """Return another machine with the state of this one, and with its savegames."""
    written = save_state(machine)
    other = Machine(machine.game, settings=machine.settings)
    other.save_store = machine.save_store
    assert resume(other, written).grade is Grade.EXACT
    return other
