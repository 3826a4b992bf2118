"""Drawing pictures into the picture buffer, with their script entries (reference: PIC-29, PIC-30)."""

from __future__ import annotations

import ctypes

from agi_emu.facts.codes import Deep, ErrorCode
from agi_emu.logic.opcodes import Record
from agi_emu.machine import costs, loading
from agi_emu.machine.binding import TrappableError
from agi_emu.machine.display import drivers
from agi_emu.machine.interpreter import Interpreter
from agi_emu.resources.releases import Extension
from agi_emu.state.layout import PICTURE_CELLS, PICTURE_HEIGHT, PICTURE_WIDTH

CEL_BYTES = 6
"""Of an added cel, after its action."""
CELLS_OF_DRAWING = 2 * PICTURE_CELLS
"""Work of drawing a picture: most of its cells are filled once, after the buffer was cleared."""


def _data(m: Interpreter, number: int) -> bytes:
    if not m.state.loaded.pictures.present[number]:
        raise TrappableError(ErrorCode.PICTURE_NOT_LOADED, number)
    return m.game.pictures.get(number, b"")


def draw(m: Interpreter, number: int) -> None:
    """Draw picture `number` over a clean buffer, with its script entry."""
    data = _data(m, number)
    loading.record(m, Record.DRAW_PIC, number)
    m.core.sprites_out()
    m.core.clear_picture()
    draw_data(m, data)
    if Extension.AGI256 in m.settings.extensions:
        m.core.take_colours()
    m.core.sprites_in()
    m.state.general.picture_number = number
    m.state.general.picture_visible = 0


def overlay(m: Interpreter, number: int) -> None:
    """Draw picture `number` over the buffer, with its script entry; the picture number stays (reference: PIC-30)."""
    data = _data(m, number)
    loading.record(m, Record.OVERLAY_PIC, number)
    m.core.sprites_out()
    before = bytes(m.state.picture) if m.state.deep_shown == Deep.COLOURS else b""
    draw_data(m, data)
    if before:
        m.core.take_changed_colours(before)
    m.core.sprites_in()
    m.core.show_sprites()
    m.state.general.picture_visible = 0


def draw_script(m: Interpreter) -> None:
    """Draw the pictures and added cels of the script again, without script entries; no object may be in the picture."""
    script = m.state.script
    recording, script.recording = script.recording, 0
    entries = bytes(script.entries[: 2 * script.count])
    at = 0
    while at + 2 <= len(entries):
        action, number = entries[at : at + 2]
        at += 2
        if action in (Record.DRAW_PIC, Record.OVERLAY_PIC) and number in m.game.pictures:
            if action == Record.DRAW_PIC:
                m.core.clear_picture()
            draw_data(m, m.game.pictures[number])
        elif action == Record.ADD_TO_PIC and at + CEL_BYTES <= len(entries):
            m.core.add_to_picture(*entries[at : at + CEL_BYTES])
            m.core.sprites_out()
            at += CEL_BYTES
    script.recording = recording


def draw_data(m: Interpreter, data: bytes) -> None:
    """Draw the bytes of a picture over the buffer, as the driver does; no object may be in it."""
    m.core.charge(CELLS_OF_DRAWING)
    m.core.burn(costs.DRAWN_PICTURE + costs.DRAWN_BYTE * len(data))
    m.core.draw_picture(data, m.pen_variant, m.profile.pen_survives_picture, drivers.picture_nibbles(m))
    drivers.finish_picture(m)


def show_bitmap(m: Interpreter, number: int) -> bool:
    """Show a picture that is a bitmap of 256 colours; return False for one that is not.

    Priorities stay those of the picture drawn last; the bitmap stays until the next one is drawn (reference: EXT-11,
    EXT-12).
    """
    bitmap = m.game.pictures.get(number, b"")
    if len(bitmap) != PICTURE_CELLS:
        return False
    m.core.sprites_out()
    m.core.take_colours()
    ctypes.memmove(m.state.deep, bitmap, PICTURE_CELLS)
    m.core.sprites_in()
    m.core.screen.copy(0, 0, PICTURE_WIDTH, PICTURE_HEIGHT)
    return True
