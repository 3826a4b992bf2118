"""Actions that save and restore the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agi_emu.machine import windows
from agi_emu.machine.binding import action
from agi_emu.machine.modal import Purpose, finish
from agi_emu.machine.sources import string_of
from agi_emu.state.layout import ModalRecord

if TYPE_CHECKING:
    from agi_emu.machine.machine import Machine

SIMPLE_NAME_BYTES = 31
NOT_YET = b"Saving and restoring games is not possible yet."


@action("save.game")
def save_game(m: Machine) -> None:
    """Tell the player that there are no saved games yet."""
    windows.print_wait(m, NOT_YET, Purpose.SAVE)


@action("restore.game")
def restore_game(m: Machine) -> None:
    """Tell the player that there are no saved games yet."""
    windows.print_wait(m, NOT_YET, Purpose.RESTORE)


@finish(Purpose.SAVE)
@finish(Purpose.RESTORE)
def go_on(m: Machine, record: ModalRecord, result: int) -> None:
    """Go on behind the command, as after ESC in the original's dialog."""


@action("set.simple")
def set_simple(m: Machine, number: int) -> None:
    """Name the saved games after a string, so that their dialogs are short; an empty string ends that."""
    name = string_of(m, number)[: SIMPLE_NAME_BYTES - 1]
    modal = m.state.modal
    modal.simple_name[: len(name) + 1] = [*name, 0]
