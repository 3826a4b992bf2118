"""Validates the state of a machine that this program did not make itself: from a file, a snapshot, or a caller."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agi_emu.facts.errors import SaveError
from agi_emu.machine import snapshots, start
from agi_emu.state.validation import check_state

if TYPE_CHECKING:
    from agi_emu.machine.interpreter import Interpreter


def make_valid(m: Interpreter) -> None:
    """Give the core what the state of the machine refers to; SaveError when no machine with this game can be there."""
    # Imported when needed: it knows every window and dialog.
    from agi_emu.machine.saving.modal_validation import check_open

    state = m.state
    check_state(state)
    for frame in state.vm.frames[: state.vm.depth]:
        _check_place(m, frame.logic, frame.pc, "is under way")
    for number in state.loaded.logics.order[: state.loaded.logics.count]:
        _check_place(m, number, state.loaded.scan_start[number], "begins")
    most = start.object_count(m)
    if state.general.object_count > most:
        raise SaveError(f"chunk Room: {state.general.object_count} objects, but the game has {most}")
    check_open(m)
    snapshots.give_what_is_needed(m)


def _check_place(m: Interpreter, logic: int, offset: int, what: str) -> None:
    """Raise SaveError when a place in a logic is after its end."""
    if logic in m.game.logics and offset > len(m.logic_code(logic)):
        raise SaveError(f"chunk Exec: logic {logic} {what} at {offset}, after its {len(m.logic_code(logic))} bytes")
