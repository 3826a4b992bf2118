"""Starts a machine at a savegame, or at the moment of one that emulates another computer."""

from __future__ import annotations

from dataclasses import replace

from agi_emu.facts.adapters import own_adapter
from agi_emu.facts.codes import Flag, Var
from agi_emu.machine import sound, start
from agi_emu.machine.display import screen_modes
from agi_emu.machine.machine import Machine
from agi_emu.machine.saving.restoring import restore
from agi_emu.machine.saving.resuming import resume
from agi_emu.machine.saving.state_saving import save_state
from agi_emu.machine.settings import BUDGETS
from agi_emu.machine.windows import windows
from agi_emu.state.savegames.savegame import parse

LONGEST_SETUP = 600
"""Beats that the first cycle may take."""


def start_from(m: Machine, data: bytes) -> None:
    """Bring a machine that was just switched on to a savegame: after one cycle, in which games set up what none holds.

    Menus, for one, are not saved. A window that the game opens there counts as closed.
    """
    parse(data)
    m.cycle(beats=LONGEST_SETUP)
    m.state.modal.depth = 0
    m.state.clock.paused = 0
    windows.close(m)
    sound.stop(m)
    if m.state.general.text_mode:
        screen_modes.show_graphics(m)
    restore(m, data)


def at_pace(machine: Machine, pace: str) -> Machine:
    """Return a machine at the same moment of the game whose budget is another one of `BUDGETS`.

    ValueError where the display has no such budget. What was owed of the beats before is forgotten.
    """
    other = Machine(machine.game, settings=replace(machine.settings, budget=BUDGETS[pace]))
    other.save_store = machine.save_store
    other.restore(machine.snapshot())
    other.unguarded.state.vm.work = 0
    return other


def in_language(machine: Machine, translation: str) -> Machine:
    """Return a machine at the same moment of the game with another translation, or with none if it is empty.

    What is on the screen already stays as it was drawn. GameError if there is no such translation.
    """
    other = Machine(machine.game, settings=replace(machine.settings, translation=translation))
    other.save_store = machine.save_store
    other.restore(machine.snapshot())
    return other


def on_computer(machine: Machine, computer: str) -> Machine:
    """Return a machine at the same moment of the game that emulates another computer; a sound that plays ends."""
    settings = machine.settings
    display = settings.display
    if display == own_adapter(settings.machine) or computer not in settings.adapter.machines:
        display = own_adapter(computer)
    other = Machine(machine.game, settings=replace(settings, machine=computer, display=display))
    other.save_store = machine.save_store
    if other.settings.adapter.driver is settings.adapter.driver:
        adapter = other.unguarded.state.general.adapter
        other.restore(machine.snapshot())
        other.unguarded.state.general.adapter = adapter
    else:
        resume(other, save_state(machine))
    sound.stop(other)
    start.set_hardware_variables(other)
    other.set_flag(Flag.HAS_NOISE, bool(other.vars[Var.COMPUTER]))
    return other
