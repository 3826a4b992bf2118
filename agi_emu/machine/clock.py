"""Beats: what the timer interrupt does besides its counters, which the core keeps.

Sources: reference: TIME-1, TIME-2, TIME-3, TIME-4, TIME-5.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from agi_emu.machine import sound
from agi_emu.machine.input import keys

if TYPE_CHECKING:
    from agi_emu.machine.interpreter import Interpreter


def beat(m: Interpreter) -> None:
    """Let one timer interrupt happen: the sound steps, and every third time the 20 Hz part polls the keyboard."""
    playing = m.state.sound
    if playing.playing:
        sound.give(m, playing.number)
    if m.core.beat():
        keys.poll_bios(m)
