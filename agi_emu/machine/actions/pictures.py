"""Actions on pictures (reference: PIC-29, PIC-31)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agi_emu.facts.codes import Flag
from agi_emu.machine import loading, picture_drawing
from agi_emu.machine.binding import action
from agi_emu.machine.fuel import SHOWN_PICTURE
from agi_emu.machine.windows import windows
from agi_emu.resources.kinds import Kind
from agi_emu.state.layout import PICTURE_CELLS, PICTURE_HEIGHT, PICTURE_WIDTH

if TYPE_CHECKING:
    from agi_emu.machine.interpreter import Interpreter


@action("load.pic")
def load_pic(m: Interpreter, variable: int) -> None:
    """Load the picture in a variable."""
    loading.load(m, Kind.PICTURE, m.vars[variable])


@action("draw.pic")
def draw_pic(m: Interpreter, variable: int) -> None:
    """Draw a picture over a clean buffer; nothing is shown before show.pic."""
    picture_drawing.draw(m, m.vars[variable])
    m.picture_drawn()


@action("overlay.pic")
def overlay_pic(m: Interpreter, variable: int) -> None:
    """Draw a picture over what is there; show.pic is needed afterwards all the same."""
    picture_drawing.overlay(m, m.vars[variable])
    m.picture_drawn()


@action("show.pic")
def show_pic(m: Interpreter) -> None:
    """Close the window that is left open and show the whole picture."""
    if m.profile.show_pic_closes_window:
        m.set_flag(Flag.WINDOW_STAYS, False)
        windows.close(m)
    m.core.charge(PICTURE_CELLS)
    m.core.burn(SHOWN_PICTURE)
    m.core.screen.copy(0, 0, PICTURE_WIDTH, PICTURE_HEIGHT)
    m.state.general.picture_visible = 1


@action("discard.pic")
def discard_pic(m: Interpreter, variable: int) -> None:
    """Forget a picture and those loaded after it."""
    loading.discard(m, Kind.PICTURE, m.vars[variable])
