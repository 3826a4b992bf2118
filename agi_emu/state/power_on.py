"""Sets up what every machine has at power-on, whatever its game."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from agi_emu.state.layout import StateLayout


def put_at_start(state: StateLayout) -> None:
    """Put what every machine has at power-on, whatever its game, into a state of zeros.

    Chunks that a file leaves out stand for this, so they can be read without the game.
    """
    state.menu.allowed = 1
    state.menu.next_column = 1
    state.trace.row = 1
    state.trace.height = 15
