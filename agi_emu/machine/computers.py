"""Goes on with a game on another computer, as if it had been saved on one and restored on the other."""

from __future__ import annotations

from dataclasses import replace

from agi_emu.facts.codes import Flag
from agi_emu.machine import sound, start
from agi_emu.machine.machine import Machine


def on_computer(machine: Machine, computer: str) -> Machine:
    """Return a machine at the same moment of the game that emulates another computer; a sound that plays ends."""
    other = Machine(machine.game, settings=replace(machine.settings, machine=computer))
    other.save_store = machine.save_store
    other.restore(machine.snapshot())
    sound.stop(other)
    start.set_hardware_variables(other)
    other.set_flag(Flag.HAS_NOISE, computer != "pc")
    return other
