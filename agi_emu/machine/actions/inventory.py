"""The action that shows what the player carries."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agi_emu.machine.binding import action
from agi_emu.machine.windows import inventory_screen

if TYPE_CHECKING:
    from agi_emu.machine.interpreter import Interpreter


@action("status")
def status(m: Interpreter) -> None:
    """Show the inventory screen and wait."""
    inventory_screen.open_inventory(m)
