"""Plays an input script: keys at given cycles, and keys for when the game waits."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from agi_emu.input.input_script import InputScript, KeySchedule
from agi_emu.machine.input.events import InputEvent
from agi_emu.machine.input.keynames import key_events
from agi_emu.state.progress import Stop

if TYPE_CHECKING:
    from agi_emu.machine.machine import Machine

PATIENCE = 18
"""Beats that the game waits for a key before the next ``blocked`` line is pressed, as in the recordings."""


class ScriptPlayer:
    """Presses the keys of a cycle at its start, so that they are in the queue when its input is read.

    The keys are pressed before the wait for the cycle's time, during which the keyboard is polled. A game that waits
    after the last ``blocked`` line keeps waiting.
    """

    stops = Stop.CYCLE

    def __init__(self, script: InputScript) -> None:
        """Start the script; its machine must be at power-on."""
        self._schedule = KeySchedule(script)
        self._blocked = deque(script.blocked)
        self._waited = 0

    def cue(self, machine: Machine, stop: Stop) -> list[InputEvent]:
        """Return the keys to press when the machine is at `stop`."""
        names: tuple[str, ...] = ()
        if stop & Stop.CYCLE:
            self._waited = 0
            names = self._schedule.due(machine.unguarded.state.cycle.number)
        elif stop & Stop.WAITING:
            self._waited += 1
            if self._waited % PATIENCE == 0 and self._blocked:
                names = self._blocked.popleft()
        return [event for name in names for event in key_events(name)]
