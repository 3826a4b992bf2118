"""Turns a gamepad into keys of the host: what it does in the game, in menus and on the letters follows from those."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agi_emu.facts.codes import EGO
from agi_emu.input.host_events import HostEvent, KeyPress, KeyRelease, PadButton, PadPress, PadStick
from agi_emu.input.host_keyboard import CURSOR, ESCAPE, F12, RETURN
from agi_emu.input.keys_for_player import can_walk
from agi_emu.input.player_commands import PlayerCommand
from agi_emu.machine.input.events import Arrow, InputEvent

if TYPE_CHECKING:
    from agi_emu.machine.machine import Machine

KEYS = {PadButton.CONFIRM: RETURN, PadButton.CANCEL: ESCAPE, PadButton.MENU: ESCAPE, PadButton.PROGRAM: F12}
COMMANDS = {PadButton.AGAIN: PlayerCommand.AGAIN, PadButton.LETTERS: PlayerCommand.LETTERS}
SCANCODES = {direction: scancode for scancode, direction in CURSOR.items()}
CYCLES_TO_STOP = 6
"""Cycles in which ego must have begun to walk the way that the stick pointed."""


class Gamepad:
    """One gamepad, or several that act as one."""

    def __init__(self) -> None:
        """Start with the stick in the middle."""
        self._direction = 0
        self._stopping = 0
        self._until = 0

    def translate(self, event: PadPress | PadStick, machine: Machine | None) -> list[HostEvent | PlayerCommand]:
        """Return the keys or the command that an event means."""
        if isinstance(event, PadPress):
            if event.button in COMMANDS:
                return [COMMANDS[event.button]]
            scancode = KEYS[event.button]
            return [KeyPress(scancode), KeyRelease(scancode)]
        keys: list[HostEvent | PlayerCommand] = []
        if self._direction:
            keys.append(KeyRelease(SCANCODES[self._direction]))
        if event.direction:
            keys.append(KeyPress(SCANCODES[event.direction]))
        self._stopping = 0 if event.direction or machine is None else self._direction
        self._until = machine.unguarded.state.cycle.number + CYCLES_TO_STOP if machine else 0
        self._direction = event.direction
        return keys

    def turn(self, machine: Machine) -> list[InputEvent]:
        """Return what stops ego when the stick was let go: without hold.key a walk goes on without the arrow."""
        if not self._stopping:
            return []
        state = machine.unguarded.state
        if not can_walk(machine) or state.keyboard.hold or state.cycle.number > self._until:
            self._stopping = 0
        elif state.objects[EGO].direction == self._stopping:
            going, self._stopping = self._stopping, 0
            return [Arrow(going, down=True), Arrow(going, down=False)]
        return []
