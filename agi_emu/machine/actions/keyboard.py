"""Actions on the keyboard: set.key, hold.key, release.key (reference: KEY-2, KEY-16, KEY-19)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agi_emu.machine.binding import action
from agi_emu.machine.input import keys

if TYPE_CHECKING:
    from agi_emu.machine.interpreter import Interpreter


@action("set.key")
def set_key(m: Interpreter, character: int, scan: int, controller: int) -> None:
    """Assign a key, named by the two bytes of its key word, to a controller."""
    keys.set_key(m, character | scan << 8, controller)


@action("hold.key")
def hold_key(m: Interpreter) -> None:
    """Let the release of an arrow stop ego from now on; ego itself keeps moving until then.

    Quirk: before 3.002.098 this is a byte that counts the calls (reference: KEY-16).
    """
    keyboard = m.state.keyboard
    keyboard.hold = (keyboard.hold + 1) & 0xFF if m.profile.hold_key_counts else 1


@action("release.key")
def release_key(m: Interpreter) -> None:
    """Go back to arrows that start and stop ego in turn."""
    m.state.keyboard.hold = 0
