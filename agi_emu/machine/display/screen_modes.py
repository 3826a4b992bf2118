"""The two modes of the screen: graphics, and text of 16 colours on 16 (reference: TEXT-16, TEXT-17)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agi_emu.machine.display import input_line, palettes, status, text
from agi_emu.state.layout import PICTURE_HEIGHT, PICTURE_WIDTH

if TYPE_CHECKING:
    from agi_emu.machine.interpreter import Interpreter


def show_text(m: Interpreter) -> None:
    """Go to text mode: the screen is cleared with the colours set, and the cursor stands in its corner.

    A background that graphics mode stored (FFh) shows as white and is lost, and so are colours of a file.
    """
    area = m.state.text
    input_line.hide_cursor(m)
    m.screen.set_mode(True)
    palettes.show_ega(m)
    text.set_attribute(m, area.foreground, area.background)
    text.clear_rows(m, 0, text.LAST_ROW, area.attribute)
    text.goto(m, 0, 0)


def show_graphics(m: Interpreter) -> None:
    """Go to graphics mode, also from there: clear the screen, show the picture, status line and input line."""
    area = m.state.text
    input_line.hide_cursor(m)
    m.screen.set_mode(False)
    text.set_attribute(m, area.foreground, area.background)
    show_picture(m)
    status.draw(m)
    input_line.redraw(m)


def show_picture(m: Interpreter) -> None:
    """Copy the whole picture to the screen."""
    m.screen.copy(0, 0, PICTURE_WIDTH, PICTURE_HEIGHT)
