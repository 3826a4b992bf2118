"""The colours that the monitor shows: those of the EGA, or a file's under the extension AGIPAL.

Source: reference: EXT-5, EXT-6.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from agi_emu.facts.palette import EGA_BYTES, dac_level

if TYPE_CHECKING:
    from agi_emu.machine.interpreter import Interpreter

FIRST_PALETTE, LAST_PALETTE = 100, 109
"""Operands of shake.screen that choose a palette."""
_LOW_COLOURS, _HIGH_COLOURS = slice(0, 24), slice(48, 72)
"""Offsets of colours 0 to 7 and 8 to 15 in a file, three bytes each; the other bytes are copies."""
_LEAST_BYTES = 72


def show_ega(m: Interpreter) -> None:
    """Show the colours of the EGA."""
    _show(m, EGA_BYTES)


def show_file(m: Interpreter, number: int) -> None:
    """Show the colours of `pal.NUMBER`; a file that is missing or too short changes nothing."""
    data = m.game.files.get(f"pal.{number}") or b""
    if len(data) >= _LEAST_BYTES:
        levels = data[_LOW_COLOURS] + data[_HIGH_COLOURS]
        # Some files hold levels of eight bits, of which the hardware uses six.
        _show(m, bytes(map(dac_level, levels)))


def _show(m: Interpreter, colours: bytes) -> None:
    m.state.palette[:] = list(colours)
    m.screen.touch()
