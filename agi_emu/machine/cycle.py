"""Serves what the main loop needs of Python; the loop itself, the order of a cycle, is agi_emu/_core/cycle.pyx.

Whatever waits sets `cycle.beat_due`; whatever opens a window pushes a modal record. Both come before the next phase.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from types import MappingProxyType

from agi_emu.facts.codes import Var
from agi_emu.machine import heap, loading, sound, vm
from agi_emu.machine.binding import TrappableError
from agi_emu.machine.display import screen_modes
from agi_emu.machine.interpreter import Interpreter
from agi_emu.machine.windows import command_window, menu, modal, trace_window
from agi_emu.resources.kinds import Kind
from agi_emu.state.progress import BeatReason, Need, Stop

BEAT_OR_WAITING = int(Stop.BEAT | Stop.WAITING)


def beat(m: Interpreter) -> None:
    """Let one timer interrupt happen; the core is given the bytes of the sound that plays."""
    playing = m.state.sound
    if playing.playing:
        sound.give(m, playing.number)
    m.core.beat()


def wait_for_event(m: Interpreter) -> None:
    """Let time pass until the next poll can find something new.

    In the recordings' convention the 61st empty poll does that; those that would only find nothing again are skipped.
    """
    cycle = m.state.cycle
    cycle.poll_count = 0
    cycle.beat_due = BeatReason.POLL if m.settings.budget.units is None else BeatReason.IDLE


def modal_turn(m: Interpreter) -> int:
    """Give the innermost window, prompt or menu its turn."""
    waits = modal.turn(m)
    heap.end_if_full(m)
    if waits:
        wait_for_event(m)
        return BEAT_OR_WAITING
    return 0


def look(m: Interpreter) -> int:
    """Stop where the caller asked for it. Python's own handlers of signals have run by the time this is called."""
    asked = m.core.take_stop()
    return int(Stop.ASKED) if asked or (m.must_stop is not None and m.must_stop()) else 0


def load_first_logic(m: Interpreter) -> None:
    """Bring logic 0 into memory; where it is missing or too large, its window stands before the first cycle."""
    heap.end_if_full(m)
    with suppress(loading.MissingError):
        loading.require(m, Kind.LOGIC, 0)


SERVICES: Mapping[int, Callable[[Interpreter], int | None]] = MappingProxyType(
    {
        Need.BEAT: beat,
        Need.MODAL: modal_turn,
        Need.MENU: menu.open_menu,
        Need.LINE: lambda m: command_window.take_char(m, m.vars[Var.KEY]),
        Need.STATUS: screen_modes.draw_status,
        Need.TRACE: vm.run_traced,
        Need.TRACE_START: trace_window.note_start,
        Need.START: load_first_logic,
        Need.LOOK: look,
        Need.WATCH: lambda m: m.values_changed(),
        Need.HALT: lambda m: int(Stop.ASKED) if m.halted() else 0,
    }
)
"""Functions that serve the needs of the main loop; each returns the stop where the machine then stands, if any."""


def serve(m: Interpreter, need: int) -> int:
    """Do what the core needs Python for; return the stop at which the machine then stands, 0 for none."""
    if need in vm.SERVICES:
        vm.serve(m, need)
        return 0
    try:
        return SERVICES[need](m) or 0
    except TrappableError as error:
        # Also outside the logics: string 0, the prompt, can name a message that is not there.
        vm.raise_error(m, error.code, error.value)
        return 0
