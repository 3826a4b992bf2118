"""The EGA: every colour as the game means it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from agi_emu.machine.frame import Frame


def show(frame: Frame) -> Frame:
    """Return the frame as it is."""
    return frame
