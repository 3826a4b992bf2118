"""Actions that save and restore the game; what they open is in `agi_emu.machine.saving.dialogs`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agi_emu.machine import picture_drawing
from agi_emu.machine.binding import action
from agi_emu.machine.display.message_fields import string_of
from agi_emu.machine.saving import dialogs
from agi_emu.machine.windows.modal import Purpose
from agi_emu.resources.releases import Extension

if TYPE_CHECKING:
    from agi_emu.machine.interpreter import Interpreter

SIMPLE_NAME_BYTES = 31


@action("save.game")
def save_game(m: Interpreter) -> None:
    """Let the player choose a slot and write the game into it."""
    dialogs.begin(m, Purpose.SAVE)


@action("restore.game")
def restore_game(m: Interpreter) -> None:
    """Let the player choose a savegame and continue from there."""
    dialogs.begin(m, Purpose.RESTORE)


@action("set.simple")
def set_simple(m: Interpreter, number: int) -> None:
    """Name the saved games after a string, so that their dialogs are short; an empty string ends that.

    Under AGI256 the number is that of a variable with the number of a bitmap, which is shown instead.
    """
    if Extension.AGI256 in m.settings.extensions and picture_drawing.show_bitmap(m, m.vars[number]):
        return
    name = string_of(m, number)[: SIMPLE_NAME_BYTES - 1]
    modal = m.state.modal
    modal.simple_name[: len(name) + 1] = [*name, 0]
