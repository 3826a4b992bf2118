"""Actions that start and stop sounds (reference: SND-6, SND-7, SND-8, CMD-39)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agi_emu.machine import loading
from agi_emu.machine import sound as player
from agi_emu.machine.binding import TrappableError, action
from agi_emu.resources.kinds import Kind

if TYPE_CHECKING:
    from agi_emu.machine.interpreter import Interpreter

NOT_LOADED = 9
"""The error of a sound that is not in memory."""


@action("load.sound")
def load_sound(m: Interpreter, number: int) -> None:
    """Load a sound."""
    loading.load(m, Kind.SOUND, number)


@action("sound")
def sound(m: Interpreter, number: int, end_flag: int) -> None:
    """Play a sound that is in memory in place of the one that plays; the flag is set when it ends.

    The old sound's flag is set before the new one's is cleared, so with one flag for both it is clear.
    """
    player.stop(m)
    m.set_flag(end_flag, False)
    if not m.state.loaded.sounds.present[number]:
        raise TrappableError(NOT_LOADED, number)
    player.start(m, number, end_flag)


@action("stop.sound")
def stop_sound(m: Interpreter) -> None:
    """Stop the sound that plays and set its flag; without one nothing happens."""
    player.stop(m)
